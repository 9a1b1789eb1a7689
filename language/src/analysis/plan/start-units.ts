/**
 * What systemd adds to a start, by the statements of units: what starts along, what is stopped because it conflicts, and
 * what systemd then starts again. Models without such statements have none of it.
 */
import { append } from '../../model/common/append.ts';
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import { doomedByDestruction } from '../doomed/doomed-by-destruction.ts';
import { explainedBy } from '../facts/doomed.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { statementFact, type UnitStatement, unitStatements } from '../facts/unit-statements.ts';
import type { StartWait } from './start-waits.ts';

/** What starts along, and what can. */
export interface UnitStarts {
  /** Returns true for what starts if something that starts asks for it: all that exists, and each unit with a file. */
  readonly isStartable: (entity: Entity) => boolean;
  /** The statements by which a start of a unit starts another one, by the unit. */
  readonly pulls: ReadonlyMap<EntityId, readonly UnitStatement[]>;
  /** Returns true if a unit does not start another one, but fails while that is not running. */
  readonly isDemandOnly: (unit: EntityId, other: EntityId) => boolean;
  /** The waits of units for those without which they fail: that cannot start, or do not run already. */
  readonly waits: readonly StartWait[];
  /** True if a start waits for the end of another one, even if that fails: a mere order of units is met by a failure. */
  readonly isMetByFailure: boolean;
}

/** What a start does to other units than those that start. */
export interface UnitStops {
  /** The running units that are stopped, with what stops along. */
  readonly stopped: readonly Explained[];
  /** Of these, those that systemd starts again, because a running unit upholds them. */
  readonly again: readonly Explained[];
  /** The units that are to start and to be stopped. */
  readonly conflicts: readonly Explained[];
}

const pulling: ReadonlySet<string> = new Set<UnitStatement['kind']>(['Requires', 'Wants', 'Upholds']);

/** Returns what starts along with units. Cost: O(V). */
export function unitStarts(model: RelatedEntities): UnitStarts {
  const statements = [...unitStatements(model).values()];
  const isUnits = statements.length > 0;
  const isStartable: UnitStarts['isStartable'] = ({ absent, kind, data }) =>
    !absent || (isUnits && kind === 'pd' && !data.some(({ name, value }) => name === 'loaded' && isFalse(value)));
  const pulls = new Map<EntityId, UnitStatement[]>();
  const demanded = new Set<string>();
  const waits: StartWait[] = [];
  for (const statement of statements) {
    const { kind, from, unit } = statement;
    const other = model.entities[unit];
    if (other === undefined) continue;
    if (kind === 'Requisite') demanded.add(`${String(from)} ${String(unit)}`);
    if (pulling.has(kind) && isStartable(other)) append(pulls, from, statement);
    else if (kind === 'Requires' || (kind === 'Requisite' && other.absent)) {
      const others = [{ entity: unit, because: [statementFact(model, statement)] }];
      waits.push({ subject: from, least: 1, others, strength: 'required', isWanted: false });
    }
  }
  const isDemandOnly: UnitStarts['isDemandOnly'] = (unit, other) =>
    model.entities[other]?.absent === true && demanded.has(`${String(unit)} ${String(other)}`);
  return { isStartable, pulls, isDemandOnly, waits, isMetByFailure: isUnits };
}

const isFalse = (value: Entity['data'][number]['value']): boolean => value.kind === 'boolean' && !value.value;

/** Returns what the start of units stops, in declaration order. Cost: O(V + E). */
export function unitStops(model: RelatedEntities, starts: ReadonlySet<EntityId>): UnitStops {
  const statements = [...unitStatements(model).values()];
  const isRunning = (id: EntityId): boolean => model.entities[id]?.absent === false;
  const ends = new Map<EntityId, Fact>();
  const clashes = new Map<EntityId, readonly Fact[]>();
  for (const statement of statements.filter(({ kind }) => kind === 'Conflicts')) {
    const fact = statementFact(model, statement);
    const both = [statement.from, statement.unit];
    for (const [index, id] of both.entries()) {
      if (!starts.has(both[1 - index] ?? id)) continue;
      if (starts.has(id)) clashes.set(id, clashes.get(id) ?? [fact]);
      else if (isRunning(id) && !ends.has(id)) ends.set(id, fact);
    }
  }
  const set = doomedByDestruction(model, [...ends.keys()]);
  const because = (id: EntityId): readonly Fact[] => {
    const chain = set.because(id);
    const first = chain[0]?.entity;
    const conflict = first === undefined ? undefined : ends.get(first);
    return conflict === undefined ? chain : [conflict, ...chain];
  };
  const gone = new Set(set.stages.flat());
  for (const id of gone) if (starts.has(id) && !clashes.has(id)) clashes.set(id, because(id));
  const isKept = (id: EntityId): boolean => (isRunning(id) || starts.has(id)) && !gone.has(id);
  const upheld = statements.filter(({ kind, from, unit }) => kind === 'Upholds' && gone.has(unit) && isKept(from));
  const list = (ids: Iterable<EntityId>, why: (id: EntityId) => readonly Fact[]): Explained[] =>
    [...new Set(ids)].sort((a, b) => a - b).map((id) => explainedBy(id, why));
  return {
    stopped: list(
      [...gone].filter((id) => !starts.has(id)),
      because,
    ),
    again: list(
      upheld.map(({ unit }) => unit),
      (id) => upheld.filter(({ unit }) => unit === id).map((each) => statementFact(model, each)),
    ),
    conflicts: list(clashes.keys(), (id) => clashes.get(id) ?? []),
  };
}
