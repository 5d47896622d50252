(** * The Moore bound

    In a graph in which every vertex has at most [d] neighbours, at most d·(d-1)^i vertices are at distance i + 1 from a given one. *)

From Coq Require Import Arith Lia Bool List.
From Crossedge Require Import Graph.
Import ListNotations.

Section Moore.
  Context {V : Type}.
  Hypothesis eq_dec : forall u v : V, {u = v} + {u <> v}.
  Variable neighbours : V -> list V.
  Variable d : nat.
  Hypothesis degree : forall v, length (neighbours v) <= d.
  Hypothesis both_ways : forall u v, In v (neighbours u) -> In u (neighbours v).

  Definition linked (u v : V) : Prop := In v (neighbours u).

  (** The ends of walks from [source] that do not turn back at once: at step 1 all neighbours, then all but the vertex before. *)
  Fixpoint branches (i : nat) (source : V) : list (V * V) :=
    match i with
    | 0 => map (fun v => (source, v)) (neighbours source)
    | S i => flat_map (fun p => map (fun w => (snd p, w)) (remove eq_dec (fst p) (neighbours (snd p)))) (branches i source)
    end.

  Lemma branches_link : forall i source p, In p (branches i source) -> linked (fst p) (snd p).
  Proof.
    induction i as [|i IH]; simpl; intros source p H.
    - apply in_map_iff in H; destruct H as [v [<- H]]; auto.
    - apply in_flat_map in H; destruct H as [q [_ H]]; apply in_map_iff in H; destruct H as [w [<- H]].
      apply in_remove in H; destruct H; auto.
  Qed.

  Lemma remove_shorter : forall v l, In v l -> length (remove eq_dec v l) <= length l - 1.
  Proof.
    intros v l; induction l as [|w l IH]; simpl; intros H; [tauto|].
    destruct (eq_dec v w) as [->|ne].
    - rewrite Nat.sub_0_r. clear; induction l as [|x l IH]; simpl; auto. destruct (eq_dec w x); simpl; lia.
    - destruct H as [->|H]; [congruence|]. specialize (IH H). simpl. destruct l; simpl in *; [tauto | lia].
  Qed.

  Lemma flat_map_length : forall {S T} (f : S -> list T) m l, (forall a, In a l -> length (f a) <= m) -> length (flat_map f l) <= m * length l.
  Proof.
    intros S T f m l; induction l as [|a l IH]; simpl; intros H; [lia|]. rewrite app_length.
    pose proof (H a (or_introl eq_refl)). specialize (IH (fun b Hb => H b (or_intror Hb))). lia.
  Qed.

  Lemma branches_count : forall i source, length (branches i source) <= d * (d - 1) ^ i.
  Proof.
    induction i as [|i IH]; simpl; intros source.
    - rewrite map_length, Nat.mul_1_r; auto.
    - apply Nat.le_trans with ((d - 1) * length (branches i source)).
      + apply flat_map_length; intros p Hp; rewrite map_length.
        pose proof (branches_link i source p Hp) as L. apply both_ways in L.
        pose proof (remove_shorter _ _ L). specialize (degree (snd p)). lia.
      + specialize (IH source). nia.
  Qed.

  (** The last link of a shortest walk does not lead back. *)
  Lemma walk_last : forall n u w, walk linked (S n) u w -> exists v, walk linked n u v /\ linked v w.
  Proof.
    induction n as [|n IH]; intros u w H; inversion H as [|m x y z HR HW]; subst.
    - apply walk_zero in HW; subst; exists u; split; [constructor | auto].
    - destruct (IH _ _ HW) as [x [H1 H2]]; exists x; split; auto; econstructor; eauto.
  Qed.

  Lemma branches_reach : forall i source v, dist linked (S i) source v -> exists u, dist linked i source u /\ In (u, v) (branches i source).
  Proof.
    induction i as [|i IH]; intros source v [W least].
    - destruct (walk_last _ _ _ W) as [u [W0 L]]; apply walk_zero in W0; subst u.
      exists source; split; [apply dist_refl|]. simpl; apply in_map; auto.
    - destruct (walk_last _ _ _ W) as [u [Wu L]].
      assert (D : dist linked (S i) source u).
      { split; auto. intros n Hn. assert (S (S i) <= n + 1); [|lia]. apply least. eapply walk_app; eauto using walk_one. }
      destruct (IH source u D) as [t [Dt Ht]]. exists u; split; auto.
      simpl; apply in_flat_map; exists (t, u); split; auto. cbn [fst snd]; apply in_map.
      apply in_in_remove; auto. intros ->. destruct Dt as [Wt _]. specialize (least i Wt). lia.
  Qed.

  (** The vertices at distance i + 1, each once. *)
  Theorem moore_bound_at : forall i source l, NoDup l -> (forall v, In v l -> dist linked (S i) source v) ->
    length l <= d * (d - 1) ^ i.
  Proof.
    intros i source l once far; apply Nat.le_trans with (length (map snd (branches i source))).
    - apply NoDup_incl_length; auto. intros v Hv; destruct (branches_reach i source v (far v Hv)) as [u [_ H]].
      apply in_map_iff; exists (u, v); auto.
    - rewrite map_length; apply branches_count.
  Qed.

  (** The number of vertices within distance k. *)
  Fixpoint moore (k : nat) : nat := match k with 0 => 1 | S k => moore k + d * (d - 1) ^ k end.

  Theorem moore_bound : forall k source l, NoDup l -> (forall v, In v l -> exists n, n <= k /\ dist linked n source v) -> length l <= moore k.
  Proof.
    induction k as [|k IH]; intros source l once near.
    - apply Nat.le_trans with (length [source]); auto. apply NoDup_incl_length; auto.
      intros v Hv; destruct (near v Hv) as [n [Hn D]]. replace n with 0 in D by lia. apply dist_zero in D; simpl; auto.
    - (* the vertices at distance k + 1, which are among the branches, and the others *)
      set (last := fun v => if in_dec eq_dec v (map snd (branches k source)) then true else false).
      assert (parts : length l = length (filter last l) + length (filter (fun v => negb (last v)) l)).
      { clear; induction l as [|v l IHl]; simpl; auto. destruct (last v); simpl; lia. }
      assert (once_last : NoDup (filter last l)) by (apply NoDup_filter; auto).
      assert (once_rest : NoDup (filter (fun v => negb (last v)) l)) by (apply NoDup_filter; auto).
      assert (many : length (filter last l) <= d * (d - 1) ^ k).
      { apply Nat.le_trans with (length (map snd (branches k source))); [|rewrite map_length; apply branches_count].
        apply NoDup_incl_length; auto. intros v Hv; apply filter_In in Hv; destruct Hv as [_ Hv]; unfold last in Hv.
        destruct (in_dec eq_dec v (map snd (branches k source))); [auto | discriminate]. }
      assert (rest : length (filter (fun v => negb (last v)) l) <= moore k).
      { apply (IH source); auto. intros v Hv; apply filter_In in Hv; destruct Hv as [Hv Hl].
        destruct (near v Hv) as [n [Hn D]]. destruct (Nat.eq_dec n (S k)) as [->|]; [|exists n; split; auto; lia].
        exfalso. destruct (branches_reach k source v D) as [u [_ H]]. unfold last in Hl.
        destruct (in_dec eq_dec v (map snd (branches k source))) as [|no]; [discriminate|].
        apply no, in_map_iff; exists (u, v); auto. }
      simpl; lia.
  Qed.
End Moore.
