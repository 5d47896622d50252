// Written by tools/write_types.mjs from the schemas of the program. Do not edit.

/** Exact: a number up to 2^53, a string of digits beyond. */
export type Id = number | string;

/** A value and its evidence. */
export interface Known<V> {
  value: V;
  evidence: Evidence;
}

/** A metric: its value and evidence, or why there is none. */
export interface Asked<V> {
  value: V | null;
  evidence: Evidence | null;
  counterexample?: string | null;
  reason?: string | null;
  help?: string | null;
}

/** Lower bound on every schedule. */
export interface BoundAnswer {
  step_count: Id;
  time_seconds: number;
  latency_seconds: number;
  bandwidth_seconds: number;
  bisection_seconds: number | null;
}

/** Bounds on a throughput. */
export interface BoundsAnswer {
  lower: Ratio;
  upper: Ratio;
  exact: boolean;
  text: string;
  evidence: Evidence;
}

/** A channel out of a node. */
export interface CandidateAnswer {
  port: number;
  vc: number;
}

/** The case of a routing algorithm at one level of the construction. */
export interface CaseAnswer {
  part: string;
  rule: string;
  goal: string;
}

/** A link in one direction. */
export interface ChannelAnswer {
  from: Id;
  from_address: string;
  to: Id;
  to_address: string;
  port: number;
}

/** The answer of `cite`. */
export interface CiteAnswer {
  publications: WorkAnswer[];
  folklore: string[];
}

/** The load of one kind of link, per direction. */
export interface ClassLoadAnswer {
  link_class: string;
  links: Id;
  width?: Id | null;
  least: Ratio;
  mean: Ratio;
  most: Ratio;
}

/** The outcome of every algorithm for a collective. */
export interface CollectiveAnswer {
  kind: "broadcast" | "scatter" | "gather" | "reduce" | "allgather" | "reduce-scatter" | "allreduce" | "all-to-all" | "barrier";
  nodes: Id;
  root: Id | null;
  root_address: string | null;
  model: "store-and-forward" | "cut-through" | "loggp";
  link_latency_seconds: number;
  link_bytes_per_second: number;
  ports: "half" | "one" | "all";
  bytes?: Id;
  lower_bound?: BoundAnswer;
  best?: string | null;
  step_count?: Id | null;
  time_seconds?: number | null;
  verdict?: "holds" | "formula" | "refused" | "none" | "not tried";
  tried_count?: number;
  algorithms?: TriedAnswer[];
  skipped?: TriedAnswer[];
  unpriced?: TriedAnswer[];
  sizes?: SizeAnswer[];
  crossovers?: CrossoverAnswer[];
}

/** One construction. */
export interface ConstructionAnswer {
  name: string;
  signature: string;
  summary: string;
  paper: string;
  examples: string[];
}

/** One line of cost or power. */
export interface CostLineAnswer {
  item: string;
  count: number;
  each: number;
  total: number;
  unit: string;
  source: string;
}

/** A size at which another algorithm becomes the fastest. */
export interface CrossoverAnswer {
  bytes: Id;
  before: string;
  after: string;
}

/** The answer of `deadlock`. */
export interface DeadlockAnswer {
  routing: string;
  vcs: number;
  vcs_required: number;
  proved: boolean;
  refuted?: RefutedAnswer[] | null;
  undecided?: number[] | null;
  longest_route: Id | null;
  proof?: ProofAnswer | null;
  cycle?: HeldAnswer[] | null;
  routing_error?: string | null;
}

/** The answer of `design`. */
export interface DesignAnswer {
  examined: Id;
  feasible: Id;
  unknown: Id;
  objectives: string[];
  front?: Id | null;
  block?: Id | null;
  families?: FamilyAnswer[];
  choice?: DesignChoiceAnswer | null;
  designs: DesignedAnswer[];
  winners: WinnerAnswer[];
  near: NearAnswer[];
  evidence: Evidence;
}

/** The recommended design. */
export interface DesignChoiceAnswer {
  expression: string;
  family: string;
  reason: string;
  runner_up?: RunnerUpAnswer | null;
  sensitivity: SensitivityAnswer[];
  more: MoreAnswer[];
}

/** The cost of a design. */
export interface DesignCostAnswer {
  total: number;
  per_endpoint: number;
  unit: string;
  copper: Id;
  optical: Id;
  power?: number | null;
  racks?: Id | null;
  lines: CostLineAnswer[];
  evidence: Evidence;
}

