(** * Acyclic channel dependencies exclude deadlock with wormhole switching, too

    A packet is a worm of flits. It holds a chain of channels, each with some of its flits. The header acquires a channel that no packet holds; flits follow it; a channel is released when the tail has left it. Buffers have room for one flit at least.
    Flits that have arrived are taken out one by one.

    The channels have ranks that decrease along every dependency. Then in every state with packets some flit can move or some channel be
    released, and every run ends. *)

From Coq Require Import Arith Lia Bool List Sorted Wf_nat.
Import ListNotations.

Section Wormhole.
  Context {C K : Type}.
  Variable room : C -> nat.
  Hypothesis room_positive : forall c, 0 < room c.

  (** As in [NoDeadlock.v]: a header in channel [c] and state [k] may take a channel next, or is at its target. *)
  Variable next : C -> K -> C -> K -> Prop.
  Variable arrives : C -> K -> Prop.
  Variable legal : C -> K -> Prop.
  Hypothesis legal_next : forall c k c' k', legal c k -> next c k c' k' -> legal c' k'.
  Hypothesis never_stuck : forall c k, legal c k -> arrives c k \/ exists c' k', next c k c' k'.
  Variables (rank : C -> nat) (bound : nat).
  Hypothesis acyclic : forall c k c' k', legal c k -> next c k c' k' -> rank c' < rank c.
  Hypothesis rank_bound : forall c k, legal c k -> rank c < bound.

  (** A packet: the flits at its source, the channel on which it enters the network, the state of its header, and the channels that it
      holds with their flits, that of the header first. *)
  Record worm : Type := { at_source : nat; entry : C; header : K; held : list (C * nat) }.

  Definition holds (p : worm) (c : C) : Prop := In c (map fst (held p)).
  Definition free (c : C) (s : list worm) : Prop := forall p, In p s -> ~ holds p c.

  (** The steps of one packet when the channels with property [f] are free; [None] when it has left the network. *)
  Inductive moves (f : C -> Prop) : worm -> option worm -> Prop :=
  | inject : forall n e k, f e ->
      moves f {| at_source := S n; entry := e; header := k; held := [] |}
        (Some {| at_source := n; entry := e; header := k; held := [(e, 1)] |})
  | acquire : forall n e k c m l c' k', next c k c' k' -> f c' ->
      moves f {| at_source := n; entry := e; header := k; held := (c, S m) :: l |}
        (Some {| at_source := n; entry := e; header := k'; held := (c', 1) :: (c, m) :: l |})
  | follow : forall n e k l1 c1 m1 c2 m2 l2, m1 < room c1 ->
      moves f {| at_source := n; entry := e; header := k; held := l1 ++ (c1, m1) :: (c2, S m2) :: l2 |}
        (Some {| at_source := n; entry := e; header := k; held := l1 ++ (c1, S m1) :: (c2, m2) :: l2 |})
  | enter : forall n e k l c m, m < room c ->
      moves f {| at_source := S n; entry := e; header := k; held := l ++ [(c, m)] |}
        (Some {| at_source := n; entry := e; header := k; held := l ++ [(c, S m)] |})
  | take_out : forall n e k c m l, arrives c k ->
      moves f {| at_source := n; entry := e; header := k; held := (c, S m) :: l |}
        (Some {| at_source := n; entry := e; header := k; held := (c, m) :: l |})
  | release : forall e k l c, l <> [] ->
      moves f {| at_source := 0; entry := e; header := k; held := l ++ [(c, 0)] |}
        (Some {| at_source := 0; entry := e; header := k; held := l |})
  | leave : forall e k c,
      moves f {| at_source := 0; entry := e; header := k; held := [(c, 0)] |} None.

  Inductive step : list worm -> list worm -> Prop :=
  | step_worm : forall before p p' after, moves (fun c => free c (before ++ p :: after)) p (Some p') ->
      step (before ++ p :: after) (before ++ p' :: after)
  | step_leave : forall before p after, moves (fun c => free c (before ++ p :: after)) p None ->
      step (before ++ p :: after) (before ++ after).

  (** Ranks along the held channels increase from the header on; the header is in the first channel, unless it has been taken out at the target. *)
  Definition rising (l : list (C * nat)) : Prop := StronglySorted lt (map rank (map fst l)).

  Definition well_formed (p : worm) : Prop :=
    rising (held p) /\ (forall c, In c (map fst (held p)) -> rank c < bound) /\
    match held p with
    | [] => 0 < at_source p /\ legal (entry p) (header p)
    | (c, m) :: _ => legal c (header p) /\ (0 < m \/ arrives c (header p))
    end.

  Lemma first_lowest : forall c m l d, rising ((c, m) :: l) -> In d (map fst ((c, m) :: l)) -> rank c <= rank d.
  Proof.
    intros c m l d H [E|H']; simpl in *; [subst; auto|].
    inversion H; subst. rewrite Forall_forall in H3. apply Nat.lt_le_incl, H3. apply in_map; auto.
  Qed.

  (** Behind an empty channel a flit can follow, or all channels behind it are empty. *)
  Lemma behind_empty : forall (rest : list (C * nat)) (c : C),
    (exists l1 c1 c2 m2 l2, (c, 0) :: rest = l1 ++ (c1, 0) :: (c2, S m2) :: l2) \/
    (exists l c', (c, 0) :: rest = l ++ [(c', 0)]).
  Proof.
    induction rest as [|[d m] rest IH]; intros c.
    - right; exists [], c; auto.
    - destruct m as [|m]; [|left; exists [], c, d, m, rest; auto].
      destruct (IH d) as [[l1 [c1 [c2 [m2 [l2 E]]]]]|[l [c' E]]]; rewrite E.
      + left; exists ((c, 0) :: l1), c1, c2, m2, l2; auto.
      + right; exists ((c, 0) :: l), c'; auto.
  Qed.

  (** A packet whose header is at its target can always do something. *)
  Lemma draining : forall f n e k c m l, arrives c k ->
    exists p, moves f {| at_source := n; entry := e; header := k; held := (c, m) :: l |} p.
  Proof.
    intros f n e k c [|m] l A; [|eexists; apply take_out; auto].
    destruct (behind_empty l c) as [[l1 [c1 [c2 [m2 [l2 E]]]]]|[l' [c' E]]]; rewrite E.
    - eexists; apply follow; auto.
    - destruct n as [|n]; [|eexists; apply enter; auto].
      destruct l' as [|x l']; [exists None; apply leave | eexists; apply release; discriminate].
  Qed.

  (** The packet in the network whose header is on the channel of lowest rank. *)
  Lemma lowest : forall s, (forall p, In p s -> held p = []) \/
    exists before p after c m l, s = before ++ p :: after /\ held p = (c, m) :: l /\
      forall q d n l', In q s -> held q = (d, n) :: l' -> rank c <= rank d.
  Proof.
    induction s as [|p s IH]; [left; intros p []|].
    destruct (held p) as [|[c m] l] eqn:Ep.
    - destruct IH as [none|[b [q [a [d [n [l [-> [Eq low]]]]]]]]].
      + left; intros q [<-|H]; auto.
      + right; exists (p :: b), q, a, d, n, l; repeat split; auto.
        intros r x y z [<-|H] E; [congruence | eauto].
    - right; destruct IH as [none|[b [q [a [d [n [l' [-> [Eq low]]]]]]]]].
      + exists [], p, s, c, m, l; repeat split; auto.
        intros r x y z [<-|H] E; [rewrite Ep in E; inversion E; subst; auto | rewrite none in E; auto; discriminate].
      + destruct (le_lt_dec (rank c) (rank d)).
        * exists [], p, (b ++ q :: a), c, m, l; repeat split; auto.
          intros r x y z [<-|H] E; [rewrite Ep in E; inversion E; subst; auto|]. specialize (low _ _ _ _ H E); lia.
        * exists (p :: b), q, a, d, n, l'; repeat split; auto.
          intros r x y z [<-|H] E; [rewrite Ep in E; inversion E; subst; lia | eauto].
  Qed.

  (** Progress. *)
  Theorem wormhole_no_deadlock : forall s, (forall p, In p s -> well_formed p) -> s <> [] -> exists s', step s s'.
  Proof.
    intros s wf nonempty.
    assert (do : forall before p after o, s = before ++ p :: after -> moves (fun c => free c s) p o -> exists s', step s s').
    { intros before p after [p'|] E M; subst s; eexists; [apply step_worm; eauto | apply step_leave; eauto]. }
    destruct (lowest s) as [none|[before [p [after [c [m [l [E [Ep low]]]]]]]]].
    - destruct s as [|p s]; [congruence|].
      destruct (wf p) as [_ [_ W]]; [simpl; auto|]. rewrite (none p) in W by (simpl; auto).
      destruct p as [n e k h]; simpl in *. pose proof (none {| at_source := n; entry := e; header := k; held := h |} (or_introl eq_refl)) as Eh.
      simpl in Eh; subst h. destruct n as [|n]; [lia|].
      eapply (do [] _ s); [reflexivity|]. apply inject.
      intros q Hq; unfold holds; rewrite none by auto; simpl; auto.
    - assert (Hp : In p s) by (subst s; rewrite in_app_iff; simpl; auto).
      destruct (wf p Hp) as [_ [_ W]]; rewrite Ep in W; destruct W as [L H].
      destruct p as [n e k h]; simpl in *; subst h.
      destruct (never_stuck c k L) as [A|[c' [k' N]]].
      + destruct (draining (fun c => free c s) n e k c m l A) as [o M]. eapply do; eauto.
      + destruct H as [H|A].
        * destruct m as [|m]; [lia|]. eapply (do before _ after); eauto. apply acquire with (c' := c') (k' := k'); auto.
          pose proof (acyclic _ _ _ _ L N) as lower.
          intros q Hq Hold. destruct (wf q Hq) as [R _]. unfold holds in Hold.
          destruct (held q) as [|[d x] l'] eqn:Eq; [destruct Hold|].
          pose proof (low q d x l' Hq Eq). pose proof (first_lowest _ _ _ _ R Hold). lia.
        * destruct (draining (fun c => free c s) n e k c m l A) as [o M]. eapply do; eauto.
  Qed.

  (** Steps keep packets well-formed. *)
  Lemma sorted_prefix : forall l x, StronglySorted lt (l ++ [x]) -> StronglySorted lt l.
  Proof.
    intros l x; induction l as [|y l IH]; simpl; intros H; [constructor|].
    inversion H; subst; constructor; auto. apply Forall_forall; intros z Hz. rewrite Forall_forall in H3; apply H3.
    rewrite in_app_iff; auto.
  Qed.

  Lemma moves_well_formed : forall f p p', moves f p (Some p') -> well_formed p -> well_formed p'.
  Proof.
    intros f p p' M; remember (Some p') as o eqn:Eo; destruct M; inversion Eo; subst p'; clear Eo;
      intros [R [B W]]; unfold well_formed, rising in *; simpl held in *; simpl header in *; simpl at_source in *; simpl entry in *.
    - destruct W as [_ L]; repeat split; auto; [repeat constructor | intros c [<-|[]]; eapply rank_bound; eauto].
    - destruct W as [L _]. pose proof (acyclic _ _ _ _ L H) as lower. assert (legal c' k') by eauto. split; [|split].
      + simpl in *; constructor; auto. constructor; auto.
        inversion R; subst. apply Forall_forall; intros z Hz. rewrite Forall_forall in H5; specialize (H5 z Hz); lia.
      + intros d [<-|Hd]; [eapply rank_bound; eauto | apply B; auto].
      + split; auto.
    - rewrite !map_app in *; simpl in *. repeat split; auto.
      destruct l1 as [|[d x] l1]; simpl in *; [|auto]. destruct W; split; auto; left; lia.
    - rewrite !map_app in *; simpl in *. repeat split; auto.
      destruct l as [|[d x] l]; simpl in *; [|auto]. destruct W; split; auto; left; lia.
    - destruct W as [L _]; repeat split; auto.
    - rewrite !map_app in *; simpl in *. split; [eapply sorted_prefix; eauto|]. split.
      + intros d Hd; apply B; rewrite in_app_iff; auto.
      + destruct l as [|[d x] l]; [congruence | auto].
  Qed.

  Theorem step_well_formed : forall s s', step s s' -> (forall p, In p s -> well_formed p) -> forall p, In p s' -> well_formed p.
  Proof.
    intros s s' H wf p Hp; destruct H as [before q q' after M | before q after M].
    - apply in_app_iff in Hp; destruct Hp as [Hp|[<-|Hp]].
      + apply wf; rewrite in_app_iff; auto.
      + eapply moves_well_formed; eauto. apply wf; rewrite in_app_iff; simpl; auto.
      + apply wf; rewrite in_app_iff; simpl; auto.
    - apply wf; rewrite in_app_iff in *; simpl; tauto.
  Qed.

  (** Termination: twice the ranks that flits have before them, and one for every channel that is held. *)
  Fixpoint flit_work (l : list (C * nat)) : nat :=
    match l with [] => 0 | (c, m) :: l => 2 * (m * S (rank c)) + 1 + flit_work l end.

  Definition work (p : worm) : nat := S (2 * (at_source p * S (S bound)) + flit_work (held p)).

  Lemma flit_work_app : forall l m, flit_work (l ++ m) = flit_work l + flit_work m.
  Proof. induction l as [|[c n] l IH]; simpl; intros; auto. rewrite IH; lia. Qed.

  Lemma sorted_middle : forall l x y m, StronglySorted lt (l ++ x :: y :: m) -> x < y.
  Proof.
    induction l as [|z l IH]; simpl; intros x y m H; inversion H; subst; eauto.
    inversion H3; auto.
  Qed.

  Lemma moves_work : forall f p p', moves f p (Some p') -> well_formed p -> work p' < work p.
  Proof.
    intros f p p' M; remember (Some p') as o eqn:Eo; destruct M; inversion Eo; subst p'; clear Eo;
      intros [R [B W]]; unfold work; simpl held in *; simpl header in *; simpl at_source in *; simpl entry in *;
      rewrite ?flit_work_app; cbn [flit_work].
    - destruct W as [_ L]; pose proof (rank_bound _ _ L). nia.
    - destruct W as [L _]. pose proof (acyclic _ _ _ _ L H). nia.
    - unfold rising in R; rewrite !map_app in R; simpl in R; apply sorted_middle in R. nia.
    - assert (rank c < bound) by (apply B; rewrite map_app, in_app_iff; simpl; auto). nia.
    - nia.
    - lia.
  Qed.

  Fixpoint total (s : list worm) : nat := match s with [] => 0 | p :: s => work p + total s end.

  Lemma total_app : forall s t, total (s ++ t) = total s + total t.
  Proof. induction s; simpl; intros; auto. rewrite IHs; lia. Qed.

  Theorem wormhole_runs_end : forall s, (forall p, In p s -> well_formed p) -> Acc (fun s' s => step s s') s.
  Proof.
    intros s; induction s as [s IH] using (induction_ltof1 _ total); unfold ltof in IH; intros wf.
    constructor; intros s' H; apply IH; [|eapply step_well_formed; eauto].
    destruct H as [before p p' after M | before p after M]; rewrite !total_app; cbn [total].
    - assert (work p' < work p); [|lia]. eapply moves_work; eauto. apply wf; rewrite in_app_iff; simpl; auto.
    - unfold work; lia.
  Qed.
End Wormhole.
