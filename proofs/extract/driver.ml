(* Reads commands from standard input and prints what the extracted model computes.

   use EXPR        the network of the following commands: ring N, path N, complete N, star N, dual A B, product A B,
                   dualcube A (dual A A in the numbering of dual-cubes), table N, for every node the number of its neighbours and their ids, the number of trees, and for every root
                   and tree the first child and the parent of every node
   links           for every node a line of its neighbours
   distances       for every node a line of its distances, -1 where the model has none
   trees R         for every tree from root R a line: first child, then the parent of every node, -1 for the root
   route U T       the channels from U to T: tail, head, virtual channel, rank
   cycle           the nodes in the order of the Hamiltonian cycle
   channels        over all routes: channels, dependencies, ranks (the longest chain), and the dependencies whose rank does not decrease

   Every answer ends with a line that holds a single dot. *)

open Model

let rec parse = function
  | "ring" :: n :: rest -> (Leaf (Ring (int_of_string n)), rest)
  | "path" :: n :: rest -> (Leaf (Path (int_of_string n)), rest)
  | "complete" :: n :: rest -> (Leaf (Complete (int_of_string n)), rest)
  | "star" :: n :: rest -> (Leaf (Star (int_of_string n)), rest)
  | "dual" :: rest ->
      let a, rest = parse rest in
      let b, rest = parse rest in
      (Dual (a, b), rest)
  | "product" :: rest ->
      let a, rest = parse rest in
      let b, rest = parse rest in
      (Product (a, b), rest)
  | "dualcube" :: rest ->
      let a, rest = parse rest in
      (CoordinateDual a, rest)
  | "table" :: n :: rest ->
      let rest = ref rest in
      let number () =
        match !rest with
        | x :: tail -> rest := tail; int_of_string x
        | [] -> failwith "table: too few numbers"
      in
      let row _ = let degree = number () in List.init degree (fun _ -> number ()) in
      let adjacency = List.init (int_of_string n) row in
      if not (good_table adjacency) then failwith "table: a link leads out of the table or does not lead back";
      let trees = number () in
      let tree _ = let first = number () in (first, List.map (fun _ -> number ()) adjacency) in
      let of_root _ = List.init trees tree in
      let table = if trees = 0 then [] else List.map of_root adjacency in
      if trees > 0 && not (good_trees adjacency table) then failwith "table: the trees are not arc-disjoint spanning trees";
      (Table (adjacency, table), !rest)
  | word :: _ -> failwith ("unknown word " ^ word)
  | [] -> failwith "an expression is missing"

let print_row row = print_endline (String.concat " " (List.map string_of_int row))

let nodes net = List.init net.size (fun v -> v)

let walk net u t =
  let rec go channel taken =
    match channel with
    | None -> List.rev taken
    | Some c -> if List.length taken > 4 * net.size then failwith "a route does not end" else go (net.route.next c t) (c :: taken)
  in
  go (net.route.start u t) []

let channels net =
  let after = Hashtbl.create 4096 and wrong = ref 0 in
  let visit c = if not (Hashtbl.mem after c) then Hashtbl.add after c (Hashtbl.create 4) in
  let rec pairs = function
    | c :: (d :: _ as rest) ->
        visit c;
        Hashtbl.replace (Hashtbl.find after c) d ();
        pairs rest
    | [ c ] -> visit c
    | [] -> ()
  in
  List.iter (fun u -> List.iter (fun t -> if u <> t then pairs (walk net u t)) (nodes net)) (nodes net);
  let dependencies = ref 0 in
  Hashtbl.iter
    (fun c follow ->
      dependencies := !dependencies + Hashtbl.length follow;
      Hashtbl.iter (fun d () -> if net.rank d >= net.rank c then incr wrong) follow)
    after;
  let depth = Hashtbl.create 4096 in
  let rec chain c =
    match Hashtbl.find_opt depth c with
    | Some d -> d
    | None ->
        let d = Hashtbl.fold (fun d () best -> max best (1 + chain d)) (Hashtbl.find after c) 1 in
        Hashtbl.add depth c d;
        d
  in
  let ranks = if !wrong > 0 then -1 else Hashtbl.fold (fun c _ best -> max best (chain c)) after 0 in
  print_row [ Hashtbl.length after; !dependencies; ranks; !wrong ]

let () =
  let net = ref (build (Leaf (Path 1))) and order = ref (fun p -> p) in
  let answer = function
    | "use" :: text ->
        (match parse text with
        | expression, [] -> net := build expression; order := cycle expression
        | _, word :: _ -> failwith ("left over: " ^ word));
        print_row [ !net.size; !net.trees ]
    | [ "links" ] -> List.iter (fun v -> print_row (!net.neighbours v)) (nodes !net)
    | [ "distances" ] ->
        let far u v = Option.value (!net.distance u v) ~default:(-1) in
        List.iter (fun u -> print_row (List.map (far u) (nodes !net))) (nodes !net)
    | [ "trees"; r ] ->
        let r = int_of_string r in
        let tree i = print_row (!net.first r i :: List.map (fun v -> if v = r then -1 else !net.parent r i v) (nodes !net)) in
        List.iter tree (List.init !net.trees (fun i -> i))
    | [ "route"; u; t ] ->
        let channel (((u, v), k) as c) = [ u; v; k; !net.rank c ] in
        print_row (List.concat_map channel (walk !net (int_of_string u) (int_of_string t)))
    | [ "cycle" ] -> print_row (List.map !order (nodes !net))
    | [ "channels" ] -> channels !net
    | words -> failwith ("unknown command: " ^ String.concat " " words)
  in
  try
    while true do
      answer (List.filter (( <> ) "") (String.split_on_char ' ' (input_line stdin)));
      print_endline "."
    done
  with
  | End_of_file -> ()
  | Failure message -> prerr_endline message; exit 2
