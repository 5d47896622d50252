(** * The bisection of tori of even rings

    A ring of 2m nodes carries the rate 4/m of uniform traffic, so a torus of even rings carries 4/M for the largest ring of 2M nodes. Every cut into
    equal halves is therefore at least N/M wide, and half of the largest ring, times the others, is a cut of that width. *)

From Coq Require Import ZArith Lia Bool List Permutation FinFun.
From Crossedge Require Import Routing Throughput Bisection.
Import ListNotations.
Open Scope Z_scope.

(** A network with the properties that the theorems on throughput ask for. *)
Record network : Type := {
  vertex : Type;
  arc_type : Type;
  tail_of : arc_type -> vertex;
  head_of : arc_type -> vertex;
  equal : vertex -> vertex -> bool;
  all_nodes : list vertex;
  all_arcs : list arc_type;
  width : arc_type -> Z;
  equal_spec : forall a b, equal a b = true <-> a = b;
  nodes_once : NoDup all_nodes;
  ends_in : forall e, In e all_arcs -> In (tail_of e) all_nodes /\ In (head_of e) all_nodes;
  width_positive : forall e, In e all_arcs -> 0 <= width e;
  some_node : all_nodes <> []
}.

Definition size (g : network) : Z := Z.of_nat (length (all_nodes g)).

Definition has_rate (g : network) : Z -> Z -> Prop := rate (tail_of g) (head_of g) (equal g) (all_nodes g) (all_arcs g) (width g).

Definition cut_width (g : network) (side : vertex g -> bool) : Z := cut (tail_of g) (head_of g) (all_arcs g) (width g) side.

Definition halves (g : network) (side : vertex g -> bool) : Prop := inside (all_nodes g) side = outside (all_nodes g) side.

Lemma inside_outside : forall {V} (l : list V) side, inside l side + outside l side = Z.of_nat (length l).
Proof.
  intros V l side; unfold inside, outside; induction l as [|v l IH]; cbn [filter length]; [reflexivity|].
  destruct (side v); cbn [negb length]; lia.
Qed.

(** Equal halves are at least a quarter of the nodes times the rate apart. *)
Theorem halves_apart : forall g p q, 0 < q -> has_rate g p q -> forall side, halves g side -> p * size g <= 4 * q * cut_width g side.
Proof.
  intros g p q Hq H side Hs.
  pose proof (bisection_at_least_throughput _ _ _ _ _ _ (equal_spec g) (nodes_once g) (ends_in g) side p q Hq H) as B.
  pose proof (inside_outside (all_nodes g) side) as T. unfold halves in Hs. fold (size g) in B, T. fold (cut_width g side) in B.
  assert (0 < size g) by (unfold size; pose proof (some_node g); destruct (all_nodes g); [congruence | simpl length; lia]).
  set (h := inside (all_nodes g) side) in *. rewrite <- Hs in *. assert (size g = 2 * h) as E by lia. rewrite E in *. nia.
Qed.

(** ** Products *)
Definition product_network (a b : network) : network.
Proof.
  refine {| vertex := vertex a * vertex b; arc_type := arc (A := vertex a) (B := vertex b) (EA := arc_type a) (EB := arc_type b);
            tail_of := tailP (tail_of a) (tail_of b); head_of := headP (head_of a) (head_of b); equal := eqP (equal a) (equal b);
            all_nodes := nodesP (all_nodes a) (all_nodes b); all_arcs := arcsP (all_nodes a) (all_nodes b) (all_arcs a) (all_arcs b);
            width := capP (width a) (width b) |}.
  - intros [x y] [x' y']; unfold eqP; cbn [fst snd]; rewrite andb_true_iff, !equal_spec; split; [intros []; congruence | intros E; inversion E; auto].
  - unfold nodesP. pose proof (nodes_once a) as Ha. pose proof (nodes_once b) as Hb. induction Ha as [|x l Hx Hl IH]; simpl; [constructor|].
    assert (D : forall q : list (vertex a * vertex b), NoDup q -> (forall p, In p q -> fst p <> x) -> forall m, NoDup m -> NoDup (map (pair x) m ++ q)).
    { intros q Hq ne m Hm; induction Hm as [|y m Hy Hm IHm]; simpl; auto. constructor; auto.
      rewrite in_app_iff; intros [H|H]; [apply in_map_iff in H; destruct H as [z [E H]]; inversion E; subst; auto | apply (ne _ H); auto]. }
    apply D; auto. intros [u v] H; apply in_prod_iff in H; simpl; intros ->; tauto.
  - intros e He; unfold arcsP in He; apply in_app_iff in He; destruct He as [He|He]; apply in_map_iff in He; destruct He as [[u v] [<- H]];
      apply in_prod_iff in H; destruct H as [H1 H2]; unfold nodesP; cbn [tailP headP]; rewrite !in_prod_iff.
    + destruct (ends_in a u H1); auto.
    + destruct (ends_in b v H2); auto.
  - intros e He; unfold arcsP in He; apply in_app_iff in He; destruct He as [He|He]; apply in_map_iff in He; destruct He as [[u v] [<- H]];
      apply in_prod_iff in H; destruct H; cbn [capP]; apply width_positive; auto.
  - unfold nodesP; pose proof (some_node a); pose proof (some_node b); destruct (all_nodes a), (all_nodes b); simpl; congruence.
