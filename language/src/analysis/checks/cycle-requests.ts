/**
 * Servers that request from each other in a circle: none of them can serve before the others, and
 * with enough PD distance the crash of one takes all. A PD that requests its own space is no circle.
 */
import { requestedServers } from '../points/cuts-requests.ts';
import { defineCheck } from './check.ts';
import { cyclesOf } from './cycles-of.ts';

/** Finds the shortest circle of servers of each component. */
export const cycleRequests = defineCheck('cycle/requests', (context) =>
  cyclesOf(context, requestedServers(context.index), {
    fault: 'Servers request from each other in a circle',
    advice: 'Take away one of these requests, or split a server in two.',
  }),
);
