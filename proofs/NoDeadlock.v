(** * A routing with acyclic channel dependencies has no deadlock (Dally, Seitz 1987)

    Store and forward, or virtual cut-through with buffers for whole packets. Every channel has a queue for at least one packet. A
    packet in the queue of channel [c] is in a state [k] (its target, the rest of its route, …). [next c k c' k'] holds if such a packet
    may take channel [c'] next and is then in state [k']; [arrives c k] if it is at its target. Both are relations, so the routing
    may be a list of channels per packet, a function, or adaptive. Only the first packet of a queue moves.

    The channels have ranks, and [next] leads to a channel of lower rank: the channel dependency graph has no cycle. Then in every state
    that is not empty some packet can move, and every run ends, with all packets at their targets. *)

From Coq Require Import Arith Lia Bool List Wf_nat.
Import ListNotations.

Section StoreAndForward.
  Context {C K : Type}.
  Hypothesis channel_dec : forall c d : C, {c = d} + {c <> d}.
  Variable room : C -> nat.
  Hypothesis room_positive : forall c, 0 < room c.

  Variable next : C -> K -> C -> K -> Prop.
  Variable arrives : C -> K -> Prop.
  (** The states that packets of the routing can be in. *)
  Variable legal : C -> K -> Prop.
  Hypothesis legal_next : forall c k c' k', legal c k -> next c k c' k' -> legal c' k'.
  (** A packet that is not at its target has a channel to take. *)
  Hypothesis never_stuck : forall c k, legal c k -> arrives c k \/ exists c' k', next c k c' k'.

  Variable rank : C -> nat.
  Hypothesis acyclic : forall c k c' k', legal c k -> next c k c' k' -> rank c' < rank c.

  (** A state: the queue of every channel, and the packets at their sources, each with the channel it is injected on. *)
  Record state : Type := { queue : C -> list K; waiting : list (C * K) }.

  Definition set (q : C -> list K) (c : C) (l : list K) : C -> list K := fun d => if channel_dec c d then l else q d.

  Inductive step : state -> state -> Prop :=
  | inject : forall q before c k after, length (q c) < room c ->
      step {| queue := q; waiting := before ++ (c, k) :: after |}
           {| queue := set q c (q c ++ [k]); waiting := before ++ after |}
  | forward : forall q w c k rest c' k', q c = k :: rest -> next c k c' k' -> c <> c' -> length (q c') < room c' ->
      step {| queue := q; waiting := w |} {| queue := set (set q c rest) c' (q c' ++ [k']); waiting := w |}
  | eject : forall q w c k rest, q c = k :: rest -> arrives c k ->
      step {| queue := q; waiting := w |} {| queue := set q c rest; waiting := w |}.

  (** All packets are legal, and only channels of the list [channels] have packets. *)
  Definition well_formed (channels : list C) (s : state) : Prop :=
    (forall c k, In k (queue s c) -> In c channels /\ legal c k) /\
    (forall c k, In (c, k) (waiting s) -> In c channels /\ legal c k).

  Definition empty (s : state) : Prop := waiting s = [] /\ forall c, queue s c = [].

  (** The channel of lowest rank among those with a packet. *)
  Lemma lowest : forall (q : C -> list K) channels,
    (exists c, In c channels /\ q c <> []) ->
    exists c, In c channels /\ q c <> [] /\ forall d, In d channels -> q d <> [] -> rank c <= rank d.
  Proof.
    intros q channels; induction channels as [|a l IH]; intros [c [Hc Hq]]; [destruct Hc|].
    destruct (q a) as [|k rest] eqn:Ea.
    - assert (exists c, In c l /\ q c <> []) as H.
      { destruct Hc as [->|Hc]; [congruence | eauto]. }
      destruct (IH H) as [m [Hm [Hqm min]]]; exists m; repeat split; simpl; auto.
      intros d [<-|Hd] Hqd; [congruence | auto].
    - assert ((exists c, In c l /\ q c <> []) \/ forall d, In d l -> q d = []) as [H|none].
      { clear - l; induction l as [|b l IH]; [right; intros d []|].
        destruct (q b) eqn:E; [|left; exists b; simpl; split; auto; congruence].
        destruct IH as [[c [H1 H2]]|none]; [left; exists c; simpl; auto | right].
        intros d [<-|Hd]; auto. }
      + destruct (IH H) as [m [Hm [Hqm min]]]; destruct (le_lt_dec (rank a) (rank m)).
        * exists a; repeat split; simpl; auto; [congruence|].
          intros d [<-|Hd] Hqd; auto. specialize (min d Hd Hqd); lia.
        * exists m; repeat split; simpl; auto. intros d [<-|Hd] Hqd; auto; lia.
      + exists a; repeat split; simpl; auto; [congruence|].
        intros d [<-|Hd] Hqd; auto. rewrite none in Hqd; congruence.
  Qed.

  (** Progress: no state of the network is a deadlock. *)
  Theorem acyclic_channels_no_deadlock : forall channels,
    (forall c k c' k', In c channels -> legal c k -> next c k c' k' -> In c' channels) ->
    forall s, well_formed channels s -> ~ empty s -> exists s', step s s'.
  Proof.
    intros channels closed [q w] [legal_queue legal_wait] nonempty; simpl in *.
    assert ((exists c, In c channels /\ q c <> []) \/ forall c, In c channels -> q c = []) as [busy|none].
    { clear - channels; induction channels as [|b l IH]; [right; intros d []|].
      destruct (q b) eqn:E; [|left; exists b; simpl; split; auto; congruence].
      destruct IH as [[c [H1 H2]]|none]; [left; exists c; simpl; auto | right].
      intros d [<-|Hd]; auto. }
    - destruct (lowest q channels busy) as [c [Hc [Hq min]]].
      destruct (q c) as [|k rest] eqn:E; [congruence|].
      destruct (legal_queue c k) as [_ Hlegal]; [rewrite E; simpl; auto|].
      destruct (never_stuck c k Hlegal) as [H|[c' [k' H]]].
      + eexists; eapply eject; eauto.
      + pose proof (acyclic _ _ _ _ Hlegal H) as lower.
        assert (q c' = []) as free.
        { destruct (q c') as [|x l] eqn:E'; auto.
          assert (rank c <= rank c') by (apply min; [eauto | congruence]); lia. }
        eexists; eapply forward; eauto.
        * intros ->; lia.
        * rewrite free; simpl; apply room_positive.
    - destruct w as [|[c k] w].
      + exfalso; apply nonempty; split; auto; simpl; intros c.
        destruct (q c) as [|k l] eqn:E; auto.
        destruct (legal_queue c k) as [Hin _]; [rewrite E; simpl; auto|]. rewrite none in E; auto; discriminate.
      + eexists; apply (inject q [] c k w). rewrite none; [simpl; apply room_positive|].
        apply (legal_wait c k); simpl; auto.
  Qed.

  Lemma step_well_formed : forall channels,
    (forall c k c' k', In c channels -> legal c k -> next c k c' k' -> In c' channels) ->
    forall s s', well_formed channels s -> step s s' -> well_formed channels s'.
  Proof.
    intros channels closed s s' [HQ HW] H; inversion H; subst; simpl in *; split; simpl.
    - intros d x; unfold set; destruct (channel_dec c d) as [<-|]; auto.
      rewrite in_app_iff; intros [Hx|[<-|[]]]; auto. apply HW; rewrite in_app_iff; simpl; auto.
    - intros d x Hx; apply HW; rewrite in_app_iff in *; simpl; tauto.
    - assert (In c channels /\ legal c k) as [Hc Hl] by (apply HQ; rewrite H0; simpl; auto).
      intros d x; unfold set; destruct (channel_dec c' d) as [<-|].
      + rewrite in_app_iff; intros [Hx|[<-|[]]]; auto. split; eauto.
      + destruct (channel_dec c d) as [<-|]; auto. intros Hx; apply HQ; rewrite H0; simpl; auto.
    - auto.
    - intros d x; unfold set; destruct (channel_dec c d) as [<-|]; auto. intros Hx; apply HQ; rewrite H0; simpl; auto.
    - auto.
  Qed.

  (** Termination: every step lowers the sum over all packets of the steps that ranks leave. *)
  Section Termination.
    Variable channels : list C.
    Hypothesis once : NoDup channels.
    Hypothesis closed : forall c k c' k', In c channels -> legal c k -> next c k c' k' -> In c' channels.

    Fixpoint in_queues (q : C -> list K) (l : list C) : nat :=
      match l with [] => 0 | c :: l => length (q c) * S (rank c) + in_queues q l end.

    Fixpoint at_sources (w : list (C * K)) : nat :=
      match w with [] => 0 | (c, _) :: w => S (S (rank c)) + at_sources w end.

    Definition work (s : state) : nat := in_queues (queue s) channels + at_sources (waiting s).

    Lemma in_queues_unchanged : forall q c l cs, ~ In c cs -> in_queues (set q c l) cs = in_queues q cs.
    Proof.
      intros q c l cs; induction cs as [|d cs IH]; simpl; intros H; auto.
      rewrite IH by tauto. unfold set; destruct (channel_dec c d); auto. subst; tauto.
    Qed.

    Lemma in_queues_set : forall q c l cs, NoDup cs -> In c cs ->
      in_queues (set q c l) cs + length (q c) * S (rank c) = in_queues q cs + length l * S (rank c).
    Proof.
      intros q c l cs; induction cs as [|d cs IH]; simpl; intros nd HIn; [tauto|].
      inversion nd; subst. destruct HIn as [->|HIn].
      - rewrite in_queues_unchanged by auto. unfold set; destruct (channel_dec c c); [lia | congruence].
      - specialize (IH H2 HIn). unfold set at 1; destruct (channel_dec c d) as [->|]; [tauto | lia].
    Qed.

    Lemma at_sources_app : forall v w, at_sources (v ++ w) = at_sources v + at_sources w.
    Proof. induction v as [|[c k] v IH]; simpl; intros; auto. rewrite IH; lia. Qed.

    Lemma step_works : forall s s', well_formed channels s -> step s s' -> work s' < work s.
    Proof.
      intros s s' [HQ HW] H; inversion H; subst; unfold work; cbn [queue waiting] in *.
      - assert (In c channels) as Hc by (apply (HW c k); rewrite in_app_iff; simpl; auto).
        pose proof (in_queues_set q c (q c ++ [k]) channels once Hc) as E.
        rewrite app_length in E; simpl length in E. rewrite !at_sources_app; simpl. lia.
      - assert (In c channels /\ legal c k) as [Hc Hl] by (apply HQ; rewrite H0; simpl; auto).
        pose proof (in_queues_set q c rest channels once Hc) as E.
        assert (In c' channels) as Hc' by eauto.
        pose proof (in_queues_set (set q c rest) c' (q c' ++ [k']) channels once Hc') as E'.
        rewrite app_length in E'; simpl length in E'. rewrite H0 in E; simpl length in E.
        assert (set q c rest c' = q c') as same by (unfold set; destruct (channel_dec c c'); congruence).
        rewrite same in E'. pose proof (acyclic _ _ _ _ Hl H1). lia.
      - assert (In c channels /\ legal c k) as [Hc Hl] by (apply HQ; rewrite H0; simpl; auto).
        pose proof (in_queues_set q c rest channels once Hc) as E. rewrite H0 in E; simpl length in E. lia.
    Qed.

    (** Every run ends: there is no infinite sequence of steps from a well-formed state. *)
    Theorem every_run_ends : forall s, well_formed channels s -> Acc (fun s' s => step s s') s.
    Proof.
      intros s; induction s as [s IH] using (induction_ltof1 _ work); unfold ltof in IH; intros wf.
      constructor; intros s' H; apply IH; [apply step_works; auto | eapply step_well_formed; eauto].
    Qed.

    Inductive run : state -> state -> Prop :=
    | run_nil : forall s, run s s
    | run_step : forall s s' s'', step s s' -> run s' s'' -> run s s''.

    Lemma empty_dec : forall s, well_formed channels s -> empty s \/ ~ empty s.
    Proof.
      intros [q w] [HQ _]; unfold empty; cbn [queue waiting] in *. destruct w; [|right; intros [H _]; discriminate].
      assert ((forall c, In c channels -> q c = []) \/ exists c, q c <> []) as [none|[c Hc]].
      { clear; induction channels as [|b l IH]; [left; intros d []|].
        destruct (q b) eqn:E; [|right; exists b; congruence].
        destruct IH as [none|]; auto. left; intros d [<-|]; auto. }
      - left; split; auto; intros c. destruct (q c) as [|k l] eqn:E; auto.
        rewrite <- E, none; auto. apply (HQ c k); rewrite E; simpl; auto.
      - right; intros [_ H]; auto.
    Qed.

    (** From every well-formed state a run delivers all packets; and where no step is possible, all have been delivered. *)
    Theorem all_delivered : forall s, well_formed channels s ->
      (exists s', run s s' /\ empty s') /\ forall s', run s s' -> (forall s'', ~ step s' s'') -> empty s'.
    Proof.
      intros s wf; split.
      - induction (every_run_ends s wf) as [s _ IH]. destruct (empty_dec s wf) as [E|E].
        + exists s; split; auto; constructor.
        + destruct (acyclic_channels_no_deadlock channels closed s wf E) as [s1 H1].
          destruct (IH s1 H1) as [s2 [H2 E2]]; [eapply step_well_formed; eauto|].
          exists s2; split; auto; econstructor; eauto.
      - intros s' Hrun stuck.
        assert (well_formed channels s') as wf' by (clear stuck; induction Hrun; eauto using step_well_formed).
        destruct (empty_dec s' wf') as [E|E]; auto.
        destruct (acyclic_channels_no_deadlock channels closed s' wf' E) as [s'' H]. exfalso; eapply stuck; eauto.
    Qed.
  End Termination.
End StoreAndForward.
