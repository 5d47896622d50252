(** * Arc-disjoint spanning trees: the lemma

    A link is two arcs. A system of k trees at [r] gives every vertex but [r] a parent in each tree; the arc of a tree into [v] comes from
    its parent. The trees are arc-disjoint if the parents of a vertex differ, and spanning if parents lead to [r].

    Lemma. From k trees at [r] come k + 1 arc-disjoint spanning branchings whose roots partition the vertices: F_0 = T_(k-1), root r;
    F_f for 0 < f < k, which is T_(f-1) with the arc from r to its first child reversed, root that child; and F_k, which has the arc from
    the first child of T_(k-1) to r and those from r to the other first children, roots all other vertices. The branching of which a vertex is
    a root is its role. Trees are numbered from 0. *)

From Coq Require Import Arith Lia Bool List.
From Crossedge Require Import Graph.
Import ListNotations.

(** [climbs P f stop v]: from [v], following [f] through vertices with property [P], one comes to a vertex where [stop] holds. *)
Inductive climbs {V} (P : V -> Prop) (f : V -> V) (stop : V -> Prop) : V -> Prop :=
| climbs_stop : forall v, P v -> stop v -> climbs P f stop v
| climbs_up : forall v, P v -> ~ stop v -> climbs P f stop (f v) -> climbs P f stop v.

Lemma climbs_lift : forall {V W} (P : V -> Prop) (f : V -> V) (stop : V -> Prop) (at_ : V -> W) (Q : W -> Prop),
  (forall v, P v -> stop v -> Q (at_ v)) ->
  (forall v, P v -> ~ stop v -> Q (at_ (f v)) -> Q (at_ v)) ->
  forall v, climbs P f stop v -> Q (at_ v).
Proof. intros V W P f stop at_ Q H0 H1 v H; induction H; auto. Qed.

