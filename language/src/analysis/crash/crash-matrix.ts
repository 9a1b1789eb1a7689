/**
 * The crash matrix: the effect of the crash of each PD and node under each policy, as a summary. For the reasons of one
 * cell, compute that crash.
 */
import { canCrash, type EntityId } from '../../model/entity-kind.ts';
import { required } from '../../model/common/lookup.ts';
import { oncePer } from '../../model/common/once-per.ts';
import type { Policy } from '../../model/policy.ts';
import type { Already } from './already.ts';
import { type CrashOptions, type Reached, reachedBy, stateBefore } from './cleanup.ts';
import { idsOf } from '../facts/doomed.ts';
import { spreadOf } from '../facts/spread.ts';
import { policiesOf } from '../facts/policies.ts';
import type { Model } from '../../model/model.ts';
import { t } from '../../model/common/translation.ts';

/** The possible fates of an entity. `destroyed` and `untouched` exclude all others; the ones in between can combine. */
export const fates = ['destroyed', 'broken', 'degraded', 'dangling', 'untouched'] as const;
/** One of the fates. */
export type Fate = (typeof fates)[number];

/** The effect of the crash of one PD or node under one policy. Each set is in declaration order. */
export interface CrashCell {
  readonly entity: EntityId;
  readonly policy: string;
  readonly counts: Readonly<Record<Fate, number>>;
  readonly destroyed: readonly EntityId[];
  readonly broken: readonly EntityId[];
  /** Of these, what is in a call that nothing answers any more. */
  readonly blocked: readonly EntityId[];
  readonly degraded: readonly EntityId[];
  readonly dangling: readonly EntityId[];
  /** Damage that predates the crash and remains. */
  readonly already: {
    readonly broken: readonly EntityId[];
    readonly degraded: readonly EntityId[];
    readonly dangling: readonly EntityId[];
  };
  /** The entities that exist before the crash and have no other fate; computed when read. */
  readonly untouched: readonly EntityId[];
}

/** The crashes of one PD or node, in the order of the policies. */
export interface CrashRow {
  readonly entity: EntityId;
  readonly cells: readonly CrashCell[];
}

/** The crashes to compute, and the state before them. */
export interface CrashMatrixOptions extends CrashOptions {
  /** Default: all PDs and nodes that exist. */
  readonly pds?: readonly EntityId[];
  /** Default: the predefined policies, then the declared ones. */
  readonly policies?: readonly Policy[];
}

type CrashableModel = Pick<Model, 'entities' | 'relations' | 'policies'>;

/** Returns the PDs and nodes that have a row by default: those that exist. */
export function crashableIn(given: CrashableModel, options: CrashOptions = {}): EntityId[] {
  const { model, aliveBefore } = stateBefore(given, options);
  return model.entities.filter(({ id, kind }) => aliveBefore[id] === 1 && canCrash(kind)).map(({ id }) => id);
}

/** Yields the matrix row by row, so that the caller can stop or do other work in between. */
export function* crashRows(given: CrashableModel, options: CrashMatrixOptions = {}): Generator<CrashRow, void> {
  const { model, aliveBefore } = stateBefore(given, options);
  const living = model.entities.filter(({ id }) => aliveBefore[id] === 1);
  const pds = options.pds ?? crashableIn(given, options);
  const policies = options.policies ?? policiesOf(model);
  const livingIds = living.map(({ id }) => id);
  const reaches = new Map(policies.map((policy) => [policy, reachOf(model, policy)]));
  for (const entity of pds) {
    // Policies that make no difference in this model share one result.
    const cells = new Map<string, CrashCell>();
    yield {
      entity,
      cells: policies.map((policy) => {
        const key = required(reaches.get(policy));
        const cell =
          cells.get(key) ?? matrixCell(reachedBy(model, entity, policy, options), entity, policy.name, livingIds);
        cells.set(key, cell);
        return cell.policy === policy.name ? cell : renamed(cell, policy.name);
      }),
    };
  }
}

/** Returns what the rows of a matrix are, in words: PDs, and nodes where there are some. */
export const rowWords = ({ entities }: Pick<Model, 'entities'>, rows: readonly Pick<CrashRow, 'entity'>[]): string =>
  rows.some(({ entity }) => entities[entity]?.kind === 'node') ? t`PD or node` : t`PD`;

/** Returns the entities with pre-existing damage in some crash of a matrix, in declaration order. */
export function alreadyIn(rows: readonly CrashRow[], fate: 'broken' | 'dangling'): EntityId[] {
  // Most cells share one list.
  const lists = new Set(rows.flatMap(({ cells }) => cells.map(({ already }) => already[fate])));
  return [...new Set([...lists].flat())].sort((a, b) => a - b);
}

/**
 * Returns the parts of a policy that a crash in a model depends on, as text: a depth only if there is something to
 * follow.
 */
export function reachOf(
  model: CrashableModel,
  { pdDepth, spaceDepth, minRsi, rsiType, maxFaultRadius }: Policy,
): string {
  const { pdSteps, spaceSteps } = spreadOf(model);
  const depths = [pdSteps.labels.length === 0 ? 0 : pdDepth, spaceSteps.labels.length === 0 ? 0 : spaceDepth];
  return JSON.stringify([...depths, minRsi ?? null, rsiType ?? null, maxFaultRadius ?? null]);
}

/** Returns the cell of an event that has these effects, where `living` exist before it. */
export function matrixCell(reached: Reached, entity: EntityId, policy: string, living: readonly EntityId[]): CrashCell {
  const { destroyed, broken, blocked, degraded, dangling, already } = reached;
  const touched = [destroyed, broken, degraded, dangling].filter((ids) => ids.length > 0);
  // What is destroyed has no other fate.
  const isApart = touched.length === 1 || (touched.length === 2 && destroyed.length > 0);
  const touchedCount = isApart ? touched.reduce((sum, ids) => sum + ids.length, 0) : new Set(touched.flat()).size;
  return {
    entity,
    policy,
    counts: {
      destroyed: destroyed.length,
      broken: broken.length,
      degraded: degraded.length,
      dangling: dangling.length,
      untouched: living.length - touchedCount,
    },
    ...{ destroyed, broken, blocked, degraded, dangling },
    already: idsBefore(already),
    get untouched() {
      const isTouched = new Set(touched.flat());
      return living.filter((id) => !isTouched.has(id));
    },
  };
}

const idsOnce = oncePer(idsOf);

/** Returns the entities of lists in declaration order, found once for each list. */
function idsBefore({ broken, degraded, dangling }: Already): CrashCell['already'] {
  return { broken: idsOnce(broken), degraded: idsOnce(degraded), dangling: idsOnce(dangling) };
}

function renamed(cell: CrashCell, policy: string): CrashCell {
  const { entity, counts, destroyed, broken, blocked, degraded, dangling, already } = cell;
  return {
    entity,
    policy,
    counts,
    destroyed,
    broken,
    blocked,
    degraded,
    dangling,
    already,
    get untouched() {
      return cell.untouched;
    },
  };
}
