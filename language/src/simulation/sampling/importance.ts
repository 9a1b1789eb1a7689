/**
 * How near a state is to breaking a check: the number of further crashes that it takes, by the cut sets of what the
 * check says must not be broken or destroyed. Where it says something else, the number of PDs and nodes that are down.
 * Only the effort of importance splitting depends on it, never what is estimated.
 */
import { stateBefore } from '../../analysis/crash/cleanup.ts';
import { ratesOf } from '../../analysis/points/rates.ts';
import { singlePoints } from '../../analysis/points/single-points.ts';
import type { GoalStructure } from '../../analysis/points/structure.ts';
import { itemAt } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/machines/expression.ts';
import type { Check } from '../../model/scenario.ts';
import { isAlive } from '../kernel/graph-now.ts';
import type { Program, Run } from '../kernel/run.ts';

/** Returns how many crashes are missing in a state, or undefined where that is not known. */
type Distance = (run: Run) => number;

/** Returns the importance of states for a check: it grows by one with each crash on the shortest way. */
export function importanceOf(program: Program, check: Check): (run: Run) => number {
  const { entities } = program.model;
  const rated = entities.flatMap((entity) => ((ratesOf(entity, program.model)?.failure ?? 0) > 0 ? [entity.id] : []));
  const distances = check.properties.flatMap(({ kind, condition }) => {
    const found =
      kind === 'never'
        ? distanceTo(program, rated, condition, true)
        : kind === 'always'
          ? distanceTo(program, rated, condition, false)
          : undefined;
    return found === undefined ? [] : [found];
  });
  if (distances.length === 0) return ({ state }) => rated.filter((id) => !isAlive(state, id)).length;
  // What cannot come about by crashes alone is farther than anything that can.
  return (run) => -Math.min(rated.length + 1, ...distances.map((distance) => distance(run)));
}

/** Returns the distance to a condition coming true, or false. */
function distanceTo(
  program: Program,
  rated: readonly EntityId[],
  condition: Expression,
  value: boolean,
): Distance | undefined {
  const to = (part: Expression, wanted: boolean): Distance | undefined => distanceTo(program, rated, part, wanted);
  if (condition.kind === 'not') return to(condition.operand, !value);
  if (condition.kind === 'binary' && (condition.operator === 'and' || condition.operator === 'or')) {
    const parts = [to(condition.left, value), to(condition.right, value)].filter((part) => part !== undefined);
    if (parts.length === 0) return undefined;
    const isAny = (condition.operator === 'or') === value;
    return (run) => {
      const each = parts.map((part) => part(run));
      return isAny ? Math.min(...each) : Math.max(...each);
    };
  }
  if (condition.kind !== 'predicate' || condition.subject.kind !== 'entity') return undefined;
  const { predicate } = condition;
  const { entity } = condition.subject;
  if (predicate === 'broken' && value) return distanceToBroken(program, rated, entity);
  const isEnd = predicate === 'alive' ? !value : (predicate === 'destroyed' || predicate === 'crashed') && value;
  return isEnd && rated.includes(entity) ? ({ state }) => (isAlive(state, entity) ? 1 : 0) : undefined;
}

/** Returns the distance to an entity being broken: what is dead counts as down, whatever has ended it. */
function distanceToBroken(program: Program, rated: readonly EntityId[], entity: EntityId): Distance | undefined {
  const { model, defaultPolicy } = program;
  const { aliveBefore } = stateBefore(model, {});
  const options = { sizeLimit: 1, countLimit: 0, subject: entity, roots: true };
  const structures = singlePoints(model, defaultPolicy, options).flatMap(({ structure, isBroken }): GoalStructure[] =>
    structure === undefined || isBroken ? [] : [structure],
  );
  if (structures.length === 0) return undefined;
  const fails = new Set(rated);
  return ({ state }) => {
    const isDown = (id: EntityId): boolean => aliveBefore[id] === 1 && !isAlive(state, id);
    return Math.min(
      ...structures.map(({ units, distance }) =>
        distance((unit) => {
          const events = itemAt(units, unit);
          return events.some(isDown) ? 0 : events.some((id) => fails.has(id)) ? 1 : Number.POSITIVE_INFINITY;
        }),
      ),
    );
  };
}