Section Trees.
  Context {V : Type}.
  Variables (P : V -> Prop) (R : V -> V -> Prop).

  Record system (k : nat) (r : V) (parent : nat -> V -> V) (first : nat -> V) : Prop := {
    root_valid : P r;
    tree_link : forall i v, i < k -> P v -> v <> r -> P (parent i v) /\ R (parent i v) v;
    arc_disjoint : forall i j v, i < k -> j < k -> i <> j -> P v -> v <> r -> parent i v <> parent j v;
    spanning : forall i v, i < k -> P v -> climbs P (parent i) (fun u => u = r) v;
    first_child : forall i, i < k -> P (first i) /\ first i <> r /\ parent i (first i) = r
  }.

  (** Fewer trees of a system are a system. *)
  Lemma system_fewer : forall k m r parent first, m <= k -> system k r parent first -> system m r parent first.
  Proof.
    intros k m r parent first le S; destruct S as [S0 S1 S2 S3 S4]; constructor; auto; intros;
      [apply S1 | apply S2 | apply S3 | apply S4]; auto; lia.
  Qed.

  Lemma first_distinct : forall k r parent first, system k r parent first ->
    forall i j, i < k -> j < k -> first i = first j -> i = j.
  Proof.
    intros k r parent first S i j Hi Hj E; destruct (Nat.eq_dec i j) as [|ne]; auto; exfalso.
    destruct (first_child _ _ _ _ S i Hi) as [P1 [N1 E1]], (first_child _ _ _ _ S j Hj) as [P2 [N2 E2]].
    apply (arc_disjoint _ _ _ _ S i j (first i)); auto. rewrite E1, E, E2; auto.
  Qed.

  (** No vertex but the root is its own parent: it would never reach the root. *)
  Lemma parent_differs : forall k r parent first, system k r parent first ->
    forall i v, i < k -> P v -> v <> r -> parent i v <> v.
  Proof.
    intros k r parent first S i v Hi Pv ne E; pose proof (spanning _ _ _ _ S i v Hi Pv) as C.
    induction C as [u Pu Hs | u Pu Hs C IH]; [auto|]. rewrite E in IH; auto.
  Qed.

  Section Branchings.
    Variable same : V -> V -> bool.
    Hypothesis same_spec : forall a b, same a b = true <-> a = b.
    Variables (k : nat) (r : V) (parent : nat -> V -> V) (first : nat -> V).

    Definition role (v : V) : nat :=
      if same v r then 0
      else match find (fun f => same (first (f - 1)) v) (seq 1 (k - 1)) with Some f => f | None => k end.

    Definition branching_parent (f : nat) (v : V) : V :=
      if f =? 0 then parent (k - 1) v
      else if same v r then first (f - 1)
      else if f =? k then r
      else parent (f - 1) v.

    Hypothesis symR : symmetric R.
    Hypothesis positive : 0 < k.
    Hypothesis trees : system k r parent first.

    Lemma same_refl : forall v, same v v = true.
    Proof. intros; apply same_spec; auto. Qed.

    Lemma same_false : forall u v, u <> v -> same u v = false.
    Proof. intros u v H; destruct (same u v) eqn:E; auto; apply same_spec in E; tauto. Qed.

    Lemma root_role : role r = 0.
    Proof. unfold role; rewrite same_refl; auto. Qed.

    Lemma role_zero : forall v, role v = 0 -> v = r.
    Proof.
      intros v; unfold role; destruct (same v r) eqn:E; [intros; apply same_spec; auto|].
      destruct (find _ _) as [f|] eqn:F; intros H; [|lia].
      apply find_some in F; destruct F as [F _]; apply in_seq in F; lia.
    Qed.

    (** The roles: 0 for the root, f for the first child of T_(f-1), f < k, and k for the others. *)
    Lemma role_cases : forall v,
      v = r /\ role v = 0 \/
      v <> r /\ 0 < role v /\ role v < k /\ v = first (role v - 1) \/
      v <> r /\ role v = k /\ forall i, S i < k -> v <> first i.
    Proof.
      intros v; destruct (same v r) eqn:E.
      - left; apply same_spec in E; subst; auto using root_role.
      - assert (ne : v <> r) by (intros ->; rewrite same_refl in E; discriminate).
        right; unfold role; rewrite E; destruct (find _ _) as [f|] eqn:F.
        + left; apply find_some in F; destruct F as [F G]; apply in_seq in F; apply same_spec in G; repeat split; auto; lia.
        + right; repeat split; auto. intros i Hi ->.
          pose proof (find_none _ _ F (S i)) as N; cbv beta in N.
          assert (HIn : In (S i) (seq 1 (k - 1))) by (apply in_seq; lia). specialize (N HIn).
          replace (S i - 1) with i in N by lia. rewrite same_refl in N; discriminate.
    Qed.

    Lemma role_of_first : forall f, 0 < f -> f <= k -> role (first (f - 1)) = f.
    Proof.
      intros f H0 H1; destruct (first_child _ _ _ _ trees (f - 1)) as [Pf [Nf _]]; [lia|].
      destruct (role_cases (first (f - 1))) as [[E _]|[[_ [A [B E]]]|[_ [E N]]]]; [tauto| |].
      - apply (first_distinct _ _ _ _ trees) in E; lia.
      - destruct (Nat.eq_dec f k); [lia|]. exfalso; apply (N (f - 1)); auto; lia.
    Qed.

    Lemma role_bound : forall v, role v <= k.
    Proof. intros v; destruct (role_cases v) as [[_ H]|[[_ H]|[_ [H _]]]]; lia. Qed.

    Theorem branching_link : forall f v, f <= k -> P v -> role v <> f -> P (branching_parent f v) /\ R (branching_parent f v) v.
    Proof.
      intros f v Hf Pv Hr; unfold branching_parent; destruct (Nat.eqb_spec f 0) as [->|nz].
      - apply (tree_link _ _ _ _ trees); auto; [lia|]. intros ->; apply Hr, root_role.
      - destruct (same v r) eqn:E.
        + apply same_spec in E; subst v.
          destruct (first_child _ _ _ _ trees (f - 1)) as [Pf [Nf Ef]]; [lia|]. split; auto.
          destruct (tree_link _ _ _ _ trees (f - 1) (first (f - 1))) as [_ L]; [lia | auto | auto |].
          rewrite Ef in L; auto.
        + assert (ne : v <> r) by (intros ->; rewrite same_refl in E; discriminate).
          destruct (Nat.eqb_spec f k) as [->|nk]; [|apply (tree_link _ _ _ _ trees); auto; lia].
          split; [apply (root_valid _ _ _ _ trees)|].
          destruct (role_cases v) as [[C _]|[[_ [A [B C]]]|[_ [C _]]]]; [tauto | | tauto].
          destruct (first_child _ _ _ _ trees (role v - 1)) as [Pf [Nf Ef]]; [lia|].
          rewrite <- C in Ef.
          destruct (tree_link _ _ _ _ trees (role v - 1) v) as [_ L]; [lia | auto | auto |].
          rewrite Ef in L; auto.
    Qed.

    Theorem branching_disjoint : forall f g v, f <= k -> g <= k -> f <> g -> P v -> role v <> f -> role v <> g ->
      branching_parent f v <> branching_parent g v.
    Proof.
      assert (half : forall f g v, f < g -> g <= k -> P v -> role v <> f -> role v <> g ->
        branching_parent f v <> branching_parent g v).
      { intros f g v lt Hg Pv Hf Hg'; unfold branching_parent.
        destruct (Nat.eqb_spec g 0); [lia|].
        destruct (same v r) eqn:E.
        - apply same_spec in E; subst v; rewrite root_role in *.
          destruct (Nat.eqb_spec f 0); [congruence|].
          intros X; apply (first_distinct _ _ _ _ trees) in X; lia.
        - assert (ne : v <> r) by (intros ->; rewrite same_refl in E; discriminate).
          destruct (Nat.eqb_spec g k) as [->|nk].
          + destruct (role_cases v) as [[C _]|[[_ [A [B C]]]|[_ [C _]]]]; [tauto | | tauto].
            destruct (first_child _ _ _ _ trees (role v - 1)) as [Pf [Nf Ef]]; [lia|]. rewrite <- C in Ef.
            destruct (Nat.eqb_spec f 0); [|destruct (Nat.eqb_spec f k); [lia|]];
              rewrite <- Ef; apply (arc_disjoint _ _ _ _ trees); auto; lia.
          + destruct (Nat.eqb_spec f 0); [|destruct (Nat.eqb_spec f k); [lia|]];
              apply (arc_disjoint _ _ _ _ trees); auto; lia. }
      intros f g v Hf Hg ne Pv Hrf Hrg; destruct (le_lt_dec f g); [apply half; auto; lia|].
      intros X; symmetry in X; revert X; apply half; auto; lia.
    Qed.

    Theorem branching_spanning : forall f v, f <= k -> P v -> climbs P (branching_parent f) (fun u => role u = f) v.
    Proof.
      intros f v Hf Pv; destruct (Nat.eq_dec f 0) as [->|nz].
      - pose proof (spanning _ _ _ _ trees (k - 1) v) as S. specialize (S ltac:(lia) Pv).
        apply (climbs_lift P (parent (k - 1)) (fun u => u = r) (fun u => u) (climbs P (branching_parent 0) (fun u => role u = 0))); auto.
        + intros u Pu ->; apply climbs_stop; auto using root_role.
        + intros u Pu ne H; apply climbs_up; auto. intros Z; apply role_zero in Z; tauto.
      - destruct (first_child _ _ _ _ trees (f - 1)) as [Pf [Nf Ef]]; [lia|].
        assert (at_root : climbs P (branching_parent f) (fun u => role u = f) r).
        { apply climbs_up; [apply (root_valid _ _ _ _ trees) | rewrite root_role; auto |].
          unfold branching_parent; rewrite same_refl; destruct (Nat.eqb_spec f 0); [lia|].
          apply climbs_stop; auto. apply role_of_first; lia. }
        destruct (Nat.eq_dec f k) as [->|nk].
        + destruct (Nat.eq_dec (role v) k) as [E|E]; [apply climbs_stop; auto|].
          destruct (role_cases v) as [[-> _]|[[ne _]|[_ [C _]]]]; [auto | | tauto].
          apply climbs_up; auto. replace (branching_parent k v) with r; auto.
          unfold branching_parent; rewrite same_false by auto.
          destruct (Nat.eqb_spec k 0); [lia|]. rewrite Nat.eqb_refl; auto.
        + pose proof (spanning _ _ _ _ trees (f - 1) v) as S. specialize (S ltac:(lia) Pv).
          apply (climbs_lift P (parent (f - 1)) (fun u => u = r) (fun u => u) (climbs P (branching_parent f) (fun u => role u = f))); auto.
          * intros u Pu ->; auto.
          * intros u Pu ne H; destruct (Nat.eq_dec (role u) f); [apply climbs_stop; auto|].
            apply climbs_up; auto. replace (branching_parent f u) with (parent (f - 1) u); auto.
            unfold branching_parent; rewrite same_false by auto.
            destruct (Nat.eqb_spec f 0); [lia|]; destruct (Nat.eqb_spec f k); [lia|]; auto.
    Qed.

    (** The lemma in one statement. *)
    Theorem arc_disjoint_trees_lemma :
      (forall v, role v <= k) /\
      (forall f v, f <= k -> P v -> role v <> f -> P (branching_parent f v) /\ R (branching_parent f v) v) /\
      (forall f g v, f <= k -> g <= k -> f <> g -> P v -> role v <> f -> role v <> g ->
         branching_parent f v <> branching_parent g v) /\
      (forall f v, f <= k -> P v -> climbs P (branching_parent f) (fun u => role u = f) v).
    Proof. auto using role_bound, branching_link, branching_disjoint, branching_spanning. Qed.
  End Branchings.
End Trees.
