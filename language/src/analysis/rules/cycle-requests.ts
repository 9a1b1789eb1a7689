/**
 * Finds servers that request from each other in a cycle: none can serve before the others, and with enough PD distance
 * the crash of one destroys all. A PD that requests its own space is not a cycle.
 */
import { requestedServers } from '../points/requested-servers.ts';
import { defineRule } from './rule.ts';
import { cyclesOf } from './cycles-of.ts';
import { t } from '../../model/common/translation.ts';

/** Finds the shortest cycle of servers in each component. */
export const cycleRequests = defineRule('cycle/requests', (context) =>
  cyclesOf(context, requestedServers(context.index), {
    fault: t`Servers request from each other in a cycle`,
    advice: t`Remove one of these requests, or split a server in two.`,
  }),
);
