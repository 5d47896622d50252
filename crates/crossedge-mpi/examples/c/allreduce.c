/* An all-reduce over the links of rdn(ring(4),1), and a question to the neighbours, both held against MPI itself.
 *
 *     mpirun -n 32 ./allreduce
 *     mpirun -n 18 ./allreduce "rdn(ring(3),1)" halving
 */
#include "crossedge_mpi.h"
#include <stdio.h>
#include <stdlib.h>

#define COUNT 1000

/* Tells what is wrong, and ends all ranks. */
static void check(int code, int rank)
{
    if (code == 0)
        return;
    if (rank == 0)
        fprintf(stderr, "%s\n", crossedge_error());
    MPI_Finalize();
    exit(code);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    const char *expr = argc > 1 ? argv[1] : "rdn(ring(4),1)";
    const char *algorithm = argc > 2 ? argv[2] : NULL;
    int rank, nodes, wrong = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    /* Rank v of this communicator is node v, and its neighbours are those of the node. */
    MPI_Comm graph;
    check(crossedge_graph_create(MPI_COMM_WORLD, expr, 1, &graph), rank);
    MPI_Comm_rank(graph, &rank);
    MPI_Comm_size(graph, &nodes);
    int degree, out, weighted;
    MPI_Dist_graph_neighbors_count(graph, &degree, &out, &weighted);
    int *from = malloc(sizeof(int) * degree), *to = malloc(sizeof(int) * out), *told = malloc(sizeof(int) * degree);
    int *weights = malloc(sizeof(int) * (degree + out));
    MPI_Dist_graph_neighbors(graph, degree, from, weights, out, to, weights + degree);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, told, 1, MPI_INT, graph);
    for (int i = 0; i < degree; i++)
        wrong += told[i] != from[i];

    /* The sum of all vectors: over the links, and by MPI. The numbers are whole, so that any order of adding gives the same. */
    crossedge_plan *plan;
    check(crossedge_allreduce_plan(graph, expr, algorithm, &plan), rank);
    double mine[COUNT], ours[COUNT], theirs[COUNT];
    for (int i = 0; i < COUNT; i++)
        mine[i] = rank * 1000.0 + i;
    check(crossedge_allreduce(plan, mine, ours, COUNT, MPI_DOUBLE, MPI_SUM), rank);
    MPI_Allreduce(mine, theirs, COUNT, MPI_DOUBLE, MPI_SUM, graph);
    for (int i = 0; i < COUNT; i++)
        wrong += ours[i] != theirs[i];

    /* In place, with another type and operator. */
    int most[3] = {rank, -rank, 7};
    check(crossedge_allreduce(plan, most, most, 3, MPI_INT, MPI_MAX), rank);
    wrong += most[0] != nodes - 1 || most[1] != 0 || most[2] != 7;

    int all;
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, graph);
    if (rank == 0)
        printf("%s: %d nodes, node 0 has %d neighbours, %d of %d numbers are wrong\n", expr, nodes, degree, all,
               nodes * (COUNT + degree + 3));
    crossedge_plan_free(plan);
    MPI_Comm_free(&graph);
    free(from);
    free(to);
    free(told);
    free(weights);
    MPI_Finalize();
    return all != 0;
}
