(** Extraction of the model to OCaml. Natural numbers become machine integers: ids are far below 2^62 here. *)

From Coq Require Import Arith Extraction ExtrOcamlBasic ExtrOcamlNatInt.
From Crossedge Require Import Routing Model ModelCycle.

(** Division in one step; by zero as in Coq. *)
Extract Constant Nat.div => "fun x y -> if y = 0 then 0 else x / y".
Extract Constant Nat.modulo => "fun x y -> if y = 0 then x else x mod y".

Extraction "model.ml" build cycle good_table good_trees.
