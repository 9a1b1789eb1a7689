/** Describes the states of an entity in the runs that explain the most lines of a log. */
import type { EntityId } from '../../model/entity-kind.ts';
import { entityName } from '../../model/model.ts';
import { configurationOf } from '../kernel/machines/configuration.ts';
import { isAlive } from '../kernel/graph-now.ts';
import { isPaused } from '../kernel/lease/lease-settings.ts';
import { nodeOf } from '../kernel/messages.ts';
import type { Program, Run } from '../kernel/run.ts';
import { noStep } from '../kernel/step-state.ts';
import type { Standing } from './standing.ts';
import { t } from '../../model/common/translation.ts';

/** The most texts. */
const most = 5;

/**
 * Returns the states that an entity is in, one text for each that occurs: `db is in Idle`, `db is not alive`, `db is in
 * Idle, and rack is paused`.
 */
export function namesInState(
  program: Program,
  standings: readonly Standing[],
  entity: EntityId | undefined,
): readonly string[] {
  if (entity === undefined) return [];
  const name = entityName(program.model, entity);
  const texts = new Set<string>();
  for (const { state } of standings) {
    if (texts.size >= most) break;
    if (!isAlive(state, entity)) texts.add(t`${name} is not alive`);
    else {
      const innermost = configurationOf({ program, state }, entity)?.innermost ?? [];
      const states = innermost.map((each) => each.name).join(t` and `);
      const stands = states === '' ? t`${name} is alive` : t`${name} is in ${states}`;
      const node = nodeOf({ program, state }, entity);
      const blank = { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false, remarks: [], step: noStep() };
      const run: Run = { program, state, ...blank };
      const isHeld = node !== undefined && isPaused(run, node);
      texts.add(isHeld ? t`${stands}, and ${entityName(program.model, node)} is paused` : stands);
    }
  }
  return [...texts];
}
