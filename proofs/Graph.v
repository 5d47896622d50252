(** * Graphs, walks, distance

    A graph is a relation [R] on a type of vertices: [R u v] holds if there is a link from [u] to [v]. No theorem needs the type to be
    finite unless it says so, and symmetry of [R] is an explicit assumption where it is used. *)

From Coq Require Import Arith Lia.

Section Walks.
  Context {V : Type}.
  Variable R : V -> V -> Prop.

  (** [walk n u v]: there is a walk of [n] links from [u] to [v]. *)
  Inductive walk : nat -> V -> V -> Prop :=
  | walk_nil : forall u, walk 0 u u
  | walk_cons : forall n u v w, R u v -> walk n v w -> walk (S n) u w.

  (** [dist d u v]: the distance from [u] to [v] is [d], the least length of a walk. Vertices that no walk joins have no distance. *)
  Definition dist (d : nat) (u v : V) : Prop :=
    walk d u v /\ forall n, walk n u v -> d <= n.

  Definition connected : Prop := forall u v, exists n, walk n u v.

  Definition symmetric : Prop := forall u v, R u v -> R v u.

  Lemma walk_app : forall m n u v w, walk m u v -> walk n v w -> walk (m + n) u w.
  Proof. intros m n u v w H; revert n w; induction H; simpl; intros; auto. econstructor; eauto. Qed.

  Lemma walk_one : forall u v, R u v -> walk 1 u v.
  Proof. intros; econstructor; eauto; constructor. Qed.

  Lemma walk_zero : forall u v, walk 0 u v -> u = v.
  Proof. intros u v H; inversion H; auto. Qed.

  Lemma walk_reverse : symmetric -> forall n u v, walk n u v -> walk n v u.
  Proof.
    intros sym n u v H; induction H; [constructor|].
    replace (S n) with (n + 1) by lia. eapply walk_app; eauto using walk_one.
  Qed.

  Lemma dist_refl : forall u, dist 0 u u.
  Proof. intros; split; [constructor | intros; lia]. Qed.

  Lemma dist_unique : forall d d' u v, dist d u v -> dist d' u v -> d = d'.
  Proof. intros d d' u v [H1 H2] [H3 H4]; specialize (H2 _ H3); specialize (H4 _ H1); lia. Qed.

  Lemma dist_zero : forall u v, dist 0 u v -> u = v.
  Proof. intros u v [H _]; apply walk_zero; auto. Qed.

  (** Every two vertices that a walk joins have a distance. *)
  Lemma walk_dist : (forall n u v, walk n u v \/ ~ walk n u v) ->
    forall n u v, walk n u v -> exists d, d <= n /\ dist d u v.
  Proof.
    intros decide n u v; induction n as [n IH] using (well_founded_induction lt_wf); intros H.
    assert (all : forall m, (exists k, k < m /\ walk k u v) \/ (forall k, k < m -> ~ walk k u v)).
    { induction m as [|m [[k [Hk Hw]]|none]].
      - right; intros; lia.
      - left; exists k; split; auto; lia.
      - destruct (decide m u v); [left; exists m; split; auto; lia | right].
        intros k Hk; destruct (Nat.eq_dec k m) as [->|]; auto; apply none; lia. }
    destruct (all n) as [[k [Hk Hw]]|none].
    - destruct (IH k Hk Hw) as [d [Hd Hdist]]; exists d; split; auto; lia.
    - exists n; split; auto; split; auto.
      intros m Hm; destruct (le_lt_dec n m); auto; exfalso; eapply none; eauto.
  Qed.
End Walks.

(** ** The same graph under other names

    [f] names the vertices of one graph by those of another; it is injective on the vertices with property [P], which no link leaves.
    Walks and distances are the same. *)
Section Transport.
  Context {V W : Type}.
  Variables (R : V -> V -> Prop) (S : W -> W -> Prop) (P : V -> Prop) (f : V -> W).

  Hypothesis closed : forall v w, P v -> R v w -> P w.
  Hypothesis forward : forall v w, P v -> R v w -> S (f v) (f w).
  Hypothesis backward : forall v w', P v -> S (f v) w' -> exists w, P w /\ f w = w' /\ R v w.
  Hypothesis injective : forall v w, P v -> P w -> f v = f w -> v = w.

  Lemma walk_forward : forall n u v, P u -> walk R n u v -> walk S n (f u) (f v).
  Proof.
    intros n u v Pu H; induction H; [constructor|].
    econstructor; [apply forward; eauto | apply IHwalk; eauto].
  Qed.

  Lemma walk_backward : forall n u v, P u -> P v -> walk S n (f u) (f v) -> walk R n u v.
  Proof.
    induction n; intros u v Pu Pv H; inversion H; subst.
    - rewrite (injective u v); auto; constructor.
    - destruct (backward u v0) as [w [Pw [<- HR]]]; auto. econstructor; eauto.
  Qed.

  Theorem dist_transport : forall d u v, P u -> P v -> dist R d u v <-> dist S d (f u) (f v).
  Proof.
    intros d u v Pu Pv; split; intros [H min]; split;
      auto using walk_forward, walk_backward; intros n Hn; apply min;
      auto using walk_forward, walk_backward.
  Qed.
End Transport.
