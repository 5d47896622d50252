(** * The model: networks over ids, as the program numbers them

    Everything here computes, and is extracted to OCaml ([extract/]). A network has nodes 0 … size - 1, neighbours, distances, parents in
    arc-disjoint trees, and a routing with channel ranks. Bases are tables of neighbours or named leaves; [dual_net] and [product_net]
    build networks from networks, with the ids of the program: a node of [dual(A, B)] is (class, cluster, node), the last one fastest, and
    a node of [A * B] is (x, y) with id x·|B| + y. The theorems at the end say that what is computed is right: neighbours are those of the
    constructions of [DualDistance.v] and [ProductDistance.v], a distance is the distance, parents are arc-disjoint spanning trees, and
    ranks decrease along every dependency. *)

From Coq Require Import Arith Lia Bool List.
From Crossedge Require Import Graph DualDistance ProductDistance Routing DimensionOrder DualOrder TreeLemma DualTrees ProductTrees LeafTrees.
Import ListNotations.

Record net : Type := {
  size : nat;
  neighbours : nat -> list nat;
  distance : nat -> nat -> option nat;
  trees : nat;
  parent : nat -> nat -> nat -> nat;      (* root, tree, node *)
  first : nat -> nat -> nat;              (* root, tree *)
  route : routing nat;
  rank : channel nat -> nat;
  bound : nat
}.

Definition link (g : net) (u v : nat) : Prop := u < size g /\ v < size g /\ In v (neighbours g u).

(** ** Search: distances from a source, level by level *)

Definition mem (v : nat) (l : list nat) : bool := existsb (Nat.eqb v) l.

Fixpoint unique (l : list nat) : list nat :=
  match l with [] => [] | v :: l => let rest := unique l in if mem v rest then rest else v :: rest end.

Definition next_level (nb : nat -> list nat) (level : list nat) : list nat := unique (flat_map nb level).

(** The nodes of [pending] with their distances. [level]: the ends of all walks of [d] links. *)
Fixpoint search (nb : nat -> list nat) (fuel d : nat) (level pending : list nat) : list (nat * nat) :=
  let (found, rest) := partition (fun v => mem v level) pending in
  map (fun v => (v, d)) found ++
  match rest with
  | [] => []
  | _ => match fuel with 0 => [] | S fuel => search nb fuel (S d) (next_level nb level) rest end
  end.

Fixpoint lookup (v : nat) (l : list (nat * nat)) : option nat :=
  match l with [] => None | (w, d) :: l => if v =? w then Some d else lookup v l end.

Definition rows (nb : nat -> list nat) (n : nat) : list (list (nat * nat)) :=
  map (fun u => search nb n 0 [u] (seq 0 n)) (seq 0 n).

Definition row_distance (table : list (list (nat * nat))) (u v : nat) : option nat := lookup v (nth u table []).

(** ** Bases *)

(** A table of neighbours and of trees: for every root and tree the first child and the parents. It has no routing. *)
Definition tree_table : Type := list (list (nat * list nat)).
Definition no_routing : routing nat := {| start := fun _ _ => None; next := fun _ _ => None |}.

Definition table_count (t : tree_table) : nat := length (nth 0 t []).
Definition table_parent (t : tree_table) (r i v : nat) : nat := nth v (snd (nth i (nth r t []) (0, []))) 0.
Definition table_first (t : tree_table) (r i : nat) : nat := fst (nth i (nth r t []) (0, [])).

Definition with_rows (n : nat) (nb : nat -> list nat) (t : tree_table) (table : list (list (nat * nat))) : net :=
  {| size := n; neighbours := nb; distance := row_distance table; trees := table_count t; parent := table_parent t;
     first := table_first t; route := no_routing; rank := fun _ => 0; bound := 0 |}.

Definition table_net (adjacency : list (list nat)) (t : tree_table) : net :=
  let nb := fun u => nth u adjacency [] in
  with_rows (length adjacency) nb t (rows nb (length adjacency)).

(** Ids are below the size, and links go both ways. *)
Definition good_table (adjacency : list (list nat)) : bool :=
  forallb (fun u => forallb (fun v => (v <? length adjacency) && mem u (nth v adjacency [])) (nth u adjacency [])) (seq 0 (length adjacency)).

(** The trees of a table are arc-disjoint spanning trees, from every root. *)
Fixpoint leads (fuel : nat) (par : nat -> nat) (r v : nat) : bool :=
  if v =? r then true else match fuel with 0 => false | S fuel => leads fuel par r (par v) end.

Definition good_trees (adjacency : list (list nat)) (t : tree_table) : bool :=
  let n := length adjacency in
  let k := table_count t in
  (0 <? k) &&
  forallb (fun r =>
    forallb (fun i =>
      let w := table_first t r i in
      (w <? n) && negb (w =? r) && (table_parent t r i w =? r) &&
      forallb (fun v =>
        leads n (table_parent t r i) r v &&
        ((v =? r) ||
         ((table_parent t r i v <? n) && mem v (nth (table_parent t r i v) adjacency []) &&
          forallb (fun j => (i =? j) || negb (table_parent t r i v =? table_parent t r j v)) (seq 0 k))))
        (seq 0 n)) (seq 0 k)) (seq 0 n).

(** A named leaf: links by their definition. *)
Definition leaf_linked (l : leaf) (u v : nat) : bool :=
  match l with
  | Path n => (v =? S u) || (u =? S v)
  | Ring n => if 3 <=? n then (v =? up_from n u) || (u =? up_from n v) else (v =? S u) || (u =? S v)
  | Complete n => negb (u =? v)
  | Star n => ((u =? 0) && negb (v =? 0)) || (negb (u =? 0) && (v =? 0))
  end.

Definition leaf_neighbours (l : leaf) (u : nat) : list nat := filter (leaf_linked l u) (seq 0 (leaf_size l)).

Definition leaf_trees (l : leaf) : nat :=
  match l with
  | Path n | Star n => if 2 <=? n then 1 else 0
  | Ring n => if 3 <=? n then 2 else if 2 <=? n then 1 else 0
  | Complete n => n - 1
  end.

(** The only tree of a star. *)
Definition star_parent (r v : nat) : nat := if v =? 0 then r else 0.
Definition star_first (r : nat) : nat := if r =? 0 then 1 else 0.

Definition leaf_parent (l : leaf) (r : nat) : nat -> nat -> nat :=
  match l with
  | Path n => line_parent r
  | Ring n => if 3 <=? n then ring_parent n else line_parent r
  | Complete n => complete_parent r
  | Star n => fun _ v => star_parent r v
  end.

Definition leaf_first (l : leaf) (r : nat) : nat -> nat :=
  match l with
  | Path n => line_first n r
  | Ring n => if 3 <=? n then ring_first n r else line_first n r
  | Complete n => complete_first r
  | Star n => fun _ => star_first r
  end.

Definition leaf_with_rows (l : leaf) (table : list (list (nat * nat))) : net :=
  {| size := leaf_size l; neighbours := leaf_neighbours l; distance := row_distance table; trees := leaf_trees l;
     parent := leaf_parent l; first := leaf_first l; route := leaf_routing l; rank := leaf_rank l; bound := leaf_bound l |}.

Definition leaf_net (l : leaf) : net := leaf_with_rows l (rows (leaf_neighbours l) (leaf_size l)).

(** ** Routings under other names *)

Section Renamed.
  Context {V : Type}.
  Variables (to : nat -> V) (from : V -> nat) (r : routing V) (rk : channel V -> nat).

  Definition channel_to (c : channel nat) : channel V := (to (tail c), to (head c), vc c).
  Definition channel_from (c : channel V) : channel nat := (from (tail c), from (head c), vc c).

  Definition renamed_routing : routing nat :=
    {| start := fun u t => option_map channel_from (start r (to u) (to t));
       next := fun c t => option_map channel_from (next r (channel_to c) (to t)) |}.

  Definition renamed_rank (c : channel nat) : nat := rk (channel_to c).
End Renamed.

(** ** Duals *)

