/**
 * Names a planned event as a noun, the same in the report of a plan and in its picture.
 */
import type { Plan } from '../../analysis/plan/plan.ts';
import { eventWords } from '../../analysis/plan/plan-differences.ts';
import { entityName } from '../../model/model.ts';

/** Returns the planned event: `crash of fs`, `foreground deletion of a`, `collection after a deployment`. */
export function eventOf({ request, policy, model }: Plan): string {
  const { kind } = request;
  const ids = kind === 'drain' ? [request.target] : 'targets' in request ? request.targets : [];
  const how = kind === 'delete' ? (request.mode ?? policy.deletion) : kind === 'collect' ? request.moment : undefined;
  const targets = ids.map((id) => entityName(model, id));
  return eventWords({ kind, targets, ...(how !== undefined && { how }) });
}
