/**
 * Settings that nothing changes, as values.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Expression } from '../../../model/machines/expression.ts';
import { readableData } from '../../../model/fixed-settings.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import { initial } from '../../kernel/kernel.ts';
import { readProperty } from '../../kernel/properties.ts';
import { RunError } from '../../values/run-error.ts';
import type { Value } from '../../values/values.ts';
import { known, type Term } from './terms.ts';
import { NoSuchName, NotCovered } from './uncovered.ts';
import type { Around } from './writing.ts';

/** Returns the value of a setting that nothing changes. */
export function readConstant(entity: EntityId, name: string, { writing: { program, start } }: Around): Term {
  const declared = itemAt(program.model.entities, entity);
  const setting = [...declared.settings, ...readableData(declared)].find((each) => each.name === name);
  if (setting === undefined) {
    if (program.dataKeys.has(name)) return known(null);
    throw new NoSuchName(name);
  }
  if (!isConstant(setting.value)) throw new NotCovered(`the setting "${name}"`);
  const { run } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  try {
    return known(readProperty({ ...run, state: start }, entity, name));
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    throw new NotCovered(`the setting "${name}", which has no value`);
  }
}

/** Returns true if an expression has the same value at any time. */
function isConstant(expression: Expression | undefined): boolean {
  switch (expression?.kind) {
    case 'boolean':
    case 'number':
    case 'duration':
    case 'symbol':
    case 'none':
    case 'entity':
    case 'all':
      return true;
    case 'text':
      return expression.parts.every((part) => typeof part === 'string');
    case 'list':
      return expression.items.every(isConstant);
    case 'minus':
      return isConstant(expression.operand);
    default:
      return false;
  }
}

/** Returns an entity as a value. */
export const entityValue = (id: EntityId): Value => ({ kind: 'entity', id });