/** One design. */
export interface DesignedAnswer {
  expression: string;
  endpoints: Id;
  switches: Id;
  ports: number;
  diameter: Id | null;
  mean_distance: Ratio | null;
  throughput_at_least: Ratio | null;
  throughput_at_most: Ratio | null;
  injection_at_least?: Ratio | null;
  headroom?: Ratio | null;
  zero_load_latency: Ratio | null;
  bisection_at_least: Id | null;
  bisection_share?: Ratio | null;
  virtual_channels: number | null;
  cables: Id;
  optical_cables?: Id | null;
  optical_per_endpoint?: Ratio | null;
  throughput_per_optical_at_least?: Ratio | null;
  throughput_per_optical_at_most?: Ratio | null;
  weighted_cost_ratio: number | null;
  limits: LeastAnswer;
  ties: Id;
  cost?: DesignCostAnswer | null;
}

/** Diameters of many trials. */
export interface DiameterAnswer {
  mean: number | null;
  max: number;
}

/** A difference from a plan. */
export interface DifferenceAnswer {
  kind: string;
  message: string;
  repair?: string | null;
}

/** The answer of `disjoint`. */
export interface DisjointAnswer {
  from: Id;
  from_address: string;
  to: Id;
  to_address: string;
  notation: string;
  count: Known<number>;
  most: number;
  distance: Known<Id> | null;
  longest: Id;
  excess: Id | null;
  diameter: Known<Id> | null;
  paths: PathAnswer[];
}

/** Evidence of a metric: a theorem, an exhaustive computation, bounds with a witness, or a sample with its size and seed. */
export interface Evidence {
  kind: "proved" | "computed" | "bounded" | "sampled";
  by: string;
  theorems: string[];
  methods: string[];
  count?: Id;
  seed?: Id;
}

/** The best member of a family that meets the requirement, or why there is none. */
export interface FamilyAnswer {
  family: string;
  design?: DesignedAnswer | null;
  reason?: string | null;
}

/** A finding. */
export interface FindingAnswer {
  rule: string;
  name: string;
  severity: Severity;
  message: string;
  places: FindingPlaceAnswer[];
  evidence: Evidence;
  repair?: string | null;
  repaired?: BoundsAnswer | null;
  fingerprint: string;
}

/** A node or one of its ports. */
export interface FindingPlaceAnswer {
  node: string;
  port?: string | null;
  line?: Id | null;
}

/** A fraction that was counted, with its interval. */
export interface Fraction {
  hits: number;
  count: number;
  fraction: number | null;
  low: number;
  high: number;
}

/** A channel of a cycle. */
export interface HeldAnswer {
  from: Id;
  from_address: string;
  to: Id;
  to_address: string;
  port: number;
  vc: number;
  link_class: string;
  packet: Packet;
}

/** One hop. */
export interface HopAnswer {
  port: number;
  vc?: number | null;
  candidates?: CandidateAnswer[] | null;
  node: Id;
  address: string;
  link_class: string;
  cases: CaseAnswer[];
}

/** A switch with another number of hosts than planned. */
export interface HostCountAnswer {
  switch: string;
  hosts: Id;
  planned: Id;
}

/** Bounds for networks of this size. */
export interface LeastAnswer {
  diameter: Id | null;
  mean_distance: Ratio | null;
  throughput: Ratio | null;
  weighted_cost_ratio: number | null;
}

/** The remaining network after faults: live endpoints and their connectivity. */
export interface LeftAnswer {
  dead_endpoints: Id[];
  dead_switches: Id[];
  dead_links: [Id, Id][];
  endpoints: Id;
  alive: Id;
  connected: Id;
  parts: Record<string, unknown>;
  cut_off: Id[];
  switches: Id;
  pairs: Id;
  connected_pairs: Id;
  diameter: Asked<Id>;
  mean_distance: Asked<Ratio>;
  diameter_without_faults: Id | null;
  throughput?: LeftThroughputAnswer | null;
  classes: LeftLinksAnswer[];
  evidence: Evidence;
}

/** The remaining links of a class. */
export interface LeftLinksAnswer {
  link_class: string;
  links: Id;
  remaining: Id;
}

/** The uniform throughput before and after faults. */
export interface LeftThroughputAnswer {
  before_at_least: Ratio;
  before_at_most: Ratio;
  after_at_least: Ratio;
  after_at_most: Ratio;
  evidence: Evidence;
}

/** The answer of `lint`. */
export interface LintAnswer {
  file: string;
  endpoints: Id;
  switches: Id;
  cables: Id;
  plan: PlanAnswer | null;
  throughput?: LintThroughputAnswer | null;
  findings: FindingAnswer[];
  rules: RuleAnswer[];
}

/** Throughput of a fabric, now and repaired. */
export interface LintThroughputAnswer {
  now: BoundsAnswer;
  repaired?: BoundsAnswer | null;
  tables?: Ratio | null;
}

/** The answer of `list`. */
export interface ListAnswer {
  constructions: ConstructionAnswer[];
}

