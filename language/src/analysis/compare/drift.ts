/**
 * The difference between a model that was imported and a new import of the same system: entities and relations that are
 * missing or new, and values that changed. Matches by name; does not know where the new import comes from.
 */
import { append } from '../../model/common/append.ts';
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Machine } from '../../model/machines/machine.ts';
import {
  entityOf,
  entityName,
  entitySpan,
  type Model,
  pieceSpan,
  relationSpan,
  type Sources,
} from '../../model/model.ts';
import type { Origin } from '../../model/origin.ts';
import { printExpression } from '../../model/machines/print-expression.ts';
import type { Relation } from '../../model/relation.ts';
import type { Span } from '../../model/span.ts';
import { t } from '../../model/common/translation.ts';

/** One difference. */
export interface Drift {
  /** `missing`: only the model has it; `new`: only the system has it. */
  readonly kind: 'missing' | 'new' | 'changed';
  /** The name of the entity, policy or machine that it is about; a relation is about its subject. */
  readonly about: string;
  /** The subject: an entity, a relation such as `needs "db"`, or a value such as `absent`. */
  readonly what: 'entity' | 'relation' | 'value';
  /** A sentence without its location. */
  readonly text: string;
  /** The place in the model: of what is missing or changed, or of the subject of a new relation. */
  readonly span: Span | undefined;
  /** The place where the system stated it when it was imported. */
  readonly was: Origin | undefined;
  /** The place where the system states it now. */
  readonly now: Origin | undefined;
}

/** A model with its places. */
export interface DriftSide {
  readonly model: Model;
  readonly sources: Sources;
}

/** The model and a new import, with what of the model an import can have made. */
export interface DriftPair {
  readonly model: DriftSide;
  readonly system: DriftSide;
  /** The URI of the file that an import makes, in both; other files, such as libraries, are not compared. */
  readonly file: string;
  readonly isImported: (each: Entity | Relation | Machine) => boolean;
}

/**
 * Returns all differences: those of entities in the order of the model, then what is new. `O(entities + relations)`.
 */
export function driftOf(pair: DriftPair): readonly Drift[] {
  const { model, system, isImported } = pair;
  const before = new Map(model.model.entities.filter(isImported).map((entity) => [entity.name, entity]));
  const after = new Map(system.model.entities.map((entity) => [entity.name, entity]));
  const relationsBefore = relationsBySubject(model.model, isImported);
  const relationsAfter = relationsBySubject(system.model, () => true);
  const drifts: Drift[] = [];
  for (const [name, old] of before) {
    const now = after.get(name);
    const span = entitySpan(model.sources, old.id);
    if (now === undefined) {
      const text = t`The ${old.kind} "${name}" is missing in the system.`;
      drifts.push({ kind: 'missing', about: name, what: 'entity', text, span, was: old.origin, now: undefined });
      continue;
    }
    drifts.push(...valueDrifts(pair, old, now));
    const [those, these] = [relationsBefore.get(name) ?? noRelations, relationsAfter.get(name) ?? noRelations];
    drifts.push(...relationDrifts(pair, { name, span, those, these }));
  }
  for (const [name, { kind, origin, parent }] of after) {
    if (before.has(name)) continue;
    const around = parent === undefined ? undefined : before.get(entityName(system.model, parent));
    const span = around && entitySpan(model.sources, around.id);
    const text = t`The ${kind} "${name}" is new in the system.`;
    drifts.push({ kind: 'new', about: name, what: 'entity', text, span, was: undefined, now: origin });
  }
  return [...drifts, ...machineDrifts(pair)];
}

type RelationsByKey = ReadonlyMap<string, Relation>;
const noRelations: RelationsByKey = new Map();

/** Returns the relations of each subject, by what they say; a repeated relation says nothing more. */
function relationsBySubject(model: Model, isWanted: DriftPair['isImported']): ReadonlyMap<string, RelationsByKey> {
  const quorums = new Map<string, string[]>();
  const keyOf = ({ source, quorum }: Relation): string => `${String(source)} ${String(quorum?.key)}`;
  for (const relation of model.relations) {
    if (relation.quorum === undefined) continue;
    append(quorums, keyOf(relation), entityName(model, relation.target));
  }
  const bySubject = new Map<string, Map<string, Relation>>();
  for (const relation of model.relations) {
    if (relation.nested || !isWanted(relation)) continue;
    const subject = entityName(model, relation.source);
    const own = bySubject.get(subject) ?? new Map<string, Relation>();
    bySubject.set(subject, own);
    const names = relation.quorum && quorums.get(keyOf(relation));
    own.set(relationWords(model, relation, names), relation);
  }
  return bySubject;
}