Section DualNet.
  Variables a b : net.

  Definition half : nat := size a * size b.

  (** Class 0 has |B| clusters of A: id = y·|A| + x. Class 1 has |A| clusters of B: id = |A|·|B| + x·|B| + y. *)
  Definition dual_place (v : nat) : node nat nat :=
    if v <? half then (false, v mod size a, v / size a)
    else (true, (v - half) / size b, (v - half) mod size b).

  Definition dual_id (p : node nat nat) : nat :=
    let '(t, x, y) := p in if t then half + x * size b + y else y * size a + x.

  Definition dual_neighbours (v : nat) : list nat :=
    let '(t, x, y) := dual_place v in
    map dual_id
      ((if t then map (fun y' => (true, x, y')) (neighbours b y) else map (fun x' => (false, x', y)) (neighbours a x))
         ++ [(negb t, x, y)]).

  Definition same_cluster_of (p q : node nat nat) : bool :=
    let '(t, x, y) := p in let '(t', x', y') := q in Bool.eqb t t' && if t then x =? x' else y =? y'.

  Definition dual_distance_of (u v : nat) : option nat :=
    let p := dual_place u in
    let q := dual_place v in
    match distance a (snd (fst p)) (snd (fst q)), distance b (snd p) (snd q) with
    | Some dA, Some dB => Some (dA + dB + crossings same_cluster_of p q)
    | _, _ => None
    end.

  Definition dual_count : nat := Nat.min (trees a) (trees b).

  Definition dual_parent_of (r i v : nat) : nat :=
    let '(t, x0, y0) := dual_place r in
    dual_id
      (if t
       then exchange (DualTrees.dual_parent Nat.eqb Nat.eqb dual_count y0 x0 (parent b y0) (parent a x0) (first b y0) (first a x0) i
                        (exchange (dual_place v)))
       else DualTrees.dual_parent Nat.eqb Nat.eqb dual_count x0 y0 (parent a x0) (parent b y0) (first a x0) (first b y0) i (dual_place v)).

  Definition dual_first_of (r i : nat) : nat :=
    let '(t, x0, y0) := dual_place r in
    dual_id (if t then exchange (dual_first y0 x0 (first b y0) i) else dual_first x0 y0 (first a x0) i).

  (** Order routing, if both bases are one network: places are (class, cluster, node). *)
  Definition order_place (v : nat) : place := coordinates (dual_place v).
  Definition order_id (p : place) : nat := dual_id (coordinates p).

  Definition dual_net : net :=
    {| size := 2 * half; neighbours := dual_neighbours; distance := dual_distance_of; trees := S dual_count;
       parent := dual_parent_of; first := dual_first_of;
       route := renamed_routing order_place order_id (order_routing (route a) Nat.eqb);
       rank := renamed_rank order_place (order_rank (rank a) (bound a));
       bound := 2 * bound a + 3 |}.
End DualNet.

(** ** Products *)

Section ProductNet.
  Variables a b : net.

  Definition product_place (v : nat) : nat * nat := (v / size b, v mod size b).
  Definition product_id (p : nat * nat) : nat := fst p * size b + snd p.

  Definition product_neighbours (v : nat) : list nat :=
    let (x, y) := product_place v in
    map product_id (map (fun x' => (x', y)) (neighbours a x) ++ map (fun y' => (x, y')) (neighbours b y)).

  Definition product_distance_of (u v : nat) : option nat :=
    let (x, y) := product_place u in
    let (x', y') := product_place v in
    match distance a x x', distance b y y' with Some dA, Some dB => Some (dA + dB) | _, _ => None end.

  (** The factor with more trees comes first in the rule; the first one where they have as many. *)
  Definition turned : bool := trees a <? trees b.

  Definition flip {X Y : Type} (p : X * Y) : Y * X := (snd p, fst p).

  Definition product_parent_of (r i v : nat) : nat :=
    let (x0, y0) := product_place r in
    product_id
      (if turned
       then flip (product_parent Nat.eqb Nat.eqb (trees b) (trees a) y0 x0 (parent b y0) (parent a x0) (first b y0) (first a x0) i
                    (flip (product_place v)))
       else product_parent Nat.eqb Nat.eqb (trees a) (trees b) x0 y0 (parent a x0) (parent b y0) (first a x0) (first b y0) i
              (product_place v)).

  Definition product_first_of (r i : nat) : nat :=
    let (x0, y0) := product_place r in
    product_id
      (if turned then flip (product_first_child (trees a) y0 x0 (first b y0) (first a x0) i)
       else product_first_child (trees b) x0 y0 (first a x0) (first b y0) i).

  Definition product_net : net :=
    {| size := size a * size b; neighbours := product_neighbours; distance := product_distance_of; trees := trees a + trees b;
       parent := product_parent_of; first := product_first_of;
       route := renamed_routing product_place product_id (product_routing (route a) (route b) Nat.eqb);
       rank := renamed_rank product_place (product_rank Nat.eqb (rank a) (rank b) (bound b));
       bound := bound a + bound b |}.
End ProductNet.

(** ** The numbering of dual-cubes

    Coordinates keep their places: the ids of class 1 are those of [dual_net a a] with cluster and node exchanged. *)

Definition class_one_swapped (n v : nat) : nat :=
  if v <? n * n then v else n * n + ((v - n * n) mod n) * n + (v - n * n) / n.

Definition swapped_net (n : nat) (g : net) : net :=
  let s := class_one_swapped n in
  {| size := size g; neighbours := fun v => map s (neighbours g (s v)); distance := fun u v => distance g (s u) (s v); trees := trees g;
     parent := fun r i v => s (parent g (s r) i (s v)); first := fun r i => s (first g (s r) i);
     route := renamed_routing s s (route g); rank := renamed_rank s (rank g); bound := bound g |}.

Definition coordinate_dual_net (a : net) : net := swapped_net (size a) (dual_net a a).

(** * What is computed is right *)

Record graph_ok (g : net) : Prop := {
  link_symmetric : symmetric (link g);
  link_closed : forall u v, u < size g -> In v (neighbours g u) -> v < size g;
  distance_right : forall u v d, u < size g -> v < size g -> distance g u v = Some d -> dist (link g) d u v;
  distance_found : forall u v n, u < size g -> v < size g -> walk (link g) n u v -> exists d, distance g u v = Some d
}.

Definition trees_ok (g : net) : Prop :=
  0 < trees g /\ forall r, r < size g -> system (below (size g)) (link g) (trees g) r (parent g r) (first g r).

Definition routing_ok (g : net) : Prop := ranked (below (size g)) (link g) (route g) (rank g) (bound g).

(** ** Search *)

Lemma mem_in : forall v l, mem v l = true <-> In v l.
Proof.
  intros; unfold mem; rewrite existsb_exists; split.
  - intros [w [H E]]; apply Nat.eqb_eq in E; subst; auto.
  - intros H; exists v; split; auto using Nat.eqb_refl.
Qed.

Lemma unique_in : forall v l, In v (unique l) <-> In v l.
Proof.
  intros v l; induction l as [|w l IH]; simpl; [tauto|].
  destruct (mem w (unique l)) eqn:E; simpl; rewrite IH; [|tauto].
  split; auto. intros [->|]; auto. apply IH, mem_in; auto.
Qed.

Lemma partition_filter : forall (f : nat -> bool) l, partition f l = (filter f l, filter (fun v => negb (f v)) l).
Proof. intros f l; induction l as [|v l IH]; simpl; auto. rewrite IH; destruct (f v); auto. Qed.

