(** * Arc-disjoint spanning trees of leaves: paths, rings, complete graphs *)

From Coq Require Import Arith Lia Bool.
From Crossedge Require Import Graph TreeLemma Routing.

(** A path of two nodes or more: one tree, towards the root. *)
Section Line.
  Variables (n r : nat).
  Hypothesis (two : 2 <= n) (root : r < n).

  Definition line_parent (i v : nat) : nat := if r <? v then v - 1 else S v.
  Definition line_first (i : nat) : nat := if S r <? n then S r else r - 1.

  Theorem line_trees : system (below n) (path_link n) 1 r line_parent line_first.
  Proof.
    constructor; auto; unfold below, path_link, line_parent, line_first.
    - intros i v _ Hv ne; nat_cases; lia.
    - intros i j v Hi Hj; lia.
    - intros i v _; remember (v - r + (r - v)) as d eqn:E; revert v E; induction d; intros v E Hv.
      + apply climbs_stop; auto; lia.
      + apply climbs_up; auto; [lia|]. apply IHd; nat_cases; lia.
    - intros i _; nat_cases; lia.
  Qed.
End Line.

(** A ring of three nodes or more: one tree in each direction. *)
Section RingTrees.
  Variables (n r : nat).
  Hypothesis (three : 3 <= n) (root : r < n).

  Definition ring_parent (i v : nat) : nat := if i =? 0 then down_from n v else up_from n v.
  Definition ring_first (i : nat) : nat := if i =? 0 then up_from n r else down_from n r.

  Theorem ring_trees : system (below n) (ring_link n) 2 r ring_parent ring_first.
  Proof.
    constructor; auto; unfold below, ring_link, ring_parent, ring_first.
    - intros i v _ Hv ne; unfold up_from, down_from; nat_cases; lia.
    - intros i j v Hi Hj ij Hv ne; unfold up_from, down_from; nat_cases; lia.
    - intros i v _; destruct (Nat.eqb_spec i 0).
      + remember (minus_mod n v r) as d eqn:E; revert v E; induction d; intros v E Hv.
        * apply climbs_stop; auto; unfold minus_mod in E; nat_cases; lia.
        * apply climbs_up; auto; [intros ->; unfold minus_mod in E; nat_cases; lia|].
          apply IHd; unfold minus_mod, down_from in *; nat_cases; lia.
      + remember (minus_mod n r v) as d eqn:E; revert v E; induction d; intros v E Hv.
        * apply climbs_stop; auto; unfold minus_mod in E; nat_cases; lia.
        * apply climbs_up; auto; [intros ->; unfold minus_mod in E; nat_cases; lia|].
          apply IHd; unfold minus_mod, up_from in *; nat_cases; lia.
    - intros i _; unfold up_from, down_from; nat_cases; lia.
  Qed.
End RingTrees.

(** A complete graph: n - 1 trees, from the root to one node and from there to all others. *)
Section CompleteTrees.
  Variables (n r : nat).
  Hypothesis root : r < n.

  Definition complete_first (i : nat) : nat := if r <=? i then S i else i.
  Definition complete_parent (i v : nat) : nat := if v =? complete_first i then r else complete_first i.

  Theorem complete_trees : system (below n) (complete_link n) (n - 1) r complete_parent complete_first.
  Proof.
    constructor; auto; unfold below, complete_link, complete_parent, complete_first.
    - intros i v Hi Hv ne; nat_cases; lia.
    - intros i j v Hi Hj ij Hv ne; nat_cases; lia.
    - intros i v Hi Hv; fold (complete_first i).
      assert (Hf : complete_first i < n) by (unfold complete_first; nat_cases; lia).
      assert (top : climbs (fun v => v < n) (complete_parent i) (fun u => u = r) (complete_first i)).
      { apply climbs_up; auto; [unfold complete_first; nat_cases; lia|].
        unfold complete_parent; rewrite Nat.eqb_refl; apply climbs_stop; auto. }
      destruct (Nat.eq_dec v r) as [->|nr]; [apply climbs_stop; auto|].
      destruct (Nat.eq_dec v (complete_first i)) as [->|nf]; [exact top|].
      apply climbs_up; auto. fold (complete_first i).
      rewrite (proj2 (Nat.eqb_neq v (complete_first i)) nf); exact top.
    - intros i Hi; nat_cases; lia.
  Qed.
End CompleteTrees.
