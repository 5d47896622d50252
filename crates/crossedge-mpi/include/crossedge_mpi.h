/* Crossedge for MPI programs in C: neighbours and collectives of a network that one line describes.
 *
 *     cargo rustc -p crossedge-mpi --features mpi --lib --release --crate-type staticlib
 *     mpicc -I crates/crossedge-mpi/include prog.c target/release/libcrossedge_mpi.a -lpthread -ldl -lm
 *
 * Every function that returns int returns 0, or 2 for wrong usage or expression, 3 for input or output, 4 for a limit of size and
 * 101 for a mistake in Crossedge; crossedge_error() then says what is wrong and what to do. All ranks of a communicator call a
 * function together, with the same arguments. Node v of the network is rank v.
 */
#ifndef CROSSEDGE_MPI_H
#define CROSSEDGE_MPI_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What this rank does in an all-reduce. */
typedef struct crossedge_plan crossedge_plan;

/* The neighbourhood communicator of a network: MPI_Neighbor_allgather and the like go over its links. comm has as many ranks as the
 * network has nodes. With reorder other than 0, MPI may choose which process is which node. Free it with MPI_Comm_free. */
int crossedge_graph_create(MPI_Comm comm, const char *expr, int reorder, MPI_Comm *graph);

/* An all-reduce along the links of a network, by a schedule that has been judged: levels, halving, ring, rings, eager or stages;
 * NULL takes the usual one. The plan has a communicator of its own, in the order of comm. */
int crossedge_allreduce_plan(MPI_Comm comm, const char *expr, const char *algorithm, crossedge_plan **plan);

/* Runs a plan as MPI_Allreduce would. The operator must commute. send and receive may be the same place. */
int crossedge_allreduce(const crossedge_plan *plan, const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op);

/* Frees a plan. Before MPI_Finalize. */
void crossedge_plan_free(crossedge_plan *plan);

/* What went wrong last; valid until something else goes wrong. */
const char *crossedge_error(void);

#ifdef __cplusplus
}
#endif

#endif