Defined.

Lemma product_size : forall a b, size (product_network a b) = size a * size b.
Proof.
  intros a b; unfold size; change (length (all_nodes (product_network a b))) with (length (list_prod (all_nodes a) (all_nodes b))).
  rewrite prod_length; lia.
Qed.

Lemma product_rate : forall a b p q, 0 < p -> 0 < q -> has_rate a p q -> has_rate b p q -> has_rate (product_network a b) p q.
Proof.
  intros a b p q Hp Hq Ha Hb; unfold has_rate.
  apply (product_throughput _ _ _ _ _ _ _ _ _ _ _ _ (equal_spec a) (equal_spec b) (nodes_once a) (nodes_once b) (ends_in a) (ends_in b)
           (width_positive a) (width_positive b) (some_node a) (some_node b) p q Hp Hq); auto.
Qed.

(** A cut of the first factor, in every copy of it. *)
Lemma product_cut : forall a b side, cut_width (product_network a b) (fun v => side (fst v)) = size b * cut_width a side.
Proof.
  intros a b side; unfold cut_width, cut, size; cbn [all_arcs product_network]; unfold arcsP.
  rewrite zsum_app, !zsum_map, !zsum_prod.
  rewrite (zsum_ext (fun x => zsum _ (all_arcs b)) (fun _ => 0)).
  - rewrite zsum_zero, Z.add_0_r, <- zsum_scale. apply zsum_ext; intros e _.
    rewrite (zsum_ext _ (fun _ => if leaves (tail_of a) (head_of a) side e then width a e else 0)); [rewrite zsum_const; ring|].
    intros y _; reflexivity.
  - intros x _; rewrite (zsum_ext _ (fun _ => 0)); [apply zsum_zero|].
    intros e _; unfold leaves; cbn [tail_of head_of product_network tailP headP fst]. destruct (side x); reflexivity.
Qed.

Lemma filter_product : forall {S T} (f : S -> bool) (l : list S) (m : list T),
  length (filter (fun v => f (fst v)) (list_prod l m)) = (length (filter f l) * length m)%nat.
Proof.
  intros S T f l m; induction l as [|x l IH]; simpl; auto. rewrite filter_app, app_length, IH.
  assert (G : forall m : list T, length (filter (fun v : S * T => f (fst v)) (map (pair x) m)) = (if f x then length m else 0)%nat).
  { clear; intros m; induction m as [|y m IHm]; simpl; [destruct (f x); auto|]. destruct (f x) eqn:E; simpl; rewrite IHm; auto. }
  rewrite G; destruct (f x); simpl; lia.
Qed.

Lemma product_halves : forall a b side, halves a side -> halves (product_network a b) (fun v => side (fst v)).
Proof.
  intros a b side H; unfold halves, inside, outside in *.
  pose proof (filter_product side (all_nodes a) (all_nodes b)) as E1.
  pose proof (filter_product (fun v => negb (side v)) (all_nodes a) (all_nodes b)) as E2.
  change (all_nodes (product_network a b)) with (list_prod (all_nodes a) (all_nodes b)).
  change (vertex (product_network a b)) with (vertex a * vertex b)%type.
  rewrite E1, E2; lia.
Qed.

