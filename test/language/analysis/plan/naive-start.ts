/**
 * A second order of a start, written from the reference with names and sets: rounds in which everything starts that
 * waits for nothing more. Shares no code with the analysis.
 */
import type { Model } from '../../../../language/src/model/model.ts';
import { type Relation, relationEnds } from '../../../../language/src/model/relation.ts';

/** A condition: so many of these, before the one. */
interface Condition {
  readonly who: number;
  readonly of: readonly number[];
  readonly least: number;
  readonly as: string;
}

/** The order in names, sorted. */
export interface NaiveStart {
  readonly layers: readonly (readonly string[])[];
  readonly stuck: readonly string[];
  /** The subjects of soft needs that gave way. */
  readonly yielded: readonly string[];
}

/** Returns the start of everything that is not absent, but for what is there already. */
export function naiveStart(model: Model, there: ReadonlySet<number> = new Set()): NaiveStart {
  const exists = (id: number): boolean => model.entities[id]?.absent === false;
  const starting = model.entities.map(({ id }) => id).filter((id) => exists(id) && !there.has(id));
  const all = conditionsOf(model).filter(({ who }) => starting.includes(who));
  const hard = all.filter(({ as }) => as !== 'soft');
  const begins = (conditions: readonly Condition[]): number[][] => {
    const begun = new Set<number>();
    const rounds: number[][] = [];
    for (;;) {
      const isMet = ({ of, least, as }: Condition): boolean => {
        const lasting = of.filter((id) => there.has(id)).length;
        const coming = of.filter((id) => starting.includes(id));
        const wanted = least - lasting;
        if (wanted > coming.length && as === 'start') return false;
        return coming.filter((id) => begun.has(id)).length >= Math.min(wanted, coming.length);
      };
      const next = starting.filter((id) => !begun.has(id) && conditions.filter(({ who }) => who === id).every(isMet));
      if (next.length === 0) return rounds;
      rounds.push(next);
      for (const id of next) begun.add(id);
    }
  };
  const most = begins(hard).flat().length;
  let kept = hard;
  const gaveWay: Condition[] = [];
  const soft = all.filter(({ as }) => as === 'soft');
  // One that is certain to be met in any case is no question of order.
  const sure = soft.filter((one) => begins([...hard, ...soft.filter((other) => other === one)]).flat().length === most);
  for (const one of sure) {
    const tried = [...kept, one];
    if (begins(tried).flat().length === most) kept = tried;
    else gaveWay.push(one);
  }
  gaveWay.push(...soft.filter((one) => !sure.includes(one)));
  const name = (id: number): string => model.entities[id]?.name ?? '?';
  const rounds = begins(kept);
  const begun = new Set(rounds.flat());
  return {
    layers: rounds.map((round) => round.map(name).sort()),
    stuck: starting.filter((id) => !begun.has(id)).map(name).sort(), // oxfmt-ignore
    yielded: gaveWay.map(({ who }) => name(who)).sort(),
  };
}

function conditionsOf({ entities, relations }: Model): Condition[] {
  const kindOf = (id: number): string => entities[id]?.kind ?? '';
  const isLegal = ({ kind, source, target }: Relation): boolean => {
    if (kind === 'maps' && kindOf(source) !== kindOf(target)) return false;
    const { from, to } = relationEnds[kind];
    return (from as readonly string[]).includes(kindOf(source)) && (to as readonly string[]).includes(kindOf(target));
  };
  const legal = relations.filter(isLegal);
  const conditions: Condition[] = [];
  const add = (who: number, ...of: readonly number[]): void => {
    for (const one of of) conditions.push({ who, of: [one], least: 1, as: '' });
  };
  for (const { id, parent } of entities) {
    if (parent === undefined) continue;
    const isOwned = kindOf(id) === 'object' && kindOf(parent) === 'object';
    conditions.push({ who: id, of: [parent], least: 1, as: isOwned ? '' : 'start' });
  }
  const told = new Set<string>();
  for (const { kind, source, target, as, quorum } of legal) {
    if (kind === 'owns' || kind === 'manages' || kind === 'destroyed after') add(target, source);
    else if (kind === 'maps') add(source, target);
    else if (kind === 'requests') {
      const served = legal.filter((one) => one.kind === 'manages' && one.source === target);
      add(source, target);
      if (kindOf(target) === 'pd')
        add(source, ...served.map((one) => one.target).filter((id) => as === undefined || entities[id]?.type === as));
    } else if (kind === 'needs') {
      const key = `${source} ${quorum?.key ?? ''}`;
      if (quorum !== undefined && told.has(key)) continue;
      if (quorum !== undefined) told.add(key);
      const joined = legal.filter(
        (one) =>
          one.kind === 'needs' && one.source === source && quorum !== undefined && one.quorum?.key === quorum.key,
      );
      const all = quorum === undefined ? [target] : joined.map((one) => one.target);
      // What starts meets its own need, but not before it starts.
      const of = all.filter((one) => one !== source);
      const own = as === 'start' ? 0 : all.length - of.length;
      conditions.push({ who: source, of, least: Math.min(quorum?.least ?? 1, all.length) - own, as: as ?? '' });
    }
  }
  return conditions;
}
