(** * Throughput: weak duality, and products

    A network is a list of nodes and a list of arcs with tails, heads and capacities. A flow gives an amount to every source and arc. What
    comes to a node and does not go on is delivered there ([net]). Amounts are integers in units of some scale, as in the certificates of the program. *)

From Coq Require Import ZArith Lia Bool List.
Import ListNotations.
Open Scope Z_scope.

(** ** Sums of integers *)

Fixpoint zsum {T} (f : T -> Z) (l : list T) : Z := match l with [] => 0 | a :: l => f a + zsum f l end.

Lemma zsum_ext : forall {T} (f g : T -> Z) l, (forall a, In a l -> f a = g a) -> zsum f l = zsum g l.
Proof. intros T f g l; induction l as [|a l IH]; simpl; intros H; [reflexivity | rewrite H, IH; auto]. Qed.

Lemma zsum_plus : forall {T} (f g : T -> Z) l, zsum (fun a => f a + g a) l = zsum f l + zsum g l.
Proof. intros T f g l; induction l; simpl; lia. Qed.

Lemma zsum_scale : forall {T} c (f : T -> Z) l, zsum (fun a => c * f a) l = c * zsum f l.
Proof. intros T c f l; induction l; simpl; lia. Qed.

Lemma zsum_zero : forall {T} (l : list T), zsum (fun _ => 0) l = 0.
Proof. intros T l; induction l; simpl; auto. Qed.

Lemma zsum_const : forall {T} c (l : list T), zsum (fun _ => c) l = c * Z.of_nat (length l).
Proof. intros T c l; induction l; cbn [zsum length]; lia. Qed.

Lemma zsum_le : forall {T} (f g : T -> Z) l, (forall a, In a l -> f a <= g a) -> zsum f l <= zsum g l.
Proof. intros T f g l; induction l as [|a l IH]; simpl; intros H; [lia|].
  pose proof (H a (or_introl eq_refl)). specialize (IH (fun b Hb => H b (or_intror Hb))). lia.
Qed.

Lemma zsum_app : forall {T} (f : T -> Z) l m, zsum f (l ++ m) = zsum f l + zsum f m.
Proof. intros T f l m; induction l; simpl; lia. Qed.

Lemma zsum_map : forall {T U} (g : T -> U) (f : U -> Z) l, zsum f (map g l) = zsum (fun a => f (g a)) l.
Proof. intros T U g f l; induction l; simpl; lia. Qed.

Lemma zsum_swap : forall {T U} (f : T -> U -> Z) l m, zsum (fun a => zsum (f a) m) l = zsum (fun b => zsum (fun a => f a b) l) m.
Proof.
  intros T U f l m; induction l as [|a l IH]; simpl; [symmetry; apply zsum_zero | rewrite IH, <- zsum_plus; reflexivity].
Qed.

Lemma zsum_prod : forall {T U} (f : T * U -> Z) l m, zsum f (list_prod l m) = zsum (fun a => zsum (fun b => f (a, b)) m) l.
Proof. intros T U f l m; induction l as [|a l IH]; simpl; [reflexivity | rewrite zsum_app, zsum_map, IH; reflexivity]. Qed.

(** 1 if two nodes are the same. *)
Definition one (b : bool) : Z := if b then 1 else 0.

Section Delta.
  Context {T : Type}.
  Variable eqb : T -> T -> bool.
  Hypothesis spec : forall a b, eqb a b = true <-> a = b.

  Lemma eqb_refl : forall a, eqb a a = true.
  Proof. intros; apply spec; auto. Qed.

  Lemma eqb_false : forall a b, a <> b -> eqb a b = false.
  Proof. intros a b H; destruct (eqb a b) eqn:E; auto; apply spec in E; tauto. Qed.

  Lemma zsum_delta : forall (g : T -> Z) a l, NoDup l -> In a l -> zsum (fun b => one (eqb a b) * g b) l = g a.
  Proof.
    intros g a l; induction l as [|b l IH]; simpl; intros once HIn; [tauto|]; inversion once; subst.
    destruct (eqb a b) eqn:E.
    - apply spec in E; subst b. rewrite (zsum_ext _ (fun _ => 0)), zsum_zero; [unfold one; lia|].
      intros c Hc; rewrite eqb_false; [reflexivity | intros ->; tauto].
    - destruct HIn as [->|HIn]; [rewrite eqb_refl in E; discriminate|]. rewrite IH by auto; unfold one; lia.
  Qed.
