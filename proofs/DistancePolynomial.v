(** * Distance polynomials of products and duals (I2)

    The distance polynomial of a graph, summed over a list of sources, has as coefficient of x^k the number of pairs (source, node) at
    distance k. Polynomials are their coefficient functions, so that every statement is about the numbers that the program keeps.
    Graphs are finite: [nodes] lists every node once. Distances are functions; [DualDistance.v] and [ProductDistance.v] show that those
    of a dual and of a product are the ones used here. *)

From Coq Require Import Arith Lia Bool List.
From Crossedge Require Import Graph DualDistance ProductDistance.
Import ListNotations.

(** ** Finite sums *)
Section Sums.
  Fixpoint sum {T} (f : T -> nat) (l : list T) : nat :=
    match l with [] => 0 | a :: l => f a + sum f l end.

  Lemma sum_ext : forall {T} (f g : T -> nat) l, (forall a, In a l -> f a = g a) -> sum f l = sum g l.
  Proof. intros T f g l; induction l as [|a l IH]; simpl; intros H; [reflexivity | rewrite H, IH; auto]. Qed.

  Lemma sum_plus : forall {T} (f g : T -> nat) l, sum (fun a => f a + g a) l = sum f l + sum g l.
  Proof. induction l; simpl; lia. Qed.

  Lemma sum_scale : forall {T} c (f : T -> nat) l, sum (fun a => c * f a) l = c * sum f l.
  Proof. induction l; simpl; lia. Qed.

  Lemma sum_const : forall {T} c (l : list T), sum (fun _ => c) l = length l * c.
  Proof. induction l; simpl; lia. Qed.

  Lemma sum_zero : forall {T} (f : T -> nat) l, (forall a, In a l -> f a = 0) -> sum f l = 0.
  Proof. intros T f l; induction l as [|a l IH]; simpl; intros H; [reflexivity | rewrite H, IH; auto]. Qed.

  Lemma sum_app : forall {T} (f : T -> nat) l m, sum f (l ++ m) = sum f l + sum f m.
  Proof. intros T f l m; induction l as [|a l IH]; simpl; [reflexivity | rewrite IH; lia]. Qed.

  Lemma sum_map : forall {T U} (g : T -> U) (f : U -> nat) l, sum f (map g l) = sum (fun a => f (g a)) l.
  Proof. intros T U g f l; induction l as [|a l IH]; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.

  Lemma sum_swap : forall {T U} (f : T -> U -> nat) l m,
    sum (fun a => sum (f a) m) l = sum (fun b => sum (fun a => f a b) l) m.
  Proof.
    intros T U f l m; induction l as [|a l IH]; simpl; [symmetry; apply sum_zero; auto | rewrite IH, <- sum_plus; reflexivity].
  Qed.

  Lemma sum_prod : forall {T U} (f : T * U -> nat) l m,
    sum f (list_prod l m) = sum (fun a => sum (fun b => f (a, b)) m) l.
  Proof. intros T U f l m; induction l as [|a l IH]; simpl; [reflexivity | rewrite sum_app, sum_map, IH; reflexivity]. Qed.

  (** One term of a sum over different elements is replaced. *)
  Lemma sum_replace : forall {T} (eqb : T -> T -> bool), (forall a b, eqb a b = true <-> a = b) ->
    forall (f : T -> nat) a v l, NoDup l -> In a l ->
    sum (fun b => if eqb a b then v else f b) l + f a = v + sum f l.
  Proof.
    intros T eqb spec f a v l; induction l as [|b l IH]; simpl; intros nd HIn; [tauto|].
    inversion nd; subst. destruct (eqb a b) eqn:E.
    - apply spec in E; subst. rewrite (sum_ext _ f); [lia|].
      intros c Hc; destruct (eqb b c) eqn:E; auto. apply spec in E; subst; tauto.
    - destruct HIn as [->|HIn]; [rewrite (proj2 (spec a a) eq_refl) in E; discriminate|].
      specialize (IH H2 HIn); lia.
  Qed.
End Sums.

(** ** Polynomials *)

Definition poly := nat -> nat.

(** [one_if d k]: the coefficient of x^k in x^d. *)
Definition one_if (d k : nat) : nat := if d =? k then 1 else 0.

