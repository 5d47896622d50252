(** * Uniform throughput of duals

    The dual of A and B, a and b nodes, with cross-edges of width w, carries a rate if and only if A and B carry twice that rate, and the
    cross-edges carry their part: the uniform throughput is min(θ(A)/2, θ(B)/2, w·2N/(3N - 2a - 2b)), N = 2ab. As in [Throughput.v],
    traffic of a node to itself is counted and takes no arc. *)

From Coq Require Import ZArith Lia Bool List FinFun.
From Crossedge Require Import Throughput.
Import ListNotations.
Open Scope Z_scope.

Section Dual.
  Context {A B EA EB : Type}.
  Variables (tailA headA : EA -> A) (tailB headB : EB -> B) (eqA : A -> A -> bool) (eqB : B -> B -> bool).
  Variables (nodesA : list A) (nodesB : list B) (arcsA : list EA) (arcsB : list EB) (capA : EA -> Z) (capB : EB -> Z) (w : Z).
  Hypothesis (specA : forall a b, eqA a b = true <-> a = b) (specB : forall a b, eqB a b = true <-> a = b).
  Hypothesis (onceA : NoDup nodesA) (onceB : NoDup nodesB).
  Hypothesis endsA : forall e, In e arcsA -> In (tailA e) nodesA /\ In (headA e) nodesA.
  Hypothesis endsB : forall e, In e arcsB -> In (tailB e) nodesB /\ In (headB e) nodesB.
  Hypothesis (capA_positive : forall e, In e arcsA -> 0 <= capA e) (capB_positive : forall e, In e arcsB -> 0 <= capB e).
  Hypothesis wide : 0 < w.

  (** Arcs: one of A in the cluster of a node of B, one of B in the cluster of a node of A, or a cross-edge from its node to the other class. *)
  Inductive arc := InA (e : EA) (y : B) | InB (x : A) (e : EB) | Across (t : bool) (x : A) (y : B).

  Definition tailD (e : arc) : bool * A * B :=
    match e with InA e y => (false, tailA e, y) | InB x e => (true, x, tailB e) | Across t x y => (t, x, y) end.
  Definition headD (e : arc) : bool * A * B :=
    match e with InA e y => (false, headA e, y) | InB x e => (true, x, headB e) | Across t x y => (negb t, x, y) end.
  Definition capD (e : arc) : Z := match e with InA e _ => capA e | InB _ e => capB e | Across _ _ _ => w end.
  Definition eqD (p q : bool * A * B) : bool :=
    Bool.eqb (fst (fst p)) (fst (fst q)) && (eqA (snd (fst p)) (snd (fst q)) && eqB (snd p) (snd q)).

  Definition of_class (t : bool) : list (bool * A * B) := map (fun p => (t, fst p, snd p)) (list_prod nodesA nodesB).
  Definition nodesD : list (bool * A * B) := of_class false ++ of_class true.
  Definition arcsD : list arc :=
    map (fun p => InA (fst p) (snd p)) (list_prod arcsA nodesB) ++ map (fun p => InB (fst p) (snd p)) (list_prod nodesA arcsB) ++
    map (fun p => Across (fst (fst p)) (snd (fst p)) (snd p)) nodesD.

  Notation nA := (Z.of_nat (length nodesA)).
  Notation nB := (Z.of_nat (length nodesB)).
  Notation netA := (net tailA headA eqA arcsA).
  Notation netB := (net tailB headB eqB arcsB).
  Notation netD := (net tailD headD eqD arcsD).

  Definition both_sum (f : A -> B -> Z) : Z := zsum (fun x => zsum (fun y => f x y) nodesB) nodesA.

  Lemma sum_nodes : forall f, zsum f nodesD = both_sum (fun x y => f (false, x, y)) + both_sum (fun x y => f (true, x, y)).
  Proof. intros f; unfold nodesD, of_class, both_sum; rewrite zsum_app, !zsum_map, !zsum_prod; reflexivity. Qed.

  Lemma sum_arcs : forall f, zsum f arcsD =
    zsum (fun e => zsum (fun y => f (InA e y)) nodesB) arcsA + zsum (fun x => zsum (fun e => f (InB x e)) arcsB) nodesA +
    (both_sum (fun x y => f (Across false x y)) + both_sum (fun x y => f (Across true x y))).
  Proof. intros f; unfold arcsD; rewrite !zsum_app, !zsum_map, !zsum_prod, sum_nodes; cbn [fst snd]; ring. Qed.

  Lemma both_ext : forall f g, (forall x y, In x nodesA -> In y nodesB -> f x y = g x y) -> both_sum f = both_sum g.
  Proof. intros f g H; unfold both_sum; apply zsum_ext; intros x Hx; apply zsum_ext; intros y Hy; auto. Qed.

  Lemma both_plus : forall f g, both_sum (fun x y => f x y + g x y) = both_sum f + both_sum g.
  Proof. intros f g; unfold both_sum; rewrite <- zsum_plus; apply zsum_ext; intros x _; apply zsum_plus. Qed.

  Lemma both_const : forall c, both_sum (fun _ _ => c) = c * nA * nB.
  Proof. intros c; unfold both_sum; rewrite (zsum_ext _ (fun _ => c * nB)) by (intros; apply zsum_const). rewrite zsum_const; ring. Qed.

  Lemma both_delta : forall g x0 y0, In x0 nodesA -> In y0 nodesB ->
    both_sum (fun x y => one (eqA x0 x) * (one (eqB y0 y) * g x y)) = g x0 y0.
  Proof.
    intros g x0 y0 Hx Hy; unfold both_sum.
    rewrite (zsum_ext _ (fun x => one (eqA x0 x) * g x y0)).
    - apply (zsum_delta eqA specA (fun x => g x y0)); auto.
    - intros x _; rewrite zsum_scale, (zsum_delta eqB specB (g x)); auto.
  Qed.

  Lemma eqA_sym : forall a b, eqA a b = eqA b a.
  Proof. intros; apply eq_true_iff_eq; rewrite !specA; split; auto. Qed.
  Lemma eqB_sym : forall a b, eqB a b = eqB b a.
  Proof. intros; apply eq_true_iff_eq; rewrite !specB; split; auto. Qed.

  Lemma eqD_spec : forall p q, eqD p q = true <-> p = q.
  Proof.
    intros [[t x] y] [[t' x'] y']; unfold eqD; cbn [fst snd]; rewrite !andb_true_iff, eqb_true_iff, specA, specB; split.
    - intros [-> [-> ->]]; auto.
    - intros E; inversion E; auto.
  Qed.

  Lemma in_nodes : forall t x y, In (t, x, y) nodesD <-> In x nodesA /\ In y nodesB.
  Proof.
    intros t x y; unfold nodesD, of_class; rewrite in_app_iff, !in_map_iff; split.
    - intros [[[a b] [E H]]|[[a b] [E H]]]; inversion E; subst; apply in_prod_iff in H; auto.
    - intros H; destruct t; [right | left]; exists (x, y); split; auto; apply in_prod_iff; auto.
  Qed.

  Lemma NoDup_prod : forall {S T} (l : list S) (m : list T), NoDup l -> NoDup m -> NoDup (list_prod l m).
  Proof.
    intros S T l m Hl Hm; induction Hl as [|a l Ha Hl IH]; simpl; [constructor|].
    assert (D : forall q : list (S * T), NoDup q -> (forall p, In p q -> fst p <> a) -> forall m', NoDup m' -> NoDup (map (pair a) m' ++ q)).
    { intros q Hq Hne m' Hm'; induction Hm' as [|b m' Hb Hm' IH']; simpl; auto. constructor; auto.
      rewrite in_app_iff; intros [H|H]; [apply in_map_iff in H; destruct H as [c [E H]]; inversion E; subst; auto | apply (Hne _ H); auto]. }
    apply D; auto. intros [p1 p2] H; apply in_prod_iff in H; simpl; intros ->; tauto.
  Qed.

  Lemma once_nodes : NoDup nodesD.
  Proof.
    pose proof (NoDup_prod nodesA nodesB onceA onceB) as H.
    assert (C : forall t, NoDup (of_class t)).
    { intros t; unfold of_class; apply Injective_map_NoDup; auto. intros [a b] [c d] E; inversion E; auto. }
    unfold nodesD. assert (D : forall l m : list (bool * A * B), NoDup l -> NoDup m -> (forall v, In v l -> ~ In v m) -> NoDup (l ++ m)).
    { intros l m Hl Hm Hd; induction Hl; simpl in *; auto. constructor; auto. rewrite in_app_iff; intros [X|X]; [auto | apply (Hd x); auto]. }
    apply D; auto. intros v H1 H2; apply in_map_iff in H1; apply in_map_iff in H2; destruct H1 as [p [<- _]], H2 as [q [E _]]; discriminate.
  Qed.

  Lemma ends_arcs : forall e, In e arcsD -> In (tailD e) nodesD /\ In (headD e) nodesD.
  Proof.
    intros e He; unfold arcsD in He; rewrite !in_app_iff, !in_map_iff in He.
    destruct He as [[[e' y] [<- H]]|[[[x e'] [<- H]]|[[[t x] y] [<- H]]]]; cbn [tailD headD fst snd]; rewrite !in_nodes.
    - apply in_prod_iff in H; destruct H as [H1 H2]; destruct (endsA e' H1); auto.
    - apply in_prod_iff in H; destruct H as [H1 H2]; destruct (endsB e' H2); auto.
    - apply in_nodes in H; auto.
  Qed.

  (** What is delivered at a node: by the arcs in its cluster, and over its cross-edge. *)
  Lemma net_dual : forall f t x y, In x nodesA -> In y nodesB ->
    netD f (t, x, y) = (if t then netB (fun e => f (InB x e)) y else netA (fun e => f (InA e y)) x)
                       + f (Across (negb t) x y) - f (Across t x y).
  Proof.
    intros f t x y Hx Hy; unfold net; rewrite sum_arcs.
    assert (HA : zsum (fun e => zsum (fun z => f (InA e z) * (one (eqD (headD (InA e z)) (t, x, y)) - one (eqD (tailD (InA e z)) (t, x, y)))) nodesB) arcsA
                 = if t then 0 else netA (fun e => f (InA e y)) x).
    { unfold net; destruct t.
      - rewrite <- (zsum_zero arcsA); apply zsum_ext; intros e _; rewrite <- (zsum_zero nodesB); apply zsum_ext; intros z _.
        unfold eqD; cbn; ring.
      - apply zsum_ext; intros e _; unfold eqD; cbn [headD tailD fst snd Bool.eqb andb].
        rewrite (zsum_ext _ (fun z => one (eqB y z) * (f (InA e z) * (one (eqA (headA e) x) - one (eqA (tailA e) x))))).
        + apply (zsum_delta eqB specB (fun z => f (InA e z) * (one (eqA (headA e) x) - one (eqA (tailA e) x)))); auto.
        + intros z _; rewrite !one_and, (eqB_sym z y); ring. }
    assert (HB : zsum (fun z => zsum (fun e => f (InB z e) * (one (eqD (headD (InB z e)) (t, x, y)) - one (eqD (tailD (InB z e)) (t, x, y)))) arcsB) nodesA
                 = if t then netB (fun e => f (InB x e)) y else 0).
    { unfold net; destruct t.
      - rewrite zsum_swap; apply zsum_ext; intros e _; unfold eqD; cbn [headD tailD fst snd Bool.eqb andb].
        rewrite (zsum_ext _ (fun z => one (eqA x z) * (f (InB z e) * (one (eqB (headB e) y) - one (eqB (tailB e) y))))).
        + apply (zsum_delta eqA specA (fun z => f (InB z e) * (one (eqB (headB e) y) - one (eqB (tailB e) y)))); auto.
        + intros z _; rewrite !one_and, (eqA_sym z x); ring.
      - rewrite <- (zsum_zero nodesA); apply zsum_ext; intros z _; rewrite <- (zsum_zero arcsB); apply zsum_ext; intros e _.
        unfold eqD; cbn; ring. }
    assert (HX : forall u, both_sum (fun a b => f (Across u a b) * (one (eqD (headD (Across u a b)) (t, x, y)) - one (eqD (tailD (Across u a b)) (t, x, y))))
                 = (one (Bool.eqb (negb u) t) - one (Bool.eqb u t)) * f (Across u x y)).
    { intros u; rewrite <- (both_delta (fun a b => (one (Bool.eqb (negb u) t) - one (Bool.eqb u t)) * f (Across u a b)) x y) by auto.
      apply both_ext; intros a b _ _; unfold eqD; cbn [headD tailD fst snd]; rewrite !one_and, (eqA_sym a x), (eqB_sym b y); ring. }
    rewrite HA, HB, !HX; destruct t; cbn [negb Bool.eqb one]; unfold net; ring.
  Qed.

  Lemma in_arcs : forall e, In e arcsD <->
    match e with InA e y => In e arcsA /\ In y nodesB | InB x e => In x nodesA /\ In e arcsB | Across _ x y => In x nodesA /\ In y nodesB end.
  Proof.
    intros e; unfold arcsD; rewrite !in_app_iff, !in_map_iff; split.
    - intros [[[e' y] [<- H]]|[[[x e'] [<- H]]|[[[t x] y] [<- H]]]]; cbn [fst snd];
        [apply in_prod_iff in H; auto | apply in_prod_iff in H; auto | apply in_nodes in H; auto].
    - destruct e as [e y|x e|t x y]; intros H; [left | right; left | right; right].
      + exists (e, y); split; auto; apply in_prod_iff; auto.
      + exists (x, e); split; auto; apply in_prod_iff; auto.
      + exists (t, x, y); split; auto; apply in_nodes; auto.
  Qed.

  (** ** From flows in the bases to one in the dual

      A source moves its own coordinate first, in its cluster: 2·n for each target there. Then all but one of them cross, the other coordinate
      is moved, and half of them cross back. *)
  Theorem dual_carries : forall mA kA mB kB k, 0 <= mA -> 0 <= mB -> 
    carries tailA headA eqA nodesA arcsA capA mA kA -> carries tailB headB eqB nodesB arcsB capB mB kB ->
    4 * nB * mB * w * kA <= k -> 4 * nA * mA * w * kB <= k -> mA * mB * (3 * nA * nB - nA - nB) <= k ->
    carries tailD headD eqD nodesD arcsD capD (mA * mB * w) k.
  Proof.
    intros mA kA mB kB k HmA HmB [fA [posA [delA withinA]]] [fB [posB [delB withinB]]] HkA HkB Hk.
    set (m := mA * mB * w). assert (Hm : 0 <= m) by (unfold m; apply Z.mul_nonneg_nonneg; nia).
    set (flow := fun (s : bool * A * B) (e : arc) =>
      let '(t, x, y) := s in
      match e with
      | InA e z => mB * w * fA x e * (if t then 2 else 2 * nB * one (eqB y z))
      | InB z e => mA * w * fB y e * (if t then 2 * nA * one (eqA x z) else 2)
      | Across u x' y' =>
          m * (if t then (if u then (2 * nA - 1) * one (eqA x x') else 1 - one (eqA x x'))
               else (if u then 1 - one (eqB y y') else (2 * nB - 1) * one (eqB y y')))
      end).
    assert (oneA : forall a b, 0 <= one (eqA a b) <= 1) by (intros a b; destruct (eqA a b); simpl; lia).
    assert (oneB : forall a b, 0 <= one (eqB a b) <= 1) by (intros a b; destruct (eqB a b); simpl; lia).
    assert (mBw : 0 <= mB * w) by nia. assert (mAw : 0 <= mA * w) by nia.
    exists flow; split; [|split].
    - intros [[t x] y] e Hs He; apply in_nodes in Hs; destruct Hs as [Hx Hy]; apply in_arcs in He; unfold flow.
      assert (0 < nA) by (destruct nodesA; [destruct Hx | simpl length; lia]).
      assert (0 < nB) by (destruct nodesB; [destruct Hy | simpl length; lia]).
      destruct e as [e z|z e|u x' y'].
      + specialize (posA x e Hx ltac:(tauto)). specialize (oneB y z). apply Z.mul_nonneg_nonneg; [nia | destruct t; nia].
      + specialize (posB y e Hy ltac:(tauto)). specialize (oneA x z). apply Z.mul_nonneg_nonneg; [nia | destruct t; nia].
      + specialize (oneA x x'). specialize (oneB y y'). apply Z.mul_nonneg_nonneg; auto. destruct t, u; nia.
    - assert (netA_scale : forall f c x, netA (fun e => f e * c) x = netA f x * c).
      { intros f c x; unfold net; rewrite Z.mul_comm, <- zsum_scale; apply zsum_ext; intros; ring. }
      assert (netB_scale : forall f c x, netB (fun e => f e * c) x = netB f x * c).
      { intros f c x; unfold net; rewrite Z.mul_comm, <- zsum_scale; apply zsum_ext; intros; ring. }
      assert (netA_scale' : forall f c x, netA (fun e => c * f e) x = c * netA f x).
      { intros f c x; unfold net; rewrite <- zsum_scale; apply zsum_ext; intros; ring. }
      assert (netB_scale' : forall f c x, netB (fun e => c * f e) x = c * netB f x).
      { intros f c x; unfold net; rewrite <- zsum_scale; apply zsum_ext; intros; ring. }
      intros [[t x] y] [[t' x'] y'] Hs Hv ne; apply in_nodes in Hs; destruct Hs as [Hx Hy]; apply in_nodes in Hv; destruct Hv as [Hx' Hy'].
      rewrite net_dual by auto; unfold flow.
      pose proof (net_at_source tailA headA eqA nodesA arcsA specA onceA endsA (fA x) x mA Hx (fun v Hv nv => delA x v Hx Hv nv)) as SA.
      pose proof (net_at_source tailB headB eqB nodesB arcsB specB onceB endsB (fB y) y mB Hy (fun v Hv nv => delB y v Hy Hv nv)) as SB.
      assert (dA : netA (fA x) x' = if eqA x x' then - mA * (nA - 1) else mA).
      { destruct (eqA x x') eqn:E; [apply specA in E; subst; auto|].
        apply delA; auto. intros ->; rewrite (eqb_refl eqA specA) in E; discriminate. }
      assert (dB : netB (fB y) y' = if eqB y y' then - mB * (nB - 1) else mB).
      { destruct (eqB y y') eqn:E; [apply specB in E; subst; auto|].
        apply delB; auto. intros ->; rewrite (eqb_refl eqB specB) in E; discriminate. }
      assert (other : t = t' -> eqA x x' = true -> eqB y y' = true -> False).
      { intros -> E1 E2; apply specA in E1; apply specB in E2; subst; auto. }
      destruct t'; cbn [negb]; rewrite ?netA_scale, ?netB_scale, ?netA_scale', ?netB_scale', ?dA, ?dB; unfold m;
        destruct t, (eqA x x'), (eqB y y'); unfold one; try (exfalso; apply other; auto; fail); ring.
    - intros e He; rewrite sum_nodes; unfold flow; apply in_arcs in He; destruct e as [e z|z e|u x' y']; cbn [capD].
      + destruct He as [He Hz].
        rewrite (both_ext (fun x y => mB * w * fA x e * (2 * nB * one (eqB y z))) (fun x y => one (eqB z y) * (2 * nB * (mB * w * fA x e))))
          by (intros; rewrite (eqB_sym y z); ring).
        unfold both_sum.
        rewrite (zsum_ext _ (fun x => 2 * nB * mB * w * fA x e)).
        2: { intros x Hx. rewrite (zsum_delta eqB specB (fun _ => 2 * nB * (mB * w * fA x e))) by auto. ring. }
        rewrite (zsum_ext (fun x => zsum (fun _ => mB * w * fA x e * 2) nodesB) (fun x => 2 * nB * mB * w * fA x e)).
        2: { intros x Hx. rewrite zsum_const; ring. }
        rewrite !zsum_scale. specialize (withinA e He); specialize (capA_positive e He).
        assert (0 <= nB * (mB * w)) by (apply Z.mul_nonneg_nonneg; lia).
        replace (2 * nB * mB * w * zsum (fun x => fA x e) nodesA + 2 * nB * mB * w * zsum (fun x => fA x e) nodesA)
          with (4 * (nB * (mB * w)) * zsum (fun x => fA x e) nodesA) by ring.
        apply Z.le_trans with (4 * (nB * (mB * w)) * (kA * capA e)); [apply Z.mul_le_mono_nonneg_l; lia|].
        replace (4 * (nB * (mB * w)) * (kA * capA e)) with (4 * nB * mB * w * kA * capA e) by ring.
        apply Z.mul_le_mono_nonneg_r; auto.
      + destruct He as [Hz He].
        rewrite (both_ext (fun x y => mA * w * fB y e * (2 * nA * one (eqA x z))) (fun x y => one (eqA z x) * (2 * nA * (mA * w * fB y e))))
          by (intros; rewrite (eqA_sym x z); ring).
        unfold both_sum.
        rewrite (zsum_ext (fun _ => zsum (fun y => mA * w * fB y e * 2) nodesB) (fun _ => 2 * mA * w * zsum (fun y => fB y e) nodesB)).
        2: { intros x Hx. rewrite <- zsum_scale; apply zsum_ext; intros; ring. }
        rewrite zsum_const, (zsum_swap (fun x y => one (eqA z x) * (2 * nA * (mA * w * fB y e))) nodesA nodesB).
        rewrite (zsum_ext (fun y => zsum (fun x => one (eqA z x) * (2 * nA * (mA * w * fB y e))) nodesA) (fun y => 2 * nA * mA * w * fB y e)).
        2: { intros y Hy. rewrite (zsum_delta eqA specA (fun _ => 2 * nA * (mA * w * fB y e))) by auto. ring. }
        rewrite !zsum_scale. specialize (withinB e He); specialize (capB_positive e He).
        assert (0 <= nA * (mA * w)) by (apply Z.mul_nonneg_nonneg; lia).
        replace (2 * mA * w * zsum (fun y => fB y e) nodesB * nA + 2 * nA * mA * w * zsum (fun y => fB y e) nodesB)
          with (4 * (nA * (mA * w)) * zsum (fun y => fB y e) nodesB) by ring.
        apply Z.le_trans with (4 * (nA * (mA * w)) * (kB * capB e)); [apply Z.mul_le_mono_nonneg_l; lia|].
        replace (4 * (nA * (mA * w)) * (kB * capB e)) with (4 * nA * mA * w * kB * capB e) by ring.
        apply Z.mul_le_mono_nonneg_r; auto.
      + destruct He as [Hx' Hy'].
        assert (countA : both_sum (fun x _ => one (eqA x x')) = nB).
        { unfold both_sum. rewrite (zsum_ext _ (fun x => one (eqA x' x) * nB)) by (intros; rewrite zsum_const, (eqA_sym a x'); ring).
          apply (zsum_delta eqA specA (fun _ => nB)); auto. }
        assert (countB : both_sum (fun _ y => one (eqB y y')) = nA).
        { unfold both_sum. rewrite (zsum_ext _ (fun _ => 1)); [rewrite zsum_const; ring|]. intros a _.
          rewrite (zsum_ext _ (fun y => one (eqB y' y) * 1)) by (intros; rewrite (eqB_sym a0 y'); ring).
          apply (zsum_delta eqB specB (fun _ => 1)); auto. }
        assert (both_scale : forall c f, both_sum (fun x y => c * f x y) = c * both_sum f).
        { intros c f; unfold both_sum; rewrite <- zsum_scale; apply zsum_ext; intros; apply zsum_scale. }
        destruct u.
        * rewrite (both_ext (fun x y => m * (1 - one (eqB y y'))) (fun x y => m + - m * one (eqB y y'))) by (intros; ring).
          rewrite (both_ext (fun x y => m * ((2 * nA - 1) * one (eqA x x'))) (fun x y => m * (2 * nA - 1) * one (eqA x x'))) by (intros; ring).
          rewrite both_plus, both_const, !both_scale, countA, countB. unfold m.
          replace (mA * mB * w * nA * nB + - (mA * mB * w) * nA + mA * mB * w * (2 * nA - 1) * nB)
            with (mA * mB * (3 * nA * nB - nA - nB) * w) by ring.
          apply Z.mul_le_mono_nonneg_r; lia.
        * rewrite (both_ext (fun x y => m * (1 - one (eqA x x'))) (fun x y => m + - m * one (eqA x x'))) by (intros; ring).
          rewrite (both_ext (fun x y => m * ((2 * nB - 1) * one (eqB y y'))) (fun x y => m * (2 * nB - 1) * one (eqB y y'))) by (intros; ring).
          rewrite both_plus, both_const, !both_scale, countA, countB. unfold m.
          replace (mA * mB * w * (2 * nB - 1) * nA + (mA * mB * w * nA * nB + - (mA * mB * w) * nB))
            with (mA * mB * (3 * nA * nB - nA - nB) * w) by ring.
          apply Z.mul_le_mono_nonneg_r; lia.
  Qed.

  (** ** From a flow in the dual to flows in the bases: sums over all clusters *)
  Theorem first_base_carries : forall m k, carries tailD headD eqD nodesD arcsD capD m k ->
    carries tailA headA eqA nodesA arcsA capA (4 * m * nB * nB) (k * nB).
  Proof.
    intros m k [f [pos [del within]]].
    exists (fun x e => zsum (fun y => zsum (fun z => f (false, x, y) (InA e z) + f (true, x, y) (InA e z)) nodesB) nodesB).
    assert (arcA : forall e z, In e arcsA -> In z nodesB -> In (InA e z) arcsD) by (intros; apply in_arcs; auto).
    split; [|split].
    - intros x e Hx He. rewrite <- (zsum_zero nodesB). apply zsum_le; intros y Hy.
      rewrite <- (zsum_zero nodesB). apply zsum_le; intros z Hz.
      apply Z.add_nonneg_nonneg; apply pos; auto; apply in_nodes; auto.
    - intros x x' Hx Hx' ne.
      assert (sums : forall {T} (g : T -> EA -> Z) l v, netA (fun e => zsum (fun t => g t e) l) v = zsum (fun t => netA (g t) v) l).
      { intros T g l v; unfold net; rewrite zsum_swap; apply zsum_ext; intros e _.
        rewrite Z.mul_comm, <- zsum_scale; apply zsum_ext; intros; ring. }
      assert (plus : forall g h v, netA (fun e => g e + h e) v = netA g v + netA h v).
      { intros g h v; unfold net; rewrite <- zsum_plus; apply zsum_ext; intros; ring. }
      rewrite sums, (zsum_ext _ (fun _ => 4 * m * nB)); [rewrite zsum_const; ring|]. intros y Hy; rewrite sums.
      rewrite (zsum_ext _ (fun z => netA (fun e => f (false, x, y) (InA e z)) x' + netA (fun e => f (true, x, y) (InA e z)) x')) by (intros; apply plus).
      rewrite zsum_plus.
      assert (half : forall t, zsum (fun z => netA (fun e => f (t, x, y) (InA e z)) x') nodesB = 2 * m * nB).
      { intros t; assert (T : zsum (netB (fun e => f (t, x, y) (InB x' e))) nodesB = 0) by (apply net_total; auto).
        assert (D : forall u, zsum (fun z => netD (f (t, x, y)) (u, x', z)) nodesB = m * nB).
        { intros u; rewrite (zsum_ext _ (fun _ => m)); [apply zsum_const|].
          intros z Hz; apply del; [apply in_nodes; auto | apply in_nodes; auto | congruence]. }
        pose proof (D false) as D0; pose proof (D true) as D1.
        assert (S : zsum (fun z => netD (f (t, x, y)) (false, x', z)) nodesB + zsum (fun z => netD (f (t, x, y)) (true, x', z)) nodesB =
          zsum (fun z => netA (fun e => f (t, x, y) (InA e z)) x' + netB (fun e => f (t, x, y) (InB x' e)) z) nodesB).
        { rewrite <- zsum_plus; apply zsum_ext; intros z Hz; rewrite !net_dual by auto; cbn [negb]; ring. }
        rewrite D0, D1, zsum_plus, T in S. lia. }
      rewrite !half; ring.
    - intros e He.
      rewrite (zsum_ext _ (fun x => zsum (fun z => zsum (fun y => f (false, x, y) (InA e z) + f (true, x, y) (InA e z)) nodesB) nodesB))
        by (intros; apply zsum_swap).
      rewrite zsum_swap. replace (k * nB * capA e) with (k * capA e * nB) by ring. rewrite <- zsum_const.
      apply zsum_le; intros z Hz. specialize (within (InA e z) (arcA e z He Hz)). cbn [capD] in within.
      rewrite sum_nodes, <- both_plus in within. exact within.
  Qed.

  Theorem second_base_carries : forall m k, carries tailD headD eqD nodesD arcsD capD m k ->
    carries tailB headB eqB nodesB arcsB capB (4 * m * nA * nA) (k * nA).
  Proof.
    intros m k [f [pos [del within]]].
    exists (fun y e => zsum (fun x => zsum (fun z => f (false, x, y) (InB z e) + f (true, x, y) (InB z e)) nodesA) nodesA).
    assert (arcB : forall e z, In e arcsB -> In z nodesA -> In (InB z e) arcsD) by (intros; apply in_arcs; auto).
    split; [|split].
    - intros y e Hy He. rewrite <- (zsum_zero nodesA). apply zsum_le; intros x Hx.
      rewrite <- (zsum_zero nodesA). apply zsum_le; intros z Hz.
      apply Z.add_nonneg_nonneg; apply pos; auto; apply in_nodes; auto.
    - intros y y' Hy Hy' ne.
      assert (sums : forall {T} (g : T -> EB -> Z) l v, netB (fun e => zsum (fun t => g t e) l) v = zsum (fun t => netB (g t) v) l).
      { intros T g l v; unfold net; rewrite zsum_swap; apply zsum_ext; intros e _.
        rewrite Z.mul_comm, <- zsum_scale; apply zsum_ext; intros; ring. }
      assert (plus : forall g h v, netB (fun e => g e + h e) v = netB g v + netB h v).
      { intros g h v; unfold net; rewrite <- zsum_plus; apply zsum_ext; intros; ring. }
      rewrite sums, (zsum_ext _ (fun _ => 4 * m * nA)); [rewrite zsum_const; ring|]. intros x Hx; rewrite sums.
      rewrite (zsum_ext _ (fun z => netB (fun e => f (false, x, y) (InB z e)) y' + netB (fun e => f (true, x, y) (InB z e)) y')) by (intros; apply plus).
      rewrite zsum_plus.
      assert (half : forall t, zsum (fun z => netB (fun e => f (t, x, y) (InB z e)) y') nodesA = 2 * m * nA).
      { intros t; assert (T : zsum (netA (fun e => f (t, x, y) (InA e y'))) nodesA = 0) by (apply net_total; auto).
        assert (D : forall u, zsum (fun z => netD (f (t, x, y)) (u, z, y')) nodesA = m * nA).
        { intros u; rewrite (zsum_ext _ (fun _ => m)); [apply zsum_const|].
          intros z Hz; apply del; [apply in_nodes; auto | apply in_nodes; auto | congruence]. }
        pose proof (D false) as D0; pose proof (D true) as D1.
        assert (S : zsum (fun z => netD (f (t, x, y)) (false, z, y')) nodesA + zsum (fun z => netD (f (t, x, y)) (true, z, y')) nodesA =
          zsum (fun z => netA (fun e => f (t, x, y) (InA e y')) z + netB (fun e => f (t, x, y) (InB z e)) y') nodesA).
        { rewrite <- zsum_plus; apply zsum_ext; intros z Hz; rewrite !net_dual by auto; cbn [negb]; ring. }
        rewrite D0, D1, zsum_plus, T in S. lia. }
      rewrite !half; ring.
    - intros e He.
      rewrite zsum_swap.
      rewrite (zsum_ext _ (fun x => zsum (fun z => zsum (fun y => f (false, x, y) (InB z e) + f (true, x, y) (InB z e)) nodesB) nodesA)).
      2: { intros x _; apply zsum_swap. }
      rewrite zsum_swap. replace (k * nA * capB e) with (k * capB e * nA) by ring. rewrite <- zsum_const.
      apply zsum_le; intros z Hz. specialize (within (InB z e) (arcB e z He Hz)). cbn [capD] in within.
      rewrite sum_nodes, <- both_plus in within. exact within.
  Qed.

  (** The cross-edges: lengths 1 on them and 0 elsewhere. *)
  Theorem cross_edges_carry : forall m k, 0 <= m -> carries tailD headD eqD nodesD arcsD capD m k -> nodesA <> [] -> nodesB <> [] ->
    m * (3 * nA * nB - nA - nB) <= k * w.
  Proof.
    intros m k Hm [f [pos [del within]]] neA neB.
    assert (posA : 0 < nA) by (destruct nodesA; [congruence | simpl length; lia]).
    assert (posB : 0 < nB) by (destruct nodesB; [congruence | simpl length; lia]).
    set (p := fun s v : bool * A * B => let '(t, x, y) := s in let '(t', x', y') := v in
      if Bool.eqb t t' then (if t then 2 - 2 * one (eqA x x') else 2 - 2 * one (eqB y y')) else 1).
    set (len := fun e : arc => match e with Across _ _ _ => 1 | _ => 0 end).
    pose proof (throughput_weak_duality tailD headD eqD nodesD arcsD eqD_spec once_nodes ends_arcs nodesD f (fun _ _ => m) (fun e => k * capD e) len p) as W.
    assert (left : zsum (fun s => zsum (fun v => p s v * m) nodesD) nodesD = m * (2 * nA * nB * (3 * nA * nB - nA - nB))).
    { assert (B0 : forall x y, In x nodesA -> In y nodesB -> zsum (fun v => p (false, x, y) v * m) nodesD = m * (3 * nA * nB - 2 * nA)).
      { intros x y Hx Hy; rewrite sum_nodes; cbn [p Bool.eqb].
        rewrite (both_ext _ (fun a b => one (eqB y b) * (-2 * m) + 2 * m)) by (intros; ring). rewrite both_plus, !both_const.
        unfold both_sum. rewrite (zsum_ext _ (fun _ => -2 * m)); [rewrite zsum_const; ring|]. intros a _.
        apply (zsum_delta eqB specB (fun _ => -2 * m)); auto. }
      assert (B1 : forall x y, In x nodesA -> In y nodesB -> zsum (fun v => p (true, x, y) v * m) nodesD = m * (3 * nA * nB - 2 * nB)).
      { intros x y Hx Hy; rewrite sum_nodes; cbn [p Bool.eqb].
        rewrite (both_ext (fun a b => (2 - 2 * one (eqA x a)) * m) (fun a b => one (eqA x a) * (-2 * m) + 2 * m)) by (intros; ring).
        rewrite both_plus, !both_const.
        unfold both_sum. rewrite (zsum_ext (fun a => zsum (fun _ => one (eqA x a) * (-2 * m)) nodesB) (fun a => one (eqA x a) * (-2 * m * nB))) by (intros; rewrite zsum_const; ring).
        rewrite (zsum_delta eqA specA (fun _ => -2 * m * nB)) by auto. ring. }
      rewrite sum_nodes, (both_ext _ (fun _ _ => m * (3 * nA * nB - 2 * nA))) by auto.
      rewrite (both_ext (fun x y => zsum (fun v => p (true, x, y) v * m) nodesD) (fun _ _ => m * (3 * nA * nB - 2 * nB))) by auto.
      rewrite !both_const; ring. }
    assert (right : zsum (fun e => k * capD e * len e) arcsD = k * w * (2 * nA * nB)).
    { rewrite sum_arcs; cbn [capD len].
      rewrite (zsum_ext (fun e => zsum (fun _ => k * capA e * 0) nodesB) (fun _ => 0)) by (intros; rewrite zsum_const; ring).
      rewrite (zsum_ext (fun x => zsum (fun e => k * capB e * 0) arcsB) (fun _ => 0)).
      2: { intros; rewrite (zsum_ext _ (fun _ => 0)) by (intros; ring). apply zsum_zero. }
      rewrite !zsum_zero, !both_const; ring. }
    cbv beta in W; rewrite left, right in W.
    assert (0 < 2 * nA * nB) by nia.
    assert (le : m * (2 * nA * nB * (3 * nA * nB - nA - nB)) <= k * w * (2 * nA * nB)).
    { apply W; auto.
      - intros e He; destruct e; simpl; lia.
      - intros [[t x] y] _; unfold p; rewrite eqb_reflx; destruct t; [rewrite (eqb_refl eqA specA) | rewrite (eqb_refl eqB specB)]; reflexivity.
      - intros [[t x] y] [e z|z e|u x' y'] _ _; cbn [headD tailD p len]; [destruct t; cbn [Bool.eqb]; lia | destruct t; cbn [Bool.eqb]; lia |].
        destruct t, u; cbn [negb Bool.eqb]; destruct (eqA x x'), (eqB y y'); unfold one; lia. }
    apply Z.mul_le_mono_pos_r with (p := 2 * nA * nB); auto.
    replace (m * (3 * nA * nB - nA - nB) * (2 * nA * nB)) with (m * (2 * nA * nB * (3 * nA * nB - nA - nB))) by ring. auto.
  Qed.

  (** The formula of the library, as a statement on rates p/q: N = 2·n_A·n_B, and 2N/(3N - 2n_A - 2n_B) = 2·n_A·n_B/(3·n_A·n_B - n_A - n_B). *)
  Theorem dual_throughput : nodesA <> [] -> nodesB <> [] -> forall p q, 0 < p -> 0 < q ->
    (rate tailD headD eqD nodesD arcsD capD p q <->
     rate tailA headA eqA nodesA arcsA capA (2 * p) q /\ rate tailB headB eqB nodesB arcsB capB (2 * p) q /\
     p * (3 * nA * nB - nA - nB) <= w * (2 * nA * nB) * q).
  Proof.
    intros neA neB p q Hp Hq.
    assert (posA : 0 < nA) by (destruct nodesA; [congruence | simpl length; lia]).
    assert (posB : 0 < nB) by (destruct nodesB; [congruence | simpl length; lia]).
    assert (lenD : Z.of_nat (length nodesD) = 2 * nA * nB).
    { unfold nodesD, of_class; rewrite app_length, !map_length, prod_length; lia. }
    set (c := 3 * nA * nB - nA - nB). assert (Hc : 0 < c) by (unfold c; nia).
    split.
    - intros [m [k [Hm [Hk [H R]]]]]; rewrite lenD in R; split; [|split].
      + exists (4 * m * nB * nB), (k * nB); repeat split; [nia | nia | apply first_base_carries; auto | nia].
      + exists (4 * m * nA * nA), (k * nA); repeat split; [nia | nia | apply second_base_carries; auto | nia].
      + pose proof (cross_edges_carry m k Hm H neA neB) as X. fold c in X |- *.
        apply Z.mul_le_mono_pos_r with (p := k); auto.
        apply Z.le_trans with (m * (2 * nA * nB) * q * c); [nia|]. 
        replace (m * (2 * nA * nB) * q * c) with (2 * nA * nB * q * (m * c)) by ring.
        replace (w * (2 * nA * nB) * q * k) with (2 * nA * nB * q * (k * w)) by ring.
        apply Z.mul_le_mono_nonneg_l; nia.
    - intros [[mA [kA [HmA [HkA [HA RA]]]]] [[mB [kB [HmB [HkB [HB RB]]]]] X]]; fold c in X.
      assert (0 < mA) by nia. assert (0 < mB) by nia.
      set (k1 := 4 * nB * mB * w * kA). set (k2 := 4 * nA * mA * w * kB). set (k3 := mA * mB * c).
      exists (mA * mB * w), (Z.max k1 (Z.max k2 k3)). rewrite lenD.
      assert (0 < k3) by (unfold k3; apply Z.mul_pos_pos; nia).
      repeat split; [nia | lia | apply dual_carries with (kA := kA) (kB := kB); auto; fold c k1 k2 k3; lia |].
      assert (E1 : p * k1 <= mA * mB * w * (2 * nA * nB) * q).
      { unfold k1. replace (p * (4 * nB * mB * w * kA)) with (2 * nB * mB * w * (2 * p * kA)) by ring.
        replace (mA * mB * w * (2 * nA * nB) * q) with (2 * nB * mB * w * (mA * nA * q)) by ring.
        apply Z.mul_le_mono_nonneg_l; auto. repeat (apply Z.mul_nonneg_nonneg; try lia). }
      assert (E2 : p * k2 <= mA * mB * w * (2 * nA * nB) * q).
      { unfold k2. replace (p * (4 * nA * mA * w * kB)) with (2 * nA * mA * w * (2 * p * kB)) by ring.
        replace (mA * mB * w * (2 * nA * nB) * q) with (2 * nA * mA * w * (mB * nB * q)) by ring.
        apply Z.mul_le_mono_nonneg_l; auto. repeat (apply Z.mul_nonneg_nonneg; try lia). }
      assert (E3 : p * k3 <= mA * mB * w * (2 * nA * nB) * q).
      { unfold k3. replace (p * (mA * mB * c)) with (mA * mB * (p * c)) by ring.
        replace (mA * mB * w * (2 * nA * nB) * q) with (mA * mB * (w * (2 * nA * nB) * q)) by ring.
        apply Z.mul_le_mono_nonneg_l; auto. nia. }
      destruct (Z.max_spec k1 (Z.max k2 k3)) as [[_ ->]|[_ ->]]; auto.
      destruct (Z.max_spec k2 k3) as [[_ ->]|[_ ->]]; auto.
  Qed.
End Dual.
