(** * Distances in the dual construction (I1)

    [dual(A, B)] in coordinates: a node is [(t, x, y)] with a class [t], a vertex [x] of [A] and a vertex [y] of [B]. Class 0 ([false])
    moves [x] along links of [A], class 1 ([true]) moves [y] along links of [B], and the cross-edge flips the class. The cluster of
    [(0, x, y)] is [y], that of [(1, x, y)] is [x]: the coordinate that the class does not move.

    A walk from [(t, x, y)] to [(t', x', y')] projects to a walk in each base and a number of crossings; the parity of that number is
    the change of class, and without a crossing the cluster is the same. Conversely, both walks can be done with that many crossings. *)

From Coq Require Import Arith Lia Bool.
From Crossedge Require Import Graph.

Section TwoBases.
  Context {A B : Type}.
  Variables (RA : A -> A -> Prop) (RB : B -> B -> Prop).

  Definition node : Type := bool * A * B.

  Inductive dual : node -> node -> Prop :=
  | move_first : forall x x' y, RA x x' -> dual (false, x, y) (false, x', y)
  | move_second : forall x y y', RB y y' -> dual (true, x, y) (true, x, y')
  | cross_edge : forall t x y, dual (t, x, y) (negb t, x, y).

  Definition same_cluster (p q : node) : Prop :=
    let '(t, x, y) := p in let '(t', x', y') := q in t = t' /\ if t then x = x' else y = y'.

  Lemma dual_symmetric : symmetric RA -> symmetric RB -> symmetric dual.
  Proof.
    intros symA symB p q H; inversion H; subst; try (constructor; auto; fail).
    rewrite <- (negb_involutive t) at 2; constructor.
  Qed.

  (** Every walk projects to both bases. *)
  Lemma walk_projects_from : forall n p q, walk dual n p q -> forall t x y t' x' y', p = (t, x, y) -> q = (t', x', y') ->
    exists a b c, walk RA a x x' /\ walk RB b y y' /\ n = a + b + c /\
      Nat.odd c = xorb t t' /\ (c = 0 -> same_cluster (t, x, y) (t', x', y')).
  Proof.
    intros n p q H; induction H as [p | n p q r H _ IH]; intros t x y t' x' y' -> E.
    - inversion E; subst; exists 0, 0, 0; repeat split; try constructor; destruct t'; reflexivity.
    - inversion H; subst; destruct (IH _ _ _ _ _ _ eq_refl eq_refl) as [a [b [c [HA [HB [-> [Hpar Hsame]]]]]]].
      + exists (S a), b, c; refine (conj _ (conj HB (conj eq_refl (conj Hpar _)))); [econstructor; eauto|].
        intros Hc; specialize (Hsame Hc); simpl in *; intuition.
      + exists a, (S b), c; refine (conj HA (conj _ (conj _ (conj Hpar _)))); [econstructor; eauto | lia |].
        intros Hc; specialize (Hsame Hc); simpl in *; intuition.
      + exists a, b, (S c); refine (conj HA (conj HB (conj _ (conj _ _)))); [lia | | discriminate].
        rewrite Nat.odd_succ, <- Nat.negb_odd, Hpar; destruct t, t'; reflexivity.
  Qed.

  Lemma walk_projects : forall n t x y t' x' y', walk dual n (t, x, y) (t', x', y') ->
    exists a b c, walk RA a x x' /\ walk RB b y y' /\ n = a + b + c /\
      Nat.odd c = xorb t t' /\ (c = 0 -> same_cluster (t, x, y) (t', x', y')).
  Proof. intros; eapply walk_projects_from; eauto. Qed.

  Lemma walk_first : forall a x x' y, walk RA a x x' -> walk dual a (false, x, y) (false, x', y).
  Proof. intros a x x' y H; induction H; econstructor; eauto using move_first. Qed.

  Lemma walk_second : forall b x y y', walk RB b y y' -> walk dual b (true, x, y) (true, x, y').
  Proof. intros b x y y' H; induction H; econstructor; eauto using move_second. Qed.

  Lemma walk_cross : forall t x y, walk dual 1 (t, x, y) (negb t, x, y).
  Proof. intros; apply walk_one; constructor. Qed.

  (** Walks in both bases make a walk with one crossing to the other class. *)
  Lemma walk_to_other_class : forall a b t x x' y y',
    walk RA a x x' -> walk RB b y y' -> walk dual (a + b + 1) (t, x, y) (negb t, x', y').
  Proof.
    intros a b [|] x x' y y' HA HB; simpl.
    - replace (a + b + 1) with (b + (1 + a)) by lia.
      eapply walk_app; [apply walk_second; eauto|]. eapply walk_app; [apply (walk_cross true) | apply walk_first; auto].
    - replace (a + b + 1) with (a + (1 + b)) by lia.
      eapply walk_app; [apply walk_first; eauto|]. eapply walk_app; [apply (walk_cross false) | apply walk_second; auto].
  Qed.

  (** And with two crossings to the same class. *)
  Lemma walk_to_same_class : forall a b t x x' y y',
    walk RA a x x' -> walk RB b y y' -> walk dual (a + b + 2) (t, x, y) (t, x', y').
  Proof.
    intros a b t x x' y y' HA HB. replace (a + b + 2) with ((a + b + 1) + 1) by lia.
    eapply walk_app; [apply walk_to_other_class; eauto|].
    rewrite <- (negb_involutive t) at 2. apply walk_cross.
  Qed.

  Section Distances.
    Variables (x x' : A) (y y' : B) (dA dB : nat).
    Hypothesis (HA : dist RA dA x x') (HB : dist RB dB y y').

    (** The other class: both distances and one crossing. *)
    Theorem dual_distance_other_class : forall t,
      dist dual (dA + dB + 1) (t, x, y) (negb t, x', y').
    Proof.
      destruct HA as [wA minA], HB as [wB minB]; intros t; split; [apply walk_to_other_class; auto|].
      intros n H; destruct (walk_projects _ _ _ _ _ _ _ H) as [a [b [c [Ha [Hb [-> [Hodd _]]]]]]].
      specialize (minA _ Ha); specialize (minB _ Hb).
      destruct c; [destruct t; discriminate | lia].
    Qed.

    (** Another cluster of the same class: both distances and two crossings. *)
    Theorem dual_distance_other_cluster : forall t,
      ~ same_cluster (t, x, y) (t, x', y') -> dist dual (dA + dB + 2) (t, x, y) (t, x', y').
    Proof.
      destruct HA as [wA minA], HB as [wB minB]; intros t other; split; [apply walk_to_same_class; auto|].
      intros n H; destruct (walk_projects _ _ _ _ _ _ _ H) as [a [b [c [Ha [Hb [-> [Hodd Hsame]]]]]]].
      specialize (minA _ Ha); specialize (minB _ Hb).
      destruct c as [|[|c]]; [exfalso; auto | destruct t; discriminate | lia].
    Qed.

    (** The same cluster: the distance inside it; the other one is 0. *)
    Theorem dual_distance_same_cluster : forall t,
      same_cluster (t, x, y) (t, x', y') -> dist dual (dA + dB) (t, x, y) (t, x', y').
    Proof.
      destruct HA as [wA minA], HB as [wB minB]; intros t [_ same]; split.
      - destruct t; subst.
        + assert (dA = 0) by (pose proof (minA 0 (walk_nil _ _)); lia). subst; apply walk_second; auto.
        + assert (dB = 0) by (pose proof (minB 0 (walk_nil _ _)); lia). subst.
          rewrite Nat.add_0_r; apply walk_first; auto.
      - intros n H; destruct (walk_projects _ _ _ _ _ _ _ H) as [a [b [c [Ha [Hb [-> _]]]]]].
        specialize (minA _ Ha); specialize (minB _ Hb); lia.
    Qed.
  End Distances.

  (** A dual distance exists exactly where both base distances do (for bases in which a walk of given length can be decided). *)
  Theorem dual_distance_exists :
    (forall n u v, walk RA n u v \/ ~ walk RA n u v) -> (forall n u v, walk RB n u v \/ ~ walk RB n u v) ->
    forall d t x y t' x' y', dist dual d (t, x, y) (t', x', y') ->
    exists dA dB, dist RA dA x x' /\ dist RB dB y y'.
  Proof.
    intros decA decB d t x y t' x' y' [H _].
    destruct (walk_projects _ _ _ _ _ _ _ H) as [a [b [c [Ha [Hb _]]]]].
    destruct (walk_dist RA decA _ _ _ Ha) as [dA [_ HA]], (walk_dist RB decB _ _ _ Hb) as [dB [_ HB]]; eauto.
  Qed.

  Theorem dual_connected : connected RA -> connected RB -> connected dual.
  Proof.
    intros cA cB [[t x] y] [[t' x'] y']; destruct (cA x x') as [a HA], (cB y y') as [b HB].
    destruct (bool_dec t' t) as [->|]; [exists (a + b + 2); apply walk_to_same_class; auto|].
    assert (E : t' = negb t) by (destruct t, t'; simpl; congruence). rewrite E; exists (a + b + 1); apply walk_to_other_class; auto.
  Qed.

  (** Identity I1 in one statement: number of crossings 0, 1 or 2 by class and cluster. *)
  Definition crossings (same : node -> node -> bool) (p q : node) : nat :=
    if xorb (fst (fst p)) (fst (fst q)) then 1 else if same p q then 0 else 2.

  Theorem dual_distance_two_bases :
    forall same, (forall p q, same p q = true <-> same_cluster p q) ->
    forall t x y t' x' y' dA dB, dist RA dA x x' -> dist RB dB y y' ->
    dist dual (dA + dB + crossings same (t, x, y) (t', x', y')) (t, x, y) (t', x', y').
  Proof.
    intros same spec t x y t' x' y' dA dB HA HB; unfold crossings; cbn [fst].
    destruct (xorb t t') eqn:Ht.
    - replace t' with (negb t) by (destruct t, t'; simpl in *; congruence). apply dual_distance_other_class; auto.
    - assert (t' = t) by (destruct t, t'; simpl in *; congruence); subst t'.
      destruct (same (t, x, y) (t, x', y')) eqn:E.
      + rewrite Nat.add_0_r; apply dual_distance_same_cluster; auto; apply spec; auto.
      + apply dual_distance_other_cluster; auto. intros S; apply spec in S; congruence.
  Qed.
End TwoBases.
Arguments node : clear implicits.

(** ** One base, in the words of the program

    A node of [dual(G)] is (class, cluster, node); the cross-edge flips the class and swaps the cluster with the node. *)
Section OneBase.
  Context {V : Type}.
  Variable R : V -> V -> Prop.

  Inductive dual_of_one : bool * V * V -> bool * V * V -> Prop :=
  | inside : forall c cluster v w, R v w -> dual_of_one (c, cluster, v) (c, cluster, w)
  | across : forall c cluster v, dual_of_one (c, cluster, v) (negb c, v, cluster).

  (** Coordinates of (class, cluster, node). *)
  Definition coordinates (p : bool * V * V) : bool * V * V :=
    let '(c, cluster, v) := p in if c then (c, cluster, v) else (c, v, cluster).

  Lemma coordinates_involutive : forall p, coordinates (coordinates p) = p.
  Proof. intros [[[|] cl] v]; reflexivity. Qed.

  Lemma coordinates_dual : forall p q, dual_of_one p q <-> dual R R (coordinates p) (coordinates q).
  Proof.
    intros p q; split.
    - intros H; inversion H; subst; destruct c; simpl;
        first [apply move_first; assumption | apply move_second; assumption
              | apply (cross_edge R R true) | apply (cross_edge R R false)].
    - intros H; rewrite <- (coordinates_involutive p), <- (coordinates_involutive q).
      inversion H; subst; simpl; try (apply inside; assumption).
      destruct t; simpl; [apply (across true) | apply (across false)].
  Qed.

  Lemma dist_coordinates : forall d p q,
    dist dual_of_one d p q <-> dist (dual R R) d (coordinates p) (coordinates q).
  Proof.
    intros; apply (dist_transport _ _ (fun _ => True)); auto.
    - intros; apply coordinates_dual; auto.
    - intros v w' _ H; exists (coordinates w'); repeat split; auto using coordinates_involutive.
      apply coordinates_dual; rewrite coordinates_involutive; auto.
    - intros v w _ _ E; rewrite <- (coordinates_involutive v), E; apply coordinates_involutive.
  Qed.

  Variable same : V -> V -> bool.
  Hypothesis same_spec : forall u v, same u v = true <-> u = v.

  (** The distance as the program computes it from the distances [d] of the base. *)
  Definition dual_distance_formula (d : V -> V -> nat) (p q : bool * V * V) : nat :=
    let '(c, cluster, v) := p in let '(c', cluster', v') := q in
    if xorb c c' then d v cluster' + d cluster v' + 1
    else d v v' + d cluster cluster' + if same cluster cluster' then 0 else 2.

  Theorem dual_distance : forall d, (forall u v, dist R (d u v) u v) ->
    forall p q, dist dual_of_one (dual_distance_formula d p q) p q.
  Proof.
    intros d Hd [[c cl] v] [[c' cl'] v']; apply dist_coordinates; unfold dual_distance_formula.
    destruct c, c'; simpl.
    - destruct (same cl cl') eqn:E.
      + replace (d v v' + d cl cl' + 0) with (d cl cl' + d v v') by lia.
        apply dual_distance_same_cluster; auto; split; auto; apply same_spec; auto.
      + replace (d v v' + d cl cl' + 2) with (d cl cl' + d v v' + 2) by lia.
        apply dual_distance_other_cluster; auto; intros [_ S]; apply same_spec in S; congruence.
    - replace (d v cl' + d cl v' + 1) with (d cl v' + d v cl' + 1) by lia.
      apply (dual_distance_other_class R R _ _ _ _ _ _ (Hd _ _) (Hd _ _) true).
    - apply (dual_distance_other_class R R _ _ _ _ _ _ (Hd _ _) (Hd _ _) false).
    - destruct (same cl cl') eqn:E.
      + rewrite Nat.add_0_r. apply dual_distance_same_cluster; auto; split; auto; apply same_spec; auto.
      + apply dual_distance_other_cluster; auto; intros [_ S]; apply same_spec in S; congruence.
  Qed.
End OneBase.
