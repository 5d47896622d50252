(** * Every cut carries its part of uniform traffic

    A rate that a network carries bounds its bisection from below: what the two sides send to each other crosses the cut. *)

From Coq Require Import ZArith Lia Bool List.
From Crossedge Require Import Throughput.
Import ListNotations.
Open Scope Z_scope.

Lemma zsum_filter : forall {T} (side : T -> bool) f l, (forall a, In a l -> 0 <= f a) -> zsum f (filter side l) <= zsum f l.
Proof.
  intros T side f l; induction l as [|a l IH]; simpl; intros H; [lia|].
  pose proof (H a (or_introl eq_refl)). specialize (IH (fun b Hb => H b (or_intror Hb))).
  destruct (side a); simpl; lia.
Qed.

Lemma zsum_if : forall {T} (side : T -> bool) c l, zsum (fun v => if side v then 0 else c) l = c * Z.of_nat (length (filter (fun v => negb (side v)) l)).
Proof.
  intros T side c l; induction l as [|a l IH]; cbn [zsum filter length]; [lia|].
  rewrite IH; destruct (side a); cbn [negb length]; lia.
Qed.

Section Cut.
  Context {V E : Type}.
  Variables (tail head : E -> V) (eqb : V -> V -> bool) (nodes : list V) (arcs : list E) (capacity : E -> Z).
  Hypothesis spec : forall a b, eqb a b = true <-> a = b.
  Hypothesis once : NoDup nodes.
  Hypothesis ends : forall e, In e arcs -> In (tail e) nodes /\ In (head e) nodes.
  Hypothesis positive : forall e, In e arcs -> 0 <= capacity e.

  (** The nodes of a side, the others, and the width of the arcs from one to the other. *)
  Variable side : V -> bool.
  Definition inside : Z := Z.of_nat (length (filter side nodes)).
  Definition outside : Z := Z.of_nat (length (filter (fun v => negb (side v)) nodes)).
  Definition leaves (e : E) : bool := side (tail e) && negb (side (head e)).
  Definition cut : Z := zsum (fun e => if leaves e then capacity e else 0) arcs.

  Theorem cut_carries : forall m k, 0 <= m -> carries tail head eqb nodes arcs capacity m k -> m * inside * outside <= k * cut.
  Proof.
    intros m k Hm [flow [pos [del within]]].
    pose proof (throughput_weak_duality tail head eqb nodes arcs spec once ends (filter side nodes) flow (fun _ _ => m)
      (fun e => k * capacity e) (fun e => one (leaves e)) (fun _ v => if side v then 0 else 1)) as W; cbv beta in W.
    rewrite (zsum_ext (fun s => zsum (fun v => (if side v then 0 else 1) * m) nodes) (fun _ => m * outside)) in W.
    2: { intros s _; unfold outside; rewrite <- zsum_if; apply zsum_ext; intros v _; destruct (side v); ring. }
    rewrite zsum_const in W. fold inside in W.
    rewrite (zsum_ext (fun e => k * capacity e * one (leaves e)) (fun e => k * (if leaves e then capacity e else 0))) in W.
    2: { intros e _; destruct (leaves e); unfold one; ring. }
    rewrite zsum_scale in W. fold cut in W.
    replace (m * inside * outside) with (m * outside * inside) by ring. apply W.
    - intros s e Hs He; apply filter_In in Hs; apply pos; tauto.
    - intros s v Hs Hv ne; apply filter_In in Hs; apply del; tauto.
    - intros e He; apply Z.le_trans with (zsum (fun s => flow s e) nodes); auto. apply zsum_filter; auto.
    - intros e _; destruct (leaves e); simpl; lia.
    - intros s Hs; apply filter_In in Hs; destruct Hs as [_ ->]; auto.
    - intros s e _ _; unfold leaves; destruct (side (tail e)), (side (head e)); simpl; lia.
  Qed.

  (** At the rate p/q a cut into equal halves is at least a quarter of the nodes times the rate wide. *)
  Theorem bisection_at_least_throughput : forall p q, 0 < q -> rate tail head eqb nodes arcs capacity p q ->
    p * inside * outside <= q * Z.of_nat (length nodes) * cut.
  Proof.
    intros p q Hq [m [k [Hm [Hk [H R]]]]]. pose proof (cut_carries m k Hm H) as C.
    assert (0 <= inside * outside) by (unfold inside, outside; lia).
    apply Z.mul_le_mono_pos_r with (p := k); auto.
    apply Z.le_trans with (Z.of_nat (length nodes) * q * (m * inside * outside)).
    - replace (p * inside * outside * k) with (p * k * (inside * outside)) by ring.
      replace (Z.of_nat (length nodes) * q * (m * inside * outside)) with (m * Z.of_nat (length nodes) * q * (inside * outside)) by ring.
      apply Z.mul_le_mono_nonneg_r; auto.
    - replace (q * Z.of_nat (length nodes) * cut * k) with (Z.of_nat (length nodes) * q * (k * cut)) by ring.
      apply Z.mul_le_mono_nonneg_l; auto. lia.
  Qed.
End Cut.