Section Search.
  Variables (n : nat) (nb : nat -> list nat).
  Hypothesis closed : forall u v, u < n -> In v (nb u) -> v < n.
  Definition joined (u v : nat) : Prop := u < n /\ v < n /\ In v (nb u).

  Lemma walk_end : forall d u w, walk joined (S d) u w <-> exists v, walk joined d u v /\ joined v w.
  Proof.
    intros d u w; split.
    - revert u; induction d; intros u H; inversion H as [|m x y z HR HW]; subst.
      + apply walk_zero in HW; subst; exists u; split; [constructor | auto].
      + destruct (IHd _ HW) as [x [H1 H2]]; exists x; split; auto; econstructor; eauto.
    - intros [v [H1 H2]]; replace (S d) with (d + 1) by lia; eapply walk_app; eauto using walk_one.
  Qed.

  Lemma walk_below : forall d u w, u < n -> walk joined d u w -> w < n.
  Proof. intros d u w Hu H; induction H; auto. apply IHwalk; apply H. Qed.

  Lemma search_right : forall fuel d level pending u, u < n ->
    (forall w, In w level <-> walk joined d u w) ->
    (forall v, In v pending -> forall m, m < d -> ~ walk joined m u v) ->
    forall v e, In (v, e) (search nb fuel d level pending) -> dist joined e u v.
  Proof.
    induction fuel as [|fuel IHfuel]; intros d level pending u Hu Hlevel Hpending v e; cbn [search];
      rewrite partition_filter, in_app_iff; intros [H|H].
    1, 3: apply in_map_iff in H; destruct H as [w [Ew Hw]]; inversion Ew; subst w e;
      apply filter_In in Hw; destruct Hw as [Hw Hm]; apply mem_in in Hm;
      split; [apply Hlevel; auto | intros m Hm'; destruct (le_lt_dec d m); auto; exfalso; eapply Hpending; eauto].
    - destruct (filter _ pending); destruct H.
    - destruct (filter (fun v => negb (mem v level)) pending) as [|x rest] eqn:Er; [destruct H|].
      apply (IHfuel (S d) (next_level nb level) (x :: rest) u); auto.
      + intros w; unfold next_level; rewrite unique_in, in_flat_map, walk_end; split.
        * intros [y [Hy Hw]]; apply Hlevel in Hy. exists y; split; auto.
          assert (y < n) by (eapply walk_below; eauto). split; [|split]; eauto.
        * intros [y [Hy [_ [_ Hw]]]]; exists y; split; auto; apply Hlevel; auto.
      + intros y Hy m Hm W. rewrite <- Er in Hy; apply filter_In in Hy; destruct Hy as [Hy1 Hy2].
        destruct (Nat.eq_dec m d) as [->|].
        * apply Hlevel, mem_in in W; rewrite W in Hy2; discriminate.
        * eapply (Hpending y Hy1 m); auto; lia.
  Qed.

  Lemma lookup_in : forall v l d, lookup v l = Some d -> In (v, d) l.
  Proof.
    intros v l d; induction l as [|[w e] l IH]; simpl; [discriminate|].
    destruct (Nat.eqb_spec v w); [intros E; inversion E; subst; auto | auto].
  Qed.

  Lemma rows_right : forall u v d, u < n -> row_distance (rows nb n) u v = Some d -> dist joined d u v.
  Proof.
    intros u v d Hu H; unfold row_distance, rows in H; apply lookup_in in H.
    rewrite nth_indep with (d' := search nb n 0 [0] (seq 0 n)) in H by (rewrite map_length, seq_length; auto).
    rewrite (map_nth (fun u => search nb n 0 [u] (seq 0 n)) (seq 0 n) 0) in H.
    rewrite seq_nth in H by auto; simpl in H.
    apply (search_right n 0 [u] (seq 0 n) u) in H; auto; [|intros; lia].
    intros w; simpl; split; [intros [->|[]]; constructor | intros W; left; apply walk_zero in W; auto].
  Qed.
  (** The search finds every vertex that a walk reaches. *)
  Lemma search_complete : forall fuel d level pending u v e, u < n ->
    (forall w, In w level <-> walk joined d u w) -> In v pending -> dist joined e u v -> d <= e <= d + fuel ->
    In (v, e) (search nb fuel d level pending).
  Proof.
    induction fuel as [|fuel IH]; intros d level pending u v e Hu Hlevel Hv [W least] He; cbn [search];
      rewrite partition_filter; apply in_app_iff;
      (destruct (Nat.eq_dec d e) as [->|ne];
       [left; apply in_map_iff; exists v; split; auto; apply filter_In; split; auto; apply mem_in, Hlevel; auto|]); [lia|].
    right.
    assert (rest : In v (filter (fun v => negb (mem v level)) pending)).
    { apply filter_In; split; auto. destruct (mem v level) eqn:M; auto.
      apply mem_in, Hlevel in M. specialize (least d M); lia. }
    destruct (filter (fun v => negb (mem v level)) pending) as [|x l] eqn:E; [destruct rest|].
    apply (IH (S d) (next_level nb level) (x :: l) u); auto; [|split; auto|lia].
    intros w; unfold next_level; rewrite unique_in, in_flat_map, walk_end; split.
    - intros [y [Hy Hw]]; apply Hlevel in Hy. exists y; split; auto.
      assert (y < n) by (eapply walk_below; eauto). split; [|split]; eauto.
    - intros [y [Hy [_ [_ Hw]]]]; exists y; split; auto; apply Hlevel; auto.
  Qed.

  (** The ends of all walks of k links. *)
  Fixpoint level_at (k u : nat) : list nat := match k with 0 => [u] | S k => next_level nb (level_at k u) end.

  Lemma level_at_walk : forall k u w, u < n -> (In w (level_at k u) <-> walk joined k u w).
  Proof.
    induction k as [|k IH]; intros u w Hu; cbn [level_at].
    - simpl; split; [intros [->|[]]; constructor | intros W; left; apply walk_zero in W; auto].
    - unfold next_level; rewrite unique_in, in_flat_map, walk_end; split.
      + intros [y [Hy Hw]]; apply IH in Hy; auto. exists y; split; auto.
        assert (y < n) by (eapply walk_below; eauto). split; [|split]; eauto.
      + intros [y [Hy [_ [_ Hw]]]]; exists y; split; auto; apply IH; auto.
  Qed.

  Lemma walk_decidable : forall k u w, walk joined k u w \/ ~ walk joined k u w.
  Proof.
    intros k u w; destruct (lt_dec u n) as [Hu|Hu].
    - destruct (in_dec Nat.eq_dec w (level_at k u)) as [H|H]; rewrite level_at_walk in H by auto; auto.
    - destruct k; [destruct (Nat.eq_dec u w) as [->|ne]; [left; constructor | right; intros W; apply ne, (walk_zero _ _ _ W)]|].
      right; intros W; inversion W as [|? ? ? ? L]; destruct L; auto.
  Qed.

  (** Distances are below the number of nodes: there is a node at every smaller distance. *)
  Lemma dist_below : forall e u v, u < n -> dist joined e u v -> e < n.
  Proof.
    intros e u v Hu D.
    assert (G : exists l, length l = S e /\ NoDup l /\ forall w, In w l -> w < n /\ exists i, i <= e /\ dist joined i u w).
    { revert v D; induction e as [|e IH]; intros v D.
      - apply dist_zero in D; subst v. exists [u]; split; [auto|split; [repeat constructor; simpl; tauto|]].
        intros w [<-|[]]; split; auto. exists 0; split; auto; apply dist_refl.
      - destruct D as [W least]. pose proof W as W'. apply walk_end in W; destruct W as [y [Wy L]].
        assert (Dy : dist joined e u y).
        { split; auto. intros m Hm. assert (S e <= m + 1); [|lia]. apply least. eapply walk_app; eauto using walk_one. }
        destruct (IH y Dy) as [l [Hl [once Hin]]]. exists (v :: l); split; [simpl; auto|split].
        + constructor; auto. intros HIn; destruct (Hin v HIn) as [_ [i [Hi [Wi _]]]]. specialize (least i Wi); lia.
        + intros w [<-|HIn]; [split; [apply L | exists (S e); split; auto; split; auto]|].
          destruct (Hin w HIn) as [H1 [i [Hi Di]]]; split; auto. exists i; split; auto. }
    destruct G as [l [Hl [once Hin]]].
    assert (length l <= length (seq 0 n)); [|rewrite seq_length in *; lia].
    apply NoDup_incl_length; auto. intros w Hw; apply in_seq; destruct (Hin w Hw); lia.
  Qed.

  Lemma in_lookup : forall v d l, In (v, d) l -> exists e, lookup v l = Some e.
  Proof.
    intros v d l; induction l as [|[w e] l IH]; simpl; intros H; [tauto|].
    destruct (Nat.eqb_spec v w); [eauto|]. apply IH; destruct H as [H|H]; auto. inversion H; congruence.
  Qed.

  Lemma rows_found : forall u v k, u < n -> v < n -> walk joined k u v -> exists d, row_distance (rows nb n) u v = Some d.
  Proof.
    intros u v k Hu Hv W; destruct (walk_dist joined walk_decidable k u v W) as [d [_ D]].
    unfold row_distance, rows.
    rewrite nth_indep with (d' := search nb n 0 [0] (seq 0 n)) by (rewrite map_length, seq_length; auto).
    rewrite (map_nth (fun u => search nb n 0 [u] (seq 0 n)) (seq 0 n) 0), seq_nth by auto; simpl.
    apply (in_lookup v d). apply (search_complete n 0 [u] (seq 0 n) u v d); auto.
    - intros w; simpl; split; [intros [->|[]]; constructor | intros W'; left; apply walk_zero in W'; auto].
    - apply in_seq; lia.
    - pose proof (dist_below d u v Hu D); lia.
  Qed.
End Search.

Theorem table_net_ok : forall adjacency t, good_table adjacency = true -> graph_ok (table_net adjacency t).
Proof.
  intros adjacency t H; unfold good_table in H; rewrite forallb_forall in H.
  assert (G : forall u v, u < length adjacency -> In v (nth u adjacency []) -> v < length adjacency /\ In u (nth v adjacency [])).
  { intros u v Hu Hv. specialize (H u). rewrite in_seq in H. specialize (H ltac:(lia)).
    rewrite forallb_forall in H; specialize (H v Hv); apply andb_true_iff in H; destruct H as [H1 H2].
    apply Nat.ltb_lt in H1; apply mem_in in H2; auto. }
  constructor; unfold link, table_net; simpl.
  - intros u v [H1 [H2 H3]]; repeat split; auto; apply G; auto.
  - intros u v H1 H2; eapply G; eauto.
  - intros u v d H1 H2 E. apply (rows_right (length adjacency) (fun u => nth u adjacency [])); auto.
    intros; eapply G; eauto.
  - intros u v k H1 H2 W. apply (rows_found (length adjacency) (fun u => nth u adjacency [])) with (k := k); auto.
    intros; eapply G; eauto.
Qed.

Theorem table_trees_ok : forall adjacency t, good_trees adjacency t = true -> trees_ok (table_net adjacency t).
Proof.
  intros adjacency t H; unfold good_trees in H; apply andb_true_iff in H; destruct H as [pos H]; apply Nat.ltb_lt in pos.
  rewrite forallb_forall in H. split; [exact pos|]. intros r Hr; cbn [size table_net with_rows] in Hr.
  specialize (H r ltac:(apply in_seq; lia)); rewrite forallb_forall in H.
  set (n := length adjacency) in *. set (k := table_count t) in *.
  assert (T : forall i, i < k -> (table_first t r i < n /\ table_first t r i <> r /\ table_parent t r i (table_first t r i) = r) /\
    forall v, v < n -> leads n (table_parent t r i) r v = true /\
      (v <> r -> table_parent t r i v < n /\ In v (nth (table_parent t r i v) adjacency []) /\
        forall j, j < k -> i <> j -> table_parent t r i v <> table_parent t r j v)).
  { intros i Hi; specialize (H i ltac:(apply in_seq; lia)); rewrite !andb_true_iff in H; destruct H as [[[H1 H2] H3] H4].
    apply Nat.ltb_lt in H1; apply negb_true_iff, Nat.eqb_neq in H2; apply Nat.eqb_eq in H3.
    split; auto. intros v Hv; rewrite forallb_forall in H4; specialize (H4 v ltac:(apply in_seq; lia)).
    apply andb_true_iff in H4; destruct H4 as [H4 H5]; split; auto. intros ne.
    apply orb_true_iff in H5; destruct H5 as [H5|H5]; [apply Nat.eqb_eq in H5; tauto|].
    rewrite !andb_true_iff in H5; destruct H5 as [[H5 H6] H7]; apply Nat.ltb_lt in H5; apply mem_in in H6.
    split; auto; split; auto. intros j Hj ij; rewrite forallb_forall in H7; specialize (H7 j ltac:(apply in_seq; lia)).
    apply orb_true_iff in H7; destruct H7 as [H7|H7]; [apply Nat.eqb_eq in H7; tauto | apply negb_true_iff, Nat.eqb_neq in H7; auto]. }
  change (trees (table_net adjacency t)) with k.
  constructor; unfold below; cbn [size parent first table_net with_rows]; fold n; auto.
  - intros i v Hi Hv ne; destruct (T i Hi) as [_ T']; destruct (T' v Hv) as [_ T'']; destruct (T'' ne) as [H1 [H2 _]].
    split; auto. unfold link; cbn [size neighbours table_net with_rows]; auto.
  - intros i j v Hi Hj ij Hv ne; destruct (T i Hi) as [_ T']; destruct (T' v Hv) as [_ T'']; destruct (T'' ne) as [_ [_ D]]; auto.
  - intros i v Hi Hv; destruct (T i Hi) as [_ T'].
    assert (G : forall fuel v, v < n -> leads fuel (table_parent t r i) r v = true -> climbs (fun v => v < n) (table_parent t r i) (fun u => u = r) v).
    { induction fuel as [|fuel IH]; intros x Hx; cbn [leads]; destruct (Nat.eqb_spec x r) as [->|ne]; intros L;
        try (apply climbs_stop; auto; fail); [discriminate|].
      apply climbs_up; auto. apply IH; auto. destruct (T' x Hx) as [_ T'']; apply T''; auto. }
    apply (G n); auto. apply T'; auto.
  - intros i Hi; destruct (T i Hi) as [[H1 [H2 H3]] _]; auto.
Qed.

(** ** Leaves *)

Lemma leaf_linked_spec : forall l u v, leaf_linked l u v = true <-> leaf_link l u v.
Proof.
  intros [n|n|n|n] u v; unfold leaf_linked, leaf_link; try (destruct (3 <=? n));
    rewrite ?orb_true_iff, ?andb_true_iff, ?negb_true_iff, ?Nat.eqb_eq, ?Nat.eqb_neq;
    unfold path_link, ring_link, complete_link, star_link; tauto.
Qed.

Lemma leaf_net_link : forall l u v, link (leaf_net l) u v <-> u < leaf_size l /\ v < leaf_size l /\ leaf_link l u v.
Proof.
  intros; unfold link, leaf_net, leaf_with_rows, leaf_neighbours; simpl.
  rewrite filter_In, in_seq, leaf_linked_spec; intuition lia.
Qed.

Lemma leaf_link_symmetric : forall l, symmetric (leaf_link l).
Proof.
  intros [n|n|n|n] u v; unfold leaf_link; try (destruct (3 <=? n));
    unfold path_link, ring_link, complete_link, star_link; solve [tauto | auto].
Qed.

Theorem leaf_net_ok : forall l, graph_ok (leaf_net l).
Proof.
  intros l; constructor.
  - intros u v H; apply leaf_net_link in H; apply leaf_net_link; destruct H as [H1 [H2 H3]]; repeat split; auto.
    apply leaf_link_symmetric; auto.
  - intros u v H1 H2; unfold leaf_net, leaf_with_rows, leaf_neighbours in *; simpl in *.
    apply filter_In in H2; destruct H2 as [H2 _]; apply in_seq in H2; lia.
  - intros u v d H1 H2 E; apply (rows_right (leaf_size l) (leaf_neighbours l)) in E; auto.
    intros x y Hx Hy; unfold leaf_neighbours in Hy; apply filter_In in Hy; destruct Hy as [Hy _]; apply in_seq in Hy; lia.
  - intros u v k H1 H2 W; apply (rows_found (leaf_size l) (leaf_neighbours l)) with (k := k); auto.
    intros x y Hx Hy; unfold leaf_neighbours in Hy; apply filter_In in Hy; destruct Hy as [Hy _]; apply in_seq in Hy; lia.
Qed.

(** A system on a graph is one on any graph with the same links between its vertices. *)
Lemma system_links : forall {V} (P : V -> Prop) (R S : V -> V -> Prop), (forall u v, P u -> P v -> R u v -> S u v) ->
  forall k r par fst, system P R k r par fst -> system P S k r par fst.
Proof.
  intros V P R S H k r par fst T; destruct T as [T0 T1 T2 T3 T4]; constructor; auto.
  intros i v Hi Pv ne; destruct (T1 i v Hi Pv ne); split; auto.
Qed.

Lemma star_trees : forall n r, 2 <= n -> r < n ->
  system (below n) (star_link n) 1 r (fun _ v => star_parent r v) (fun _ => star_first r).
Proof.
  intros n r two root; constructor; auto; unfold below, star_link, star_parent, star_first.
  - intros i v _ Hv ne; nat_cases; lia.
  - intros; lia.
  - intros i v _ Hv; destruct (Nat.eq_dec v r) as [->|ne]; [apply climbs_stop; auto|].
    apply climbs_up; auto; destruct (Nat.eqb_spec v 0); [apply climbs_stop; auto|].
    destruct (Nat.eq_dec 0 r) as [E|ne']; [apply climbs_stop; auto; lia|].
    apply climbs_up; [lia | auto |]. simpl; apply climbs_stop; auto.
  - intros i _; nat_cases; lia.
Qed.

Theorem leaf_trees_ok : forall l, 2 <= leaf_size l -> trees_ok (leaf_net l).
Proof.
  intros l two; split.
  - unfold leaf_net, leaf_with_rows; destruct l as [n|n|n|n]; cbn [trees leaf_trees leaf_size] in *; nat_cases; lia.
  - intros r Hr; apply system_links with (R := leaf_link l); [intros; apply leaf_net_link; auto|].
    change (size (leaf_net l)) with (leaf_size l) in *.
    destruct l as [n|n|n|n]; unfold leaf_net, leaf_with_rows; cbn [leaf_size leaf_link trees parent first leaf_trees leaf_parent leaf_first] in *.
    + rewrite (proj2 (Nat.leb_le 2 n) two); apply line_trees; auto.
    + rewrite (proj2 (Nat.leb_le 2 n) two); destruct (Nat.leb_spec 3 n); [apply ring_trees; auto | apply line_trees; auto].
    + apply complete_trees; auto.
    + rewrite (proj2 (Nat.leb_le 2 n) two); apply star_trees; auto.
Qed.

(** A routing under other names. *)
Section RenamedRouting.
  Context {V : Type}.
  Variables (P : nat -> Prop) (R : nat -> nat -> Prop) (Q : V -> Prop) (S : V -> V -> Prop).
  Variables (to : nat -> V) (from : V -> nat).
  Hypothesis (valid_to : forall v, P v -> Q (to v)) (valid_from : forall w, Q w -> P (from w)).
  Hypothesis (from_to : forall v, P v -> from (to v) = v) (to_from : forall w, Q w -> to (from w) = w).
  Hypothesis links_from : forall u v, Q u -> Q v -> S u v -> R (from u) (from v).
  Variables (r : routing V) (rk : channel V -> nat) (bd : nat).
  Hypothesis ok : ranked Q S r rk bd.

  Lemma channel_to_from : forall c, on_link Q S c -> channel_to to (channel_from from c) = c.
  Proof.
    intros [[u v] k] [H1 [H2 _]]; unfold channel_to, channel_from, tail, head, vc in *; simpl in *.
    rewrite !to_from; auto.
  Qed.

  Lemma channel_from_link : forall c, on_link Q S c -> on_link P R (channel_from from c).
  Proof.
    intros [[u v] k] [H1 [H2 [H3 H4]]]; unfold on_link, channel_from, tail, head in *; simpl in *; repeat split; auto.
    intros E; apply H4; rewrite <- (to_from u), E; auto.
  Qed.

  Lemma renamed_takes : forall c t, takes P (renamed_routing to from r) c t ->
    P t /\ exists c', takes Q r c' (to t) /\ c = channel_from from c'.
  Proof.
    intros c t H; induction H as [u t c Pu Pt E | c t c' H [Pt [d [Hd ->]]] E]; simpl in E.
    - split; auto. destruct (start r (to u) (to t)) as [d|] eqn:Es; inversion E; subst.
      exists d; split; auto. eapply takes_start with (u := to u); eauto.
    - split; auto. rewrite channel_to_from in E by (eapply takes_link; eauto).
      destruct (next r d (to t)) as [d'|] eqn:En; inversion E; subst. exists d'; split; auto. eapply takes_next; eauto.
  Qed.

  Theorem renamed_ranked : ranked P R (renamed_routing to from r) (renamed_rank to rk) bd.
  Proof.
    constructor.
    - intros u t Pu Pt; simpl; pose proof (at_start _ _ _ _ _ ok (to u) (to t) (valid_to _ Pu) (valid_to _ Pt)) as A.
      destruct (start r (to u) (to t)) as [c|]; simpl.
      + destruct A as [A1 [A2 A3]]; split; [congruence|]; split; [|apply channel_from_link; auto].
        destruct c as [[x y] k]; unfold channel_from, tail in *; simpl in *; subst x; auto.
      + rewrite <- (from_to u), A, from_to; auto.
    - intros c t H; destruct (renamed_takes c t H) as [Pt [d [Hd ->]]]; simpl.
      assert (L : on_link Q S d) by (eapply takes_link; eauto).
      rewrite channel_to_from by auto. unfold renamed_rank; rewrite channel_to_from by auto.
      pose proof (at_next _ _ _ _ _ ok d (to t) Hd) as A; destruct (next r d (to t)) as [d'|]; simpl.
      + destruct A as [A1 [A2 [A3 A4]]]; split; [|split; [|split]]; auto using channel_from_link.
        * intros E; apply A1. destruct d as [[x y] k], L as [_ [Qy _]]; unfold channel_from, head in *; simpl in *.
          rewrite <- E, to_from; auto.
        * destruct d as [[x y] k], d' as [[x' y'] k']; unfold channel_from, tail, head in *; simpl in *; subst; auto.
        * rewrite channel_to_from by auto; auto.
      + destruct d as [[x y] k]; unfold channel_from, head in *; simpl in *; subst; auto.
    - intros c t H; destruct (renamed_takes c t H) as [Pt [d [Hd ->]]]; unfold renamed_rank.
      rewrite channel_to_from by (eapply takes_link; eauto). eapply rank_bound; eauto.
  Qed.
End RenamedRouting.

(** A ranked routing keeps its ranks on a graph with the same links between its vertices. *)
Lemma ranked_links : forall {V} (P : V -> Prop) (R S : V -> V -> Prop), (forall u v, P u -> P v -> R u v -> S u v) ->
  forall r rk bd, ranked P R r rk bd -> ranked P S r rk bd.
Proof.
  intros V P R S H r rk bd T; destruct T as [T0 T1 T2].
  assert (L : forall c, on_link P R c -> on_link P S c) by (intros c [A [B [C D]]]; repeat split; auto).
  constructor; auto.
  - intros u t Pu Pt; specialize (T0 u t Pu Pt); destruct (start r u t); auto. intuition.
  - intros c t Hc; specialize (T1 c t Hc); destruct (next r c t); auto. intuition.
Qed.

Theorem leaf_routing_ok : forall l, 0 < leaf_size l -> routing_ok (leaf_net l).
Proof.
  intros l H; apply ranked_links with (R := leaf_link l); [intros; apply leaf_net_link; auto|].
  apply leaf_ranked; auto.
Qed.

(** ** Duals *)
Section DualRight.
  Variables a b : net.

  Definition valid (p : node nat nat) : Prop := in_both (below (size a)) (below (size b)) p.

  Lemma place_valid : forall v, v < 2 * half a b -> valid (dual_place a b v).
  Proof.
    intros v H; unfold valid, in_both, below, dual_place, half in *; destruct (Nat.ltb_spec v (size a * size b)); simpl.
    - split; [apply Nat.mod_upper_bound; nia | apply Nat.div_lt_upper_bound; nia].
    - split; [apply Nat.div_lt_upper_bound; nia | apply Nat.mod_upper_bound; nia].
  Qed.

  Lemma id_below : forall p, valid p -> dual_id a b p < 2 * half a b.
  Proof. intros [[[|] x] y] [H1 H2]; unfold below, dual_id, half in *; simpl in *; nia. Qed.

  Lemma id_place : forall v, v < 2 * half a b -> dual_id a b (dual_place a b v) = v.
  Proof.
    intros v H; unfold dual_place, half in *; destruct (Nat.ltb_spec v (size a * size b)); unfold dual_id, half.
    - rewrite Nat.mul_comm, <- Nat.div_mod; nia.
    - pose proof (Nat.div_mod (v - size a * size b) (size b) ltac:(nia)). nia.
  Qed.

  Lemma place_id : forall p, valid p -> dual_place a b (dual_id a b p) = p.
  Proof.
    intros [[[|] x] y] [H1 H2]; unfold below in *; simpl in H1, H2; unfold dual_id, dual_place.
    - destruct (Nat.ltb_spec (half a b + x * size b + y) (half a b)); [lia|].
      replace (half a b + x * size b + y - half a b) with (x * size b + y) by lia.
      rewrite (Nat.div_add_l x (size b) y), (Nat.div_small y) by lia.
      rewrite Nat.add_comm with (n := x * size b), Nat.mod_add, Nat.mod_small by lia. repeat f_equal; lia.
    - destruct (Nat.ltb_spec (y * size a + x) (half a b)); [|unfold half in *; nia].
      rewrite (Nat.div_add_l y (size a) x), (Nat.div_small x) by lia.
      rewrite Nat.add_comm with (n := y * size a), Nat.mod_add, Nat.mod_small by lia. repeat f_equal; lia.
  Qed.

  Hypothesis (okA : graph_ok a) (okB : graph_ok b).

  (** The links of the model are those of the construction. *)
  Theorem dual_net_links : forall u v, u < size (dual_net a b) -> v < size (dual_net a b) ->
    (In v (neighbours (dual_net a b) u) <-> dual (link a) (link b) (dual_place a b u) (dual_place a b v)).
  Proof.
    intros u v Hu Hv; cbn [size dual_net neighbours] in *; unfold dual_neighbours.
    pose proof (place_valid u Hu) as Pu; destruct (dual_place a b u) as [[t x] y]; destruct Pu as [Px Py]; unfold below in Px, Py; cbn [fst snd] in Px, Py.
    rewrite in_map_iff; split.
    - intros [p [<- Hp]]; apply in_app_iff in Hp; destruct Hp as [Hp|[<-|[]]].
      + destruct t; apply in_map_iff in Hp; destruct Hp as [z [<- Hz]].
        * assert (z < size b) by (eapply link_closed; eauto).
          rewrite place_id by (split; auto). apply move_second; split; auto.
        * assert (z < size a) by (eapply link_closed; eauto).
          rewrite place_id by (split; auto). apply move_first; split; auto.
      + rewrite place_id by (split; auto). apply cross_edge.
    - intros H; exists (dual_place a b v); split; [apply id_place; auto|]. apply in_app_iff.
      revert H; generalize (dual_place a b v); intros q H; inversion H as [? x' ? L | ? ? y' L | ?]; subst; simpl;
        [left; apply (in_map (fun z => (false, z, y))); apply L | left; apply (in_map (fun z => (true, x, z))); apply L | right; left; reflexivity].
  Qed.

  Lemma dual_link_place : forall u v, link (dual_net a b) u v <->
    u < size (dual_net a b) /\ v < size (dual_net a b) /\ dual (link a) (link b) (dual_place a b u) (dual_place a b v).
  Proof.
    intros u v; split.
    - intros [H1 [H2 H3]]; repeat split; auto; apply dual_net_links; auto.
    - intros [H1 [H2 H3]]; repeat split; auto; apply dual_net_links; auto.
  Qed.

  Lemma dual_neighbour_valid : forall p q, valid p -> dual (link a) (link b) p q -> valid q.
  Proof.
    intros p q [H1 H2] H; unfold valid, in_both, below in *; inversion H; subst; simpl in *; auto.
    - destruct H0 as [_ [H0 _]]; auto.
    - destruct H0 as [_ [H0 _]]; auto.
  Qed.

  Lemma dist_place : forall d u v, u < size (dual_net a b) -> v < size (dual_net a b) ->
    dist (link (dual_net a b)) d u v <-> dist (dual (link a) (link b)) d (dual_place a b u) (dual_place a b v).
  Proof.
    intros d u v Hu Hv; apply (dist_transport _ _ (fun v => v < size (dual_net a b))); auto.
    - intros x y _ H; apply H.
    - intros x y _ H; apply dual_link_place; auto.
    - intros x q Hx H. assert (valid q) by (eapply dual_neighbour_valid; eauto using place_valid).
      exists (dual_id a b q); split; [apply id_below; auto|]; split; [apply place_id; auto|].
      apply dual_link_place; split; auto; split; [apply id_below; auto | rewrite place_id; auto].
    - intros x y Hx Hy E; rewrite <- (id_place x), E, id_place; auto.
  Qed.

  Lemma same_cluster_of_spec : forall p q, same_cluster_of p q = true <-> same_cluster p q.
  Proof.
    intros [[t x] y] [[t' x'] y']; unfold same_cluster_of, same_cluster; rewrite andb_true_iff, eqb_true_iff.
    destruct t; rewrite Nat.eqb_eq; tauto.
  Qed.

  Theorem dual_net_ok : graph_ok (dual_net a b).
  Proof.
    constructor.
    - intros u v H; apply dual_link_place in H; destruct H as [H1 [H2 H3]]; apply dual_link_place; repeat split; auto.
      apply dual_symmetric; auto using link_symmetric.
    - intros u v Hu H; cbn [neighbours size dual_net] in *; unfold dual_neighbours in H.
      pose proof (place_valid u Hu) as Pu; destruct (dual_place a b u) as [[t x] y]; destruct Pu as [Px Py]; unfold below in Px, Py; cbn [fst snd] in Px, Py.
      apply in_map_iff in H; destruct H as [p [<- Hp]]; apply id_below; apply in_app_iff in Hp; destruct Hp as [Hp|[<-|[]]]; [|split; auto].
      destruct t; apply in_map_iff in Hp; destruct Hp as [z [<- Hz]]; split; auto; unfold below; simpl;
        eapply link_closed; eauto.
    - intros u v d Hu Hv E; apply dist_place; auto. pose proof (place_valid u Hu) as Vu. pose proof (place_valid v Hv) as Vv.
      cbn [distance dual_net] in E; unfold dual_distance_of in E.
      destruct (dual_place a b u) as [[t x] y], (dual_place a b v) as [[t' x'] y'], Vu as [Px Py], Vv as [Px' Py']; cbn [fst snd] in *.
      destruct (distance a x x') as [dA|] eqn:EA; [|discriminate]. destruct (distance b y y') as [dB|] eqn:EB; [|discriminate].
      inversion E; apply dual_distance_two_bases; [apply same_cluster_of_spec | |];
        eapply distance_right; eauto.
    - intros u v k Hu Hv W. pose proof (place_valid u Hu) as Vu. pose proof (place_valid v Hv) as Vv.
      apply (walk_forward (link (dual_net a b)) (dual (link a) (link b)) (fun v => v < size (dual_net a b)) (dual_place a b)) in W; auto.
      2: { intros x y _ H; apply H. }
      2: { intros x y _ H; apply dual_link_place; auto. }
      cbn [distance dual_net]; unfold dual_distance_of.
      destruct (dual_place a b u) as [[t x] y], (dual_place a b v) as [[t' x'] y'], Vu as [Px Py], Vv as [Px' Py']; cbn [fst snd] in *.
      destruct (walk_projects _ _ _ _ _ _ _ _ _ W) as [i [j [c [WA [WB _]]]]].
      destruct (distance_found _ okA x x' i Px Px' WA) as [dA ->], (distance_found _ okB y y' j Py Py' WB) as [dB ->]; eauto.
  Qed.

  Lemma id_links : forall p q, valid p -> valid q -> dual (link a) (link b) p q -> link (dual_net a b) (dual_id a b p) (dual_id a b q).
  Proof.
    intros p q Hp Hq H; apply dual_link_place; split; [apply id_below; auto|]; split; [apply id_below; auto|].
    rewrite !place_id; auto.
  Qed.

  Theorem dual_net_trees_ok : trees_ok a -> trees_ok b -> trees_ok (dual_net a b).
  Proof.
    intros [posA TA] [posB TB]; split; [simpl; lia|].
    intros r Hr; pose proof (place_valid r Hr) as Vr; destruct (dual_place a b r) as [[t x0] y0] eqn:Er.
    pose proof Vr as [Hx Hy]; unfold below in Hx, Hy; cbn [fst snd] in Hx, Hy.
    assert (pos : 0 < dual_count a b) by (unfold dual_count; lia).
    assert (SA : system (below (size a)) (link a) (dual_count a b) x0 (parent a x0) (first a x0)).
    { apply (system_fewer _ _ (trees a)); auto; unfold dual_count; lia. }
    assert (SB : system (below (size b)) (link b) (dual_count a b) y0 (parent b y0) (first b y0)).
    { apply (system_fewer _ _ (trees b)); auto; unfold dual_count; lia. }
    pose proof (link_symmetric _ okA) as symA. pose proof (link_symmetric _ okB) as symB.
    cbn [trees parent first dual_net].
    assert (T : forall par fst, system valid (dual (link a) (link b)) (S (dual_count a b)) (t, x0, y0) par fst ->
      system (below (size (dual_net a b))) (link (dual_net a b)) (S (dual_count a b)) r
        (fun i v => dual_id a b (par i (dual_place a b v))) (fun i => dual_id a b (fst i))).
    { intros par fst H; rewrite <- Er in H.
      apply (system_transport (below (size (dual_net a b))) (link (dual_net a b)) valid (dual (link a) (link b)) (dual_place a b) (dual_id a b)) with (r := r) in H; auto.
      - intros; apply place_valid; auto.
      - intros; apply id_below; auto.
      - intros; apply id_place; auto.
      - intros; apply place_id; auto.
      - intros; apply id_links; auto.
      - rewrite Er; auto. }
    unfold dual_parent_of, dual_first_of; rewrite Er; destruct t.
    - refine (T (fun i v => exchange (DualTrees.dual_parent Nat.eqb Nat.eqb (dual_count a b) y0 x0 (parent b y0) (parent a x0)
                   (first b y0) (first a x0) i (exchange v))) (fun i => exchange (dual_first y0 x0 (first b y0) i)) _).
      apply dual_trees_class_one; auto; apply Nat.eqb_eq.
    - refine (T (DualTrees.dual_parent Nat.eqb Nat.eqb (dual_count a b) x0 y0 (parent a x0) (parent b y0) (first a x0) (first b y0))
                (dual_first x0 y0 (first a x0)) _).
      apply dual_trees; auto; apply Nat.eqb_eq.
  Qed.
End DualRight.

Theorem dual_net_routing_ok : forall a, graph_ok a -> routing_ok a -> routing_ok (dual_net a a).
Proof.
  intros a ok H; unfold routing_ok; cbn [route rank bound dual_net].
  apply (renamed_ranked (below (size (dual_net a a))) (link (dual_net a a)) (DualOrder.in_base (below (size a))) (dual_of_one (link a))
           (order_place a a) (order_id a a)).
  - intros v Hv; pose proof (place_valid a a v Hv) as V; unfold order_place; destruct (dual_place a a v) as [[[|] x] y]; destruct V; split; auto.
  - intros [[[|] cl] v] [H1 H2]; apply (id_below a a); split; auto.
  - intros v Hv; unfold order_id, order_place; rewrite coordinates_involutive; apply id_place; auto.
  - intros p Hp; unfold order_id, order_place; rewrite place_id, coordinates_involutive; auto.
    destruct p as [[[|] cl] v], Hp; split; auto.
  - intros p q Hp Hq L; apply coordinates_dual in L; unfold order_id; apply id_links; auto.
    + destruct p as [[[|] cl] v], Hp; split; auto.
    + destruct q as [[[|] cl] v], Hq; split; auto.
  - apply dual_order_ranked; auto. apply Nat.eqb_eq.
Qed.

(** ** Products *)
Section ProductRight.
  Variables a b : net.

  Definition pair_valid : nat * nat -> Prop := both (below (size a)) (below (size b)).

  Lemma pair_place_valid : forall v, v < size a * size b -> pair_valid (product_place b v).
  Proof.
    intros v H; unfold pair_valid, both, below, product_place; simpl.
    split; [apply Nat.div_lt_upper_bound; nia | apply Nat.mod_upper_bound; nia].
  Qed.

  Lemma pair_id_below : forall p, pair_valid p -> product_id b p < size a * size b.
  Proof. intros [x y] [H1 H2]; unfold below, product_id in *; simpl in *; nia. Qed.

  Lemma pair_id_place : forall v, v < size a * size b -> product_id b (product_place b v) = v.
  Proof. intros v H; unfold product_place, product_id; simpl. rewrite Nat.mul_comm, <- Nat.div_mod; nia. Qed.

  Lemma pair_place_id : forall p, pair_valid p -> product_place b (product_id b p) = p.
  Proof.
    intros [x y] [H1 H2]; unfold below in *; simpl in *; unfold product_place, product_id; simpl.
    rewrite (Nat.div_add_l x (size b) y), (Nat.div_small y) by lia.
    rewrite Nat.add_comm with (n := x * size b), Nat.mod_add, Nat.mod_small by lia. f_equal; lia.
  Qed.

  Hypothesis (okA : graph_ok a) (okB : graph_ok b).

  Theorem product_net_links : forall u v, u < size (product_net a b) -> v < size (product_net a b) ->
    (In v (neighbours (product_net a b) u) <-> product (link a) (link b) (product_place b u) (product_place b v)).
  Proof.
    intros u v Hu Hv; cbn [size product_net neighbours] in *; unfold product_neighbours.
    pose proof (pair_place_valid u Hu) as Pu; destruct (product_place b u) as [x y]; destruct Pu as [Px Py]; unfold below in Px, Py; cbn [fst snd] in Px, Py.
    rewrite in_map_iff; split.
    - intros [p [<- Hp]]; apply in_app_iff in Hp; destruct Hp as [Hp|Hp]; apply in_map_iff in Hp; destruct Hp as [z [<- Hz]].
      + assert (z < size a) by (eapply link_closed; eauto).
        rewrite pair_place_id by (split; auto). apply product_first; split; auto.
      + assert (z < size b) by (eapply link_closed; eauto).
        rewrite pair_place_id by (split; auto). apply product_second; split; auto.
    - intros H; exists (product_place b v); split; [apply pair_id_place; auto|]. apply in_app_iff.
      revert H; generalize (product_place b v); intros q H; inversion H as [? x' ? L | ? ? y' L]; subst;
        [left; apply (in_map (fun z => (z, y))); apply L | right; apply (in_map (fun z => (x, z))); apply L].
  Qed.

  Lemma product_link_place : forall u v, link (product_net a b) u v <->
    u < size (product_net a b) /\ v < size (product_net a b) /\ product (link a) (link b) (product_place b u) (product_place b v).
  Proof.
    intros u v; split.
    - intros [H1 [H2 H3]]; repeat split; auto; apply product_net_links; auto.
    - intros [H1 [H2 H3]]; repeat split; auto; apply product_net_links; auto.
  Qed.

  Lemma pair_neighbour_valid : forall p q, pair_valid p -> product (link a) (link b) p q -> pair_valid q.
  Proof.
    intros p q [H1 H2] H; unfold pair_valid, both, below in *; inversion H; subst; simpl in *; auto;
      destruct H0 as [_ [H0 _]]; auto.
  Qed.

  Lemma pair_id_links : forall p q, pair_valid p -> pair_valid q -> product (link a) (link b) p q ->
    link (product_net a b) (product_id b p) (product_id b q).
  Proof.
    intros p q Hp Hq H; apply product_link_place; split; [apply pair_id_below; auto|]; split; [apply pair_id_below; auto|].
    rewrite !pair_place_id; auto.
  Qed.

  Theorem product_net_ok : graph_ok (product_net a b).
  Proof.
    constructor.
    - intros u v H; apply product_link_place in H; destruct H as [H1 [H2 H3]]; apply product_link_place; repeat split; auto.
      apply product_symmetric; auto using link_symmetric.
    - intros u v Hu H; cbn [neighbours size product_net] in *; unfold product_neighbours in H.
      pose proof (pair_place_valid u Hu) as Pu; destruct (product_place b u) as [x y]; destruct Pu as [Px Py]; unfold below in Px, Py; cbn [fst snd] in Px, Py.
      apply in_map_iff in H; destruct H as [p [<- Hp]]; apply pair_id_below; apply in_app_iff in Hp.
      destruct Hp as [Hp|Hp]; apply in_map_iff in Hp; destruct Hp as [z [<- Hz]]; split; auto; unfold below; simpl; eapply link_closed; eauto.
    - intros u v d Hu Hv E.
      apply (dist_transport (link (product_net a b)) (product (link a) (link b)) (fun v => v < size (product_net a b)) (product_place b)); auto.
      + intros x y _ H; apply H.
      + intros x y _ H; apply product_link_place; auto.
      + intros x q Hx H. assert (pair_valid q) by (eapply pair_neighbour_valid; eauto using pair_place_valid).
        exists (product_id b q); split; [apply pair_id_below; auto|]; split; [apply pair_place_id; auto|].
        apply product_link_place; split; auto; split; [apply pair_id_below; auto | rewrite pair_place_id; auto].
      + intros x y Hx Hy E'; rewrite <- (pair_id_place x), E', pair_id_place; auto.
      + cbn [distance product_net] in E; unfold product_distance_of in E.
        pose proof (pair_place_valid u Hu) as Vu. pose proof (pair_place_valid v Hv) as Vv.
        destruct (product_place b u) as [x y], (product_place b v) as [x' y'], Vu as [Px Py], Vv as [Px' Py']; cbn [fst snd] in *.
        destruct (distance a x x') as [dA|] eqn:EA; [|discriminate]. destruct (distance b y y') as [dB|] eqn:EB; [|discriminate].
        inversion E; apply product_distance; eapply distance_right; eauto.
    - intros u v k Hu Hv W. pose proof (pair_place_valid u Hu) as Vu. pose proof (pair_place_valid v Hv) as Vv.
      apply (walk_forward (link (product_net a b)) (product (link a) (link b)) (fun v => v < size (product_net a b)) (product_place b)) in W; auto.
      2: { intros x y _ H; apply H. }
      2: { intros x y _ H; apply product_link_place; auto. }
      cbn [distance product_net]; unfold product_distance_of.
      destruct (product_place b u) as [x y], (product_place b v) as [x' y'], Vu as [Px Py], Vv as [Px' Py']; cbn [fst snd] in *.
      destruct (product_walk_projects _ _ _ _ _ W) as [i [j [WA [WB _]]]]; cbn [fst snd] in *.
      destruct (distance_found _ okA x x' i Px Px' WA) as [dA ->], (distance_found _ okB y y' j Py Py' WB) as [dB ->]; eauto.
  Qed.

  Theorem product_net_trees_ok : trees_ok a -> trees_ok b -> trees_ok (product_net a b).
  Proof.
    intros [posA TA] [posB TB]; split; [simpl; lia|].
    intros r Hr; pose proof (pair_place_valid r Hr) as Vr; destruct (product_place b r) as [x0 y0] eqn:Er.
    pose proof Vr as [Hx Hy]; unfold below in Hx, Hy; cbn [fst snd] in Hx, Hy.
    pose proof (link_symmetric _ okA) as symA. pose proof (link_symmetric _ okB) as symB.
    cbn [trees parent first product_net].
    assert (T : forall k par fst, system pair_valid (product (link a) (link b)) k (x0, y0) par fst ->
      system (below (size (product_net a b))) (link (product_net a b)) k r
        (fun i v => product_id b (par i (product_place b v))) (fun i => product_id b (fst i))).
    { intros k par fst H; rewrite <- Er in H.
      apply (system_transport (below (size (product_net a b))) (link (product_net a b)) pair_valid (product (link a) (link b)) (product_place b) (product_id b)) with (r := r) in H; auto.
      - intros; apply pair_place_valid; auto.
      - intros; apply pair_id_below; auto.
      - intros; apply pair_id_place; auto.
      - intros; apply pair_place_id; auto.
      - intros; apply pair_id_links; auto.
      - rewrite Er; auto. }
    unfold product_parent_of, product_first_of; rewrite Er; unfold turned; destruct (Nat.ltb_spec (trees a) (trees b)).
    - refine (T _ (fun i v => flip (product_parent Nat.eqb Nat.eqb (trees b) (trees a) y0 x0 (parent b y0) (parent a x0)
                     (first b y0) (first a x0) i (flip v))) (fun i => flip (product_first_child (trees a) y0 x0 (first b y0) (first a x0) i)) _).
      rewrite Nat.add_comm.
      apply (system_transport pair_valid (product (link a) (link b)) (both (below (size b)) (below (size a))) (product (link b) (link a)) flip flip)
        with (r := (x0, y0)); auto.
      + intros [x y] [H1 H2]; split; auto.
      + intros [x y] [H1 H2]; split; auto.
      + intros [x y] _; auto.
      + intros [x y] _; auto.
      + intros u v _ _ L; inversion L; subst; unfold flip; simpl; constructor; auto.
      + split; auto.
      + apply product_trees; auto; try apply Nat.eqb_eq; lia.
    - refine (T _ (product_parent Nat.eqb Nat.eqb (trees a) (trees b) x0 y0 (parent a x0) (parent b y0) (first a x0) (first b y0))
                (product_first_child (trees b) x0 y0 (first a x0) (first b y0)) _).
      apply product_trees; auto; apply Nat.eqb_eq.
  Qed.

  Theorem product_net_routing_ok : routing_ok a -> routing_ok b -> routing_ok (product_net a b).
  Proof.
    intros HA HB; unfold routing_ok; cbn [route rank bound product_net].
    apply (renamed_ranked (below (size (product_net a b))) (link (product_net a b)) pair_valid (product (link a) (link b)) (product_place b) (product_id b)).
    - intros; apply pair_place_valid; auto.
    - intros; apply pair_id_below; auto.
    - intros; apply pair_id_place; auto.
    - intros; apply pair_place_id; auto.
    - intros; apply pair_id_links; auto.
    - apply product_ranked; auto. apply Nat.eqb_eq.
  Qed.
End ProductRight.

(** ** The numbering of dual-cubes *)
Section SwappedRight.
  Variables (n : nat) (g : net).
  Hypothesis size_g : size g = 2 * (n * n).
  Hypothesis ok : graph_ok g.
  Notation s := (class_one_swapped n).

  Lemma swapped_below : forall v, v < size g -> s v < size g.
  Proof.
    intros v H; rewrite size_g in *; unfold class_one_swapped; destruct (Nat.ltb_spec v (n * n)); [lia|].
    assert (n <> 0) by nia.
    pose proof (Nat.mod_upper_bound (v - n * n) n). pose proof (Nat.div_lt_upper_bound (v - n * n) n n). nia.
  Qed.

  Lemma swapped_twice : forall v, v < size g -> s (s v) = v.
  Proof.
    intros v H; rewrite size_g in *; unfold class_one_swapped at 2; destruct (Nat.ltb_spec v (n * n)).
    - unfold class_one_swapped; destruct (Nat.ltb_spec v (n * n)); lia.
    - assert (nz : n <> 0) by nia. set (u := v - n * n) in *.
      pose proof (Nat.mod_upper_bound u n nz). assert (u / n < n) by (apply Nat.div_lt_upper_bound; unfold u; nia).
      unfold class_one_swapped; destruct (Nat.ltb_spec (n * n + u mod n * n + u / n) (n * n)); [lia|].
      replace (n * n + u mod n * n + u / n - n * n) with (u mod n * n + u / n) by lia.
      rewrite (Nat.div_add_l (u mod n) n (u / n)), (Nat.div_small (u / n)) by lia.
      rewrite Nat.add_comm with (n := u mod n * n), Nat.mod_add, Nat.mod_small by lia.
      pose proof (Nat.div_mod u n nz). unfold u in *. nia.
  Qed.

  Lemma swapped_link : forall u v, link (swapped_net n g) u v <-> u < size g /\ v < size g /\ link g (s u) (s v).
  Proof.
    intros u v; unfold link, swapped_net; cbn [size neighbours]; rewrite in_map_iff; split.
    - intros [H1 [H2 [w [<- Hw]]]].
      assert (w < size g) by (apply (link_closed _ ok (s u)); auto using swapped_below).
      rewrite swapped_twice by auto. repeat split; auto using swapped_below.
    - intros [H1 [H2 [H3 [H4 H5]]]]; repeat split; auto. exists (s v); split; auto using swapped_twice.
  Qed.

  Theorem swapped_net_ok : graph_ok (swapped_net n g).
  Proof.
    constructor.
    - intros u v H; apply swapped_link in H; apply swapped_link; destruct H as [H1 [H2 H3]].
      split; [auto|]; split; [auto|]; apply (link_symmetric _ ok); auto.
    - intros u v Hu H; cbn [neighbours size swapped_net] in *; apply in_map_iff in H; destruct H as [w [<- Hw]].
      apply swapped_below; apply (link_closed _ ok (s u)); auto using swapped_below.
    - intros u v d Hu Hv E; cbn [size distance swapped_net] in *.
      apply (dist_transport (link (swapped_net n g)) (link g) (fun v => v < size g) (fun v => s v)); auto.
      + intros x y _ H; apply swapped_link in H; tauto.
      + intros x y _ H; apply swapped_link in H; tauto.
      + intros x w Hx [H1 [H2 H3]]; exists (s w); split; [apply swapped_below; auto|]; split; [apply swapped_twice; auto|].
        apply swapped_link; rewrite swapped_twice by auto; repeat split; auto using swapped_below.
      + intros x y Hx Hy E'; rewrite <- (swapped_twice x), E', swapped_twice; auto.
      + apply (distance_right _ ok); auto using swapped_below.
    - intros u v k Hu Hv W; cbn [size distance swapped_net] in *.
      apply (walk_forward (link (swapped_net n g)) (link g) (fun v => v < size g) (fun v => s v)) in W; auto.
      + apply (distance_found _ ok (s u) (s v) k); auto using swapped_below.
      + intros x y _ H; apply swapped_link in H; tauto.
      + intros x y _ H; apply swapped_link in H; tauto.
  Qed.

  Lemma swapped_links_from : forall u v, u < size g -> v < size g -> link g u v -> link (swapped_net n g) (s u) (s v).
  Proof. intros u v Hu Hv H; apply swapped_link; rewrite !swapped_twice by auto; repeat split; auto using swapped_below; apply H. Qed.

  Theorem swapped_net_trees_ok : trees_ok g -> trees_ok (swapped_net n g).
  Proof.
    intros [pos T]; split; auto. intros r Hr; cbn [size trees parent first swapped_net] in *.
    apply (system_transport (below (size g)) (link (swapped_net n g)) (below (size g)) (link g) (fun v => s v) (fun v => s v))
      with (r := r) (parent := parent g (s r)) (first := first g (s r)); unfold below; auto using swapped_below, swapped_twice.
    intros; apply swapped_links_from; auto.
  Qed.

  Theorem swapped_net_routing_ok : routing_ok g -> routing_ok (swapped_net n g).
  Proof.
    intros H; unfold routing_ok; cbn [size route rank bound swapped_net].
    apply (renamed_ranked (below (size g)) (link (swapped_net n g)) (below (size g)) (link g)); unfold below;
      auto using swapped_below, swapped_twice.
    intros; apply swapped_links_from; auto.
  Qed.
End SwappedRight.

(** ** Any expression of leaves, duals and products *)

Inductive expression := Leaf (l : leaf) | Table (adjacency : list (list nat)) (t : tree_table) | Dual (a b : expression) | Product (a b : expression)
| CoordinateDual (a : expression).

Fixpoint build (e : expression) : net :=
  match e with
  | Leaf l => leaf_net l
  | Table adjacency t => table_net adjacency t
  | Dual a b => dual_net (build a) (build b)
  | Product a b => product_net (build a) (build b)
  | CoordinateDual a => coordinate_dual_net (build a)
  end.

Fixpoint tables_good (e : expression) : bool :=
  match e with
  | Leaf _ => true
  | Table adjacency _ => good_table adjacency
  | Dual a b | Product a b => tables_good a && tables_good b
  | CoordinateDual a => tables_good a
  end.

(** Leaves of two nodes or more, and tables with good trees. *)
Fixpoint has_trees (e : expression) : bool :=
  match e with
  | Leaf l => 2 <=? leaf_size l
  | Table adjacency t => good_table adjacency && good_trees adjacency t
  | Dual a b | Product a b => has_trees a && has_trees b
  | CoordinateDual a => has_trees a
  end.

(** Neighbours and distances of the model are right. *)
Theorem model_graph : forall e, tables_good e = true -> graph_ok (build e).
Proof.
  induction e; simpl; intros H; rewrite ?andb_true_iff in H.
  - apply leaf_net_ok.
  - apply table_net_ok; auto.
  - destruct H; apply dual_net_ok; auto.
  - destruct H; apply product_net_ok; auto.
  - apply swapped_net_ok; auto; apply dual_net_ok; auto.
Qed.

(** The model's distance is the distance, and there is none exactly where no walk is. *)
Theorem model_distance : forall e, tables_good e = true -> forall u v d, u < size (build e) -> v < size (build e) ->
  (distance (build e) u v = Some d <-> dist (link (build e)) d u v).
Proof.
  intros e H u v d Hu Hv; pose proof (model_graph e H) as ok; split; [apply distance_right; auto|].
  intros D; destruct (distance_found _ ok u v d Hu Hv (proj1 D)) as [d' E]. rewrite E; f_equal.
  apply (dist_unique (link (build e)) d' d u v); auto. apply (distance_right _ ok); auto.
Qed.

Lemma has_trees_tables : forall e, has_trees e = true -> tables_good e = true.
Proof.
  induction e; simpl; auto; rewrite ?andb_true_iff; intros H; try (destruct H); auto.
Qed.

(** The parents of the model are arc-disjoint spanning trees, from every root. *)
Theorem model_trees : forall e, has_trees e = true -> trees_ok (build e).
Proof.
  induction e; cbn [has_trees build]; intros H; [apply leaf_trees_ok; apply Nat.leb_le; auto | | | |].
  - apply andb_true_iff in H; destruct H; apply table_trees_ok; auto.
  - apply andb_true_iff in H; destruct H; apply dual_net_trees_ok; auto using model_graph, has_trees_tables.
  - apply andb_true_iff in H; destruct H; apply product_net_trees_ok; auto using model_graph, has_trees_tables.
  - apply swapped_net_trees_ok; auto; [apply dual_net_ok | apply dual_net_trees_ok]; auto using model_graph, has_trees_tables.
Qed.

(** Routing: dimension order on products, order on duals of one base. *)
Inductive routable : expression -> Prop :=
| routable_leaf : forall l, 0 < leaf_size l -> routable (Leaf l)
| routable_dual : forall a, routable a -> routable (Dual a a)
| routable_coordinate_dual : forall a, routable a -> routable (CoordinateDual a)
| routable_product : forall a b, routable a -> routable b -> routable (Product a b).

Theorem model_ranks : forall e, routable e -> routing_ok (build e).
Proof.
  assert (G : forall e, routable e -> tables_good e = true).
  { induction 1; simpl; auto; rewrite ?IHroutable, ?IHroutable1, ?IHroutable2; auto. }
  induction 1; simpl.
  - apply leaf_routing_ok; auto.
  - apply dual_net_routing_ok; auto using model_graph.
  - apply swapped_net_routing_ok; auto; [apply dual_net_ok | apply dual_net_routing_ok]; auto using model_graph.
  - apply product_net_routing_ok; auto using model_graph.
Qed.
