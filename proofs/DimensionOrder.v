(** * Dimension order: channel ranks of products

    A packet moves in the first coordinate by the routing of the first factor, then in the second. Ranks of the first factor are above
    those of the second, so that they decrease along every dependency if those of the factors do. The theorem for two factors gives any
    list of factors: meshes, tori with datelines, HyperX, cubes, and products of all of these. *)

From Coq Require Import Arith Lia Bool List.
From Crossedge Require Import Graph ProductDistance Routing.
Import ListNotations.

Section Product.
  Context {A B : Type}.
  Variables (PA : A -> Prop) (PB : B -> Prop) (RA : A -> A -> Prop) (RB : B -> B -> Prop).
  Variables (rA : routing A) (rB : routing B).
  Variable eqA : A -> A -> bool.
  Hypothesis eqA_spec : forall a b, eqA a b = true <-> a = b.

  Definition lift_first (y : B) (c : channel A) : channel (A * B) := ((tail c, y), (head c, y), vc c).
  Definition lift_second (x : A) (c : channel B) : channel (A * B) := ((x, tail c), (x, head c), vc c).

  (** A channel of the product belongs to the second factor if the first coordinate stays. *)
  Definition in_second (c : channel (A * B)) : bool := eqA (fst (tail c)) (fst (head c)).
  Definition first_channel (c : channel (A * B)) : channel A := (fst (tail c), fst (head c), vc c).
  Definition second_channel (c : channel (A * B)) : channel B := (snd (tail c), snd (head c), vc c).

  Definition product_start (u t : A * B) : option (channel (A * B)) :=
    match start rA (fst u) (fst t) with
    | Some c => Some (lift_first (snd u) c)
    | None => option_map (lift_second (fst u)) (start rB (snd u) (snd t))
    end.

  Definition product_next (c : channel (A * B)) (t : A * B) : option (channel (A * B)) :=
    if in_second c then option_map (lift_second (fst (head c))) (next rB (second_channel c) (snd t))
    else match next rA (first_channel c) (fst t) with
         | Some c' => Some (lift_first (snd (head c)) c')
         | None => option_map (lift_second (fst (head c))) (start rB (snd (head c)) (snd t))
         end.

  Definition product_routing : routing (A * B) := {| start := product_start; next := product_next |}.

  Definition both (p : A * B) : Prop := PA (fst p) /\ PB (snd p).

  Variables (rankA : channel A -> nat) (rankB : channel B -> nat) (boundA boundB : nat).

  Definition product_rank (c : channel (A * B)) : nat :=
    if in_second c then rankB (second_channel c) else boundB + rankA (first_channel c).

  Hypothesis (okA : ranked PA RA rA rankA boundA) (okB : ranked PB RB rB rankB boundB).

  (** A channel in use is one of the first factor, or one of the second where the first coordinate is that of the target. *)
  Inductive used : channel (A * B) -> A * B -> Prop :=
  | used_first : forall c y t, takes PA rA c (fst t) -> PB y -> PB (snd t) -> used (lift_first y c) t
  | used_second : forall c t, takes PB rB c (snd t) -> PA (fst t) -> used (lift_second (fst t) c) t.

  Lemma lift_first_in_first : forall y c, tail c <> head c -> in_second (lift_first y c) = false.
  Proof.
    intros y c H; unfold in_second, lift_first, tail, head in *; simpl.
    destruct (eqA (fst (fst c)) (snd (fst c))) eqn:E; auto. apply eqA_spec in E; congruence.
  Qed.

  Lemma lift_second_in_second : forall x c, in_second (lift_second x c) = true.
  Proof. intros; unfold in_second; apply eqA_spec; auto. Qed.

  Lemma first_lift : forall y c, first_channel (lift_first y c) = c.
  Proof. intros y [[u v] k]; reflexivity. Qed.

  Lemma second_lift : forall x c, second_channel (lift_second x c) = c.
  Proof. intros x [[u v] k]; reflexivity. Qed.

  Lemma takes_used : forall c t, takes both product_routing c t -> used c t.
  Proof.
    intros c t H; induction H as [[x y] [x' y'] c [Px Py] [Px' Py'] E | c t c' H IH E]; cbn [start next product_routing fst snd] in *.
    - unfold product_start in E; cbn [fst snd] in E.
      pose proof (at_start _ _ _ _ _ okA x x' Px Px') as SA; destruct (start rA x x') as [cA|] eqn:EA.
      + inversion E; apply used_first; auto. eapply takes_start with (u := x); eauto.
      + subst x'. destruct (start rB y y') as [cB|] eqn:EB; inversion E; subst.
        apply (used_second cB (x, y')); auto. eapply takes_start with (u := y); eauto.
    - unfold product_next in E; destruct IH as [c y t Hc Py Pt | c t Hc Pt].
      + rewrite lift_first_in_first in E by apply (takes_link _ _ _ _ _ okA _ _ Hc).
        rewrite first_lift in E. destruct (next rA c (fst t)) as [cA|] eqn:EA.
        * inversion E; apply used_first; auto. eapply takes_next; eauto.
        * pose proof (at_next _ _ _ _ _ okA c _ Hc) as SA; rewrite EA in SA.
          cbn [fst snd head lift_first] in E; unfold head, lift_first in E; cbn [fst snd] in E.
          destruct (start rB y (snd t)) as [cB|] eqn:EB; inversion E; subst.
          change (snd (fst c)) with (head c); rewrite SA.
          apply used_second; [eapply takes_start with (u := y); eauto | eapply takes_target; eauto].
      + rewrite lift_second_in_second, second_lift in E.
        destruct (next rB c (snd t)) as [cB|] eqn:EB; inversion E; subst.
        apply used_second; auto. eapply takes_next; eauto.
  Qed.

  Lemma lift_first_link : forall y c, PB y -> on_link PA RA c -> on_link both (product RA RB) (lift_first y c).
  Proof.
    intros y [[u v] k] Py [H1 [H2 [H3 H4]]]; unfold on_link, both, lift_first, tail, head in *; simpl in *.
    repeat split; auto; [constructor; auto | congruence].
  Qed.

  Lemma lift_second_link : forall x c, PA x -> on_link PB RB c -> on_link both (product RA RB) (lift_second x c).
  Proof.
    intros x [[u v] k] Px [H1 [H2 [H3 H4]]]; unfold on_link, both, lift_second, tail, head in *; simpl in *.
    repeat split; auto; [constructor; auto | congruence].
  Qed.

  Theorem product_ranked : ranked both (product RA RB) product_routing product_rank (boundA + boundB).
  Proof.
    constructor.
    - intros [x y] [x' y'] [Px Py] [Px' Py']; cbn [start product_routing]; unfold product_start; cbn [fst snd] in *.
      pose proof (at_start _ _ _ _ _ okA x x' Px Px') as SA; destruct (start rA x x') as [cA|].
      + destruct SA as [ne [tl link]]; split; [congruence|]; split; [|apply lift_first_link; auto].
        unfold lift_first, tail in *; simpl; congruence.
      + subst x'; pose proof (at_start _ _ _ _ _ okB y y' Py Py') as SB; destruct (start rB y y') as [cB|]; simpl; [|congruence].
        destruct SB as [ne [tl link]]; split; [congruence|]; split; [|apply lift_second_link; auto].
        unfold lift_second, tail in *; simpl; congruence.
    - intros c t H; pose proof (takes_used _ _ H) as U; cbn [next product_routing]; unfold product_next, product_rank.
      destruct U as [c y t Hc Py Pt | c t Hc Pt].
      + pose proof (takes_link _ _ _ _ _ okA _ _ Hc) as [_ [Ph [_ ne]]].
        rewrite lift_first_in_first, first_lift by auto.
        pose proof (at_next _ _ _ _ _ okA c _ Hc) as SA; destruct (next rA c (fst t)) as [cA|] eqn:EA.
        * destruct SA as [nt [tl [link lower]]]. split; [|split; [|split]].
          -- unfold lift_first, head in *; simpl; intros E; apply nt; rewrite <- E; auto.
          -- unfold lift_first, head, tail in *; simpl in *; congruence.
          -- apply lift_first_link; auto.
          -- rewrite lift_first_in_first, first_lift by apply link. lia.
        * assert (Ey : snd (head (lift_first y c)) = y) by reflexivity. rewrite Ey.
          assert (Ex : fst (head (lift_first y c)) = fst t) by (unfold lift_first, head in *; simpl; auto). rewrite Ex.
          pose proof (at_start _ _ _ _ _ okB y (snd t) Py Pt) as SB; destruct (start rB y (snd t)) as [cB|] eqn:EB; simpl.
          -- destruct SB as [nt [tl link]]. split; [|split; [|split]].
             ++ unfold lift_first, head; simpl; intros E; apply nt; rewrite <- E; auto.
             ++ unfold lift_second, lift_first, head, tail in *; simpl in *; congruence.
             ++ apply lift_second_link; auto. eapply takes_target; eauto.
             ++ rewrite lift_second_in_second, second_lift.
                assert (rankB cB < boundB); [|lia].
                apply (rank_bound _ _ _ _ _ okB cB (snd t)). eapply takes_start with (u := y); eauto.
          -- destruct t; unfold lift_first, head in *; simpl in *; congruence.
      + rewrite lift_second_in_second, second_lift.
        pose proof (at_next _ _ _ _ _ okB c _ Hc) as SB; destruct (next rB c (snd t)) as [cB|] eqn:EB; simpl.
        * destruct SB as [nt [tl [link lower]]]. split; [|split; [|split]].
          -- unfold lift_second, head in *; simpl; intros E; apply nt; rewrite <- E; auto.
          -- unfold lift_second, head, tail in *; simpl in *; congruence.
          -- apply lift_second_link; auto.
          -- rewrite lift_second_in_second, second_lift. auto.
        * destruct t; unfold lift_second, head in *; simpl in *; congruence.
    - intros c t H; pose proof (takes_used _ _ H) as U; unfold product_rank; destruct U as [c y t Hc Py Pt | c t Hc Pt].
      + rewrite lift_first_in_first, first_lift by apply (takes_link _ _ _ _ _ okA _ _ Hc).
        pose proof (rank_bound _ _ _ _ _ okA _ _ Hc); lia.
      + rewrite lift_second_in_second, second_lift. pose proof (rank_bound _ _ _ _ _ okB _ _ Hc); lia.
  Qed.
End Product.

(** ** Any list of factors *)

Fixpoint coords (factors : list leaf) : Type :=
  match factors with [] => unit | _ :: rest => (nat * coords rest)%type end.

Fixpoint grid_node (factors : list leaf) : coords factors -> Prop :=
  match factors with [] => fun _ => True | l :: rest => both (below (leaf_size l)) (grid_node rest) end.

(** Links of the product of the factors. *)
Fixpoint grid_link (factors : list leaf) : coords factors -> coords factors -> Prop :=
  match factors with [] => fun _ _ => False | l :: rest => product (leaf_link l) (grid_link rest) end.

Fixpoint dimension_order (factors : list leaf) : routing (coords factors) :=
  match factors return routing (coords factors) with
  | [] => {| start := fun _ _ => None; next := fun _ _ => None |}
  | l :: rest => product_routing (leaf_routing l) (dimension_order rest) Nat.eqb
  end.

Fixpoint grid_bound (factors : list leaf) : nat :=
  match factors with [] => 0 | l :: rest => leaf_bound l + grid_bound rest end.

Fixpoint grid_rank (factors : list leaf) : channel (coords factors) -> nat :=
  match factors return channel (coords factors) -> nat with
  | [] => fun _ => 0
  | l :: rest => product_rank Nat.eqb (leaf_rank l) (grid_rank rest) (grid_bound rest)
  end.

Theorem dimension_order_ranked : forall factors, Forall (fun l => 0 < leaf_size l) factors ->
  ranked (grid_node factors) (grid_link factors) (dimension_order factors) (grid_rank factors) (grid_bound factors).
Proof.
  intros factors; induction factors as [|l rest IH]; intros sizes.
  - assert (none : forall c t, ~ takes (grid_node []) (dimension_order []) c t).
    { intros c t H; destruct H; discriminate. }
    constructor; simpl; [intros [] []; auto | intros c t H; destruct (none _ _ H) | intros c t H; destruct (none _ _ H)].
  - inversion sizes; subst; simpl. apply product_ranked; auto using leaf_ranked. intros; apply Nat.eqb_eq.
Qed.

(** Meshes: every factor is a path, and one virtual channel is enough. *)
Definition mesh (sizes : list nat) : list leaf := map Path sizes.

Theorem dimension_order_ranks : forall sizes, Forall (fun n => 0 < n) sizes ->
  forall c c', depends (grid_node (mesh sizes)) (dimension_order (mesh sizes)) c c' ->
  grid_rank (mesh sizes) c' < grid_rank (mesh sizes) c.
Proof.
  intros sizes H c c'; apply (ranks_decrease _ (grid_link (mesh sizes)) _ _ (grid_bound (mesh sizes))).
  apply dimension_order_ranked; unfold mesh; apply Forall_map; exact H.
Qed.
