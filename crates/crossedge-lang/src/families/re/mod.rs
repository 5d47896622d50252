//! `re(F, U, r)`: recursive expansion of unit U by r phases with frame F (or a list of frames F1…Fr).
//!
//! Nodes (u, f1, …, fr), u in U, fi in Fi; id = u + |U|·(f1 + |F1|·(f2 + …)). Links: (u,f) – (v,f) for every link uv of U; and for
//! every link αβ of Fi and every choice of the other coordinates, (port_i(α,β), …fi=α…) – (port_i(β,α), …fi=β…). The ports of phase i
//! are in its pivots Pi, nodes of U:
//!
//! - `policy=diameter` (PSS_sk of the paper): one pivot, (i-1) mod |U|. The network is the wreath product of frame and unit.
//! - `policy=degree` (PSS_sd): the last phases share the unit out in blocks; port_i(α,β) = Pi[rank of β among the neighbours of α].
//! - `policy=aligned`: the blocks of `degree`, and both ends of a frame link use the pivot of its colour in an edge colouring of F.
//! - `pivots=[[…],…]`: blocks as given, one list per phase, ports as in `degree`.
//!
//! Shen, Back, Construction of large-size interconnection networks with high performance (RE, 1993), with the errata of the audit.
//! `ccc(n)`, the cube-connected cycles, is `re(complete(2), ring(n), n)`.

mod build;
mod network;
mod part;
mod shape;

pub use build::{CCC, RE};