(** ** Even rings *)
Section Ring.
  Variable m : nat.
  Hypothesis two : (2 <= m)%nat.
  Notation n := (2 * m)%nat.

  (** An arc is its tail and its direction; [true] is up. *)
  Definition ring_head (e : nat * bool) : nat := if snd e then up_from n (fst e) else down_from n (fst e).

  Definition ring_network : network.
  Proof.
    refine {| vertex := nat; arc_type := nat * bool; tail_of := fst; head_of := ring_head; equal := Nat.eqb; all_nodes := seq 0 n;
              all_arcs := list_prod (seq 0 n) [true; false]; width := fun _ => 1 |}.
    - intros; apply Nat.eqb_eq.
    - apply seq_NoDup.
    - intros [v d] H; apply in_prod_iff in H; destruct H as [H _]; apply in_seq in H; rewrite !in_seq; unfold ring_head, up_from, down_from; cbn [fst snd].
      destruct d; nat_cases; lia.
    - intros; lia.
    - destruct m; [lia | discriminate].
  Defined.

  (** Flow on the arc that is j links from the source in its direction: two for every target beyond it, one for that on the other side. *)
  Definition share (j : nat) : Z := if (j <? m)%nat then 2 * (Z.of_nat m - 1 - Z.of_nat j) + 1 else 0.
  Definition ring_flow (s : nat) (e : nat * bool) : Z :=
    share (if snd e then minus_mod n (fst e) s else minus_mod n s (fst e)).

  Lemma nat_sum : forall k, zsum share (seq 0 k) = if (k <=? m)%nat then Z.of_nat k * (2 * Z.of_nat m - Z.of_nat k) else Z.of_nat m * Z.of_nat m.
  Proof.
    induction k as [|k IH]; [simpl; destruct m; reflexivity|].
    rewrite seq_S, zsum_app, IH; cbn [zsum plus]. unfold share. nat_cases; nia.
  Qed.

  Lemma zsum_permutation : forall {T} (f : T -> Z) l l', Permutation l l' -> zsum f l = zsum f l'.
  Proof. intros T f l l' H; induction H; simpl; lia. Qed.

  Lemma all_distances : forall f : nat -> nat, (forall s, (s < n)%nat -> (f s < n)%nat) ->
    (forall s t, (s < n)%nat -> (t < n)%nat -> f s = f t -> s = t) -> Permutation (map f (seq 0 n)) (seq 0 n).
  Proof.
    intros f below injective. apply Permutation_sym, NoDup_Permutation_bis.
    - apply seq_NoDup.
    - rewrite map_length; lia.
    - (* every number below n is an image: an injective map of a finite set into itself is onto *)
      assert (once : NoDup (map f (seq 0 n))).
      { assert (G : forall l, NoDup l -> (forall s, In s l -> (s < n)%nat) -> NoDup (map f l)).
        { intros l Hl; induction Hl as [|x l Hx Hl IH]; simpl; intros H; constructor; auto.
          intros X; apply in_map_iff in X; destruct X as [y [E Hy]]. apply injective in E; auto. subst; auto. }
        apply G; [apply seq_NoDup | intros s Hs; apply in_seq in Hs; lia]. }
      apply NoDup_length_incl; [auto | rewrite map_length; lia |].
      intros v Hv; apply in_map_iff in Hv; destruct Hv as [s [<- Hs]]; apply in_seq in Hs; apply in_seq.
      specialize (below s); lia.
  Qed.

  Lemma ring_delta : forall v (g : nat -> Z), (v < n)%nat -> zsum (fun s => one (Nat.eqb s v) * g s) (seq 0 n) = g v.
  Proof.
    intros v g Hv. rewrite (zsum_ext _ (fun s => one (Nat.eqb v s) * g s)) by (intros; rewrite Nat.eqb_sym; auto).
    apply (zsum_delta Nat.eqb Nat.eqb_eq g); [apply seq_NoDup | apply in_seq; lia].
  Qed.

  Theorem ring_carries : carries fst ring_head Nat.eqb (seq 0 n) (list_prod (seq 0 n) [true; false]) (fun _ => 1) 2 (Z.of_nat m * Z.of_nat m).
  Proof.
    exists ring_flow; split; [|split].
    - intros s e _ _; unfold ring_flow, share; nat_cases; lia.
    - intros s v Hs Hv ne; apply in_seq in Hs; apply in_seq in Hv. unfold net; rewrite zsum_prod.
      (* deliveries at v: from below and above, less what goes on *)
      rewrite (zsum_ext _ (fun u =>
        (one (Nat.eqb u (down_from n v)) * ring_flow s (u, true) + one (Nat.eqb u (up_from n v)) * ring_flow s (u, false)) +
        (one (Nat.eqb u v) * (- ring_flow s (u, true)) + one (Nat.eqb u v) * (- ring_flow s (u, false))))).
      2: { intros u Hu; apply in_seq in Hu; cbn [zsum fst]; unfold ring_head; cbn [fst snd].
           assert (E1 : Nat.eqb (up_from n u) v = Nat.eqb u (down_from n v)).
           { apply eq_true_iff_eq; rewrite !Nat.eqb_eq; unfold up_from, down_from; nat_cases; lia. }
           assert (E2 : Nat.eqb (down_from n u) v = Nat.eqb u (up_from n v)).
           { apply eq_true_iff_eq; rewrite !Nat.eqb_eq; unfold up_from, down_from; nat_cases; lia. }
           rewrite E1, E2; ring. }
      rewrite !zsum_plus.
      rewrite (ring_delta (down_from n v) (fun u => ring_flow s (u, true))) by (unfold down_from; nat_cases; lia).
      rewrite (ring_delta (up_from n v) (fun u => ring_flow s (u, false))) by (unfold up_from; nat_cases; lia).
      rewrite (ring_delta v (fun u => - ring_flow s (u, true))) by lia.
      rewrite (ring_delta v (fun u => - ring_flow s (u, false))) by lia.
      unfold ring_flow; cbn [fst snd].
      assert (exists j, (0 < j < n)%nat /\ minus_mod n v s = j /\ minus_mod n s v = (n - j)%nat /\
        minus_mod n (down_from n v) s = (j - 1)%nat /\ minus_mod n s (up_from n v) = (n - j - 1)%nat) as [j [Hj [-> [-> [-> ->]]]]].
      { exists (minus_mod n v s); unfold minus_mod, up_from, down_from; nat_cases; lia. }
      unfold share; nat_cases; lia.
    - intros [v d] He; apply in_prod_iff in He; destruct He as [Hv _]; apply in_seq in Hv.
      assert (total : zsum share (seq 0 n) = Z.of_nat m * Z.of_nat m).
      { rewrite nat_sum; nat_cases; [nia | reflexivity]. }
      rewrite Z.mul_1_r, <- total. unfold ring_flow; cbn [fst snd]; destruct d.
      + rewrite <- (zsum_map (fun s => minus_mod n v s) share). rewrite (zsum_permutation share _ (seq 0 n)); [lia|].
        apply all_distances; intros; unfold minus_mod in *; nat_cases; lia.
      + rewrite <- (zsum_map (fun s => minus_mod n s v) share). rewrite (zsum_permutation share _ (seq 0 n)); [lia|].
        apply all_distances; intros; unfold minus_mod in *; nat_cases; lia.
  Qed.

  Lemma ring_rate : forall M, Z.of_nat m <= M -> has_rate ring_network 4 M.
  Proof.
    intros M HM; exists 2, (Z.of_nat m * Z.of_nat m); repeat split; [lia | nia | exact ring_carries |].
    cbn [all_nodes ring_network]; rewrite seq_length. nia.
  Qed.

  (** The lower half of a ring: two arcs leave it. *)
  Definition lower (v : nat) : bool := (v <? m)%nat.

  Lemma filter_below : forall f k, (forall v, (v < k)%nat -> f v = true) -> filter f (seq 0 k) = seq 0 k.
  Proof.
    intros f k H; assert (G : forall l, (forall v, In v l -> f v = true) -> filter f l = l).
    { induction l as [|x l IH]; simpl; intros Hl; auto. rewrite Hl, IH; auto. }
    apply G; intros v Hv; apply in_seq in Hv; apply H; lia.
  Qed.

  Lemma ring_halves : halves ring_network lower.
  Proof.
    unfold halves, inside, outside; cbn [all_nodes ring_network vertex].
    replace n with (m + m)%nat by lia. rewrite seq_app, !filter_app, !app_length.
    assert (G : forall f l, (forall v : nat, In v l -> f v = true) -> filter f l = l).
    { intros f l; induction l as [|x l IH]; simpl; intros Hl; auto. rewrite Hl, IH; auto. }
    assert (Z : forall f l, (forall v : nat, In v l -> f v = false) -> filter f l = []).
    { intros f l; induction l as [|x l IH]; simpl; intros Hl; auto. rewrite Hl; auto. }
    rewrite (G lower (seq 0 m)), (Z lower (seq (0 + m) m)), (Z (fun v => negb (lower v)) (seq 0 m)), (G (fun v => negb (lower v)) (seq (0 + m) m));
      try (intros v Hv; apply in_seq in Hv; unfold lower; nat_cases; simpl; lia).
    all: try (intros v Hv; apply in_seq in Hv; unfold lower; destruct (Nat.ltb_spec v m); simpl; auto; lia).
    rewrite !seq_length; simpl; lia.
  Qed.

  Lemma ring_cut : cut_width ring_network lower = 2.
  Proof.
    change (zsum (fun e => if leaves fst ring_head lower e then 1 else 0) (list_prod (seq 0 n) [true; false]) = 2).
    rewrite zsum_prod.
    rewrite (zsum_ext _ (fun u => one (Nat.eqb u (m - 1)) * 1 + one (Nat.eqb u 0) * 1)).
    - rewrite zsum_plus, !(ring_delta _ (fun _ => 1)) by lia. lia.
    - intros u Hu; apply in_seq in Hu; cbn [zsum]; unfold leaves, lower, ring_head; cbn [tail_of head_of ring_network fst snd].
      unfold ring_head, up_from, down_from; cbn [fst snd]. nat_cases; simpl; try lia.
  Qed.
