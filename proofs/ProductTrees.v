(** * Arc-disjoint spanning trees of products

    Systems of a trees of A at x0 and of b trees of B at y0, a >= b >= 1, give a + b trees of [A * B] at (x0, y0). The first b are the trees
    B_j of the documents, the others the trees A_j. w_j is the first child of tree j of A, w'_j that of tree j of B. Parents of (x, y):

    - B_j: if x = x0, by T'_j in y; else if y <> y0, by T_j in x; else (x, w'_j);
    - A_j: if y = y0, by T_j in x. Otherwise for j < b: if x = x0, (w_j, y); if j = 0 and x = w_i for some i >= b, (x0, y); else by T'_j in
      y. For j >= b: if x = x0, (w_j, y); if x = w_j, by T'_0 in y; else by T_j in x. *)

From Coq Require Import Arith Lia Bool List.
From Crossedge Require Import Graph ProductDistance TreeLemma DimensionOrder.

Section Product.
  Context {A B : Type}.
  Variables (PA : A -> Prop) (PB : B -> Prop) (RA : A -> A -> Prop) (RB : B -> B -> Prop).
  Variables (sameA : A -> A -> bool) (sameB : B -> B -> bool).
  Hypothesis (sameA_spec : forall a b, sameA a b = true <-> a = b) (sameB_spec : forall a b, sameB a b = true <-> a = b).
  Hypothesis (symA : symmetric RA) (symB : symmetric RB).
  Variables (a b : nat) (x0 : A) (y0 : B) (parentA : nat -> A -> A) (parentB : nat -> B -> B) (firstA : nat -> A) (firstB : nat -> B).

  (** Is x = w_i for some i from b on? *)
  Definition late_child (x : A) : bool := existsb (fun i => sameA (firstA i) x) (seq b (a - b)).

  Definition product_parent (i : nat) (v : A * B) : A * B :=
    let '(x, y) := v in
    if i <? b then
      if sameA x x0 then (x, parentB i y)
      else if negb (sameB y y0) then (parentA i x, y)
      else (x, firstB i)
    else
      let j := i - b in
      if sameB y y0 then (parentA j x, y)
      else if sameA x x0 then (firstA j, y)
      else if (j =? 0) && late_child x then (x0, y)
      else if j <? b then (x, parentB j y)
      else if sameA x (firstA j) then (x, parentB 0 y)
      else (parentA j x, y).

  Definition product_first_child (i : nat) : A * B := if i <? b then (x0, firstB i) else (firstA (i - b), y0).

  Hypothesis (order : b <= a) (positive : 0 < b).
  Hypothesis (treesA : system PA RA a x0 parentA firstA) (treesB : system PB RB b y0 parentB firstB).

  Notation in_both := (both PA PB).

  Lemma casesA : forall x z, sameA x z = true /\ x = z \/ sameA x z = false /\ x <> z.
  Proof.
    intros x z; destruct (sameA x z) eqn:E; [left; split; auto; apply sameA_spec; auto | right; split; auto].
    intros ->; rewrite (proj2 (sameA_spec z z) eq_refl) in E; discriminate.
  Qed.

  Lemma casesB : forall x z, sameB x z = true /\ x = z \/ sameB x z = false /\ x <> z.
  Proof.
    intros x z; destruct (sameB x z) eqn:E; [left; split; auto; apply sameB_spec; auto | right; split; auto].
    intros ->; rewrite (proj2 (sameB_spec z z) eq_refl) in E; discriminate.
  Qed.

  Lemma late_cases : forall x,
    late_child x = true /\ (exists i, b <= i < a /\ firstA i = x) \/ late_child x = false /\ (forall i, b <= i < a -> firstA i <> x).
  Proof.
    intros x; unfold late_child; destruct (existsb _ _) eqn:E; [left | right]; split; auto.
    - apply existsb_exists in E; destruct E as [i [Hi Hs]]; apply in_seq in Hi; apply sameA_spec in Hs; exists i; split; auto; lia.
    - intros i Hi X. assert (existsb (fun i => sameA (firstA i) x) (seq b (a - b)) = true); [|congruence].
      apply existsb_exists; exists i; split; [apply in_seq; lia | apply sameA_spec; auto].
  Qed.

  Lemma childA : forall j, j < a -> PA (firstA j) /\ firstA j <> x0 /\ parentA j (firstA j) = x0 /\ RA x0 (firstA j).
  Proof.
    intros j Hj; destruct (first_child _ _ _ _ _ _ treesA j Hj) as [P' [N E]]; repeat split; auto.
    destruct (tree_link _ _ _ _ _ _ treesA j (firstA j)) as [_ L]; auto; rewrite E in L; auto.
  Qed.

  Lemma childB : forall j, j < b -> PB (firstB j) /\ firstB j <> y0 /\ parentB j (firstB j) = y0 /\ RB y0 (firstB j).
  Proof.
    intros j Hj; destruct (first_child _ _ _ _ _ _ treesB j Hj) as [P' [N E]]; repeat split; auto.
    destruct (tree_link _ _ _ _ _ _ treesB j (firstB j)) as [_ L]; auto; rewrite E in L; auto.
  Qed.

  Lemma rootA : PA x0. Proof. apply (root_valid _ _ _ _ _ _ treesA). Qed.
  Lemma rootB : PB y0. Proof. apply (root_valid _ _ _ _ _ _ treesB). Qed.

  Lemma step_first : forall j x y, j < a -> PA x -> PB y -> x <> x0 ->
    in_both (parentA j x, y) /\ product RA RB (parentA j x, y) (x, y).
  Proof.
    intros j x y Hj Px Py ne; destruct (tree_link _ _ _ _ _ _ treesA j x) as [H L]; auto.
    split; [split; auto | constructor; auto].
  Qed.

  Lemma step_second : forall j x y, j < b -> PA x -> PB y -> y <> y0 ->
    in_both (x, parentB j y) /\ product RA RB (x, parentB j y) (x, y).
  Proof.
    intros j x y Hj Px Py ne; destruct (tree_link _ _ _ _ _ _ treesB j y) as [H L]; auto.
    split; [split; auto | constructor; auto].
  Qed.

  Theorem product_tree_link : forall i v, i < a + b -> in_both v -> v <> (x0, y0) ->
    in_both (product_parent i v) /\ product RA RB (product_parent i v) v.
  Proof.
    intros i [x y] Hi [Px Py] ne; cbn [fst snd] in *; unfold product_parent.
    destruct (Nat.ltb_spec i b).
    - destruct (casesA x x0) as [[-> E]|[-> nx]].
      + apply step_second; auto. congruence.
      + destruct (casesB y y0) as [[-> E]|[-> ny]]; cbn [negb].
        * subst y; destruct (childB i) as [H1 [H2 [H3 H4]]]; auto. split; [split; auto | apply product_second; auto].
        * apply step_first; auto; lia.
    - destruct (casesB y y0) as [[-> E]|[-> ny]].
      + apply step_first; auto; [lia | congruence].
      + destruct (casesA x x0) as [[-> E]|[-> nx]].
        * subst x; destruct (childA (i - b)) as [H1 [H2 [H3 H4]]]; [lia|]. split; [split; auto | apply product_first; auto].
        * destruct (Nat.eqb_spec (i - b) 0), (late_cases x) as [[-> [l [Hl El]]]|[-> late]]; cbn [andb].
          -- destruct (childA l) as [H1 [H2 [H3 H4]]]; [lia|]. split; [split; auto using rootA|].
             apply product_first; rewrite <- El; auto.
          -- destruct (Nat.ltb_spec (i - b) b); [apply step_second; auto | lia].
          -- destruct (Nat.ltb_spec (i - b) b); [apply step_second; auto|].
             destruct (casesA x (firstA (i - b))) as [[-> E]|[-> E]]; [apply step_second; auto | apply step_first; auto; lia].
          -- destruct (Nat.ltb_spec (i - b) b); [apply step_second; auto|].
             destruct (casesA x (firstA (i - b))) as [[-> E]|[-> E]]; [apply step_second; auto | apply step_first; auto; lia].
  Qed.

  Theorem product_arc_disjoint : forall i i' v, i < a + b -> i' < a + b -> i <> i' -> in_both v -> v <> (x0, y0) ->
    product_parent i v <> product_parent i' v.
  Proof.
    assert (half : forall i i' v, i < i' -> i' < a + b -> in_both v -> v <> (x0, y0) -> product_parent i v <> product_parent i' v).
    { intros i i' [x y] lt Hi' [Px Py] ne; cbn [fst snd] in *; unfold product_parent.
      assert (selfA : forall j, j < a -> x <> x0 -> parentA j x <> x)
        by (intros; apply (parent_differs _ _ _ _ _ _ treesA); auto).
      assert (selfB : forall j, j < b -> y <> y0 -> parentB j y <> y)
        by (intros; apply (parent_differs _ _ _ _ _ _ treesB); auto).
      assert (diffA : forall j l, j < a -> l < a -> j <> l -> x <> x0 -> parentA j x <> parentA l x)
        by (intros; apply (arc_disjoint _ _ _ _ _ _ treesA); auto).
      assert (diffB : forall j l, j < b -> l < b -> j <> l -> y <> y0 -> parentB j y <> parentB l y)
        by (intros; apply (arc_disjoint _ _ _ _ _ _ treesB); auto).
      assert (firstsA : forall j l, j < a -> l < a -> j <> l -> firstA j <> firstA l)
        by (intros j l Hj Hl jl E; apply jl; apply (first_distinct _ _ _ _ _ _ treesA) in E; auto).
      assert (firstsB : forall j l, j < b -> l < b -> j <> l -> firstB j <> firstB l)
        by (intros j l Hj Hl jl E; apply jl; apply (first_distinct _ _ _ _ _ _ treesB) in E; auto).
      (* a late child of the root, in the tree where it is one *)
      assert (lateA : forall j l, j < a -> b <= l < a -> firstA l = x -> j <> l -> x <> x0 -> parentA j x <> x0).
      { intros j l Hj Hl El jl nx E. apply (diffA j l); auto; [lia|]. rewrite E, <- El.
        destruct (childA l) as [_ [_ [H _]]]; [lia | auto]. }
      assert (notroot : forall j, j < a -> firstA j <> x0) by (intros j Hj; apply childA; auto).
      destruct (Nat.ltb_spec i b), (Nat.ltb_spec i' b); try lia.
      - (* two trees B *)
        destruct (casesA x x0) as [[-> E]|[-> nx]].
        + intros X; injection X; apply diffB; auto; [lia | congruence].
        + destruct (casesB y y0) as [[-> E]|[-> ny]]; cbn [negb]; intros X; injection X; [apply firstsB | apply diffA]; lia || auto.
      - (* a tree B and a tree A *)
        destruct (casesB y y0) as [[-> E]|[-> ny]]; cbn [negb].
        + destruct (casesA x x0) as [[-> E']|[-> nx]]; [congruence|].
          intros X; injection X; intros _ X'; symmetry in X'; revert X'; apply selfA; auto; lia.
        + destruct (casesA x x0) as [[-> E']|[-> nx]].
          * intros X; injection X; intros _ X'; apply (notroot (i' - b)); [lia | congruence].
          * destruct (late_cases x) as [[-> [l [Hl El]]]|[-> late]], (Nat.eqb_spec (i' - b) 0); cbn [andb].
            -- intros X; injection X; apply (lateA i l); auto; lia.
            -- destruct (Nat.ltb_spec (i' - b) b); [intros X; injection X; intros _; apply selfA; auto; lia|].
               destruct (casesA x (firstA (i' - b))) as [[-> E]|[-> E]]; intros X; injection X.
               ++ intros _; apply selfA; auto; lia.
               ++ apply diffA; auto; lia.
            -- destruct (Nat.ltb_spec (i' - b) b); [intros X; injection X; intros _; apply selfA; auto; lia|]; lia.
            -- destruct (Nat.ltb_spec (i' - b) b); [intros X; injection X; intros _; apply selfA; auto; lia|].
               destruct (casesA x (firstA (i' - b))) as [[-> E]|[-> E]]; intros X; injection X.
               ++ intros _; apply selfA; auto; lia.
               ++ apply diffA; auto; lia.
      - (* two trees A *)
        destruct (casesB y y0) as [[-> E]|[-> ny]].
        + assert (x <> x0) by congruence. intros X; injection X; apply diffA; auto; lia.
        + destruct (casesA x x0) as [[-> E']|[-> nx]].
          * intros X; injection X; apply firstsA; lia.
          * destruct (Nat.eqb_spec (i' - b) 0); [lia|]; cbn [andb].
            destruct (late_cases x) as [[-> [l [Hl El]]]|[-> late]], (Nat.eqb_spec (i - b) 0); cbn [andb];
              destruct (Nat.ltb_spec (i - b) b), (Nat.ltb_spec (i' - b) b); try lia;
              repeat match goal with
              | |- context [sameA x (firstA ?j)] => destruct (casesA x (firstA j)) as [[-> ?]|[-> ?]]
              end;
              intros X; try (injection X; clear X; intros);
              solve [ congruence
                    | exfalso; eapply diffB with (j := i - b) (l := i' - b); eauto; lia
                    | exfalso; eapply diffB with (j := i - b) (l := 0); eauto; lia
                    | exfalso; eapply diffA with (j := i - b) (l := i' - b); eauto; lia
                    | exfalso; eapply selfA with (j := i - b); eauto; lia
                    | exfalso; eapply selfA with (j := i' - b); eauto; lia
                    | exfalso; apply (firstsA (i - b) (i' - b)); [lia | lia | lia | congruence]
                    | exfalso; apply (late (i' - b)); [lia | congruence]
                    | exfalso; apply (lateA (i' - b) l); [lia | lia | assumption | intros Z; congruence | assumption | congruence] ]. }
    intros i i' v Hi Hi' ne V N; destruct (le_lt_dec i i'); [apply half; auto; lia|].
    intros X; symmetry in X; revert X; apply half; auto.
  Qed.

  (** *** Every vertex reaches the root *)

  Notation reaches i := (climbs in_both (product_parent i) (fun u => u = (x0, y0))).

  Lemma reach_up : forall i v w, product_parent i v = w -> reaches i w -> in_both v -> v <> (x0, y0) -> reaches i v.
  Proof. intros i v w <- H1 H2 H3; apply climbs_up; auto. Qed.

  Lemma reach_root : forall i, reaches i (x0, y0).
  Proof. intros i; apply climbs_stop; auto. split; [apply rootA | apply rootB]. Qed.

  Lemma trueA : forall x, sameA x x = true. Proof. intros; apply sameA_spec; auto. Qed.
  Lemma trueB : forall y, sameB y y = true. Proof. intros; apply sameB_spec; auto. Qed.
  Lemma falseA : forall x z, x <> z -> sameA x z = false.
  Proof. intros x z H; destruct (casesA x z) as [[_ E]|[E _]]; tauto. Qed.
  Lemma falseB : forall x z, x <> z -> sameB x z = false.
  Proof. intros x z H; destruct (casesB x z) as [[_ E]|[E _]]; tauto. Qed.

  Theorem product_spanning : forall i v, i < a + b -> in_both v -> reaches i v.
  Proof.
    pose proof rootA as Px0; pose proof rootB as Py0.
    intros i v Hi; destruct (Nat.ltb_spec i b) as [lt|ge].
    - (* a tree B *)
      assert (lt' : (i <? b) = true) by (apply Nat.ltb_lt; auto).
      assert (root_row : forall y, PB y -> reaches i (x0, y)).
      { intros y Py.
        apply (climbs_lift PB (parentB i) (fun u => u = y0) (fun u => (x0, u)) (reaches i)).
        - intros u _ ->; apply reach_root.
        - intros u Pu ne H; apply (reach_up i _ (x0, parentB i u)); [| auto | split; auto | congruence].
          unfold product_parent; rewrite lt', trueA; auto.
        - apply (spanning _ _ _ _ _ _ treesB); auto. }
      assert (rows : forall x y, PA x -> PB y -> y <> y0 -> reaches i (x, y)).
      { intros x y Px Py ne.
        apply (climbs_lift PA (parentA i) (fun u => u = x0) (fun u => (u, y)) (reaches i)).
        - intros u _ ->; auto.
        - intros u Pu nu H; apply (reach_up i _ (parentA i u, y)); [| auto | split; auto | congruence].
          unfold product_parent; rewrite lt', falseA, falseB by auto; auto.
        - apply (spanning _ _ _ _ _ _ treesA); auto; lia. }
      destruct v as [x y]; intros [Px Py]; cbn [fst snd] in *.
      destruct (casesA x x0) as [[_ ->]|[Ex nx]]; auto. destruct (casesB y y0) as [[Ey ->]|[_ ny]]; auto.
      destruct (childB i lt) as [P' [N _]].
      apply (reach_up i _ (x, firstB i)); [| auto | split; auto | congruence].
      unfold product_parent; rewrite lt', Ex, Ey; auto.
    - (* a tree A *)
      assert (ge' : (i <? b) = false) by (apply Nat.ltb_ge; auto).
      set (j := i - b); assert (Hj : j < a) by (unfold j; lia).
      assert (root_column : forall x, PA x -> reaches i (x, y0)).
      { intros x Px.
        apply (climbs_lift PA (parentA j) (fun u => u = x0) (fun u => (u, y0)) (reaches i)).
        - intros u _ ->; apply reach_root.
        - intros u Pu nu H; apply (reach_up i _ (parentA j u, y0)); [| auto | split; auto | congruence].
          unfold product_parent; rewrite ge', trueB; auto.
        - apply (spanning _ _ _ _ _ _ treesA); auto. }
      destruct (childA j Hj) as [Pw [Nw [Ew _]]].
      destruct (Nat.ltb_spec j b) as [early|late].
      + assert (early' : (j <? b) = true) by (apply Nat.ltb_lt; auto).
        assert (columns : forall x y, PA x -> PB y -> x <> x0 -> (j =? 0) && late_child x = false -> reaches i (x, y)).
        { intros x y Px Py nx normal.
          apply (climbs_lift PB (parentB j) (fun u => u = y0) (fun u => (x, u)) (reaches i)).
          - intros u _ ->; auto.
          - intros u Pu nu H; apply (reach_up i _ (x, parentB j u)); [| auto | split; auto | congruence].
            unfold product_parent; fold j; rewrite ge', falseB, falseA, normal, early' by auto; auto.
          - apply (spanning _ _ _ _ _ _ treesB); auto. }
        assert (child_normal : (j =? 0) && late_child (firstA j) = false).
        { destruct (late_cases (firstA j)) as [[_ [l [Hl El]]]|[-> _]]; [|apply andb_false_r].
          apply (first_distinct _ _ _ _ _ _ treesA) in El; lia. }
        assert (root_row : forall y, PB y -> reaches i (x0, y)).
        { intros y Py; destruct (casesB y y0) as [[_ ->]|[Ey ny]]; [apply reach_root|].
          apply (reach_up i _ (firstA j, y)); [| apply columns; auto | split; auto | congruence].
          unfold product_parent; fold j; rewrite ge', Ey, trueA; auto. }
        destruct v as [x y]; intros [Px Py]; cbn [fst snd] in *.
        destruct (casesA x x0) as [[_ ->]|[Ex nx]]; auto. destruct (casesB y y0) as [[Ey ->]|[Ey ny]]; auto.
        destruct ((j =? 0) && late_child x) eqn:normal; auto.
        apply (reach_up i _ (x0, y)); [| auto | split; auto | congruence].
        unfold product_parent; fold j; rewrite ge', Ey, Ex, normal; auto.
      + assert (late' : (j <? b) = false) by (apply Nat.ltb_ge; auto).
        assert (nz : (j =? 0) = false) by (apply Nat.eqb_neq; lia).
        assert (child_column : forall y, PB y -> reaches i (firstA j, y)).
        { intros y Py.
          apply (climbs_lift PB (parentB 0) (fun u => u = y0) (fun u => (firstA j, u)) (reaches i)).
          - intros u _ ->; auto.
          - intros u Pu nu H; apply (reach_up i _ (firstA j, parentB 0 u)); [| auto | split; auto | congruence].
            unfold product_parent; fold j; rewrite ge', falseB, falseA, nz, late', trueA by auto; auto.
          - apply (spanning _ _ _ _ _ _ treesB); auto. }
        destruct v as [x y]; intros [Px Py]; cbn [fst snd] in *.
        destruct (casesB y y0) as [[Ey ->]|[Ey ny]]; auto.
        apply (climbs_lift PA (parentA j) (fun u => u = x0) (fun u => (u, y)) (reaches i)).
        * intros u _ ->; apply (reach_up i _ (firstA j, y)); [| auto | split; auto | congruence].
          unfold product_parent; fold j; rewrite ge', Ey, trueA; auto.
        * intros u Pu nu H; destruct (casesA u (firstA j)) as [[_ ->]|[Eu nw]]; auto.
          apply (reach_up i _ (parentA j u, y)); [| auto | split; auto | congruence].
          unfold product_parent; fold j; rewrite ge', Ey, falseA, nz, late', Eu by auto; auto.
        * apply (spanning _ _ _ _ _ _ treesA); auto.
  Qed.

  Theorem product_first_children : forall i, i < a + b ->
    in_both (product_first_child i) /\ product_first_child i <> (x0, y0) /\ product_parent i (product_first_child i) = (x0, y0).
  Proof.
    pose proof rootA as Px0; pose proof rootB as Py0.
    intros i Hi; unfold product_first_child, product_parent; destruct (Nat.ltb_spec i b) as [lt|ge].
    - destruct (childB i lt) as [P' [N [E _]]]. split; [split; auto|]; split; [congruence|].
      rewrite trueA, E; auto.
    - destruct (childA (i - b)) as [P' [N [E _]]]; [lia|]. split; [split; auto|]; split; [congruence|].
      rewrite trueB, E; auto.
  Qed.

  Theorem product_trees : system in_both (product RA RB) (a + b) (x0, y0) product_parent product_first_child.
  Proof.
    constructor; [split; [apply rootA | apply rootB] | | | |].
    - apply product_tree_link.
    - apply product_arc_disjoint.
    - apply product_spanning.
    - apply product_first_children.
  Qed.
End Product.