/** The answer of `load`. */
export interface LoadAnswer {
  traffic: string;
  routing: string;
  endpoints?: Id | null;
  classes: ClassLoadAnswer[];
  bottleneck: string | null;
  bottleneck_channel: ChannelAnswer | null;
  max_channel_load: Ratio;
  mean_hops: Ratio;
  least_hops?: Ratio | null;
  balance?: Ratio | null;
  evidence: Evidence;
  ideal_throughput?: Ratio | null;
  routing_efficiency?: Ratio | null;
  cut_bound?: Known<Ratio> | null;
  ideal_cycles?: Ratio | null;
  cut_bound_cycles?: Known<Ratio> | null;
}

/** A node and its place in the plan. */
export interface MappedAnswer {
  node: string;
  planned?: string | null;
}

/** One message. */
export interface MessageAnswer {
  path: Id[];
  addresses: string[];
  chunks: Id[];
  bytes: Id;
  action: "copy" | "move" | "add";
}

/** A design that a slightly larger radix or budget allows. */
export interface MoreAnswer {
  what: string;
  gives: string;
  expression: string;
}

/** A near miss: a design just outside the requirement. */
export interface NearAnswer {
  deviation: string;
  expression: string;
  endpoints: Id;
  ports: number;
  objective: string;
  value: number | null;
  best_feasible: number | null;
}

/** The answer of `node`. */
export interface NodeAnswer {
  node: Id;
  address: string;
  notation: string;
  degree: number;
  ports: PortAnswer[];
}

/** One of several networks. */
export interface OnNetworkAnswer {
  expression: string;
  kind: "broadcast" | "scatter" | "gather" | "reduce" | "allgather" | "reduce-scatter" | "allreduce" | "all-to-all" | "barrier";
  nodes: Id;
  root: Id | null;
  root_address: string | null;
  model: "store-and-forward" | "cut-through" | "loggp";
  link_latency_seconds: number;
  link_bytes_per_second: number;
  ports: "half" | "one" | "all";
  bytes?: Id;
  lower_bound?: BoundAnswer;
  best?: string | null;
  step_count?: Id | null;
  time_seconds?: number | null;
  verdict?: "holds" | "formula" | "refused" | "none" | "not tried";
  tried_count?: number;
  algorithms?: TriedAnswer[];
  skipped?: TriedAnswer[];
  unpriced?: TriedAnswer[];
  sizes?: SizeAnswer[];
  crossovers?: CrossoverAnswer[];
}

/** One of several cycles. */
export interface OneRingAnswer {
  evidence: Evidence;
  verified: VerifiedPositionsAnswer;
  nodes?: Id[];
}

/** The time of another order. */
export interface OtherOrderAnswer {
  order: string;
  microseconds: number;
}

/** A packet, by its ends and the node of a detour. */
export interface Packet {
  from: Id;
  via: Id | null;
  to: Id;
}

/** The outcome of a packet. */
export interface PacketAnswer {
  from: Id;
  from_address: string;
  to: Id;
  to_address: string;
  notation: string;
  dead_nodes: Id[];
  dead_links: [Id, Id][];
  end: "delivered" | "blocked" | "target dead";
  hops: Id;
  distance: Known<Id> | null;
  distance_without_faults: Id | null;
  path: Id[];
  met_nodes: Id[];
  met_links: [Id, Id][];
  plans: number;
}

/** One path. */
export interface PathAnswer {
  hops: Id;
  excess: Id | null;
  path: Id[];
}

/** A plan that a fabric was recognized as. */
export interface PlanAnswer {
  expression: string;
  exact: Known<boolean>;
  planned: Id;
  missing: Id;
  extra: Id;
  differences: DifferenceAnswer[];
  hosts: HostCountAnswer[];
  ties: string[];
  map?: MappedAnswer[] | null;
}

/** One port. */
export interface PortAnswer {
  port: number;
  node: Id;
  address: string;
  back_port: number;
  link_class: string;
  link_level: number;
}

/** Findings of the proof. */
export interface ProofAnswer {
  channels: Id;
  dependencies: Id;
  ranks: number;
  bytes: Id;
  routes_walked: Id;
  all_routes_walked: boolean;
  from_packets: boolean;
  longest_walked: Id;
  candidates_walked: Id;
  escape_channels?: number | null;
  valid_for: string[];
}

/** A phase under the order, and under the linear one. */
export interface RankPhaseAnswer {
  phase: string;
  messages: Id;
  load: Ratio;
  microseconds: number;
  linear_microseconds: number;
  bound_microseconds: number;
  limit: string;
  bottleneck: string[] | null;
  linear_bottleneck: string[] | null;
}

