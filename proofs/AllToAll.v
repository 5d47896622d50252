(** * All-to-all of products in rounds: no arc carries two messages in one step

    A message is given by its source and the number of its displacement; every number takes the nodes to different nodes, and from every node the
    numbers lead to all nodes. A schedule gives every message its hops, each a step and an arc; messages are stored at every node.

    For factors of even sizes. Colour the pairs (u, v) of displacements like a chessboard. White messages move along A in the first half of the
    steps and along B in the second, black ones the other way round. Message (u, v) moves along A in round v/2 of its half, along B in
    round u/2. In every row of the product, a round of A has at most one message for each node and displacement: it is a part of the
    all-to-all of A. *)

From Coq Require Import Arith Lia Bool List.
Import ListNotations.

Section Schedule.
  Context {V E : Type}.
  Variables (tail head : E -> V).

  (** The hops lead from [x] to [z] in increasing steps after [lo] and up to [hi]. *)
  Fixpoint timed (lo hi : nat) (x : V) (hops : list (nat * E)) (z : V) : Prop :=
    match hops with
    | [] => x = z /\ lo <= hi
    | (t, e) :: rest => lo < t /\ t <= hi /\ tail e = x /\ timed t hi (head e) rest z
    end.

  Lemma timed_order : forall hops lo hi x z, timed lo hi x hops z -> lo <= hi.
  Proof. intros [|[t e] rest] lo hi x z; simpl; lia. Qed.

  Lemma timed_in : forall hops lo hi x z t e, timed lo hi x hops z -> In (t, e) hops -> lo < t <= hi.
  Proof.
    induction hops as [|[s d] rest IH]; simpl; intros lo hi x z t e H HIn; [tauto|].
    destruct H as [H1 [H2 [H3 H4]]], HIn as [E'|HIn]; [inversion E'; subst; auto|].
    specialize (IH _ _ _ _ _ _ H4 HIn); lia.
  Qed.

  Lemma timed_app : forall h1 lo mid hi x y z h2, timed lo mid x h1 y -> timed mid hi y h2 z -> timed lo hi x (h1 ++ h2) z.
  Proof.
    induction h1 as [|[t e] rest IH]; simpl; intros lo mid hi x y z h2 H1 H2.
    - destruct H1 as [-> le]. destruct h2 as [|[t e] h2]; simpl in *; intuition lia.
    - destruct H1 as [A [B [C D]]]. pose proof (timed_order _ _ _ _ _ H2). pose proof (timed_order _ _ _ _ _ D).
      repeat split; auto; try lia. eapply IH; eauto.
  Qed.

  (** An all-to-all in [T] steps on the nodes with property [P]: displacements 0 … n - 1. *)
  Record all_to_all (P : V -> Prop) (n T : nat) (move : nat -> V -> V) (hops : V -> nat -> list (nat * E)) : Prop := {
    moves_within : forall u x, u < n -> P x -> P (move u x);
    moves_apart : forall u x y, u < n -> P x -> P y -> move u x = move u y -> x = y;
    reaches_all : forall x y, P x -> P y -> exists u, u < n /\ move u x = y;
    delivered : forall x u, P x -> u < n -> timed 0 T x (hops x u) (move u x);
    no_arc_twice : forall x u x' u' t e, P x -> P x' -> u < n -> u' < n ->
      In (t, e) (hops x u) -> In (t, e) (hops x' u') -> x = x' /\ u = u'
  }.
End Schedule.

Lemma timed_lift : forall {V E W F} (tailV headV : E -> V) (tailW headW : F -> W) (at_ : V -> W) (on : E -> F),
  (forall e, tailW (on e) = at_ (tailV e)) -> (forall e, headW (on e) = at_ (headV e)) ->
  forall c hops lo hi x z, timed tailV headV lo hi x hops z ->
  timed tailW headW (c + lo) (c + hi) (at_ x) (map (fun h => (c + fst h, on (snd h))) hops) (at_ z).
