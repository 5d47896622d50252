(** * A Hamiltonian cycle of a dual (I5)

    Given Hamiltonian cycles g and h of the base, n vertices. Position (2i + t)·n + j of the cycle of the dual is (class, cluster, node) =
    (0, g[i], h[i - j]) for t = 0 and (1, h[i + 1], g[i - j]) for t = 1, indices modulo n. Each cluster is walked from one vertex the long way to the next
    one on the cycle, and left by the cross-edge there. *)

From Coq Require Import Arith Lia Bool.
From Crossedge Require Import Graph DualDistance Routing DualOrder.

(** [c] lists the vertices with property [P], each once, and joins each to the next and the last to the first. *)
Definition hamiltonian {V} (P : V -> Prop) (R : V -> V -> Prop) (n : nat) (c : nat -> V) : Prop :=
  (forall i, i < n -> P (c i)) /\ (forall i j, i < n -> j < n -> c i = c j -> i = j) /\
  (forall v, P v -> exists i, i < n /\ c i = v) /\ (forall i, i < n -> R (c i) (c (up_from n i))).

Section Twin.
  Context {V : Type}.
  Variables (P : V -> Prop) (R : V -> V -> Prop) (n : nat) (g h : nat -> V).
  Hypothesis two : 2 <= n.
  Hypothesis symR : symmetric R.
  Hypothesis (cycle_g : hamiltonian P R n g) (cycle_h : hamiltonian P R n h).

  (** Round i of class t, place j in its cluster. *)
  Definition at_round (i : nat) (t : bool) (j : nat) : place :=
    if t then (true, h (up_from n i), g (minus_mod n i j)) else (false, g i, h (minus_mod n i j)).

  Definition twin (p : nat) : place := at_round (p / n / 2) (Nat.odd (p / n)) (p mod n).

  Lemma minus_below : forall i j, i < n -> j < n -> minus_mod n i j < n.
  Proof. intros i j; unfold minus_mod; nat_cases; lia. Qed.

  Lemma up_below : forall i, i < n -> up_from n i < n.
  Proof. intros i; unfold up_from; nat_cases; lia. Qed.

  Lemma minus_step : forall i j, i < n -> S j < n -> minus_mod n i j = up_from n (minus_mod n i (S j)).
  Proof. intros i j; unfold minus_mod, up_from; nat_cases; lia. Qed.

  Lemma minus_last : forall i, i < n -> minus_mod n i (n - 1) = up_from n i.
  Proof. intros i; unfold minus_mod, up_from; nat_cases; lia. Qed.

  Lemma minus_none : forall i, minus_mod n i 0 = i.
  Proof. intros i; unfold minus_mod; nat_cases; lia. Qed.

  Lemma minus_injective : forall i j k, i < n -> j < n -> k < n -> minus_mod n i j = minus_mod n i k -> j = k.
  Proof. intros i j k; unfold minus_mod; nat_cases; lia. Qed.

  Lemma up_injective : forall i j, i < n -> j < n -> up_from n i = up_from n j -> i = j.
  Proof. intros i j; unfold up_from; nat_cases; lia. Qed.

  Lemma step_inside : forall i t j, i < n -> S j < n -> dual_of_one R (at_round i t j) (at_round i t (S j)).
  Proof.
    intros i t j Hi Hj; destruct cycle_g as [_ [_ [_ Lg]]], cycle_h as [_ [_ [_ Lh]]].
    unfold at_round; destruct t; apply inside; apply symR; rewrite (minus_step i j) by auto; [apply Lg | apply Lh]; apply minus_below; lia.
  Qed.

  Lemma step_up : forall i, i < n -> dual_of_one R (at_round i false (n - 1)) (at_round i true 0).
  Proof.
    intros i Hi; unfold at_round; rewrite minus_last, minus_none by auto. apply (across R false).
  Qed.

  Lemma step_down : forall i, i < n -> dual_of_one R (at_round i true (n - 1)) (at_round (up_from n i) false 0).
  Proof.
    intros i Hi; unfold at_round; rewrite minus_last, minus_none by auto. apply (across R true).
  Qed.

  Lemma at_round_injective : forall i t j i' t' j', i < n -> i' < n -> j < n -> j' < n ->
    at_round i t j = at_round i' t' j' -> i = i' /\ t = t' /\ j = j'.
  Proof.
    intros i t j i' t' j' Hi Hi' Hj Hj'; destruct cycle_g as [_ [Ig _]], cycle_h as [_ [Ih _]].
    unfold at_round; destruct t, t'; intros E; try discriminate; injection E as E1 E2.
    - apply Ih in E1; auto using up_below. apply up_injective in E1; auto; subst i'.
      apply Ig in E2; auto using minus_below. apply minus_injective in E2; auto.
    - apply Ig in E1; auto; subst i'. apply Ih in E2; auto using minus_below. apply minus_injective in E2; auto.
  Qed.

  (** Positions as round, class and place. *)
  Lemma position : forall i t j, j < n -> let p := (2 * i + Nat.b2n t) * n + j in p / n / 2 = i /\ Nat.odd (p / n) = t /\ p mod n = j.
  Proof.
    intros i t j Hj; cbv zeta. rewrite (Nat.div_add_l (2 * i + Nat.b2n t) n j), (Nat.div_small j n), Nat.add_0_r by lia.
    rewrite Nat.add_comm with (m := j), Nat.mod_add, Nat.mod_small by lia.
    repeat split; auto.
    - rewrite (Nat.mul_comm 2 i), Nat.div_add_l by lia. destruct t; simpl; lia.
    - rewrite Nat.add_comm, Nat.odd_add_mul_2. destruct t; reflexivity.
  Qed.

  Lemma split_position : forall p, p < 2 * (n * n) -> exists i t j, i < n /\ j < n /\ p = (2 * i + Nat.b2n t) * n + j.
  Proof.
    intros p Hp; exists (p / n / 2), (Nat.odd (p / n)), (p mod n).
    assert (nz : n <> 0) by lia. pose proof (Nat.mod_upper_bound p n nz). pose proof (Nat.div_mod p n nz) as D.
    assert (p / n < 2 * n) by (apply Nat.div_lt_upper_bound; nia).
    assert (p / n / 2 < n) by (apply Nat.div_lt_upper_bound; lia).
    pose proof (Nat.div2_odd (p / n)) as O. rewrite Nat.div2_div in O.
    repeat split; auto. rewrite <- O, Nat.mul_comm; lia.
  Qed.

  Lemma twin_at : forall i t j, j < n -> twin ((2 * i + Nat.b2n t) * n + j) = at_round i t j.
  Proof. intros i t j Hj; unfold twin; destruct (position i t j Hj) as [-> [-> ->]]; auto. Qed.

  Theorem dual_hamiltonian : hamiltonian (in_base P) (dual_of_one R) (2 * (n * n)) twin.
  Proof.
    destruct cycle_g as [Pg [Ig [Sg Lg]]] eqn:Eg, cycle_h as [Ph [Ih [Sh Lh]]] eqn:Eh; clear Eg Eh.
    split; [|split; [|split]].
    - intros p Hp; destruct (split_position p Hp) as [i [t [j [Hi [Hj ->]]]]]; rewrite twin_at by auto.
      unfold at_round; destruct t; split; unfold cluster, node_in; simpl; auto using up_below, minus_below.
    - intros p q Hp Hq E; destruct (split_position p Hp) as [i [t [j [Hi [Hj ->]]]]], (split_position q Hq) as [i' [t' [j' [Hi' [Hj' ->]]]]].
      rewrite !twin_at in E by auto. apply at_round_injective in E; auto. destruct E as [-> [-> ->]]; auto.
    - intros [[t cl] v] [Pc Pv]; unfold cluster, node_in in *; simpl in *.
      assert (back : forall i m, i < n -> m < n -> exists j, j < n /\ minus_mod n i j = m).
      { intros i m Hi Hm; exists (minus_mod n i m); unfold minus_mod; nat_cases; lia. }
      destruct t.
      + destruct (Sh cl Pc) as [k [Hk <-]], (Sg v Pv) as [m [Hm <-]].
        destruct (back (down_from n k) m) as [j [Hj Ej]]; [unfold down_from; nat_cases; lia | auto |].
        exists ((2 * down_from n k + Nat.b2n true) * n + j).
        assert (Hd : down_from n k < n) by (unfold down_from; nat_cases; lia).
        rewrite twin_at by auto. split; [simpl Nat.b2n; nia|].
        unfold at_round; rewrite Ej. replace (up_from n (down_from n k)) with k; auto. unfold up_from, down_from; nat_cases; lia.
      + destruct (Sg cl Pc) as [k [Hk <-]], (Sh v Pv) as [m [Hm <-]]. destruct (back k m) as [j [Hj Ej]]; auto.
        exists ((2 * k + Nat.b2n false) * n + j). rewrite twin_at by auto. split; [simpl Nat.b2n; nia|].
        unfold at_round; rewrite Ej; auto.
    - intros p Hp; destruct (split_position p Hp) as [i [t [j [Hi [Hj Ep]]]]].
      destruct (Nat.eq_dec (S j) n) as [last|inner].
      + assert (Ej : j = n - 1) by lia. subst j. destruct t.
        * assert (Eu : up_from (2 * (n * n)) p = (2 * up_from n i + Nat.b2n false) * n + 0).
          { subst p; unfold up_from; cbn [Nat.b2n]; destruct (Nat.eqb_spec i (n - 1)).
            - subst i. destruct (Nat.eqb_spec ((2 * (n - 1) + 1) * n + (n - 1)) (2 * (n * n) - 1)); nia.
            - destruct (Nat.eqb_spec ((2 * i + 1) * n + (n - 1)) (2 * (n * n) - 1)); nia. }
          rewrite Eu, Ep, !twin_at by lia. apply step_down; auto.
        * assert (Eu : up_from (2 * (n * n)) p = (2 * i + Nat.b2n true) * n + 0).
          { subst p; unfold up_from; cbn [Nat.b2n].
            destruct (Nat.eqb_spec ((2 * i + 0) * n + (n - 1)) (2 * (n * n) - 1)); nia. }
          rewrite Eu, Ep, !twin_at by lia. apply step_up; auto.
      + assert (Eu : up_from (2 * (n * n)) p = (2 * i + Nat.b2n t) * n + S j).
        { subst p; unfold up_from; destruct t; cbn [Nat.b2n];
            match goal with |- context [?x =? ?y] => destruct (Nat.eqb_spec x y) end; nia. }
        rewrite Eu, Ep, !twin_at by lia. apply step_inside; auto; lia.
  Qed.
End Twin.