function relationWords(
  model: Model,
  { kind, target, as, notify, quorum }: Relation,
  together: readonly string[] | undefined,
): string {
  const others = together === undefined ? '' : [...together].sort().join(', ');
  const number = quorum === undefined ? '' : t`${String(quorum.least)} of (${others}), one is `;
  const word = as === undefined ? '' : ` as ${as}`;
  return `${kind} ${number}"${entityName(model, target)}"${word}${notify === undefined ? '' : ` notify ${notify}`}`;
}

function relationDrifts(
  { model }: DriftPair,
  { name, span, those, these }: { name: string; span: Span; those: RelationsByKey; these: RelationsByKey },
): Drift[] {
  const gone = [...those].flatMap(([words, { id, origin }]): Drift[] => {
    if (these.has(words)) return [];
    const text = t`"${name}" ${words} is missing in the system.`;
    const place = relationSpan(model.sources, id);
    return [{ kind: 'missing', about: name, what: 'relation', text, span: place, was: origin, now: undefined }];
  });
  const added = [...these].flatMap(([words, { origin }]): Drift[] => {
    if (those.has(words)) return [];
    const text = t`"${name}" ${words} is new in the system.`;
    return [{ kind: 'new', about: name, what: 'relation', text, span, was: undefined, now: origin }];
  });
  return [...gone, ...added];
}

function valueDrifts({ model, system }: DriftPair, old: Entity, now: Entity): Drift[] {
  const values = (side: Model, entity: Entity): ReadonlyMap<string, string> => {
    const write = (id: EntityId): string => entityName(side, id);
    const settings = entity.settings.map((each): [string, string] => [each.name, printExpression(each.value, write)]);
    const data = entity.data.map((each): [string, string] => [`data ${each.name}`, printExpression(each.value, write)]);
    const machine = entity.machine === undefined ? undefined : side.machines[entity.machine]?.name;
    return new Map([
      ['kind', entity.kind],
      ['type', entity.type ?? 'none'],
      ['owner', entity.parent === undefined ? 'none' : entityOf(side, entity.parent).name],
      ['root', String(entity.root)],
      ['absent', String(entity.absent)],
      ['protected', String(entity.protected === true)],
      ['doomed', String(entity.doomed === true)],
      ['machine', machine ?? 'none'],
      ['documentation', entity.documentation ?? 'none'],
      ...settings,
      ...data,
    ]);
  };
  const [before, after] = [values(model.model, old), values(system.model, now)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): Drift[] => {
    const [from, to] = [before.get(key) ?? 'none', after.get(key) ?? 'none'];
    if (from === to) return [];
    const text = t`The ${old.kind} "${old.name}" has changed in the system: ${key} is ${to}, was ${from}.`;
    const span = entitySpan(model.sources, old.id);
    return [{ kind: 'changed', about: old.name, what: 'value', text, span, was: old.origin, now: now.origin }];
  });
}

/** Returns differences of the machines that an import makes. */
function machineDrifts({ model, system, file, isImported }: DriftPair): Drift[] {
  const before = new Map(model.model.machines.filter(isImported).map((machine) => [machine.name, machine]));
  const made = system.model.machines.filter(({ place }) => pieceSpan(system.sources, place).uri === file);
  const after = new Map(made.map((machine) => [machine.name, machine]));
  const drift = (kind: Drift['kind'], { name }: Machine, text: string): Drift => {
    const old = before.get(name);
    const span = old && pieceSpan(model.sources, old.place);
    return { kind, about: name, what: 'value', text, span, was: undefined, now: undefined };
  };
  const gone = [...before.values()].filter(({ name }) => !after.has(name));
  return [
    ...gone.map((each) => drift('missing', each, t`The machine "${each.name}" is missing in the system.`)),
    ...made.flatMap((machine): Drift[] => {
      const old = before.get(machine.name);
      if (old === undefined) return [drift('new', machine, t`The machine "${machine.name}" is new in the system.`)];
      if (shapeOf(old) === shapeOf(machine)) return [];
      return [drift('changed', machine, t`The machine "${machine.name}" has changed in the system.`)];
    }),
  ];
}

/** Returns all that a machine says, without its places. */
const shapeOf = (machine: Machine): string =>
  JSON.stringify(machine, (key, value: unknown) => (key === 'place' ? undefined : value));