Proof.
  intros V E W F tailV headV tailW headW at_ on Ht Hh c hops; induction hops as [|[t e] rest IH]; simpl; intros lo hi x z H.
  - destruct H as [-> H]; split; auto; lia.
  - destruct H as [A [B [C D]]]; repeat split; try lia; [rewrite Ht, C; auto|]. rewrite Hh; apply IH; auto.
Qed.

Lemma timed_within : forall {V E} (tail head : E -> V) hops lo hi lo' hi' x z, lo' <= lo -> hi <= hi' ->
  timed tail head lo hi x hops z -> timed tail head lo' hi' x hops z.
Proof.
  intros V E tail head hops; induction hops as [|[t e] rest IH]; simpl; intros lo hi lo' hi' x z H1 H2 H.
  - destruct H; split; auto; lia.
  - destruct H as [A [B [C D]]]; repeat split; auto; try lia. apply (IH t hi); auto.
Qed.

Section Product.
  Context {A B EA EB : Type}.
  Variables (tailA headA : EA -> A) (tailB headB : EB -> B) (PA : A -> Prop) (PB : B -> Prop).
  (** 2a nodes in A, 2b in B. *)
  Variables (a b TA TB : nat) (moveA : nat -> A -> A) (moveB : nat -> B -> B).
  Variables (hopsA : A -> nat -> list (nat * EA)) (hopsB : B -> nat -> list (nat * EB)).
  Hypothesis okA : all_to_all tailA headA PA (2 * a) TA moveA hopsA.
  Hypothesis okB : all_to_all tailB headB PB (2 * b) TB moveB hopsB.

  Definition arc : Type := (EA * B) + (A * EB).
  Definition tailP (e : arc) : A * B := match e with inl (d, y) => (tailA d, y) | inr (x, d) => (x, tailB d) end.
  Definition headP (e : arc) : A * B := match e with inl (d, y) => (headA d, y) | inr (x, d) => (x, headB d) end.

  (** The steps of a half, and of all. *)
  Definition half : nat := Nat.max (b * TA) (a * TB).

  (** Hops of the first factor in row [y], from step [c] on, and of the second in column [x]. *)
  Definition in_row (y : B) (c : nat) (hops : list (nat * EA)) : list (nat * arc) := map (fun h => (c + fst h, inl (snd h, y))) hops.
  Definition in_column (x : A) (c : nat) (hops : list (nat * EB)) : list (nat * arc) := map (fun h => (c + fst h, inr (x, snd h))) hops.

  Definition white (u v : nat) : bool := Nat.even (u + v).

  Definition product_hops_of (x : A) (y : B) (u v : nat) : list (nat * arc) :=
    if white u v
    then in_row y (v / 2 * TA) (hopsA x u) ++ in_column (moveA u x) (half + u / 2 * TB) (hopsB y v)
    else in_column x (u / 2 * TB) (hopsB y v) ++ in_row (moveB v y) (half + v / 2 * TA) (hopsA x u).

  (** Displacement u of A and v of B have the number u·|B| + v. *)
  Definition product_move (w : nat) (p : A * B) : A * B := (moveA (w / (2 * b)) (fst p), moveB (w mod (2 * b)) (snd p)).
  Definition product_hops (p : A * B) (w : nat) : list (nat * arc) := product_hops_of (fst p) (snd p) (w / (2 * b)) (w mod (2 * b)).
  Definition both (p : A * B) : Prop := PA (fst p) /\ PB (snd p).

  Lemma number : forall w, w < 2 * a * (2 * b) -> w / (2 * b) < 2 * a /\ w mod (2 * b) < 2 * b /\ w = w / (2 * b) * (2 * b) + w mod (2 * b).
  Proof.
    intros w H; assert (2 * b <> 0) by nia. pose proof (Nat.div_mod w (2 * b)). pose proof (Nat.mod_upper_bound w (2 * b)).
    pose proof (Nat.div_lt_upper_bound w (2 * b) (2 * a)). nia.
  Qed.

  Lemma round_below : forall k u, u < 2 * k -> u / 2 < k.
  Proof. intros k u H; apply Nat.div_lt_upper_bound; lia. Qed.

  Lemma rowA : forall x u y c, PA x -> u < 2 * a -> timed tailP headP c (c + TA) (x, y) (in_row y c (hopsA x u)) (moveA u x, y).
  Proof.
    intros x u y c Px Hu; pose proof (delivered _ _ _ _ _ _ _ okA x u Px Hu) as D.
    apply (timed_lift tailA headA tailP headP (fun x => (x, y)) (fun e => inl (e, y))) with (c := c) in D; auto.
    rewrite Nat.add_0_r in D; exact D.
  Qed.

  Lemma columnB : forall y v x c, PB y -> v < 2 * b -> timed tailP headP c (c + TB) (x, y) (in_column x c (hopsB y v)) (x, moveB v y).
  Proof.
    intros y v x c Py Hv; pose proof (delivered _ _ _ _ _ _ _ okB y v Py Hv) as D.
    apply (timed_lift tailB headB tailP headP (fun y => (x, y)) (fun e => inr (x, e))) with (c := c) in D; auto.
    rewrite Nat.add_0_r in D; exact D.
  Qed.

  Lemma roundA : forall v, v < 2 * b -> v / 2 * TA + TA <= half.
  Proof. intros v H; pose proof (round_below b v H). unfold half. nia. Qed.

  Lemma roundB : forall u, u < 2 * a -> u / 2 * TB + TB <= half.
  Proof. intros u H; pose proof (round_below a u H). unfold half. nia. Qed.

  Lemma product_delivered : forall x y u v, PA x -> PB y -> u < 2 * a -> v < 2 * b ->
    timed tailP headP 0 (2 * half) (x, y) (product_hops_of x y u v) (moveA u x, moveB v y).
  Proof.
    intros x y u v Px Py Hu Hv; pose proof (roundA v Hv). pose proof (roundB u Hu).
    unfold product_hops_of; destruct (white u v).
    - apply timed_app with (mid := half) (y := (moveA u x, y)).
      + eapply timed_within; [| |apply rowA; auto]; lia.
      + eapply timed_within; [| |apply columnB; auto]; lia.
    - apply timed_app with (mid := half) (y := (x, moveB v y)).
      + eapply timed_within; [| |apply columnB; auto]; lia.
      + eapply timed_within; [| |apply rowA; auto]; lia.
  Qed.

  (** Two numbers with the same half and the same colour beside one number are the same. *)
  Lemma same_colour : forall u v v', v / 2 = v' / 2 -> white u v = white u v' -> v = v'.
  Proof.
    intros u v v' H W; unfold white in W; rewrite !Nat.even_add in W.
    assert (E : Nat.even v = Nat.even v') by (destruct (Nat.even u), (Nat.even v), (Nat.even v'); simpl in W; congruence).
    pose proof (Nat.div2_odd v) as D. pose proof (Nat.div2_odd v') as D'.
    rewrite Nat.div2_div, <- Nat.negb_even in D, D'. rewrite H, E in D. congruence.
  Qed.

  Lemma same_round : forall r r' T t t', 0 < t <= T -> 0 < t' <= T -> r * T + t = r' * T + t' -> r = r' /\ t = t'.
  Proof. intros r r' T t t' H H' E. destruct (Nat.lt_total r r') as [L|[L|L]]; nia. Qed.

  (** A hop in a row: its colour gives its half, its step the round, and its row one coordinate. *)
  Lemma hop_in_row : forall x y u v s d z, PA x -> PB y -> u < 2 * a -> v < 2 * b -> In (s, inl (d, z)) (product_hops_of x y u v) ->
    exists t, In (t, d) (hopsA x u) /\ 0 < t <= TA /\
      s = (if white u v then 0 else half) + (v / 2 * TA + t) /\ z = if white u v then y else moveB v y.
  Proof.
    intros x y u v s d z Px Py Hu Hv H; unfold product_hops_of in H.
    assert (G : forall row c, In (s, inl (d, z)) (in_row row c (hopsA x u)) -> exists t, In (t, d) (hopsA x u) /\ 0 < t <= TA /\ s = c + t /\ z = row).
    { intros row c HIn; apply in_map_iff in HIn; destruct HIn as [[t e] [E HIn]]; inversion E; subst.
      exists t; split; auto. split; [|auto]. eapply timed_in; [apply (delivered _ _ _ _ _ _ _ okA x u); auto | eauto]. }
    assert (N : forall col c, ~ In (s, inl (d, z)) (in_column col c (hopsB y v))).
    { intros col c HIn; apply in_map_iff in HIn; destruct HIn as [h [E _]]; discriminate. }
    destruct (white u v); apply in_app_iff in H; destruct H as [H|H]; try (exfalso; eapply N; eauto; fail);
      apply G in H; destruct H as [t [H1 [H2 [H3 H4]]]]; exists t; repeat split; auto; lia.
  Qed.

  Lemma hop_in_column : forall x y u v s d z, PA x -> PB y -> u < 2 * a -> v < 2 * b -> In (s, inr (z, d)) (product_hops_of x y u v) ->
    exists t, In (t, d) (hopsB y v) /\ 0 < t <= TB /\
      s = (if white u v then half else 0) + (u / 2 * TB + t) /\ z = if white u v then moveA u x else x.
  Proof.
    intros x y u v s d z Px Py Hu Hv H; unfold product_hops_of in H.
    assert (G : forall col c, In (s, inr (z, d)) (in_column col c (hopsB y v)) -> exists t, In (t, d) (hopsB y v) /\ 0 < t <= TB /\ s = c + t /\ z = col).
    { intros col c HIn; apply in_map_iff in HIn; destruct HIn as [[t e] [E HIn]]; inversion E; subst.
      exists t; split; auto. split; [|auto]. eapply timed_in; [apply (delivered _ _ _ _ _ _ _ okB y v); auto | eauto]. }
    assert (N : forall row c, ~ In (s, inr (z, d)) (in_row row c (hopsA x u))).
    { intros row c HIn; apply in_map_iff in HIn; destruct HIn as [h [E _]]; discriminate. }
    destruct (white u v); apply in_app_iff in H; destruct H as [H|H]; try (exfalso; eapply N; eauto; fail);
      apply G in H; destruct H as [t [H1 [H2 [H3 H4]]]]; exists t; repeat split; auto; lia.
  Qed.

  Lemma product_apart : forall x y u v x' y' u' v' s e, PA x -> PB y -> PA x' -> PB y' -> u < 2 * a -> v < 2 * b -> u' < 2 * a -> v' < 2 * b ->
    In (s, e) (product_hops_of x y u v) -> In (s, e) (product_hops_of x' y' u' v') -> x = x' /\ y = y' /\ u = u' /\ v = v'.
  Proof.
    intros x y u v x' y' u' v' s [[d z]|[z d]] Px Py Px' Py' Hu Hv Hu' Hv' H H'.
    - destruct (hop_in_row _ _ _ _ _ _ _ Px Py Hu Hv H) as [t [Ht [Bt [Es Ez]]]].
      destruct (hop_in_row _ _ _ _ _ _ _ Px' Py' Hu' Hv' H') as [t' [Ht' [Bt' [Es' Ez']]]].
      pose proof (roundA v Hv). pose proof (roundA v' Hv').
      assert (W : white u v = white u' v') by (destruct (white u v), (white u' v'); auto; lia). rewrite <- W in *.
      destruct (same_round (v / 2) (v' / 2) TA t t' Bt Bt') as [Er Et]; [lia|]. subst t'.
      destruct (no_arc_twice _ _ _ _ _ _ _ okA x u x' u' t d Px Px' Hu Hu' Ht Ht') as [Ex Eu]. subst x' u'.
      apply same_colour in W; auto. subst v'. repeat split; auto.
      destruct (white u v); [congruence|]. apply (moves_apart _ _ _ _ _ _ _ okB v); auto. congruence.
    - destruct (hop_in_column _ _ _ _ _ _ _ Px Py Hu Hv H) as [t [Ht [Bt [Es Ez]]]].
      destruct (hop_in_column _ _ _ _ _ _ _ Px' Py' Hu' Hv' H') as [t' [Ht' [Bt' [Es' Ez']]]].
      pose proof (roundB u Hu). pose proof (roundB u' Hu').
      assert (W : white u v = white u' v') by (destruct (white u v), (white u' v'); auto; lia). rewrite <- W in *.
      destruct (same_round (u / 2) (u' / 2) TB t t' Bt Bt') as [Er Et]; [lia|]. subst t'.
      destruct (no_arc_twice _ _ _ _ _ _ _ okB y v y' v' t d Py Py' Hv Hv' Ht Ht') as [Ey Ev]. subst y' v'.
      assert (W' : white v u = white v u') by (unfold white in *; rewrite (Nat.add_comm v u), (Nat.add_comm v u'); auto).
      apply same_colour in W'; auto. subst u'. repeat split; auto.
      destruct (white u v); [|congruence]. apply (moves_apart _ _ _ _ _ _ _ okA u); auto. congruence.
  Qed.

  (** T(A*B) <= max(|B|·T(A), |A|·T(B)) for even sizes: the schedule delivers all messages, and no arc has two in one step. *)
  Theorem product_all_to_all :
    all_to_all tailP headP both (2 * a * (2 * b)) (Nat.max (2 * b * TA) (2 * a * TB)) product_move product_hops.
  Proof.
    replace (Nat.max (2 * b * TA) (2 * a * TB)) with (2 * half) by (unfold half; lia).
    constructor.
    - intros w [x y] Hw [Px Py]; destruct (number w Hw) as [Hu [Hv _]]; split; cbn [product_move fst snd] in *;
        [apply (moves_within _ _ _ _ _ _ _ okA) | apply (moves_within _ _ _ _ _ _ _ okB)]; auto.
    - intros w [x y] [x' y'] Hw [Px Py] [Px' Py'] E; destruct (number w Hw) as [Hu [Hv _]]; unfold product_move in E; cbn [fst snd] in *.
      inversion E as [[E1 E2]]. f_equal; [apply (moves_apart _ _ _ _ _ _ _ okA) in E1 | apply (moves_apart _ _ _ _ _ _ _ okB) in E2]; auto.
    - intros [x y] [x' y'] [Px Py] [Px' Py']; cbn [fst snd] in *.
      destruct (reaches_all _ _ _ _ _ _ _ okA x x' Px Px') as [u [Hu Eu]], (reaches_all _ _ _ _ _ _ _ okB y y' Py Py') as [v [Hv Ev]].
      exists (u * (2 * b) + v); split; [nia|]. unfold product_move; cbn [fst snd].
      rewrite (Nat.div_add_l u (2 * b) v), (Nat.div_small v), Nat.add_0_r by lia.
      rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia. congruence.
    - intros [x y] w [Px Py] Hw; destruct (number w Hw) as [Hu [Hv _]]; apply product_delivered; auto.
    - intros [x y] w [x' y'] w' t e [Px Py] [Px' Py'] Hw Hw' H H'; cbn [fst snd] in *.
      destruct (number w Hw) as [Hu [Hv Ew]], (number w' Hw') as [Hu' [Hv' Ew']].
      destruct (product_apart _ _ _ _ _ _ _ _ _ _ Px Py Px' Py' Hu Hv Hu' Hv' H H') as [-> [-> [E1 E2]]].
      split; auto. rewrite Ew, Ew', E1, E2; auto.
  Qed.
End Product.