/** The answer of `ranks`. */
export interface RanksAnswer {
  endpoints: Id;
  ranks: Id;
  job: string;
  routing: string;
  gbit_per_second: Id;
  order: Id[];
  hosts: string[];
  slots: Id[];
  per_host: Id;
  phases: RankPhaseAnswer[];
  microseconds: number;
  bound_microseconds: number;
  ratio_to_bound: number;
  bound_evidence: Evidence;
  evidence: Evidence;
  others: OtherOrderAnswer[];
  interrupted?: boolean;
}

/** An exact ratio, and its rounded value; the value is null over zero. */
export interface Ratio {
  numerator: Id;
  denominator: Id;
  value: number | null;
}

/** A number of virtual channels that is too small. */
export interface RefutedAnswer {
  vcs: number;
  cycle_length: number;
}

/** The answer of `ring`. */
export interface RingAnswer {
  kind: "cycle" | "path" | "edge-disjoint cycles" | "virtual ring";
  exists: boolean | null;
  reason?: string | null;
  length?: Id | null;
  omitted?: Id | null;
  upper_bound?: Id | null;
  bound?: string | null;
  construction?: string | null;
  evidence?: Evidence | null;
  verified?: VerifiedPositionsAnswer | null;
  cycle_count?: number | null;
  rings?: OneRingAnswer[] | null;
  number?: Id | null;
  without_common_nodes?: Id | null;
  position?: Id;
  node?: Id;
  address?: string;
  notation?: string;
  predecessor?: Id | null;
  predecessor_address?: string | null;
  successor?: Id | null;
  successor_address?: string | null;
  holds?: boolean | null;
  counterexample?: string | null;
  nodes?: Id[] | null;
}

/** The answer of `route`. */
export interface RouteAnswer {
  from: Id;
  from_address: string;
  to: Id;
  to_address: string;
  notation: string;
  algorithm: "minimal" | "paper" | "address" | null;
  routing?: string | null;
  vcs?: number | null;
  via?: Id | null;
  reason: string | null;
  length: Id | null;
  distance: Known<Id> | null;
  stretch: Ratio | null;
  path: Id[] | null;
  ports: number[];
  hops: HopAnswer[];
}

/** The outcome of a rule. */
export interface RuleAnswer {
  rule: string;
  name: string;
  summary: string;
  result: string;
  detail: string;
}

/** The second choice. */
export interface RunnerUpAnswer {
  expression: string;
  family: string;
  cost_ratio: number;
  condition: string;
}

/** The recommendation if a price changes. */
export interface SensitivityAnswer {
  change: string;
  expression: string;
  same: boolean;
}

/** The outcome of every algorithm on several networks. */
export interface SeveralAnswer {
  networks: OnNetworkAnswer[];
}

/** How bad a finding is. */
export type Severity = "info" | "warning" | "error";

/** One of many sizes. */
export interface SizeAnswer {
  bytes: Id;
  best: string | null;
  lower_bound_seconds: number;
  times: TimeAnswer[];
}

/** Hops over distances. */
export interface StretchAnswer {
  mean: number | null;
  worst_hops: number;
  worst_distance: number;
}

/** Survival of random faults: independent of when, where or how often the campaign ran. */
export interface SurvivalAnswer {
  provenance: Record<string, unknown>;
  intervals: string;
  digest: string;
  points: SurvivalPoint[];
}

/** One point of the curve. */
export interface SurvivalPoint {
  written: string;
  dead_nodes: Id;
  dead_links: Id;
  trials: number;
  connected: Fraction;
  largest_part: number | null;
  diameter: DiameterAnswer;
  connected_packets: Fraction;
  delivered: Fraction;
  stretch: StretchAnswer;
}

/** One algorithm at one of many sizes. */
export interface TimeAnswer {
  algorithm: string;
  step_count: Id | null;
  time_seconds: number | null;
  verdict: "holds" | "formula" | "refused" | "none" | "not tried";
  reason: string | null;
}

/** One algorithm. */
export interface TriedAnswer {
  algorithm: string;
  paper: string | null;
  pieces?: Id | null;
  step_count?: Id;
  message_count?: Id;
  link_bytes?: Id;
  time_seconds?: number;
  ratio_to_bound?: number | null;
  replay_seconds?: number | null;
  verdict: "holds" | "formula" | "refused" | "none" | "not tried";
  reason: string | null;
  most_nodes?: Id | null;
  steps?: MessageAnswer[][] | null;
}

/** The extent of the verification of an order. */
export interface VerifiedPositionsAnswer {
  positions: Id;
  all: boolean;
  seed?: Id | null;
}

/** The best design by an objective. */
export interface WinnerAnswer {
  objective: string;
  compared_designs: string;
  expressions: string[];
  value: number | null;
}

/** One work. */
export interface WorkAnswer {
  key: string;
  constructions: string[];
  theorems: string[];
  bibtex: string;
}
