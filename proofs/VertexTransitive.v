(** * Vertex transitivity of duals and products (I3)

    An automorphism is a bijection, given with its inverse, that preserves links in both directions. *)

From Coq Require Import Bool.
From Crossedge Require Import Graph DualDistance ProductDistance.

Section Automorphisms.
  Context {V : Type}.
  Variable R : V -> V -> Prop.

  Record automorphism : Type := {
    image : V -> V;
    preimage : V -> V;
    image_preimage : forall v, image (preimage v) = v;
    preimage_image : forall v, preimage (image v) = v;
    image_links : forall u v, R u v -> R (image u) (image v);
    preimage_links : forall u v, R u v -> R (preimage u) (preimage v)
  }.

  Definition vertex_transitive : Prop := forall u v, exists f : automorphism, image f u = v.

  Definition identity : automorphism.
  Proof. refine {| image := fun v => v; preimage := fun v => v |}; auto. Defined.

  Definition compose (f g : automorphism) : automorphism.
  Proof.
    refine {| image := fun v => image f (image g v); preimage := fun v => preimage g (preimage f v) |};
      intros; rewrite ?preimage_image, ?image_preimage, ?preimage_image; auto using image_links, preimage_links.
  Defined.
End Automorphisms.

(** Automorphisms of both coordinates are one of the dual; so is the exchange of the coordinates with the classes. *)
Section Dual.
  Context {V : Type}.
  Variable R : V -> V -> Prop.

  Definition both (f g : automorphism R) : automorphism (dual R R).
  Proof.
    refine {| image := fun p => (fst (fst p), image R f (snd (fst p)), image R g (snd p));
              preimage := fun p => (fst (fst p), preimage R f (snd (fst p)), preimage R g (snd p)) |}.
    - intros [[t x] y]; simpl; rewrite !image_preimage; auto.
    - intros [[t x] y]; simpl; rewrite !preimage_image; auto.
    - intros u v H; destruct H; simpl; constructor; apply image_links; auto.
    - intros u v H; destruct H; simpl; constructor; apply preimage_links; auto.
  Defined.

  Definition exchanged (p : node V V) : node V V := let '(t, x, y) := p in (negb t, y, x).

  Lemma exchanged_involutive : forall p, exchanged (exchanged p) = p.
  Proof. intros [[[|] x] y]; reflexivity. Qed.

  Lemma exchanged_links : forall p q, dual R R p q -> dual R R (exchanged p) (exchanged q).
  Proof. intros p q H; destruct H; simpl; constructor; auto. Qed.

  Definition exchange : automorphism (dual R R).
  Proof.
    refine {| image := exchanged; preimage := exchanged |}; auto using exchanged_involutive, exchanged_links.
  Defined.

  Theorem dual_vertex_transitive : vertex_transitive R -> vertex_transitive (dual R R).
  Proof.
    intros transitive [[t x] y] [[t' x'] y']; destruct (bool_dec t t') as [<-|].
    - destruct (transitive x x') as [f Hf], (transitive y y') as [g Hg].
      exists (both f g); simpl; rewrite Hf, Hg; auto.
    - destruct (transitive y x') as [f Hf], (transitive x y') as [g Hg].
      exists (compose _ (both f g) exchange); simpl; rewrite Hf, Hg.
      destruct t, t'; simpl; congruence.
  Qed.

  (** In the words of the program: (class, cluster, node). *)
  Theorem dual_of_one_vertex_transitive : vertex_transitive R -> vertex_transitive (dual_of_one R).
  Proof.
    intros transitive p q.
    destruct (dual_vertex_transitive transitive (coordinates p) (coordinates q)) as [f Hf].
    unshelve eexists.
    - refine {| image := fun v => coordinates (image _ f (coordinates v));
                preimage := fun v => coordinates (preimage _ f (coordinates v)) |};
        intros; rewrite ?coordinates_involutive, ?image_preimage, ?preimage_image, ?coordinates_involutive; auto;
        apply coordinates_dual; rewrite !coordinates_involutive;
        first [apply image_links | apply preimage_links]; apply coordinates_dual; auto.
    - simpl; rewrite Hf; apply coordinates_involutive.
  Qed.
End Dual.

Theorem product_vertex_transitive :
  forall {A B} (RA : A -> A -> Prop) (RB : B -> B -> Prop),
  vertex_transitive RA -> vertex_transitive RB -> vertex_transitive (product RA RB).
Proof.
  intros A B RA RB tA tB [x y] [x' y']; destruct (tA x x') as [f Hf], (tB y y') as [g Hg].
  unshelve eexists.
  - refine {| image := fun p => (image RA f (fst p), image RB g (snd p));
              preimage := fun p => (preimage RA f (fst p), preimage RB g (snd p)) |}.
    + intros [a b]; simpl; rewrite !image_preimage; auto.
    + intros [a b]; simpl; rewrite !preimage_image; auto.
    + intros u v H; destruct H; simpl; constructor; apply image_links; auto.
    + intros u v H; destruct H; simpl; constructor; apply preimage_links; auto.
  - simpl; rewrite Hf, Hg; auto.
Qed.