Definition times (p q : poly) : poly := fun k => sum (fun i => p i * q (k - i)) (seq 0 (S k)).
Definition shift (c : nat) (p : poly) : poly := fun k => if c <=? k then p (k - c) else 0.

(** The sum of x^d over some pairs, at x^k. *)
Definition power_sum {T} (d : T -> nat) (l : list T) : poly := fun k => sum (fun a => one_if (d a) k) l.

Lemma sum_one_if : forall (g : nat -> nat) d a n,
  sum (fun i => one_if d i * g i) (seq a n) = if (a <=? d) && (d <? a + n) then g d else 0.
Proof.
  intros g d a n; revert a; induction n; simpl; intros a.
  - destruct (a <=? d) eqn:E; simpl; auto. destruct (d <? a + 0) eqn:F; auto.
    apply Nat.leb_le in E; apply Nat.ltb_lt in F; lia.
  - rewrite IHn. unfold one_if.
    destruct (Nat.eqb_spec d a), (Nat.leb_spec a d), (Nat.leb_spec (S a) d),
      (Nat.ltb_spec d (S a + n)), (Nat.ltb_spec d (a + S n)); simpl; try lia; subst; lia.
Qed.

(** x^d · x^e = x^(d+e), summed over all pairs: the product of two power sums. *)
Lemma times_power_sums : forall {T U} (d : T -> nat) (e : U -> nat) l m k,
  times (power_sum d l) (power_sum e m) k = sum (fun a => sum (fun b => one_if (d a + e b) k) m) l.
Proof.
  intros; unfold times, power_sum.
  rewrite (sum_ext _ (fun i => sum (fun a => one_if (d a) i * sum (fun b => one_if (e b) (k - i)) m) l)).
  2: { intros i _; rewrite Nat.mul_comm, <- sum_scale; apply sum_ext; intros; lia. }
  rewrite sum_swap; apply sum_ext; intros a _.
  rewrite (sum_one_if (fun i => sum (fun b => one_if (e b) (k - i)) m)).
  destruct (Nat.ltb_spec (d a) (0 + S k)); simpl andb; cbn [Nat.leb].
  - apply sum_ext; intros b _; unfold one_if.
    destruct (Nat.eqb_spec (e b) (k - d a)), (Nat.eqb_spec (d a + e b) k); lia.
  - symmetry; apply sum_zero; intros b _; unfold one_if; destruct (Nat.eqb_spec (d a + e b) k); lia.
Qed.

Lemma shift_sum : forall {T U} (d : T -> nat) (e : U -> nat) c l m k,
  shift c (times (power_sum d l) (power_sum e m)) k = sum (fun a => sum (fun b => one_if (d a + e b + c) k) m) l.
Proof.
  intros; unfold shift; destruct (Nat.leb_spec c k).
  - rewrite times_power_sums; apply sum_ext; intros a _; apply sum_ext; intros b _; unfold one_if.
    destruct (Nat.eqb_spec (d a + e b) (k - c)), (Nat.eqb_spec (d a + e b + c) k); lia.
  - symmetry; apply sum_zero; intros a _; apply sum_zero; intros b _; unfold one_if.
    destruct (Nat.eqb_spec (d a + e b + c) k); lia.
Qed.

Lemma shift_power_sum : forall {T} (d : T -> nat) c l k,
  shift c (power_sum d l) k = sum (fun a => one_if (d a + c) k) l.
Proof.
  intros; unfold shift; destruct (Nat.leb_spec c k).
  - apply sum_ext; intros a _; unfold one_if.
    destruct (Nat.eqb_spec (d a) (k - c)), (Nat.eqb_spec (d a + c) k); lia.
  - symmetry; apply sum_zero; intros a _; unfold one_if; destruct (Nat.eqb_spec (d a + c) k); lia.
Qed.

(** ** The distance polynomial of a graph *)

(** Distances [d], summed over the pairs of a source and a node. *)
Definition distances {V} (d : V -> V -> nat) (sources nodes : list V) : poly :=
  power_sum (fun p => d (fst p) (snd p)) (list_prod sources nodes).

Lemma distances_sum : forall {V} (d : V -> V -> nat) sources nodes k,
  distances d sources nodes k = sum (fun u => sum (fun v => one_if (d u v) k) nodes) sources.
