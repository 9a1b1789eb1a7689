/**
 * Simulations and their traces, up to a reload of the window.
 */
import { inOneWindow } from './walk.ts';
import { simulationWalk } from './walks/simulation.ts';
import { traceWalk } from './walks/trace.ts';

inOneWindow('simulations and traces, in one window', [simulationWalk, traceWalk]);
