(** * Arc-disjoint spanning trees of duals

    Systems of k trees of A at x0 and of B at y0 give k + 1 trees of [dual(A, B)] at (0, x0, y0). The parents are those of the program. Roles
    and branchings are those of [TreeLemma.v]. Colours 0 and c change places in cluster x of class 1, where c is the role of x. *)

From Coq Require Import Arith Lia Bool List.
From Crossedge Require Import Graph DualDistance TreeLemma.

Section Dual.
  Context {A B : Type}.
  Variables (PA : A -> Prop) (PB : B -> Prop) (RA : A -> A -> Prop) (RB : B -> B -> Prop).
  Variables (sameA : A -> A -> bool) (sameB : B -> B -> bool).
  Hypothesis (sameA_spec : forall a b, sameA a b = true <-> a = b) (sameB_spec : forall a b, sameB a b = true <-> a = b).
  Hypothesis (symA : symmetric RA) (symB : symmetric RB).
  Variables (k : nat) (x0 : A) (y0 : B) (parentA : nat -> A -> A) (parentB : nat -> B -> B) (firstA : nat -> A) (firstB : nat -> B).

  Definition roleA : A -> nat := role sameA k x0 firstA.
  Definition roleB : B -> nat := role sameB k y0 firstB.
  Definition branchA : nat -> A -> A := branching_parent sameA k x0 parentA firstA.
  Definition branchB : nat -> B -> B := branching_parent sameB k y0 parentB firstB.

  (** 0 and c change places. *)
  Definition swapped (c i : nat) : nat := if i =? 0 then c else if i =? c then 0 else i.

  Definition dual_parent (i : nat) (v : node A B) : node A B :=
    let '(t, x, y) := v in
    if t then
      let f := swapped (roleA x) i in
      if roleB y =? f then (false, x, y) else (true, x, branchB f y)
    else if sameB y y0 then
      if i =? 0 then (true, x, y) else (false, parentA (i - 1) x, y)
    else
      if roleA x =? i then (true, x, y) else (false, branchA i x, y).

  Definition dual_first (i : nat) : node A B :=
    if i =? 0 then (true, x0, y0) else (false, firstA (i - 1), y0).

  Definition in_both (v : node A B) : Prop := PA (snd (fst v)) /\ PB (snd v).

  Hypothesis positive : 0 < k.
  Hypothesis (treesA : system PA RA k x0 parentA firstA) (treesB : system PB RB k y0 parentB firstB).

  Lemma swapped_distinct : forall c i j, i <> j -> swapped c i <> swapped c j.
  Proof.
    intros c i j; unfold swapped; destruct (Nat.eqb_spec i 0), (Nat.eqb_spec j 0), (Nat.eqb_spec i c), (Nat.eqb_spec j c); lia.
  Qed.

  Lemma swapped_bound : forall c i, c <= k -> i <= k -> swapped c i <= k.
  Proof. intros c i; unfold swapped; destruct (Nat.eqb_spec i 0), (Nat.eqb_spec i c); lia. Qed.

  Lemma boundA : forall x, roleA x <= k.
  Proof. intros; eapply role_bound; eauto. Qed.

  Lemma sameB_cases : forall y, sameB y y0 = true /\ y = y0 \/ sameB y y0 = false /\ y <> y0.
  Proof.
    intros y; destruct (sameB y y0) eqn:E; [left; split; auto; apply sameB_spec; auto | right; split; auto].
    intros ->; rewrite (proj2 (sameB_spec y0 y0) eq_refl) in E; discriminate.
  Qed.

  Lemma roleB_root : roleB y0 = 0.
  Proof. apply root_role; auto. Qed.

  Lemma roleA_root : roleA x0 = 0.
  Proof. apply root_role; auto. Qed.

  Theorem dual_tree_link : forall i v, i < S k -> in_both v -> v <> (false, x0, y0) ->
    in_both (dual_parent i v) /\ dual RA RB (dual_parent i v) v.
  Proof.
    intros i [[[|] x] y] Hi [Px Py] ne; unfold in_both in *; cbn [fst snd] in *; unfold dual_parent.
    - destruct (Nat.eqb_spec (roleB y) (swapped (roleA x) i)) as [E|E].
      + split; [auto|]. apply (cross_edge RA RB false).
      + destruct (branching_link PB RB sameB sameB_spec k y0 parentB firstB symB positive treesB (swapped (roleA x) i) y)
          as [P' L]; auto; [apply swapped_bound; [apply boundA | lia]|].
        split; [auto|]. apply move_second; auto.
    - destruct (sameB_cases y) as [[-> E]|[-> E]].
      + subst y. destruct (Nat.eqb_spec i 0).
        * split; [auto|]. apply (cross_edge RA RB true).
        * destruct (tree_link _ _ _ _ _ _ treesA (i - 1) x) as [P' L]; auto; [lia | congruence|].
          split; [auto|]. apply move_first; auto.
      + destruct (Nat.eqb_spec (roleA x) i).
        * split; [auto|]. apply (cross_edge RA RB true).
        * destruct (branching_link PA RA sameA sameA_spec k x0 parentA firstA symA positive treesA i x) as [P' L]; auto; [lia|].
          split; [auto|]. apply move_first; auto.
  Qed.

  Theorem dual_arc_disjoint : forall i j v, i < S k -> j < S k -> i <> j -> in_both v -> v <> (false, x0, y0) ->
    dual_parent i v <> dual_parent j v.
  Proof.
    intros i j [[[|] x] y] Hi Hj ij [Px Py] ne; cbn [fst snd] in *; unfold dual_parent.
    - pose proof (swapped_distinct (roleA x) i j ij) as D.
      destruct (Nat.eqb_spec (roleB y) (swapped (roleA x) i)), (Nat.eqb_spec (roleB y) (swapped (roleA x) j));
        [congruence | discriminate | discriminate |].
      intros E; injection E as E; revert E.
      apply (branching_disjoint PB RB sameB sameB_spec k y0 parentB firstB positive treesB);
        auto; apply swapped_bound; try apply boundA; lia.
    - destruct (sameB_cases y) as [[-> E]|[-> E]].
      + subst y; destruct (Nat.eqb_spec i 0), (Nat.eqb_spec j 0); [lia | discriminate | discriminate |].
        intros E; injection E as E; revert E. apply (arc_disjoint _ _ _ _ _ _ treesA); auto; try lia. congruence.
      + destruct (Nat.eqb_spec (roleA x) i), (Nat.eqb_spec (roleA x) j); [lia | discriminate | discriminate |].
        intros E'; injection E' as E'; revert E'.
        apply (branching_disjoint PA RA sameA sameA_spec k x0 parentA firstA positive treesA); auto; lia.
  Qed.

  (** *** Every vertex reaches the root *)

  Notation reaches i := (climbs in_both (dual_parent i) (fun u => u = (false, x0, y0))).

  Lemma reach_root : forall i, reaches i (false, x0, y0).
  Proof. intros i; apply climbs_stop; auto. split; [apply (root_valid _ _ _ _ _ _ treesA) | apply (root_valid _ _ _ _ _ _ treesB)]. Qed.

  (** One step. *)
  Lemma reach_up : forall i v w, dual_parent i v = w -> reaches i w -> in_both v -> v <> (false, x0, y0) -> reaches i v.
  Proof. intros i v w <- H1 H2 H3; apply climbs_up; auto. Qed.

  (** In a cluster of class 1 parents lead to the vertices whose role is the colour of the tree there. *)
  Lemma reach_in_class_one : forall i x y, i <= k -> PA x -> PB y ->
    (forall y', PB y' -> roleB y' = swapped (roleA x) i -> reaches i (false, x, y')) -> reaches i (true, x, y).
  Proof.
    intros i x y Hi Px Py H.
    assert (Hf : swapped (roleA x) i <= k) by (apply swapped_bound; auto using boundA).
    apply (climbs_lift PB (branchB (swapped (roleA x) i)) (fun u => roleB u = swapped (roleA x) i)
             (fun u => (true, x, u)) (reaches i)).
    - intros u Pu E; apply (reach_up i _ (false, x, u)); [| auto | split; auto | discriminate].
      unfold dual_parent; rewrite E, Nat.eqb_refl; auto.
    - intros u Pu E Hup; apply (reach_up i _ (true, x, branchB (swapped (roleA x) i) u)); [| auto | split; auto | discriminate].
      unfold dual_parent; destruct (Nat.eqb_spec (roleB u) (swapped (roleA x) i)); [tauto | auto].
    - apply (branching_spanning PB RB sameB sameB_spec k y0 parentB firstB positive treesB); auto.
  Qed.

  (** The same in class 0 outside the cluster of the root. *)
  Lemma reach_in_class_zero : forall i x y, i <= k -> PA x -> PB y -> y <> y0 ->
    (forall x', PA x' -> roleA x' = i -> reaches i (true, x', y)) -> reaches i (false, x, y).
  Proof.
    intros i x y Hi Px Py ne H.
    assert (Ey : sameB y y0 = false) by (destruct (sameB_cases y) as [[_ E]|[E _]]; tauto).
    apply (climbs_lift PA (branchA i) (fun u => roleA u = i) (fun u => (false, u, y)) (reaches i)).
    - intros u Pu E; apply (reach_up i _ (true, u, y)); [| auto | split; auto | congruence].
      unfold dual_parent; rewrite Ey, E, Nat.eqb_refl; auto.
    - intros u Pu E Hup; apply (reach_up i _ (false, branchA i u, y)); [| auto | split; auto | congruence].
      unfold dual_parent; rewrite Ey; destruct (Nat.eqb_spec (roleA u) i); [tauto | auto].
    - apply (branching_spanning PA RA sameA sameA_spec k x0 parentA firstA positive treesA); auto.
  Qed.

  Theorem dual_spanning : forall i v, i < S k -> in_both v -> reaches i v.
  Proof.
    assert (Px0 : PA x0) by apply (root_valid _ _ _ _ _ _ treesA).
    assert (Py0 : PB y0) by apply (root_valid _ _ _ _ _ _ treesB).
    intros i v Hi; destruct (Nat.eq_dec i 0) as [->|nz].
    - (* tree 0 *)
      assert (above_root : forall y, PB y -> reaches 0 (true, x0, y)).
      { intros y Py; apply reach_in_class_one; auto; [lia|].
        intros y' Py' E. rewrite roleA_root in E; unfold swapped in E; cbn [Nat.eqb] in E.
        apply (role_zero sameB sameB_spec k y0 firstB positive) in E; subst y'. apply reach_root. }
      assert (other_clusters : forall x y, PA x -> PB y -> y <> y0 -> reaches 0 (false, x, y)).
      { intros x y Px Py ne; apply reach_in_class_zero; auto; [lia|].
        intros x' Px' E; apply (role_zero sameA sameA_spec k x0 firstA positive) in E; subst x'; auto. }
      assert (class_one : forall x y, PA x -> PB y -> reaches 0 (true, x, y)).
      { intros x y Px Py; destruct (sameA x x0) eqn:Ex; [apply sameA_spec in Ex; subst; auto|].
        apply reach_in_class_one; auto; [lia|]. intros y' Py' E; apply other_clusters; auto.
        intros ->. unfold swapped in E; cbn [Nat.eqb] in E; rewrite roleB_root in E; symmetry in E.
        apply (role_zero sameA sameA_spec k x0 firstA positive) in E; subst x.
        rewrite (proj2 (sameA_spec x0 x0) eq_refl) in Ex; discriminate. }
      destruct v as [[[|] x] y]; intros [Px Py]; cbn [fst snd] in *; auto.
      destruct (sameB_cases y) as [[E ->]|[_ ne]]; auto.
      destruct (sameA x x0) eqn:Ex; [apply sameA_spec in Ex; subst; apply reach_root|].
      apply (reach_up 0 _ (true, x, y0)); [unfold dual_parent; rewrite E; reflexivity | auto | split; auto |].
      intros X; inversion X; subst; rewrite (proj2 (sameA_spec x0 x0) eq_refl) in Ex; discriminate.
    - (* tree i, i > 0 *)
      assert (root_cluster : forall x, PA x -> reaches i (false, x, y0)).
      { intros x Px.
        apply (climbs_lift PA (parentA (i - 1)) (fun u => u = x0) (fun u => (false, u, y0)) (reaches i)).
        - intros u _ ->; apply reach_root.
        - intros u Pu ne Hup; apply (reach_up i _ (false, parentA (i - 1) u, y0)); [| auto | split; auto | congruence].
          unfold dual_parent; rewrite (proj2 (sameB_spec y0 y0) eq_refl); destruct (Nat.eqb_spec i 0); [tauto | auto].
        - apply (spanning _ _ _ _ _ _ treesA); auto; lia. }
      assert (own_role : forall x y, PA x -> PB y -> roleA x = i -> reaches i (true, x, y)).
      { intros x y Px Py E; apply reach_in_class_one; auto; [lia|].
        intros y' Py' E'. rewrite E in E'; unfold swapped in E'.
        destruct (Nat.eqb_spec i 0); [tauto|]; rewrite Nat.eqb_refl in E'.
        apply (role_zero sameB sameB_spec k y0 firstB positive) in E'; subst y'; auto. }
      assert (other_clusters : forall x y, PA x -> PB y -> y <> y0 -> reaches i (false, x, y)).
      { intros x y Px Py ne; apply reach_in_class_zero; auto; lia. }
      destruct v as [[[|] x] y]; intros [Px Py]; cbn [fst snd] in *.
      + destruct (Nat.eq_dec (roleA x) i) as [|ne]; auto.
        apply reach_in_class_one; auto; [lia|]. intros y' Py' E; apply other_clusters; auto.
        intros ->. rewrite roleB_root in E; unfold swapped in E.
        destruct (Nat.eqb_spec i 0), (Nat.eqb_spec i (roleA x)); lia.
      + destruct (sameB_cases y) as [[_ ->]|[_ ne]]; auto.
  Qed.

  Theorem dual_first_child : forall i, i < S k ->
    in_both (dual_first i) /\ dual_first i <> (false, x0, y0) /\ dual_parent i (dual_first i) = (false, x0, y0).
  Proof.
    assert (Px0 : PA x0) by apply (root_valid _ _ _ _ _ _ treesA).
    assert (Py0 : PB y0) by apply (root_valid _ _ _ _ _ _ treesB).
    intros i Hi; unfold dual_first; destruct (Nat.eqb_spec i 0) as [->|nz].
    - split; [split; auto|]; split; [discriminate|]. unfold dual_parent.
      rewrite roleA_root, roleB_root; reflexivity.
    - destruct (first_child _ _ _ _ _ _ treesA (i - 1)) as [P' [N E]]; [lia|].
      split; [split; auto|]; split; [congruence|]. unfold dual_parent.
      rewrite (proj2 (sameB_spec y0 y0) eq_refl); destruct (Nat.eqb_spec i 0); [tauto|]. rewrite E; auto.
  Qed.

  Theorem dual_trees : system in_both (dual RA RB) (S k) (false, x0, y0) dual_parent dual_first.
  Proof.
    constructor; [split; [apply (root_valid _ _ _ _ _ _ treesA) | apply (root_valid _ _ _ _ _ _ treesB)] | | | |].
    - apply dual_tree_link.
    - apply dual_arc_disjoint.
    - apply dual_spanning.
    - apply dual_first_child.
  Qed.
End Dual.

(** ** A root of class 1 sees the classes exchanged *)
Section Transported.
  Context {V W : Type}.
  Variables (P : V -> Prop) (R : V -> V -> Prop) (Q : W -> Prop) (S : W -> W -> Prop) (to : V -> W) (from : W -> V).
  Hypothesis (valid_to : forall v, P v -> Q (to v)) (valid_from : forall w, Q w -> P (from w)).
  Hypothesis (from_to : forall v, P v -> from (to v) = v) (to_from : forall w, Q w -> to (from w) = w).
  Hypothesis links_from : forall u v, Q u -> Q v -> S u v -> R (from u) (from v).

  (** The same trees under other names. *)
  Theorem system_transport : forall k r parent first, Q (to r) -> P r -> system Q S k (to r) parent first ->
    system P R k r (fun i v => from (parent i (to v))) (fun i => from (first i)).
  Proof.
    intros k r parent first Qr Pr T; constructor; auto.
    - intros i v Hi Pv ne.
      assert (ne' : to v <> to r) by (intros E; apply ne; rewrite <- (from_to v), E, from_to; auto).
      destruct (tree_link _ _ _ _ _ _ T i (to v)) as [H1 H2]; auto. split; auto.
      rewrite <- (from_to v) at 2 by auto. auto.
    - intros i j v Hi Hj ij Pv ne E.
      assert (ne' : to v <> to r) by (intros X; apply ne; rewrite <- (from_to v), X, from_to; auto).
      apply (arc_disjoint _ _ _ _ _ _ T i j (to v)); auto.
      destruct (tree_link _ _ _ _ _ _ T i (to v)) as [H1 _], (tree_link _ _ _ _ _ _ T j (to v)) as [H2 _]; auto.
      rewrite <- (to_from (parent i (to v))), E, to_from; auto.
    - intros i v Hi Pv; rewrite <- (from_to v) by auto.
      apply (climbs_lift Q (parent i) (fun u => u = to r) from (climbs P (fun v => from (parent i (to v))) (fun u => u = r))).
      + intros u Qu ->; apply climbs_stop; auto.
      + intros u Qu ne H; apply climbs_up; auto.
        * intros E; apply ne; rewrite <- (to_from u), E; auto.
        * rewrite to_from; auto.
      + apply (spanning _ _ _ _ _ _ T); auto.
    - intros i Hi; destruct (first_child _ _ _ _ _ _ T i Hi) as [H1 [H2 H3]]; split; auto; split.
      + intros E; apply H2; rewrite <- (to_from (first i)), E; auto.
      + rewrite to_from, H3; auto.
  Qed.
End Transported.

(** The classes exchanged: [dual(A, B)] and [dual(B, A)]. *)
Definition exchange {A B} (v : node A B) : node B A := let '(t, x, y) := v in (negb t, y, x).

Lemma exchange_twice : forall {A B} (v : node A B), exchange (exchange v) = v.
Proof. intros A B [[[|] x] y]; reflexivity. Qed.

Lemma exchange_links : forall {A B} (RA : A -> A -> Prop) (RB : B -> B -> Prop) u v,
  dual RA RB u v -> dual RB RA (exchange u) (exchange v).
Proof.
  intros A B RA RB u v H; destruct H; simpl; [apply move_second | apply move_first | apply cross_edge]; auto.
Qed.

Section RootOfClassOne.
  Context {A B : Type}.
  Variables (PA : A -> Prop) (PB : B -> Prop) (RA : A -> A -> Prop) (RB : B -> B -> Prop).
  Variables (sameA : A -> A -> bool) (sameB : B -> B -> bool).
  Hypothesis (sameA_spec : forall a b, sameA a b = true <-> a = b) (sameB_spec : forall a b, sameB a b = true <-> a = b).
  Hypothesis (symA : symmetric RA) (symB : symmetric RB).
  Variables (k : nat) (x0 : A) (y0 : B) (parentA : nat -> A -> A) (parentB : nat -> B -> B) (firstA : nat -> A) (firstB : nat -> B).
  Hypothesis positive : 0 < k.
  Hypothesis (treesA : system PA RA k x0 parentA firstA) (treesB : system PB RB k y0 parentB firstB).

  Theorem dual_trees_class_one :
    system (in_both PA PB) (dual RA RB) (S k) (true, x0, y0)
      (fun i v => exchange (dual_parent sameB sameA k y0 x0 parentB parentA firstB firstA i (exchange v)))
      (fun i => exchange (dual_first y0 x0 firstB i)).
  Proof.
    apply (system_transport (in_both PA PB) (dual RA RB) (in_both PB PA) (dual RB RA) exchange exchange) with (r := (true, x0, y0)).
    - intros [[t x] y] [H1 H2]; split; auto.
    - intros [[t x] y] [H1 H2]; split; auto.
    - intros; apply exchange_twice.
    - intros; apply exchange_twice.
    - intros; apply exchange_links; auto.
    - split; [apply (root_valid _ _ _ _ _ _ treesB) | apply (root_valid _ _ _ _ _ _ treesA)].
    - split; [apply (root_valid _ _ _ _ _ _ treesA) | apply (root_valid _ _ _ _ _ _ treesB)].
    - apply dual_trees; auto.
  Qed.
End RootOfClassOne.
