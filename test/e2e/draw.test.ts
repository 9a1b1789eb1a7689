/**
 * What is drawn of a model: two versions, a crash, and the graph with its tools. The tools for language models are there
 * only in the window that is opened for the first walk.
 */
import { inOneWindow } from './walk.ts';
import { changesWalk } from './walks/changes.ts';
import { firstModelWalk } from './walks/first-slice.ts';
import { graphWalk } from './walks/graph.ts';

inOneWindow('comparisons and graphs, in one window', [changesWalk, firstModelWalk, graphWalk]);