End Ring.

(** ** Tori *)

(** A torus: rings of 2m nodes for a list of m, the first of which is given apart. *)
Fixpoint torus (m : nat) (two : (2 <= m)%nat) (rest : list { k | (2 <= k)%nat }) : network :=
  match rest with
  | [] => ring_network m two
  | k :: rest => product_network (ring_network m two) (torus (proj1_sig k) (proj2_sig k) rest)
  end.

Lemma torus_rate : forall rest m two M, (m <= M)%nat -> (forall k, In k rest -> (proj1_sig k <= M)%nat) -> has_rate (torus m two rest) 4 (Z.of_nat M).
Proof.
  induction rest as [|k rest IH]; intros m two M Hm Hrest; cbn [torus].
  - apply ring_rate; lia.
  - apply product_rate; [lia | lia | apply ring_rate; lia | apply IH; [apply Hrest; simpl; auto | intros; apply Hrest; simpl; auto]].
Qed.

(** The bisection of a torus whose largest ring, of 2M nodes, comes first: every cut into halves has N/M arcs at least in each direction, and one has as
    many. *)
Theorem even_torus_bisection : forall M two rest, (forall k, In k rest -> (proj1_sig k <= M)%nat) ->
  (forall side, halves (torus M two rest) side -> size (torus M two rest) <= Z.of_nat M * cut_width (torus M two rest) side) /\
  (exists side, halves (torus M two rest) side /\ Z.of_nat M * cut_width (torus M two rest) side = size (torus M two rest)).
Proof.
  intros M two rest H; split.
  - intros side Hs. pose proof (torus_rate rest M two M (Nat.le_refl M) H) as R.
    pose proof (halves_apart _ 4 (Z.of_nat M) ltac:(lia) R side Hs). lia.
  - destruct rest as [|k rest]; cbn [torus].
    + exists (lower M); split; [apply ring_halves|]. rewrite (ring_cut M two). unfold size; cbn [all_nodes ring_network]; rewrite seq_length; lia.
    + pose (rest_net := torus (proj1_sig k) (proj2_sig k) rest).
      pose proof (product_cut (ring_network M two) rest_net (lower M)) as C. rewrite (ring_cut M two) in C.
      exists (fun v => lower M (fst v)); split; [apply (product_halves (ring_network M two) rest_net (lower M)), ring_halves|].
      fold rest_net. etransitivity; [apply f_equal; exact C|]. rewrite product_size.
      assert (E : size (ring_network M two) = 2 * Z.of_nat M) by (unfold size; cbn [all_nodes ring_network]; rewrite seq_length; lia).
      rewrite E; ring.
Qed.