Proof. intros; unfold distances, power_sum; rewrite sum_prod; auto. Qed.

Section TwoGraphs.
  Context {A B : Type}.
  Variables (RA : A -> A -> Prop) (RB : B -> B -> Prop) (dA : A -> A -> nat) (dB : B -> B -> nat).
  Hypothesis (distA : forall u v, dist RA (dA u v) u v) (distB : forall u v, dist RB (dB u v) u v).
  Variables (sourcesA nodesA : list A) (sourcesB nodesB : list B).

  Lemma times_distances : forall c k,
    shift c (times (distances dA sourcesA nodesA) (distances dB sourcesB nodesB)) k =
    sum (fun u => sum (fun w => sum (fun a => sum (fun b => one_if (dA u a + dB w b + c) k) nodesB) nodesA) sourcesB) sourcesA.
  Proof.
    intros c k; unfold distances; rewrite shift_sum, sum_prod; apply sum_ext; intros u _.
    rewrite (sum_swap (fun w a => sum (fun b => one_if (dA u a + dB w b + c) k) nodesB) sourcesB nodesA).
    apply sum_ext; intros a _; rewrite sum_prod; reflexivity.
  Qed.

  (** *** Product *)

  (** Any distance function of the product. *)
  Variable dP : A * B -> A * B -> nat.
  Hypothesis distP : forall p q, dist (product RA RB) (dP p q) p q.

  Theorem product_distance_polynomial : forall k,
    distances dP (list_prod sourcesA sourcesB) (list_prod nodesA nodesB) k =
    times (distances dA sourcesA nodesA) (distances dB sourcesB nodesB) k.
  Proof.
    intros k; pose proof (times_distances 0 k) as H.
    unfold shift in H; cbn [Nat.leb] in H; rewrite Nat.sub_0_r in H; rewrite H.
    rewrite distances_sum, sum_prod; apply sum_ext; intros u _; apply sum_ext; intros w _.
    rewrite sum_prod; apply sum_ext; intros a _; apply sum_ext; intros b _. f_equal.
    rewrite Nat.add_0_r.
    eapply dist_unique; [apply distP | apply product_distance; auto].
  Qed.

  (** *** Dual *)

  Variable dD : node A B -> node A B -> nat.
  Hypothesis distD : forall p q, dist (dual RA RB) (dD p q) p q.
  Variables (eqA : A -> A -> bool) (eqB : B -> B -> bool).
  Hypothesis (eqA_spec : forall a b, eqA a b = true <-> a = b) (eqB_spec : forall a b, eqB a b = true <-> a = b).
  Hypothesis (onceA : NoDup nodesA) (onceB : NoDup nodesB).
  Hypothesis (inA : incl sourcesA nodesA) (inB : incl sourcesB nodesB).

  Definition of_class (t : bool) (xs : list A) (ys : list B) : list (node A B) :=
    map (fun p => (t, fst p, snd p)) (list_prod xs ys).

  Definition dual_nodes : list (node A B) := of_class false nodesA nodesB ++ of_class true nodesA nodesB.

  Lemma distances_of_class : forall t t' k,
    distances dD (of_class t sourcesA sourcesB) (of_class t' nodesA nodesB) k =
    sum (fun u => sum (fun w => sum (fun a => sum (fun b => one_if (dD (t, u, w) (t', a, b)) k) nodesB) nodesA) sourcesB) sourcesA.
  Proof.
    intros; rewrite distances_sum; unfold of_class; rewrite sum_map, sum_prod.
    apply sum_ext; intros u _; apply sum_ext; intros w _; rewrite sum_map, sum_prod; auto.
  Qed.

  (** From one class to the other: x · A · B. *)
  Lemma other_class_polynomial : forall t k,
    distances dD (of_class t sourcesA sourcesB) (of_class (negb t) nodesA nodesB) k =
    shift 1 (times (distances dA sourcesA nodesA) (distances dB sourcesB nodesB)) k.
  Proof.
    intros t k; rewrite times_distances, distances_of_class.
    apply sum_ext; intros u _; apply sum_ext; intros w _; apply sum_ext; intros a _; apply sum_ext; intros b _.
    f_equal; eapply dist_unique; [apply distD | apply dual_distance_other_class; auto].
  Qed.

  Lemma zeroA : forall u, dA u u = 0.
  Proof. intros; eapply dist_unique; [apply distA | apply dist_refl]. Qed.

  Lemma zeroB : forall u, dB u u = 0.
  Proof. intros; eapply dist_unique; [apply distB | apply dist_refl]. Qed.

  (** From class 0 to class 0: s·A + x²(A·B - s·A), with s the number of sources of B; the subtraction is written on the left. *)
  Lemma class_zero_polynomial : forall k,
    distances dD (of_class false sourcesA sourcesB) (of_class false nodesA nodesB) k
      + length sourcesB * shift 2 (distances dA sourcesA nodesA) k =
    length sourcesB * distances dA sourcesA nodesA k
      + shift 2 (times (distances dA sourcesA nodesA) (distances dB sourcesB nodesB)) k.
  Proof.
    intros k; rewrite times_distances, distances_of_class.
    unfold distances at 1; rewrite shift_power_sum, sum_prod, distances_sum.
    rewrite <- !sum_scale, <- !sum_plus; apply sum_ext; intros u _; cbn [fst snd].
    rewrite <- !sum_const, <- !sum_plus; apply sum_ext; intros w Hw.
    rewrite <- !sum_plus; apply sum_ext; intros a _.
    rewrite (sum_ext _ (fun b => if eqB w b then one_if (dA u a) k else one_if (dA u a + dB w b + 2) k)).
    - rewrite <- (sum_replace eqB eqB_spec _ w _ nodesB onceB); auto.
      rewrite zeroB, Nat.add_0_r; auto.
    - intros b _; destruct (eqB w b) eqn:E.
      + apply eqB_spec in E; subst b. f_equal.
        rewrite <- (Nat.add_0_r (dA u a)), <- (zeroB w).
        eapply dist_unique; [apply distD | apply dual_distance_same_cluster; auto; split; auto].
      + f_equal; eapply dist_unique; [apply distD | apply dual_distance_other_cluster; auto].
        intros [_ S]; apply eqB_spec in S; congruence.
  Qed.

  (** The same from class 1 to class 1, with A and B exchanged. *)
  Lemma class_one_polynomial : forall k,
    distances dD (of_class true sourcesA sourcesB) (of_class true nodesA nodesB) k
      + length sourcesA * shift 2 (distances dB sourcesB nodesB) k =
    length sourcesA * distances dB sourcesB nodesB k
      + shift 2 (times (distances dA sourcesA nodesA) (distances dB sourcesB nodesB)) k.
  Proof.
    intros k; rewrite times_distances, distances_of_class.
    unfold distances at 1; rewrite shift_power_sum, sum_prod, distances_sum.
    rewrite <- !sum_const, <- !sum_plus; apply sum_ext; intros u Hu; cbn [fst snd].
    rewrite <- !sum_plus; apply sum_ext; intros w Hw.
    rewrite (sum_swap (fun a b => one_if (dD (true, u, w) (true, a, b)) k)).
    rewrite (sum_swap (fun a b => one_if (dA u a + dB w b + 2) k)).
    rewrite <- !sum_plus; apply sum_ext; intros b _.
    rewrite (sum_ext _ (fun a => if eqA u a then one_if (dB w b) k else one_if (dA u a + dB w b + 2) k)).
    - rewrite <- (sum_replace eqA eqA_spec _ u _ nodesA onceA); auto.
      rewrite zeroA; auto.
    - intros a _; destruct (eqA u a) eqn:E.
      + apply eqA_spec in E; subst a. f_equal.
        change (dB w b) with (0 + dB w b); rewrite <- (zeroA u).
        eapply dist_unique; [apply distD | apply dual_distance_same_cluster; auto; split; auto].
      + f_equal; eapply dist_unique; [apply distD | apply dual_distance_other_cluster; auto].
        intros [_ S]; apply eqA_spec in S; congruence.
  Qed.
End TwoGraphs.

(** ** The statements of the library *)

Lemma distances_app : forall {V} (d : V -> V -> nat) s m n k,
  distances d s (m ++ n) k = distances d s m k + distances d s n k.
Proof.
  intros; rewrite !distances_sum, <- sum_plus; apply sum_ext; intros; apply sum_app.
Qed.

(** I2. The sources are a class of the dual and two copies of the sources of the base, s of them, so s² in all. The coefficient of x^k in
    D + x²·s·A is that in x·A² + s·A + x²·A², that is, D = x·A² + s·A + x²(A² - s·A). It holds for the sources of either class. *)
Theorem dual_distance_polynomial :
  forall {V} (R : V -> V -> Prop) (d : V -> V -> nat), (forall u v, dist R (d u v) u v) ->
  forall (dD : node V V -> node V V -> nat), (forall p q, dist (dual R R) (dD p q) p q) ->
  forall eqb : V -> V -> bool, (forall a b, eqb a b = true <-> a = b) ->
  forall sources nodes : list V, NoDup nodes -> incl sources nodes ->
  forall (t : bool) k,
    let s := length sources in
    let A := distances d sources nodes in
    distances dD (of_class t sources sources) (dual_nodes nodes nodes) k + s * shift 2 A k =
    shift 1 (times A A) k + s * A k + shift 2 (times A A) k.
Proof.
  intros V R d Hd dD HdD eqb spec sources nodes once inside [|] k s A; unfold dual_nodes; rewrite distances_app.
  - pose proof (class_one_polynomial R R d d Hd Hd sources nodes sources nodes dD HdD eqb spec once inside k).
    pose proof (other_class_polynomial R R d d Hd Hd sources nodes sources nodes dD HdD true k).
    cbn [negb] in *. fold A in H, H0; fold s in H. lia.
  - pose proof (class_zero_polynomial R R d d Hd Hd sources nodes sources nodes dD HdD eqb spec once inside k).
    pose proof (other_class_polynomial R R d d Hd Hd sources nodes sources nodes dD HdD false k).
    cbn [negb] in *. fold A in H, H0; fold s in H. lia.
Qed.

(** Two bases: all ordered pairs of nodes. With A and B over all pairs of nodes and n_A, n_B the numbers of nodes,
    D = 2x·AB + n_B·A + n_A·B + x²(2·AB - n_B·A - n_A·B). *)
Theorem dual_distance_polynomial_two_bases :
  forall {A B} (RA : A -> A -> Prop) (RB : B -> B -> Prop) dA dB,
  (forall u v, dist RA (dA u v) u v) -> (forall u v, dist RB (dB u v) u v) ->
  forall (dD : node A B -> node A B -> nat), (forall p q, dist (dual RA RB) (dD p q) p q) ->
  forall eqA eqB, (forall a b : A, eqA a b = true <-> a = b) -> (forall a b : B, eqB a b = true <-> a = b) ->
  forall (nodesA : list A) (nodesB : list B), NoDup nodesA -> NoDup nodesB ->
  forall k,
    let a := distances dA nodesA nodesA in
    let b := distances dB nodesB nodesB in
    distances dD (dual_nodes nodesA nodesB) (dual_nodes nodesA nodesB) k
      + length nodesB * shift 2 a k + length nodesA * shift 2 b k =
    2 * shift 1 (times a b) k + length nodesB * a k + length nodesA * b k + 2 * shift 2 (times a b) k.
Proof.
  intros A B RA RB dA dB HA HB dD HD eqA eqB specA specB nodesA nodesB onceA onceB k a b.
  assert (split_sources : forall m, distances dD (dual_nodes nodesA nodesB) m k =
    distances dD (of_class false nodesA nodesB) m k + distances dD (of_class true nodesA nodesB) m k).
  { intros m; unfold dual_nodes; rewrite !distances_sum, sum_app; auto. }
  rewrite split_sources; unfold dual_nodes at 1 2; rewrite !distances_app.
  pose proof (class_zero_polynomial RA RB dA dB HA HB nodesA nodesA nodesB nodesB dD HD eqB specB onceB (incl_refl _) k).
  pose proof (class_one_polynomial RA RB dA dB HA HB nodesA nodesA nodesB nodesB dD HD eqA specA onceA (incl_refl _) k).
  pose proof (other_class_polynomial RA RB dA dB HA HB nodesA nodesA nodesB nodesB dD HD true k).
  pose proof (other_class_polynomial RA RB dA dB HA HB nodesA nodesA nodesB nodesB dD HD false k).
  cbn [negb] in *; fold a b in H, H0, H1, H2; lia.
Qed.
