(** * Distances in a Cartesian product add

    A node of [A * B] is a pair, and a link changes one coordinate along a link of its factor. *)

From Coq Require Import Arith Lia.
From Crossedge Require Import Graph.

Section Product.
  Context {A B : Type}.
  Variables (RA : A -> A -> Prop) (RB : B -> B -> Prop).

  Inductive product : A * B -> A * B -> Prop :=
  | product_first : forall x x' y, RA x x' -> product (x, y) (x', y)
  | product_second : forall x y y', RB y y' -> product (x, y) (x, y').

  Lemma product_symmetric : symmetric RA -> symmetric RB -> symmetric product.
  Proof. intros sA sB p q H; inversion H; subst; constructor; auto. Qed.

  Lemma product_walk : forall a b x x' y y',
    walk RA a x x' -> walk RB b y y' -> walk product (a + b) (x, y) (x', y').
  Proof.
    intros a b x x' y y' HA HB; apply walk_app with (x', y).
    - clear HB; induction HA; econstructor; eauto using product_first.
    - clear HA; induction HB; econstructor; eauto using product_second.
  Qed.

  Lemma product_walk_projects : forall n p q, walk product n p q ->
    exists a b, walk RA a (fst p) (fst q) /\ walk RB b (snd p) (snd q) /\ n = a + b.
  Proof.
    intros n p q H; induction H as [p | n p q r H _ IH].
    - exists 0, 0; repeat split; constructor.
    - destruct IH as [a [b [HA [HB ->]]]]; inversion H; subst; simpl in *.
      + exists (S a), b; repeat split; auto; econstructor; eauto.
      + exists a, (S b); repeat split; auto; try lia; econstructor; eauto.
  Qed.

  Theorem product_distance : forall dA dB x x' y y',
    dist RA dA x x' -> dist RB dB y y' -> dist product (dA + dB) (x, y) (x', y').
  Proof.
    intros dA dB x x' y y' [wA minA] [wB minB]; split; [apply product_walk; auto|].
    intros n H; destruct (product_walk_projects _ _ _ H) as [a [b [Ha [Hb ->]]]].
    specialize (minA _ Ha); specialize (minB _ Hb); lia.
  Qed.

  Theorem product_connected : connected RA -> connected RB -> connected product.
  Proof.
    intros cA cB [x y] [x' y']; destruct (cA x x') as [a HA], (cB y y') as [b HB]; eauto using product_walk.
  Qed.
End Product.