End Delta.

(** ** Flows *)
Section Network.
  Context {V E : Type}.
  Variables (tail head : E -> V) (eqb : V -> V -> bool) (nodes : list V) (arcs : list E).

  (** What comes to [v] and does not go on. *)
  Definition net (f : E -> Z) (v : V) : Z := zsum (fun e => f e * (one (eqb (head e) v) - one (eqb (tail e) v))) arcs.

  Hypothesis spec : forall a b, eqb a b = true <-> a = b.
  Hypothesis once : NoDup nodes.
  Hypothesis ends : forall e, In e arcs -> In (tail e) nodes /\ In (head e) nodes.

  (** Potentials: weighted with any function of the nodes, deliveries are flow times the difference along each arc. *)
  Lemma net_potential : forall f p, zsum (fun v => p v * net f v) nodes = zsum (fun e => f e * (p (head e) - p (tail e))) arcs.
  Proof.
    intros f p; unfold net.
    rewrite (zsum_ext _ (fun v => zsum (fun e => f e * (one (eqb (head e) v) * p v) + - f e * (one (eqb (tail e) v) * p v)) arcs)).
    2: { intros v _; rewrite <- zsum_scale; apply zsum_ext; intros e _; ring. }
    rewrite zsum_swap; apply zsum_ext; intros e He; destruct (ends e He).
    rewrite zsum_plus, !zsum_scale, !(zsum_delta eqb spec p) by auto; ring.
  Qed.

  (** Weak duality. [sent s v] is what source [s] delivers at [v]; [p s v] is at most the distance from [s] to [v] by the lengths. What is sent,
      times distance, is at most capacity times length: so a flow bounds lengths, and lengths bound every flow. *)
  Theorem throughput_weak_duality :
    forall (sources : list V) (flow : V -> E -> Z) (sent : V -> V -> Z) (capacity length : E -> Z) (p : V -> V -> Z),
    (forall s e, In s sources -> In e arcs -> 0 <= flow s e) ->
    (forall s v, In s sources -> In v nodes -> v <> s -> net (flow s) v = sent s v) ->
    (forall e, In e arcs -> zsum (fun s => flow s e) sources <= capacity e) ->
    (forall e, In e arcs -> 0 <= length e) ->
    (forall s, In s sources -> p s s = 0) ->
    (forall s e, In s sources -> In e arcs -> p s (head e) <= p s (tail e) + length e) ->
    zsum (fun s => zsum (fun v => p s v * sent s v) nodes) sources <= zsum (fun e => capacity e * length e) arcs.
  Proof.
    intros sources flow sent capacity length p positive delivered within lengths at_source shortest.
    apply Z.le_trans with (zsum (fun s => zsum (fun e => flow s e * length e) arcs) sources).
    - apply zsum_le; intros s Hs.
      rewrite (zsum_ext _ (fun v => p s v * net (flow s) v)).
      + rewrite net_potential; apply zsum_le; intros e He.
        specialize (shortest s e Hs He); specialize (positive s e Hs He). nia.
      + intros v Hv; destruct (eqb v s) eqn:Es.
        * apply spec in Es; subst v; rewrite at_source by auto; ring.
        * rewrite delivered; auto. intros ->; rewrite (eqb_refl eqb spec) in Es; discriminate.
    - rewrite zsum_swap; apply zsum_le; intros e He.
      rewrite (zsum_ext _ (fun s => length e * flow s e)) by (intros; ring).
      rewrite zsum_scale. specialize (within e He); specialize (lengths e He). nia.
  Qed.

  (** All deliveries of a source add up to nothing: what is delivered elsewhere, it sends. *)
  Lemma net_total : forall f, zsum (net f) nodes = 0.
  Proof.
    intros f; pose proof (net_potential f (fun _ => 1)) as H.
    rewrite (zsum_ext _ (net f)) in H by (intros; ring). rewrite H.
    rewrite (zsum_ext _ (fun _ => 0)) by (intros; ring). apply zsum_zero.
  Qed.

  (** Uniform traffic: every node sends [m] to every other node, and no arc carries more than [k] times its capacity. Traffic to self, which
      takes no arc, counted too, this is the rate m·n/k for n nodes. *)
  Definition carries (capacity : E -> Z) (m k : Z) : Prop :=
    exists flow : V -> E -> Z,
      (forall s e, In s nodes -> In e arcs -> 0 <= flow s e) /\
      (forall s v, In s nodes -> In v nodes -> v <> s -> net (flow s) v = m) /\
      (forall e, In e arcs -> zsum (fun s => flow s e) nodes <= k * capacity e).

  Lemma net_at_source : forall f s m, In s nodes -> (forall v, In v nodes -> v <> s -> net f v = m) ->
    net f s = - m * (Z.of_nat (length nodes) - 1).
  Proof.
    intros f s m Hs H; pose proof (net_total f) as T.
    rewrite (zsum_ext _ (fun v => m + one (eqb s v) * (net f v - m))) in T.
    - rewrite zsum_plus, zsum_const, (zsum_delta eqb spec (fun v => net f v - m)) in T by auto. lia.
    - intros v Hv; destruct (eqb s v) eqn:Es; unfold one.
      + ring.
      + rewrite H; [ring | auto | intros ->; rewrite (eqb_refl eqb spec) in Es; discriminate].
  Qed.
