/**
 * Which machines stay quiet in a step: in a state at rest no `always` is enabled, and none becomes so while nothing that
 * its guard can read is written. What a guard can read is taken from the text, by names: more than it reads in any run.
 */
import type { Entity } from '../../../model/entity.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Expression } from '../../../model/machines/expression.ts';
import { append } from '../../../model/common/append.ts';
import { at, itemAt } from '../../../model/common/lookup.ts';
import type { Program } from '../../kernel/run.ts';
import { type CoreSlots, none } from '../state/core-slots.ts';

/** Returns the slots on which it depends whether an entity's machine stays quiet; undefined where that is not known. */
type QuietSlots = (entity: EntityId) => ReadonlySet<number> | undefined;

/** The reads of guards, by name. */
interface Reads {
  readonly names: Set<string>;
  /** The values of all `let`s, by name: a property may be that of any entity. */
  readonly lets: ReadonlyMap<string, readonly Expression[]>;
  readsStates: boolean;
  /** False if a guard may ask for more than the slots of a core. */
  isKnown: boolean;
}

/** Finds out for each machine what its guards can read. Cost: O(model). */
export function quietSlots({ model, active, machineOf, slotsFrom }: Program, slots: CoreSlots): QuietSlots {
  const variables = new Map<string, number[]>();
  for (const entity of active) {
    for (const [index, { name }] of (machineOf[entity]?.variables ?? []).entries()) {
      const slot = slots.variable(at(slotsFrom, entity) + index);
      if (slot !== none) append(variables, name, slot);
    }
  }
  const lets = new Map<string, Expression[]>();
  for (const { name, value } of model.machines.flatMap((machine) => machine.lets)) append(lets, name, value);
  const slotsOf = model.machines.map((machine): ReadonlySet<number> | undefined => {
    const reads: Reads = { names: new Set(), lets, readsStates: false, isKnown: true };
    // A property may be any setting, and that any expression.
    for (const { settings, data } of [
      ...model.entities,
      ...model.channels.map(withoutData),
      ...model.collectors.map(withoutData),
    ])
      read(
        reads,
        [settings, data].flat().map(({ value }) => value),
      );
    for (const { trigger, guard } of [machine, ...machine.states].flatMap(({ transitions }) => transitions))
      if (trigger.kind === 'always') read(reads, guard);
    if (!reads.isKnown) return undefined;
    const states = reads.readsStates ? active.map((entity) => slots.active(entity)) : [];
    return new Set([slots.parts, ...states, ...[...reads.names].flatMap((name) => variables.get(name) ?? [])]);
  });
  return (entity) => {
    const { machine } = itemAt(model.entities, entity);
    return machine === undefined ? undefined : slotsOf[machine];
  };
}

const withoutData = ({ settings }: Pick<Entity, 'settings'>): Pick<Entity, 'settings' | 'data'> => ({
  settings,
  data: [],
});

/** The kinds of expressions that read nothing but the slots of a core, besides those handled one by one. */
const plainKinds: ReadonlySet<unknown> = new Set<Expression['kind']>([
  ...([
    'boolean',
    'number',
    'duration',
    'rate',
    'text',
    'none',
    'self',
    'entity',
    'symbol',
    'local',
    'all',
    'list',
  ] as const),
  ...(['range', 'property', 'channel', 'at', 'not', 'minus', 'binary', 'if', 'member', 'in state'] as const),
  ...(['quantified', 'related', 'predicate'] as const),
]);

/** Adds what an expression, or the expressions in a part of one, can read. */
function read(reads: Reads, part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  if ('kind' in part) {
    if (!plainKinds.has(part.kind) || ('predicate' in part && part.predicate === 'orphaned')) reads.isKnown = false;
    if (part.kind === 'in state') reads.readsStates = true;
    if (part.kind === 'property' && 'name' in part && typeof part.name === 'string') found(reads, part.name);
  }
  for (const each of Object.values(part)) read(reads, each);
}

function found(reads: Reads, name: string): void {
  if (reads.names.has(name)) return;
  reads.names.add(name);
  for (const value of reads.lets.get(name) ?? []) read(reads, value);
}
