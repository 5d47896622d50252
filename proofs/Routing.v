(** * Routings, their channels, and ranks

    A channel is a link from [tail] to [head] with the number of a virtual channel. A routing, as in the program, gives the first channel
    of a packet ([start], none if it is at its target) and the channel after a channel ([next], none if the packet has arrived). *)

From Coq Require Import Arith Lia Bool List.
From Crossedge Require Import Graph NoDeadlock ProductDistance.
From Crossedge Require Wormhole.
Import ListNotations.

Section Routing.
  Context {V : Type}.

  Definition channel : Type := V * V * nat.
  Definition tail (c : channel) : V := fst (fst c).
  Definition head (c : channel) : V := snd (fst c).
  Definition vc (c : channel) : nat := snd c.

  Record routing : Type := {
    start : V -> V -> option channel;
    next : channel -> V -> option channel
  }.

  (** The graph: its vertices have property [P]. *)
  Variables (P : V -> Prop) (R : V -> V -> Prop).
  Variable r : routing.

  (** [takes c t]: some packet for [t] takes channel [c]. *)
  Inductive takes : channel -> V -> Prop :=
  | takes_start : forall u t c, P u -> P t -> start r u t = Some c -> takes c t
  | takes_next : forall c t c', takes c t -> next r c t = Some c' -> takes c' t.

  (** The channel dependency graph: a packet on [c] can wait for [c']. *)
  Definition depends (c c' : channel) : Prop := exists t, takes c t /\ next r c t = Some c'.

  Definition on_link (c : channel) : Prop :=
    P (tail c) /\ P (head c) /\ R (tail c) (head c) /\ tail c <> head c.

  (** A routing whose packets go along links from head to tail and stop at their target only, and whose channels have ranks below [bound]
      that decrease along every dependency. *)
  Record ranked (rank : channel -> nat) (bound : nat) : Prop := {
    at_start : forall u t, P u -> P t ->
      match start r u t with
      | None => u = t
      | Some c => u <> t /\ tail c = u /\ on_link c
      end;
    at_next : forall c t, takes c t ->
      match next r c t with
      | None => head c = t
      | Some c' => head c <> t /\ tail c' = head c /\ on_link c' /\ rank c' < rank c
      end;
    rank_bound : forall c t, takes c t -> rank c < bound
  }.

  Section Ranked.
    Variables (rank : channel -> nat) (bound : nat).
    Hypothesis ok : ranked rank bound.

    Lemma takes_target : forall c t, takes c t -> P t.
    Proof. intros c t H; induction H; auto. Qed.

    Lemma takes_link : forall c t, takes c t -> on_link c.
    Proof.
      intros c t H; destruct H as [u t c Pu Pt E | c t c' H E].
      - pose proof (at_start _ _ ok u t Pu Pt) as S; rewrite E in S; tauto.
      - pose proof (at_next _ _ ok c t H) as S; rewrite E in S; tauto.
    Qed.

    Theorem ranks_decrease : forall c c', depends c c' -> rank c' < rank c.
    Proof. intros c c' [t [H E]]; pose proof (at_next _ _ ok c t H) as S; rewrite E in S; tauto. Qed.

    (** Every packet arrives: at most as many further channels as the rank says. *)
    Inductive arrives_by : channel -> V -> nat -> Prop :=
    | here : forall c t, next r c t = None -> head c = t -> arrives_by c t 0
    | later : forall c c' t n, next r c t = Some c' -> arrives_by c' t n -> arrives_by c t (S n).

    Theorem packets_arrive : forall c t, takes c t -> exists n, n <= rank c /\ arrives_by c t n.
    Proof.
      intros c; remember (rank c) as m eqn:E; assert (rank c <= m) as H by lia; clear E; revert c H.
      induction m; intros c H t Ht; pose proof (at_next _ _ ok c t Ht) as S;
        destruct (next r c t) as [c'|] eqn:En.
      - lia.
      - exists 0; split; auto; constructor; auto.
      - destruct (IHm c') with (t := t) as [n [Hn Ha]]; [lia | eapply takes_next; eauto |].
        exists (Datatypes.S n); split; [lia | econstructor; eauto].
      - exists 0; split; [lia | constructor; auto].
    Qed.

    (** No packet takes a channel from its target. *)
    Theorem takes_not_there : forall c t, takes c t -> tail c <> t.
    Proof.
      intros c t H; destruct H as [u t c Pu Pt E | c t c' H E].
      - pose proof (at_start _ _ ok u t Pu Pt) as S; rewrite E in S; destruct S as [S1 [S2 _]]; congruence.
      - pose proof (at_next _ _ ok c t H) as S; rewrite E in S; destruct S as [S1 [S2 _]]; congruence.
    Qed.
  End Ranked.
End Routing.
Arguments channel : clear implicits.
Arguments routing : clear implicits.

(** A ranked routing has no deadlock: the theorem of [NoDeadlock.v] applies. A packet's state is its target. *)
Theorem ranked_routing_no_deadlock :
  forall {V} (P : V -> Prop) (R : V -> V -> Prop) (r : routing V) rank bound, ranked P R r rank bound ->
  forall (channel_dec : forall c d : channel V, {c = d} + {c <> d}) room, (forall c, 0 < room c) ->
  forall channels, (forall c t, takes P r c t -> In c channels) ->
  forall s, well_formed (takes P r) channels s -> ~ empty s ->
  exists s', step channel_dec room (fun c t c' t' => next r c t = Some c' /\ t' = t) (fun c t => head c = t) s s'.
Proof.
  intros V P R r rank bound ok dec room Hroom channels all s.
  apply acyclic_channels_no_deadlock with (rank := rank); auto.
  - intros c t H; pose proof (at_next _ _ _ _ _ ok c t H) as S.
    destruct (next r c t) as [c'|]; [right; eauto | left; auto].
  - intros c t c' t' H [E ->]; pose proof (at_next _ _ _ _ _ ok c t H) as S; rewrite E in S; tauto.
  - intros c t c' t' _ H [E ->]; apply (all c' t); eapply takes_next; eauto.
Qed.

(** The same with wormhole switching ([Wormhole.v]). *)
Theorem ranked_routing_no_wormhole_deadlock :
  forall {V} (P : V -> Prop) (R : V -> V -> Prop) (r : routing V) rank bound, ranked P R r rank bound ->
  forall room, (forall c, 0 < room c) ->
  forall s, (forall p, In p s -> Wormhole.well_formed (fun c t => head c = t) (takes P r) rank bound p) -> s <> [] ->
  exists s', Wormhole.step room (fun c t c' t' => next r c t = Some c' /\ t' = t) (fun c t => head c = t) s s'.
Proof.
  intros V P R r rank bound ok room Hroom s.
  apply Wormhole.wormhole_no_deadlock; auto.
  - intros c t H; pose proof (at_next _ _ _ _ _ ok c t H) as S.
    destruct (next r c t) as [c'|]; [right; eauto | left; auto].
  - intros c t c' t' H [E ->]; pose proof (at_next _ _ _ _ _ ok c t H) as S; rewrite E in S; tauto.
Qed.

(** ** Leaves: paths, rings with datelines, complete graphs, stars *)

Definition below (n : nat) (v : nat) : Prop := v < n.

Definition path_link (n u v : nat) : Prop := v = S u \/ u = S v.

Definition path_start (u t : nat) : option (channel nat) :=
  if u =? t then None else if u <? t then Some (u, S u, 0) else Some (u, u - 1, 0).

Definition path_routing : routing nat := {| start := path_start; next := fun c t => path_start (head c) t |}.

Definition path_rank (n : nat) (c : channel nat) : nat :=
  if tail c <? head c then n - 1 - head c else head c.

Ltac nat_cases := repeat match goal with
  | |- context [?a =? ?b] => destruct (Nat.eqb_spec a b)
  | |- context [?a <? ?b] => destruct (Nat.ltb_spec a b)
  | |- context [?a <=? ?b] => destruct (Nat.leb_spec a b)
  | H : context [?a =? ?b] |- _ => destruct (Nat.eqb_spec a b)
  | H : context [?a <? ?b] |- _ => destruct (Nat.ltb_spec a b)
  | H : context [?a <=? ?b] |- _ => destruct (Nat.leb_spec a b)
  end.

Theorem path_ranked : forall n, ranked (below n) (path_link n) path_routing (path_rank n) n.
Proof.
  intros n.
  assert (inv : forall c t, takes (below n) path_routing c t ->
    t < n /\ tail c < n /\ head c < n /\ (head c = S (tail c) /\ head c <= t \/ tail c = S (head c) /\ t <= head c)).
  { intros c t H; induction H as [u t c Pu Pt E | c t c' H IH E]; unfold below in *; simpl in E; unfold path_start in E;
      nat_cases; inversion E; subst; unfold tail, head in *; simpl in *; lia. }
  constructor.
  - intros u t Pu Pt; simpl; unfold path_start, below, on_link, path_link, tail, head in *; nat_cases; simpl; auto; lia.
  - intros c t H; apply inv in H; simpl; unfold path_start, path_rank, below, on_link, path_link, tail, head in *.
    nat_cases; simpl in *; nat_cases; simpl in *; auto; lia.
  - intros c t H; apply inv in H; unfold path_rank; nat_cases; lia.
Qed.

(** Complete graphs: one hop. *)
Definition complete_link (n u v : nat) : Prop := u <> v.
Definition complete_start (u t : nat) : option (channel nat) := if u =? t then None else Some (u, t, 0).
Definition complete_routing : routing nat := {| start := complete_start; next := fun c t => complete_start (head c) t |}.

Theorem complete_ranked : forall n, ranked (below n) (complete_link n) complete_routing (fun _ => 0) 1.
Proof.
  intros n.
  assert (inv : forall c t, takes (below n) complete_routing c t -> head c = t).
  { intros c t H; induction H as [u t c Pu Pt E | c t c' H IH E]; simpl in E; unfold complete_start in E;
      nat_cases; inversion E; auto. }
  constructor.
  - intros u t Pu Pt; simpl; unfold complete_start, on_link, complete_link, tail, head; nat_cases; simpl; auto 10.
  - intros c t H; apply inv in H; simpl; unfold complete_start; nat_cases; auto; congruence.
  - intros; lia.
Qed.

(** Stars: node 0 is the centre. *)
Definition star_link (n u v : nat) : Prop := (u = 0 /\ v <> 0) \/ (u <> 0 /\ v = 0).
Definition star_start (u t : nat) : option (channel nat) :=
  if u =? t then None else if u =? 0 then Some (0, t, 0) else Some (u, 0, 0).
Definition star_routing : routing nat := {| start := star_start; next := fun c t => star_start (head c) t |}.
Definition star_rank (c : channel nat) : nat := if tail c =? 0 then 0 else 1.

Theorem star_ranked : forall n, 0 < n -> ranked (below n) (star_link n) star_routing star_rank 2.
Proof.
  intros n Hn.
  assert (inv : forall c t, takes (below n) star_routing c t ->
    t < n /\ (tail c = 0 /\ head c = t /\ t <> 0 \/ tail c <> 0 /\ head c = 0)).
  { intros c t H; induction H as [u t c Pu Pt E | c t c' H IH E]; unfold below in *; simpl in E; unfold star_start in E;
      nat_cases; inversion E; subst; unfold tail, head in *; simpl in *; lia. }
  constructor.
  - intros u t Pu Pt; simpl; unfold star_start, below, on_link, star_link, tail, head in *; nat_cases; simpl; auto; lia.
  - intros c t H; apply inv in H; simpl; unfold star_start, star_rank, below, on_link, star_link, tail, head in *.
    nat_cases; simpl in *; nat_cases; auto; lia.
  - intros c t H; unfold star_rank; nat_cases; lia.
Qed.

(** Rings: up when that is no longer than down. From four nodes on there is a dateline in each direction, up between the last node and node
    0, down between node 0 and the last one; from the hop over it on, a packet is on virtual channel 1. *)
Section Ring.
  Variable n : nat.
  Hypothesis three : 3 <= n.

  Definition up_from (v : nat) : nat := if v =? n - 1 then 0 else S v.
  Definition down_from (v : nat) : nat := if v =? 0 then n - 1 else v - 1.
  (** a - b modulo n *)
  Definition minus_mod (a b : nat) : nat := if b <=? a then a - b else n - (b - a).

  Definition ring_link (u v : nat) : Prop := v = up_from u \/ u = up_from v.

  (** Are there datelines? *)
  Definition long : bool := 4 <=? n.
  Arguments long : simpl never.

  Lemma long_spec : long = true /\ 4 <= n \/ long = false /\ n = 3.
  Proof. unfold long; destruct (Nat.leb_spec 4 n); [left | right]; split; auto; lia. Qed.

  Definition ring_channel (v t before : nat) : option (channel nat) :=
    if v =? t then None
    else if 2 * minus_mod t v <=? n
    then Some (v, up_from v, if long && (v =? n - 1) then 1 else before)
    else Some (v, down_from v, if long && (v =? 0) then 1 else before).

  Definition ring_routing : routing nat :=
    {| start := fun u t => ring_channel u t 0; next := fun c t => ring_channel (head c) t (vc c) |}.

  Definition ring_rank (c : channel nat) : nat :=
    if head c =? up_from (tail c)
    then if vc c =? 0 then 2 * n - tail c else if tail c =? n - 1 then n else n - 1 - tail c
    else if vc c =? 0 then n + tail c else if tail c =? 0 then n else tail c.

  Definition ring_invariant (c : channel nat) (t : nat) : Prop :=
    let '(u, v, k) := c in
    t < n /\ u < n /\
    (v = up_from u /\ 2 * S (minus_mod t v) <= n /\
       (k = 0 /\ (4 <= n -> S u < n) \/ k = 1 /\ 4 <= n /\ (S u = n \/ v <= t)) \/
     v = down_from u /\ 2 * S (minus_mod v t) < n /\
       (k = 0 /\ (4 <= n -> 0 < u) \/ k = 1 /\ 4 <= n /\ (u = 0 \/ t <= v /\ 0 < u))).

  Lemma ring_invariant_holds : forall c t, takes (below n) ring_routing c t -> ring_invariant c t.
  Proof.
    intros c t H; induction H as [u t c Pu Pt E | [[u v] k] t c' H IH E]; unfold below in *; cbn [start next ring_routing] in E;
      unfold ring_channel in E.
    - destruct (Nat.eqb_spec u t); [discriminate|]; unfold ring_invariant.
      destruct (Nat.leb_spec (2 * minus_mod t u) n) as [le|gt], long_spec as [[L Ln]|[L Ln]]; rewrite L in E; cbn [andb] in E;
        inversion E; subst c; clear E; (split; [auto|split; [auto|]]);
        [left | left | right | right]; unfold minus_mod, up_from, down_from in *; nat_cases; lia.
    - unfold head, vc in E; cbn [fst snd] in E. destruct (Nat.eqb_spec v t); [discriminate|].
      unfold ring_invariant in *.
      assert (Hv : v < n) by (clear E; unfold up_from, down_from in IH; nat_cases; lia).
      destruct IH as [Ht [Hu [[Ev [Hlen Hk]]|[Ev [Hlen Hk]]]]];
        destruct (Nat.leb_spec (2 * minus_mod t v) n) as [le|gt];
        try (exfalso; clear E; unfold minus_mod, down_from, up_from in *; nat_cases; lia);
        destruct long_spec as [[L Ln]|[L Ln]]; rewrite L in E; cbn [andb] in E;
        inversion E; subst c'; clear E; (split; [auto|split; [auto|]]);
        [left | left | right | right]; (split; [auto|]); unfold minus_mod, up_from, down_from in *; nat_cases; lia.
  Qed.

  Theorem ring_ranked : ranked (below n) ring_link ring_routing ring_rank (2 * n + 1).
  Proof.
    constructor.
    - intros u t Pu Pt; cbn [start ring_routing]; unfold ring_channel; destruct (Nat.eqb_spec u t); auto.
      destruct (2 * minus_mod t u <=? n); unfold on_link, tail, head, ring_link, below in *; cbn [fst snd]; repeat split; auto;
        unfold up_from, down_from in *; nat_cases; lia.
    - intros [[u v] k] t H; pose proof (ring_invariant_holds _ _ H) as I.
      cbn [next ring_routing]; change (head (u, v, k)) with v; change (vc (u, v, k)) with k; unfold ring_channel.
      destruct (Nat.eqb_spec v t) as [|ne]; [auto|].
      unfold ring_invariant in I.
      assert (Hv : v < n) by (unfold up_from, down_from in I; nat_cases; lia).
      destruct I as [Ht [Hu [[Ev [Hlen Hk]]|[Ev [Hlen Hk]]]]];
        destruct (Nat.leb_spec (2 * minus_mod t v) n) as [le|gt];
        try (exfalso; unfold minus_mod, down_from, up_from in *; nat_cases; lia);
        cbv beta iota; (split; [auto|]); (split; [reflexivity|]);
        (split; [unfold on_link, tail, head, ring_link, below; cbn [fst snd]; repeat split; auto;
                 unfold up_from, down_from; nat_cases; lia |]);
        unfold ring_rank, head, tail, vc; cbn [fst snd].
      + rewrite (proj2 (Nat.eqb_eq v (up_from u)) Ev), Nat.eqb_refl.
        destruct long_spec as [[L Ln]|[L Ln]]; rewrite L; cbn [andb];
          unfold minus_mod, up_from in *; nat_cases; lia.
      + assert (E1 : (v =? up_from u) = false).
        { apply Nat.eqb_neq; unfold up_from, down_from in *; nat_cases; lia. }
        assert (E2 : (down_from v =? up_from v) = false).
        { apply Nat.eqb_neq; unfold up_from, down_from in *; nat_cases; lia. }
        rewrite E1, E2. destruct long_spec as [[L Ln]|[L Ln]]; rewrite L; cbn [andb];
          unfold minus_mod, down_from in *; nat_cases; lia.
    - intros [[u v] k] t H; pose proof (ring_invariant_holds _ _ H) as I; unfold ring_invariant, ring_rank, tail, head, vc in *;
        cbn [fst snd]; nat_cases; lia.
  Qed.
End Ring.

(** The leaves of the program by name. A ring of one or two nodes is a path. *)
Inductive leaf := Path (n : nat) | Ring (n : nat) | Complete (n : nat) | Star (n : nat).

Definition leaf_size (l : leaf) : nat := match l with Path n | Ring n | Complete n | Star n => n end.

Definition leaf_link (l : leaf) : nat -> nat -> Prop :=
  match l with
  | Path n => path_link n
  | Ring n => if 3 <=? n then ring_link n else path_link n
  | Complete n => complete_link n
  | Star n => star_link n
  end.

Definition leaf_routing (l : leaf) : routing nat :=
  match l with
  | Path n => path_routing
  | Ring n => if 3 <=? n then ring_routing n else path_routing
  | Complete n => complete_routing
  | Star n => star_routing
  end.

Definition leaf_rank (l : leaf) : channel nat -> nat :=
  match l with
  | Path n => path_rank n
  | Ring n => if 3 <=? n then ring_rank n else path_rank n
  | Complete n => fun _ => 0
  | Star n => star_rank
  end.

Definition leaf_bound (l : leaf) : nat :=
  match l with
  | Path n => n
  | Ring n => if 3 <=? n then 2 * n + 1 else n
  | Complete n => 1
  | Star n => 2
  end.

Theorem leaf_ranked : forall l, 0 < leaf_size l ->
  ranked (below (leaf_size l)) (leaf_link l) (leaf_routing l) (leaf_rank l) (leaf_bound l).
Proof.
  intros [n|n|n|n] H; cbn [leaf_size leaf_link leaf_routing leaf_rank leaf_bound] in *.
  - apply path_ranked.
  - destruct (Nat.leb_spec 3 n); [apply ring_ranked; auto | apply path_ranked].
  - apply complete_ranked.
  - apply star_ranked; auto.
Qed.