End Network.

(** ** Products: the least of the factors *)
Section Product.
  Context {A B EA EB : Type}.
  Variables (tailA headA : EA -> A) (tailB headB : EB -> B) (eqA : A -> A -> bool) (eqB : B -> B -> bool).
  Variables (nodesA : list A) (nodesB : list B) (arcsA : list EA) (arcsB : list EB) (capA : EA -> Z) (capB : EB -> Z).
  Hypothesis (specA : forall a b, eqA a b = true <-> a = b) (specB : forall a b, eqB a b = true <-> a = b).
  Hypothesis (onceA : NoDup nodesA) (onceB : NoDup nodesB).
  Hypothesis endsA : forall e, In e arcsA -> In (tailA e) nodesA /\ In (headA e) nodesA.
  Hypothesis endsB : forall e, In e arcsB -> In (tailB e) nodesB /\ In (headB e) nodesB.
  Hypothesis (capA_positive : forall e, In e arcsA -> 0 <= capA e) (capB_positive : forall e, In e arcsB -> 0 <= capB e).

  (** An arc of the product is an arc of A in the row of a node of B, or an arc of B in the column of a node of A. *)
  Definition arc : Type := (EA * B) + (A * EB).
  Definition tailP (e : arc) : A * B := match e with inl (a, y) => (tailA a, y) | inr (x, b) => (x, tailB b) end.
  Definition headP (e : arc) : A * B := match e with inl (a, y) => (headA a, y) | inr (x, b) => (x, headB b) end.
  Definition capP (e : arc) : Z := match e with inl (a, _) => capA a | inr (_, b) => capB b end.
  Definition eqP (p q : A * B) : bool := eqA (fst p) (fst q) && eqB (snd p) (snd q).
  Definition nodesP : list (A * B) := list_prod nodesA nodesB.
  Definition arcsP : list arc := map inl (list_prod arcsA nodesB) ++ map inr (list_prod nodesA arcsB).

  Notation nA := (Z.of_nat (length nodesA)).
  Notation nB := (Z.of_nat (length nodesB)).
  Notation netA := (net tailA headA eqA arcsA).
  Notation netB := (net tailB headB eqB arcsB).
  Notation netP := (net tailP headP eqP arcsP).

  Lemma one_and : forall a b, one (a && b) = one a * one b.
  Proof. intros [] []; reflexivity. Qed.

  (** Deliveries in the product: in the row of a node, and in its column. *)
  Lemma net_product : forall f x y, In x nodesA -> In y nodesB ->
    netP f (x, y) = netA (fun a => f (inl (a, y))) x + netB (fun b => f (inr (x, b))) y.
  Proof.
    intros f x y Hx Hy; unfold net, arcsP; rewrite zsum_app, !zsum_map, !zsum_prod; f_equal.
    - apply zsum_ext; intros a _; cbn [tailP headP].
      rewrite (zsum_ext _ (fun z => one (eqB y z) * (f (inl (a, z)) * (one (eqA (headA a) x) - one (eqA (tailA a) x))))).
      + apply (zsum_delta eqB specB (fun z => f (inl (a, z)) * (one (eqA (headA a) x) - one (eqA (tailA a) x)))); auto.
      + intros z _; unfold eqP; cbn [fst snd]; rewrite !one_and.
        assert (E : eqB z y = eqB y z) by (apply eq_true_iff_eq; rewrite !specB; split; auto). rewrite E; ring.
    - rewrite zsum_swap; apply zsum_ext; intros b _; cbn [tailP headP].
      rewrite (zsum_ext _ (fun z => one (eqA x z) * (f (inr (z, b)) * (one (eqB (headB b) y) - one (eqB (tailB b) y))))).
      + apply (zsum_delta eqA specA (fun z => f (inr (z, b)) * (one (eqB (headB b) y) - one (eqB (tailB b) y)))); auto.
      + intros z _; unfold eqP; cbn [fst snd]; rewrite !one_and.
        assert (E : eqA z x = eqA x z) by (apply eq_true_iff_eq; rewrite !specA; split; auto). rewrite E; ring.
  Qed.

  Lemma net_scale : forall c f x, netA (fun a => c * f a) x = c * netA f x.
  Proof. intros; unfold net; rewrite <- zsum_scale; apply zsum_ext; intros; ring. Qed.

  Lemma net_scaleB : forall c f x, netB (fun a => c * f a) x = c * netB f x.
  Proof. intros; unfold net; rewrite <- zsum_scale; apply zsum_ext; intros; ring. Qed.

  Lemma net_sum : forall {T} (f : T -> EA -> Z) l x, netA (fun a => zsum (fun t => f t a) l) x = zsum (fun t => netA (f t) x) l.
  Proof.
    intros T f l x; unfold net; rewrite zsum_swap; apply zsum_ext; intros a _.
    rewrite Z.mul_comm, <- zsum_scale; apply zsum_ext; intros; ring.
  Qed.

  Lemma net_sumB : forall {T} (f : T -> EB -> Z) l x, netB (fun a => zsum (fun t => f t a) l) x = zsum (fun t => netB (f t) x) l.
  Proof.
    intros T f l x; unfold net; rewrite zsum_swap; apply zsum_ext; intros a _.
    rewrite Z.mul_comm, <- zsum_scale; apply zsum_ext; intros; ring.
  Qed.

  (** If both factors carry, so does the product. The rates are m_A·n_A/k_A, m_B·n_B/k_B, and for the product the least of them: *)
  Theorem product_carries : forall mA kA mB kB, 0 <= mA -> 0 <= mB -> 
    carries tailA headA eqA nodesA arcsA capA mA kA -> carries tailB headB eqB nodesB arcsB capB mB kB ->
    carries tailP headP eqP nodesP arcsP capP (mA * mB) (Z.max (mB * nB * kA) (mA * nA * kB)).
  Proof.
    intros mA kA mB kB HmA HmB [fA [posA [delA withinA]]] [fB [posB [delB withinB]]].
    exists (fun s e => match e with
      | inl (a, y) => one (eqB (snd s) y) * (mB * nB * fA (fst s) a)
      | inr (x, b) => mA * fB (snd s) b
      end).
    split; [|split].
    - intros [x y] [[a z]|[z b]] Hs He; cbn [fst snd];
        apply in_prod_iff in Hs; destruct Hs as [Hx Hy]; apply in_app_iff in He; destruct He as [He|He];
        apply in_map_iff in He; destruct He as [p [Ep Hp]]; inversion Ep; subst p; apply in_prod_iff in Hp; destruct Hp as [H1 H2].
      + specialize (posA x a Hx H1). assert (0 <= mB * nB) by (apply Z.mul_nonneg_nonneg; lia). unfold one; destruct (eqB y z); nia.
      + specialize (posB y b Hy H2). nia.
    - intros [x y] [x' y'] Hs Hv ne; apply in_prod_iff in Hs; destruct Hs as [Hx Hy]; apply in_prod_iff in Hv; destruct Hv as [Hx' Hy'].
      rewrite net_product by auto; cbn [fst snd]. rewrite net_scaleB, net_scale, net_scale.
      destruct (eqB y y') eqn:Ey; unfold one.
      + apply specB in Ey; subst y'. rewrite (delA x x') by (auto; congruence).
        rewrite (net_at_source tailB headB eqB nodesB arcsB specB onceB endsB (fB y) y mB) by auto. ring.
      + rewrite (delB y y'); [ring | auto | auto | intros ->; rewrite (eqb_refl eqB specB) in Ey; discriminate].
    - intros [[a z]|[z b]] He; unfold nodesP; rewrite zsum_prod; cbn [fst snd capP]; apply in_app_iff in He; destruct He as [He|He];
        apply in_map_iff in He; destruct He as [p [Ep Hp]]; inversion Ep; subst p; apply in_prod_iff in Hp; destruct Hp as [H1 H2].
      + rewrite zsum_swap.
        rewrite (zsum_ext _ (fun y => one (eqB z y) * (mB * nB * zsum (fun x => fA x a) nodesA))).
        2: { intros y _; assert (E : eqB y z = eqB z y) by (apply eq_true_iff_eq; rewrite !specB; split; auto).
             rewrite E, <- !zsum_scale; apply zsum_ext; intros; ring. }
        rewrite (zsum_delta eqB specB (fun _ => mB * nB * zsum (fun x => fA x a) nodesA)) by auto.
        specialize (withinA a H1); specialize (capA_positive a H1).
        apply Z.le_trans with (mB * nB * (kA * capA a)); [apply Z.mul_le_mono_nonneg_l; auto; apply Z.mul_nonneg_nonneg; lia|].
        rewrite Z.mul_assoc; apply Z.mul_le_mono_nonneg_r; auto; apply Z.le_max_l.
      + rewrite zsum_const, zsum_scale. specialize (withinB b H2); specialize (capB_positive b H2).
        apply Z.le_trans with (mA * nA * (kB * capB b)).
        * replace (mA * zsum (fun y => fB y b) nodesB * nA) with (mA * nA * zsum (fun y => fB y b) nodesB) by ring.
          apply Z.mul_le_mono_nonneg_l; auto; apply Z.mul_nonneg_nonneg; lia.
        * rewrite Z.mul_assoc; apply Z.mul_le_mono_nonneg_r; auto; apply Z.le_max_r.
  Qed.

  (** If the product carries m in k, its factors carry the same rate m·n_A·n_B/k: the sums over all copies are flows in the factors. *)
  Theorem first_factor_carries : forall m k, carries tailP headP eqP nodesP arcsP capP m k ->
    carries tailA headA eqA nodesA arcsA capA (m * nB * nB) (k * nB).
  Proof.
    intros m k [f [pos [del within]]].
    exists (fun x a => zsum (fun y => zsum (fun z => f (x, y) (inl (a, z))) nodesB) nodesB); split; [|split].
    - intros x a Hx Ha. rewrite <- (zsum_zero nodesB). apply zsum_le; intros y Hy.
      rewrite <- (zsum_zero nodesB). apply zsum_le; intros z Hz. apply pos; [apply in_prod; auto|].
      apply in_app_iff; left; apply in_map, in_prod; auto.
    - intros x x' Hx Hx' ne. rewrite net_sum.
      rewrite (zsum_ext _ (fun _ => m * nB)); [rewrite zsum_const; ring|]. intros y Hy. rewrite net_sum.
      (* deliveries in the column of x' add up to nothing, so those in the rows do to those of the product *)
      assert (T : zsum (netB (fun b => f (x, y) (inr (x', b)))) nodesB = 0).
      { apply net_total; auto. }
      assert (D : zsum (fun z => netP (f (x, y)) (x', z)) nodesB = m * nB).
      { rewrite (zsum_ext _ (fun _ => m)); [apply zsum_const|].
        intros z Hz; apply del; [apply in_prod; auto | apply in_prod; auto | congruence]. }
      rewrite (zsum_ext _ (fun z => netA (fun a => f (x, y) (inl (a, z))) x' + netB (fun b => f (x, y) (inr (x', b))) z)) in D.
      2: { intros z Hz; apply net_product; auto. }
      rewrite zsum_plus, T in D. lia.
    - intros a Ha.
      rewrite (zsum_ext _ (fun x => zsum (fun z => zsum (fun y => f (x, y) (inl (a, z))) nodesB) nodesB)) by (intros; apply zsum_swap).
      rewrite zsum_swap. replace (k * nB * capA a) with (k * capA a * nB) by ring. rewrite <- zsum_const.
      apply zsum_le; intros z Hz. specialize (within (inl (a, z))). cbn [capP] in within.
      unfold nodesP in within; rewrite zsum_prod in within. apply within.
      apply in_app_iff; left; apply in_map, in_prod; auto.
  Qed.

  Theorem second_factor_carries : forall m k, carries tailP headP eqP nodesP arcsP capP m k ->
    carries tailB headB eqB nodesB arcsB capB (m * nA * nA) (k * nA).
  Proof.
    intros m k [f [pos [del within]]].
    exists (fun y b => zsum (fun x => zsum (fun z => f (x, y) (inr (z, b))) nodesA) nodesA); split; [|split].
    - intros y b Hy Hb. rewrite <- (zsum_zero nodesA). apply zsum_le; intros x Hx.
      rewrite <- (zsum_zero nodesA). apply zsum_le; intros z Hz. apply pos; [apply in_prod; auto|].
      apply in_app_iff; right; apply in_map, in_prod; auto.
    - intros y y' Hy Hy' ne. rewrite net_sumB.
      rewrite (zsum_ext _ (fun _ => m * nA)); [rewrite zsum_const; ring|]. intros x Hx. rewrite net_sumB.
      assert (T : zsum (netA (fun a => f (x, y) (inl (a, y')))) nodesA = 0).
      { apply net_total; auto. }
      assert (D : zsum (fun z => netP (f (x, y)) (z, y')) nodesA = m * nA).
      { rewrite (zsum_ext _ (fun _ => m)); [apply zsum_const|].
        intros z Hz; apply del; [apply in_prod; auto | apply in_prod; auto | congruence]. }
      rewrite (zsum_ext _ (fun z => netA (fun a => f (x, y) (inl (a, y'))) z + netB (fun b => f (x, y) (inr (z, b))) y')) in D.
      2: { intros z Hz; apply net_product; auto. }
      rewrite zsum_plus, T in D. lia.
    - intros b Hb.
      rewrite zsum_swap.
      rewrite (zsum_ext _ (fun x => zsum (fun z => zsum (fun y => f (x, y) (inr (z, b))) nodesB) nodesA)).
      2: { intros x _; apply zsum_swap. }
      rewrite zsum_swap. replace (k * nA * capB b) with (k * capB b * nA) by ring. rewrite <- zsum_const.
      apply zsum_le; intros z Hz. specialize (within (inr (z, b))). cbn [capP] in within.
      unfold nodesP in within; rewrite zsum_prod in within. apply within.
      apply in_app_iff; right; apply in_map, in_prod; auto.
  Qed.

  (** A rate p/q is carried if some flow in integers has it. *)
  Definition rate {V E} tail head eqb (nodes : list V) arcs (cap : E -> Z) (p q : Z) : Prop :=
    exists m k, 0 <= m /\ 0 < k /\ carries tail head eqb nodes arcs cap m k /\ p * k <= m * Z.of_nat (length nodes) * q.

  (** The uniform throughput of a product is the least of its factors: it carries a rate if and only if both of them do. *)
  Theorem product_throughput : nodesA <> [] -> nodesB <> [] -> forall p q, 0 < p -> 0 < q ->
    (rate tailP headP eqP nodesP arcsP capP p q <->
     rate tailA headA eqA nodesA arcsA capA p q /\ rate tailB headB eqB nodesB arcsB capB p q).
  Proof.
    intros neA neB p q Hp Hq.
    assert (posA : 0 < nA) by (destruct nodesA; [congruence | simpl length; lia]).
    assert (posB : 0 < nB) by (destruct nodesB; [congruence | simpl length; lia]).
    assert (lenP : Z.of_nat (length nodesP) = nA * nB) by (unfold nodesP; rewrite prod_length; lia).
    split.
    - intros [m [k [Hm [Hk [H R]]]]]; rewrite lenP in R; split.
      + exists (m * nB * nB), (k * nB); repeat split; [nia | nia | apply first_factor_carries; auto | nia].
      + exists (m * nA * nA), (k * nA); repeat split; [nia | nia | apply second_factor_carries; auto | nia].
    - intros [[mA [kA [HmA [HkA [HA RA]]]]] [mB [kB [HmB [HkB [HB RB]]]]]].
      exists (mA * mB), (Z.max (mB * nB * kA) (mA * nA * kB)). rewrite lenP.
      assert (0 < mA) by nia. assert (0 < mB) by nia.
      assert (0 < mB * nB * kA) by nia. 
      repeat split; [nia | lia | apply product_carries; auto |].
      destruct (Z.max_spec (mB * nB * kA) (mA * nA * kB)) as [[_ ->]|[_ ->]].
      + replace (p * (mA * nA * kB)) with (mA * nA * (p * kB)) by ring.
        replace (mA * mB * (nA * nB) * q) with (mA * nA * (mB * nB * q)) by ring.
        apply Z.mul_le_mono_nonneg_l; nia.
      + replace (p * (mB * nB * kA)) with (mB * nB * (p * kA)) by ring.
        replace (mA * mB * (nA * nB) * q) with (mB * nB * (mA * nA * q)) by ring.
        apply Z.mul_le_mono_nonneg_l; nia.
  Qed.
End Product.
