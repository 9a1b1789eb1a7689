/**
 * What is drawn of a model: two versions, a crash, the graph with its tools, and simulations and their traces, up to a
 * reload of the window. The tools for language models are there only in the window that is opened for the first walk.
 */
import { inOneWindow } from './walk.ts';
import { changesWalk } from './walks/changes.ts';
import { firstModelWalk } from './walks/first-slice.ts';
import { graphWalk } from './walks/graph.ts';
import { simulationWalk } from './walks/simulation.ts';
import { traceWalk } from './walks/trace.ts';

inOneWindow('comparisons, graphs, simulations and traces, in one window', [
  changesWalk,
  firstModelWalk,
  graphWalk,
  simulationWalk,
  traceWalk,
]);
