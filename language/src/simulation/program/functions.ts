/** The functions that expressions call: reachability and the isolation metrics, on the current graph. */
import { reaches } from '../../analysis/metrics/closure.ts';
import { memoryCost } from '../../analysis/metrics/cost.ts';
import { faultRadius } from '../../analysis/metrics/fault-radius.ts';
import type { Fraction } from '../../analysis/metrics/fraction.ts';
import { rsi } from '../../analysis/metrics/rsi.ts';
import { sharedResources } from '../../analysis/metrics/shared.ts';
import { impactBoundary, trustedBase } from '../../analysis/metrics/trusted-base.ts';
import { smallestCutSet } from '../../analysis/points/smallest-cut-set.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { isReachable } from '../kernel/endings/reachability.ts';
import { exact } from '../values/exact.ts';
import { endingIn } from '../kernel/endings/deletion-now.ts';
import { aliveIn, graphNow } from '../kernel/graph-now.ts';
import { readSetting } from '../kernel/properties.ts';
import type { Run } from '../kernel/run.ts';
import { RunError } from '../values/run-error.ts';
import { entityIn, isExact, isKind, itemsOf, type Value } from '../values/values.ts';
import { spend } from '../values/work.ts';
import { t } from '../../model/common/translation.ts';

/** Calls a function. Throws a `RunError` for arguments of the wrong kind. */
export function callFunction(run: Run, name: string, values: readonly Value[]): Value {
  const { model } = graphNow(run);
  spend(model.entities.length + model.relations.length);
  const options = { alive: aliveIn(run) };
  const entity = (index: number): EntityId => entityIn(values[index] ?? null);
  switch (name) {
    case 'reachable':
      return values.length === 1 ? isReachable(run, entity(0)) : reaches(model, entity(0), entity(1), options);
    case 'rsi':
      return asExact(rsi(model, entity(0), entity(1), labelIn(values[2] ?? null), options));
    case 'faultRadius':
      // Without a common ancestor no distance is large enough.
      return faultRadius(model, entity(0), entity(1), options) ?? Number.POSITIVE_INFINITY;
    case 'smallestCutSet': {
      const size = smallestCutSet(model, entity(0), run.program.defaultPolicy, { ...options, ending: endingIn(run) });
      if (size !== undefined) return size;
      throw new RunError('run/work', t`The cut sets of this entity are too many to find the smallest one.`);
    }
    case 'tcb':
      return asSet(trustedBase(model, entity(0), options));
    case 'impact':
      return asSet(impactBoundary(model, entity(0), options));
    case 'shared':
      return asSet(sharedResources(model, entity(0), entity(1), options).map(({ resource }) => resource));
    case 'cost':
      return asExact(
        memoryCost(
          model,
          itemsOf(values[0] ?? null).map((each) => entityIn(each)),
          { ...options, settingOf },
        ).total,
      );
    default:
      throw new RunError('run/value', t`There is no function "${name}".`);
  }
  function settingOf(id: EntityId, setting: 'size' | 'overhead'): Fraction | undefined {
    const value = readSetting(run, id, setting);
    if (value === undefined || !isExact(value)) return undefined;
    return typeof value === 'number' ? { numerator: value, denominator: 1 } : value;
  }
}

const asExact = ({ numerator, denominator }: Fraction): Value => exact(numerator, denominator);

const asSet = (ids: readonly EntityId[]): Value => ({
  kind: 'set',
  items: [...ids].sort((a, b) => a - b).map((id) => ({ kind: 'entity', id })),
});

function labelIn(value: Value): string | undefined {
  if (isKind(value, 'symbol')) return value.name;
  if (typeof value === 'string') return value;
  throw new RunError('run/value', t`This is not a type label.`);
}
