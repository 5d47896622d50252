(** * The Hamiltonian cycle of the model: [Hamiltonian.v] on ids *)

From Coq Require Import Arith Lia Bool List.
From Crossedge Require Import Graph DualDistance Routing DualOrder Hamiltonian Model.

(** The node at a position of the cycle of a dual, from a cycle of its base that serves for both classes. *)
Definition dual_cycle (a : net) (c : nat -> nat) (p : nat) : nat := order_id a a (twin (size a) c c p).

(** Rings and complete graphs have their ids in order. *)
Fixpoint cycle (e : expression) : nat -> nat :=
  match e with
  | Dual a _ => dual_cycle (build a) (cycle a)
  | _ => fun p => p
  end.

Inductive cyclic : expression -> Prop :=
| cyclic_ring : forall n, 3 <= n -> cyclic (Leaf (Ring n))
| cyclic_complete : forall n, 2 <= n -> cyclic (Leaf (Complete n))
| cyclic_dual : forall a, cyclic a -> cyclic (Dual a a).

Lemma up_from_below : forall n i, i < n -> up_from n i < n.
Proof. intros n i; unfold up_from; nat_cases; lia. Qed.

Lemma ids_in_order : forall l, (forall i, i < leaf_size l -> leaf_link l i (up_from (leaf_size l) i)) ->
  hamiltonian (below (leaf_size l)) (link (leaf_net l)) (leaf_size l) (fun p => p).
Proof.
  intros l H; split; [auto|split; [auto|split]].
  - intros v Hv; exists v; auto.
  - intros i Hi; apply leaf_net_link; auto using up_from_below.
Qed.

Theorem dual_cycle_right : forall a c, graph_ok a -> 2 <= size a ->
  hamiltonian (below (size a)) (link a) (size a) c ->
  hamiltonian (below (size (dual_net a a))) (link (dual_net a a)) (size (dual_net a a)) (dual_cycle a c).
Proof.
  intros a c ok two H.
  pose proof (dual_hamiltonian (below (size a)) (link a) (size a) c c two (link_symmetric _ ok) H H) as [T1 [T2 [T3 T4]]].
  change (size (dual_net a a)) with (2 * (size a * size a)) in *.
  assert (place_of : forall q, in_base (below (size a)) q -> valid a a (coordinates q)).
  { intros [[[|] cl] v] [H1 H2]; split; auto. }
  assert (back : forall q, in_base (below (size a)) q -> coordinates (dual_place a a (order_id a a q)) = q).
  { intros q Hq; unfold order_id; rewrite place_id by auto. apply coordinates_involutive. }
  split; [|split; [|split]].
  - intros p Hp; apply (id_below a a); auto.
  - intros p q Hp Hq E; apply T2; auto. rewrite <- (back (twin (size a) c c p)), <- (back (twin (size a) c c q)) by auto.
    unfold dual_cycle in E; rewrite E; auto.
  - intros v Hv. assert (V : in_base (below (size a)) (coordinates (dual_place a a v))).
    { pose proof (place_valid a a v Hv) as P; destruct (dual_place a a v) as [[[|] x] y], P; split; auto. }
    destruct (T3 _ V) as [p [Hp E]]; exists p; split; auto. unfold dual_cycle, order_id; rewrite E, coordinates_involutive.
    apply id_place; auto.
  - intros p Hp. specialize (T4 p Hp). apply coordinates_dual in T4. unfold dual_cycle, order_id.
    apply id_links; auto. apply place_of, T1, up_from_below; auto.
Qed.

Theorem model_cycle : forall e, cyclic e -> 2 <= size (build e) /\
  hamiltonian (below (size (build e))) (link (build e)) (size (build e)) (cycle e).
Proof.
  assert (good : forall e, cyclic e -> tables_good e = true).
  { induction 1; simpl; auto; rewrite IHcyclic; auto. }
  induction 1 as [n Hn | n Hn | a C [two H]]; cbn [build cycle].
  - split; [simpl; lia|]. apply (ids_in_order (Ring n)). cbn [leaf_size leaf_link]; intros i Hi.
    rewrite (proj2 (Nat.leb_le 3 n) Hn). left; auto.
  - split; [simpl; lia|]. apply (ids_in_order (Complete n)). cbn [leaf_size leaf_link]; intros i Hi.
    unfold complete_link, up_from; nat_cases; lia.
  - split; [change (size (dual_net (build a) (build a))) with (2 * (size (build a) * size (build a))); nia|].
    apply dual_cycle_right; auto. apply model_graph; auto.
Qed.
