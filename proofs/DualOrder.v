(** * Order routing on a dual: channel ranks

    A place is (class, cluster, node). In coordinates a node is (class, a, b): class 0 holds a and moves b, class 1 holds b and moves a.
    Order routing sets a in class 1, then b in class 0, then the class. Its channels are taken in this order: the cross-edge from class 0 on
    virtual channel 0; those inside class 1; the cross-edge from class 1; those inside class 0; the cross-edge from class 0 on
    virtual channel 1. *)

From Coq Require Import Arith Lia Bool.
From Crossedge Require Import Graph DualDistance Routing.

Section Dual.
  Context {V : Type}.
  Variables (P : V -> Prop) (R : V -> V -> Prop) (r : routing V).
  Variable same : V -> V -> bool.
  Hypothesis same_spec : forall a b, same a b = true <-> a = b.

  Definition place : Type := bool * V * V.
  Definition class (p : place) : bool := fst (fst p).
  Definition cluster (p : place) : V := snd (fst p).
  Definition node_in (p : place) : V := snd p.
  Definition opposite (p : place) : place := (negb (class p), node_in p, cluster p).

  (** What to do next, as in the program: go on to a node of this cluster, cross on a virtual channel, or nothing. *)
  Inductive action := Inside (target : V) | Cross (k : nat) | There.

  Definition action_towards (at_ to : place) : action :=
    let same_class := Bool.eqb (class at_) (class to) in
    let moved := if same_class then node_in to else cluster to in
    let fixed := if same_class then cluster to else node_in to in
    if class at_ then
      if negb (same (node_in at_) moved) then Inside moved
      else if negb (same (cluster at_) fixed) || negb same_class then Cross 0
      else There
    else
      if negb (same (cluster at_) fixed) then Cross 0
      else if negb (same (node_in at_) moved) then Inside moved
      else if negb same_class then Cross 1
      else There.

  Definition inside_channel (p : place) (c : channel V) : channel place :=
    ((class p, cluster p, tail c), (class p, cluster p, head c), vc c).

  Definition order_start (at_ to : place) : option (channel place) :=
    match action_towards at_ to with
    | Inside target => option_map (inside_channel at_) (start r (node_in at_) target)
    | Cross k => Some (at_, opposite at_, k)
    | There => None
    end.

  Definition base_channel (c : channel place) : channel V := (node_in (tail c), node_in (head c), vc c).

  Definition is_cross (c : channel place) : bool := xorb (class (tail c)) (class (head c)).

  Definition order_next (c : channel place) (to : place) : option (channel place) :=
    if is_cross c then order_start (head c) to
    else match action_towards (head c) to with
         | Inside target => option_map (inside_channel (head c)) (next r (base_channel c) target)
         | _ => order_start (head c) to
         end.

  Definition order_routing : routing place := {| start := order_start; next := order_next |}.

  Definition in_base (p : place) : Prop := P (cluster p) /\ P (node_in p).

  Variables (rank : channel V -> nat) (bound : nat).

  Definition order_rank (c : channel place) : nat :=
    if is_cross c then
      if class (tail c) then bound + 1 else if vc c =? 0 then 2 * bound + 2 else 0
    else if class (tail c) then bound + 2 + rank (base_channel c) else 1 + rank (base_channel c).

  Hypothesis ok : ranked P R r rank bound.

  (** The coordinates a and b of a place. *)
  Definition a_of (p : place) : V := if class p then node_in p else cluster p.
  Definition b_of (p : place) : V := if class p then cluster p else node_in p.

  Lemma action_spec : forall p t,
    action_towards p t =
      if class p then
        if negb (same (a_of p) (a_of t)) then Inside (a_of t)
        else if negb (same (b_of p) (b_of t)) || negb (class t) then Cross 0 else There
      else
        if negb (same (a_of p) (a_of t)) then Cross 0
        else if negb (same (b_of p) (b_of t)) then Inside (b_of t)
        else if class t then Cross 1 else There.
  Proof. intros [[[|] cl] v] [[[|] cl'] v']; reflexivity. Qed.

  (** Where a packet for [t] is when it is on a channel: the five stages. *)
  Inductive stage : channel place -> place -> Prop :=
  | up_for_a : forall a b t, P a -> P b -> a <> a_of t -> stage ((false, a, b), (true, b, a), 0) t
  | moving_a : forall b c t, P b -> takes P r c (a_of t) -> stage (inside_channel (true, b, tail c) c) t
  | down : forall b t, P b -> P (a_of t) -> (b <> b_of t \/ class t = false) -> stage ((true, b, a_of t), (false, a_of t, b), 0) t
  | moving_b : forall c t, P (a_of t) -> takes P r c (b_of t) -> stage (inside_channel (false, a_of t, tail c) c) t
  | up_at_end : forall t, P (a_of t) -> P (b_of t) -> class t = true ->
      stage ((false, a_of t, b_of t), (true, b_of t, a_of t), 1) t.

  Lemma same_refl : forall a, same a a = true.
  Proof. intros; apply same_spec; auto. Qed.

  Lemma same_not : forall a b, a <> b -> same a b = false.
  Proof. intros a b H; destruct (same a b) eqn:E; auto. apply same_spec in E; tauto. Qed.

  Lemma same_cases : forall a b, same a b = true /\ a = b \/ same a b = false /\ a <> b.
  Proof.
    intros a b; destruct (same a b) eqn:E; [left | right]; split; auto; [apply same_spec; auto|].
    intros ->; rewrite same_refl in E; discriminate.
  Qed.

  Lemma place_by_coordinates : forall t : place, (if class t then (true, b_of t, a_of t) else (false, a_of t, b_of t)) = t.
  Proof. intros [[[|] cl] v]; reflexivity. Qed.

  Lemma place_in_class_one : forall t : place, class t = true -> (true, b_of t, a_of t) = t.
  Proof. intros t H; rewrite <- (place_by_coordinates t) at 3; rewrite H; reflexivity. Qed.

  Lemma place_in_class_zero : forall t : place, class t = false -> (false, a_of t, b_of t) = t.
  Proof. intros t H; rewrite <- (place_by_coordinates t) at 3; rewrite H; reflexivity. Qed.

  Lemma in_base_coordinates : forall t, in_base t -> P (a_of t) /\ P (b_of t).
  Proof. intros [[[|] cl] v] [H1 H2]; unfold a_of, b_of, class, cluster, node_in in *; simpl in *; auto. Qed.

  (** What happens at a place of the dual: nothing at the target, else a channel of some stage from there. *)
  Lemma start_stage : forall p t, in_base p -> in_base t ->
    match order_start p t with
    | None => p = t
    | Some c => p <> t /\ tail c = p /\ stage c t
    end.
  Proof.
    intros p t Hp Ht; unfold order_start; rewrite action_spec.
    destruct (in_base_coordinates _ Hp) as [Pa Pb], (in_base_coordinates _ Ht) as [Ta Tb].
    destruct p as [[[|] cl] v]; cbn [class fst snd]; unfold a_of at 1, b_of at 1; cbn [class cluster node_in fst snd].
    - unfold a_of, b_of in Pa, Pb; cbn [class cluster node_in fst snd] in Pa, Pb.
      destruct (same_cases v (a_of t)) as [[-> E]|[-> ne]]; cbn [negb].
      + subst v. destruct (same_cases cl (b_of t)) as [[-> E]|[-> ne]]; cbn [negb orb].
        * destruct (class t) eqn:Ct; cbn [negb]; cbv iota.
          -- subst cl; apply place_in_class_one; auto.
          -- split; [intros X; rewrite <- X in Ct; discriminate|]; split; [reflexivity|].
             unfold opposite; cbn [class cluster node_in fst snd negb]; apply down; auto.
        * cbv iota. split; [intros X; apply ne; rewrite <- X; reflexivity|]; split; [reflexivity|].
          unfold opposite; cbn [class cluster node_in fst snd negb]; apply down; auto.
      + cbv iota; cbn [node_in snd].
        pose proof (at_start _ _ _ _ _ ok v (a_of t) Pa Ta) as S.
        destruct (start r v (a_of t)) as [c|] eqn:E; [|congruence]. destruct S as [_ [tl link]]; cbn [option_map].
        split; [intros X; apply ne; rewrite <- X; reflexivity|]; split.
        * unfold inside_channel, tail in *; cbn [class cluster fst snd]; rewrite tl; reflexivity.
        * rewrite <- tl. apply moving_a; auto. eapply takes_start with (u := v); eauto.
    - unfold a_of, b_of in Pa, Pb; cbn [class cluster node_in fst snd] in Pa, Pb.
      destruct (same_cases cl (a_of t)) as [[-> E]|[-> ne]]; cbn [negb].
      + subst cl. destruct (same_cases v (b_of t)) as [[-> E]|[-> ne]]; cbn [negb].
        * subst v; destruct (class t) eqn:Ct; cbv iota.
          -- split; [intros E; rewrite <- E in Ct; discriminate|]; split; [reflexivity|].
             unfold opposite; cbn [class cluster node_in fst snd negb]; apply up_at_end; auto.
          -- apply place_in_class_zero; auto.
        * cbv iota; cbn [node_in snd].
          pose proof (at_start _ _ _ _ _ ok v (b_of t) Pb Tb) as S.
          destruct (start r v (b_of t)) as [c|] eqn:E; [|congruence]. destruct S as [_ [tl link]]; cbn [option_map].
          split; [intros X; apply ne; rewrite <- X; reflexivity|]; split.
          -- unfold inside_channel, tail in *; cbn [class cluster fst snd]; rewrite tl; reflexivity.
          -- rewrite <- tl. apply moving_b; auto. eapply takes_start with (u := v); eauto.
      + cbv iota. split; [intros X; apply ne; rewrite <- X; reflexivity|]; split; [reflexivity|].
        unfold opposite; cbn [class cluster node_in fst snd negb]; apply up_for_a; auto.
  Qed.

  (** The channel after one of some stage is of the same stage or of a later one, with a lower rank. *)
  Lemma next_stage : forall c t, in_base t -> stage c t ->
    match order_next c t with
    | None => head c = t
    | Some c' => head c <> t /\ tail c' = head c /\ stage c' t /\ order_rank c' < order_rank c
    end.
  Proof.
    intros c t Ht Hc; destruct (in_base_coordinates _ Ht) as [Ta Tb].
    (* A channel that begins at [p] after one of a stage: its own stage is known, so its rank is below that of the stage before. *)
    assert (fresh : forall p m, in_base p ->
      (forall c', tail c' = p -> stage c' t -> order_rank c' < m) ->
      match order_start p t with
      | None => p = t
      | Some c' => p <> t /\ tail c' = p /\ stage c' t /\ order_rank c' < m
      end).
    { intros p m Hp lower; pose proof (start_stage p t Hp Ht) as S; destruct (order_start p t); auto.
      destruct S as [S1 [S2 S3]]; auto. }
    assert (inner : forall c0 t0, takes P r c0 t0 -> rank c0 < bound) by (intros; eapply rank_bound; eauto).
    destruct Hc as [a b t Pa Pb ne | b c t Pb Hc | b t Pb Pa why | c t Pa Hc | t Pa Pb Ct]; unfold order_next.
    - (* in class 1 after crossing for a: a is not that of the target yet *)
      cbn [is_cross tail head class fst snd xorb]. apply fresh; [split; auto|].
      intros c' tl S; unfold tail in tl; destruct S; cbn [inside_channel fst snd] in tl; inversion tl; subst;
        unfold order_rank, is_cross, inside_channel, base_channel, tail, head, vc, class, node_in;
        cbn [fst snd xorb Nat.eqb]; try lia.
      specialize (inner _ _ H0). destruct c as [[u w] k]; cbn [fst snd] in *. lia.
    - (* moving a in class 1 *)
      unfold is_cross, inside_channel at 1 2; unfold tail at 1, head at 1, class; cbn [fst snd xorb].
      pose proof (takes_link _ _ _ _ _ ok _ _ Hc) as [_ [Ph _]].
      assert (Eb : base_channel (inside_channel (true, b, tail c) c) = c) by (destruct c as [[u w] k]; reflexivity).
      assert (Eh : head (inside_channel (true, b, tail c) c) = (true, b, head c)) by reflexivity.
      rewrite Eb, Eh.
      assert (Er : order_rank (inside_channel (true, b, tail c) c) = bound + 2 + rank c).
      { unfold order_rank; rewrite Eb; reflexivity. }
      rewrite Er. pose proof (at_next _ _ _ _ _ ok _ _ Hc) as S.
      pose proof (action_spec (true, b, head c) t) as Ea; cbn [class fst snd] in Ea.
      unfold a_of at 1 in Ea; cbn [class node_in fst snd] in Ea.
      destruct (same_cases (head c) (a_of t)) as [[Es E]|[Es ne]]; rewrite Es in Ea; cbn [negb] in Ea.
      + assert (next_start : match action_towards (true, b, head c) t with
          | Inside target => option_map (inside_channel (true, b, head c)) (next r c target)
          | _ => order_start (true, b, head c) t end = order_start (true, b, head c) t).
        { rewrite Ea; destruct (negb (same (b_of (true, b, head c)) (b_of t)) || negb (class t)); reflexivity. }
        rewrite next_start. apply fresh; [split; auto|].
        intros c' tl S'; unfold tail in tl; destruct S'; cbn [inside_channel fst snd] in tl; inversion tl; subst;
          try (unfold order_rank, is_cross, tail, head, vc, class; cbn [fst snd xorb]; lia).
        (* no channel inside class 1 begins where a is that of the target *)
        exfalso. clear - ok Ht Ta Ea E tl next_start H H0 H3 same_spec.
        pose proof (takes_not_there P R r rank bound ok _ _ H0) as N. apply N. congruence.
      + rewrite Ea; destruct (next r c (a_of t)) as [c'|] eqn:En; [|tauto].
        destruct S as [nt [tl [link lower]]]; cbn [option_map].
        split; [intros E; apply ne; rewrite <- E; reflexivity|]; split; [|split].
        * unfold inside_channel, tail in *; cbn [class cluster fst snd]; rewrite tl; reflexivity.
        * replace (inside_channel (true, b, head c) c') with (inside_channel (true, b, tail c') c') by (rewrite tl; reflexivity).
          apply moving_a; auto. eapply takes_next; eauto.
        * unfold order_rank, is_cross, inside_channel, base_channel, tail, head, vc, class, node_in; cbn [fst snd xorb].
          destruct c' as [[u w] k]; cbn [fst snd]; lia.
    - (* in class 0 after crossing down *)
      cbn [is_cross tail head class fst snd xorb]. apply fresh; [split; auto|].
      intros c' tl S; unfold tail in tl; destruct S; cbn [inside_channel fst snd] in tl; inversion tl; subst;
        unfold order_rank, is_cross, inside_channel, base_channel, tail, head, vc, class, node_in;
        cbn [fst snd xorb Nat.eqb]; try lia; try congruence.
      specialize (inner _ _ H0). destruct c as [[u w] k]; cbn [fst snd] in *. lia.
    - (* moving b in class 0 *)
      unfold is_cross, inside_channel at 1 2; unfold tail at 1, head at 1, class; cbn [fst snd xorb].
      pose proof (takes_link _ _ _ _ _ ok _ _ Hc) as [_ [Ph _]].
      assert (Eb : base_channel (inside_channel (false, a_of t, tail c) c) = c) by (destruct c as [[u w] k]; reflexivity).
      assert (Eh : head (inside_channel (false, a_of t, tail c) c) = (false, a_of t, head c)) by reflexivity.
      rewrite Eb, Eh.
      assert (Er : order_rank (inside_channel (false, a_of t, tail c) c) = 1 + rank c).
      { unfold order_rank; rewrite Eb; reflexivity. }
      rewrite Er. pose proof (at_next _ _ _ _ _ ok _ _ Hc) as S.
      pose proof (action_spec (false, a_of t, head c) t) as Ea; cbn [class fst snd] in Ea.
      unfold a_of at 2, b_of at 1 in Ea; cbn [class cluster node_in fst snd] in Ea; rewrite same_refl in Ea; cbn [negb] in Ea.
      destruct (same_cases (head c) (b_of t)) as [[Es E]|[Es ne]]; rewrite Es in Ea; cbn [negb] in Ea.
      + assert (next_start : match action_towards (false, a_of t, head c) t with
          | Inside target => option_map (inside_channel (false, a_of t, head c)) (next r c target)
          | _ => order_start (false, a_of t, head c) t end = order_start (false, a_of t, head c) t).
        { rewrite Ea; destruct (class t); reflexivity. }
        rewrite next_start. apply fresh; [split; auto|].
        intros c' tl S'; unfold tail in tl; destruct S'; cbn [inside_channel fst snd] in tl; inversion tl; subst;
          try congruence; try (unfold order_rank, is_cross, tail, head, vc, class; cbn [fst snd xorb Nat.eqb]; lia).
        exfalso. pose proof (takes_not_there P R r rank bound ok _ _ H0) as N. apply N. congruence.
      + rewrite Ea; destruct (next r c (b_of t)) as [c'|] eqn:En; [|tauto].
        destruct S as [nt [tl [link lower]]]; cbn [option_map].
        split; [intros E; apply ne; rewrite <- E; reflexivity|]; split; [|split].
        * unfold inside_channel, tail in *; cbn [class cluster fst snd]; rewrite tl; reflexivity.
        * replace (inside_channel (false, a_of t, head c) c') with (inside_channel (false, a_of t, tail c') c') by (rewrite tl; reflexivity).
          apply moving_b; auto. eapply takes_next; eauto.
        * unfold order_rank, is_cross, inside_channel, base_channel, tail, head, vc, class, node_in; cbn [fst snd xorb].
          destruct c' as [[u w] k]; cbn [fst snd]; lia.
    - (* the last crossing *)
      cbn [is_cross tail head class fst snd xorb].
      assert (E : (true, b_of t, a_of t) = t) by (apply place_in_class_one; auto).
      unfold head; cbn [fst snd]; rewrite E. pose proof (start_stage t t Ht Ht) as S.
      destruct (order_start t t); [destruct S as [S _]; congruence | auto].
  Qed.

  Lemma stage_link : forall c t, in_base t -> stage c t -> on_link in_base (dual_of_one R) c.
  Proof.
    intros c t Ht H; destruct H as [a b t Pa Pb ne | b c t Pb Hc | b t Pb Pa why | c t Pa Hc | t Pa Pb Ct];
      unfold on_link, in_base, inside_channel, tail, head, cluster, node_in, class; cbn [fst snd].
    - repeat split; auto; [apply (across R false) | congruence].
    - pose proof (takes_link _ _ _ _ _ ok _ _ Hc) as [P1 [P2 [L ne]]]; unfold tail, head in *.
      repeat split; auto; [apply inside; auto | congruence].
    - repeat split; auto; [apply (across R true) | congruence].
    - pose proof (takes_link _ _ _ _ _ ok _ _ Hc) as [P1 [P2 [L ne]]]; unfold tail, head in *.
      repeat split; auto; [apply inside; auto | congruence].
    - repeat split; auto; [apply (across R false) | congruence].
  Qed.

  Lemma takes_stage : forall c t, takes in_base order_routing c t -> in_base t /\ stage c t.
  Proof.
    intros c t H; induction H as [u t c Pu Pt E | c t c' H [Pt S] E]; cbn [start next order_routing] in E.
    - pose proof (start_stage u t Pu Pt) as S; rewrite E in S; tauto.
    - pose proof (next_stage c t Pt S) as N; rewrite E in N; tauto.
  Qed.

  (** Order routing on [dual(G)] is ranked if the routing of [G] is; a longest chain of R channels becomes one of 2R + 3. *)
  Theorem dual_order_ranked : ranked in_base (dual_of_one R) order_routing order_rank (2 * bound + 3).
  Proof.
    constructor.
    - intros u t Pu Pt; cbn [start order_routing]; pose proof (start_stage u t Pu Pt) as S.
      destruct (order_start u t); auto. destruct S as [S1 [S2 S3]]; repeat split; auto; apply (stage_link c t); auto.
    - intros c t H; destruct (takes_stage _ _ H) as [Pt S]; cbn [next order_routing].
      pose proof (next_stage c t Pt S) as N; destruct (order_next c t) as [c'|]; auto.
      destruct N as [N1 [N2 [N3 N4]]]; split; [|split; [|split]]; auto. eapply stage_link; eauto.
    - intros c t H; destruct (takes_stage _ _ H) as [Pt S]; destruct S;
        unfold order_rank, is_cross, inside_channel, base_channel, tail, head, vc, class, node_in; cbn [fst snd xorb Nat.eqb]; try lia.
      + pose proof (rank_bound _ _ _ _ _ ok _ _ H1). destruct c as [[u w] k]; cbn [fst snd]; lia.
      + pose proof (rank_bound _ _ _ _ _ ok _ _ H1). destruct c as [[u w] k]; cbn [fst snd]; lia.
  Qed.

  Theorem dual_order_ranks : forall c c', depends in_base order_routing c c' -> order_rank c' < order_rank c.
  Proof. intros c c'; eapply ranks_decrease; apply dual_order_ranked. Qed.
End Dual.
