/**
 * Turns resources of a dump that differ only in ascending ids into copies, with settings from which the ids and EXTRA
 * texts can be restored. Keeps the order and number of entities.
 */
import type { Entity, Setting } from '../../model/entity.ts';
import { cleanName } from '../../model/language-names.ts';
import { textSetting } from './kept-settings.ts';
import { likeRuns, type LikeRun } from '../printing/like-runs.ts';
import { localName } from './osmosis-entities.ts';
import { readExtra } from './osmosis-extra.ts';
import { type Base, laterExtra, laterId, splitId } from './osmosis-numbering.ts';
import { entityName, type Model } from '../../model/model.ts';

/** Fewer resources stay as they are: a short list of names says more. */
const fewestCopies = 8;

/** Returns the model with copies; the same entities and relations, under other names. `O(V + E)`. */
export function withCopies(model: Model): Model {
  const names = model.entities.map((entity) => localName(model, entity));
  // In the body of copies `index` would mean the entity of that name.
  if (names.includes('index')) return model;
  const { mayJoin, bases } = joinLike(model, names);
  const runs = likeRuns(model, mayJoin, ({ count }) => count >= fewestCopies);
  if (runs.length === 0) return model;
  const giveName = nameGiver(names);
  const entities = [...model.entities];
  for (const run of runs) {
    const base = bases[run.first] === 16 ? 16 : 10;
    const firstId = idAt(model, names, run.first);
    const name = giveName(firstId, base);
    for (let copy = 0; copy < run.count; copy += 1) {
      const entity = model.entities[run.first + copy];
      if (entity !== undefined) entities[entity.id] = asCopy({ model, entity, run, copy, name, firstId, base });
    }
  }
  return { ...model, entities };
}

interface Copied {
  readonly model: Model;
  readonly entity: Entity;
  readonly run: LikeRun;
  readonly copy: number;
  readonly name: string;
  readonly firstId: string;
  readonly base: Base;
}

function asCopy({ model, entity, run, copy, name, firstId, base }: Copied): Entity {
  const around = entity.parent === undefined ? '' : `${entityName(model, entity.parent)}.`;
  const first = model.entities[run.first];
  const firstExtra = first === undefined ? undefined : textSetting(first, 'extra');
  const isMoving = copiesMove(model, run);
  const settings = entity.settings.flatMap((setting): Setting[] => {
    if (setting.name === 'id') return [];
    if (setting.name !== 'extra' || !isMoving) return [setting];
    return [{ name: 'firstExtra', value: { kind: 'text', parts: [firstExtra ?? ''] } }];
  });
  return {
    ...entity,
    name: `${around}${name}[${String(copy)}]`,
    copy,
    settings: [idSetting(firstId, base, copy), ...settings],
  };
}

const copiesMove = ({ entities }: Model, { first }: LikeRun): boolean => {
  const [one, two] = [entities[first], entities[first + 1]];
  return one !== undefined && two !== undefined && textSetting(one, 'extra') !== textSetting(two, 'extra');
};

/**
 * Returns the setting with the id of a copy: in decimal as the language can compute it, otherwise the first id, to
 * count from.
 */
function idSetting(firstId: string, base: Base, copy: number): Setting {
  if (base === 16) return { name: 'firstId', value: { kind: 'text', parts: [firstId] } };
  const { stem, number } = splitId(firstId, base) ?? { stem: firstId, number: 0 };
  const index = { kind: 'number', numerator: copy, denominator: 1 } as const;
  const right = { kind: 'number', numerator: number, denominator: 1 } as const;
  const value = number === 0 ? index : ({ kind: 'binary', operator: '+', left: index, right } as const);
  return { name: 'id', value: { kind: 'text', parts: [stem, value] } };
}

interface Joined {
  readonly mayJoin: Uint8Array;
  /** The base of the ids, by entity. */
  readonly bases: Uint8Array;
}

/**
 * Joins each resource to the next if they differ like copies in everything but relations, in the base that joins more.
 */
function joinLike(model: Model, names: readonly string[]): Joined {
  const count = model.entities.length;
  const mayJoin = new Uint8Array(count);
  const bases = new Uint8Array(count);
  const likes = model.entities.map(likeness);
  const lengthFrom = (first: number, base: Base): number => {
    const start = model.entities[first];
    const firstId = idAt(model, names, first);
    if (start === undefined || likes[first] === undefined || splitId(firstId, base) === undefined) return 1;
    const advance = extraAfter(model, first);
    let steps = 1;
    while (
      likes[first + steps] === likes[first] &&
      idAt(model, names, first + steps) === laterId(firstId, base, steps) &&
      extraOf(model, first + steps) === advance(steps)
    )
      steps += 1;
    return steps;
  };
  for (let first = 0; first < count;) {
    const decimal = lengthFrom(first, 10);
    const hexadecimal = lengthFrom(first, 16);
    const length = Math.max(decimal, hexadecimal);
    mayJoin.fill(1, first, first + length - 1);
    bases.fill(decimal < hexadecimal ? 16 : 10, first, first + length);
    first += length;
  }
  return { mayJoin, bases };
}

/** Returns what similar resources share, as a text; undefined for one that cannot be a copy. */
function likeness({ kind, parent, type, settings }: Entity): string | undefined {
  if (kind !== 'resource' || settings.some(({ name }) => name === 'rows')) return undefined;
  return JSON.stringify([parent, type, settings.filter(({ name }) => name !== 'id' && name !== 'extra')]);
}

/**
 * Returns how EXTRA continues from an entity: it stays, or advances by the bytes of each if it does so to the next one.
 */
function extraAfter(model: Model, first: number): (steps: number) => string | undefined {
  const extra = extraOf(model, first);
  const entity = model.entities[first];
  const bytes = extra === undefined ? undefined : readExtra(entity?.type ?? '', extra)?.bytes;
  if (extra === undefined || bytes === undefined || extraOf(model, first + 1) === extra) return () => extra;
  return (steps) => laterExtra(extra, BigInt(steps) * BigInt(bytes));
}

function extraOf({ entities }: Model, id: number): string | undefined {
  const entity = entities[id];
  return entity === undefined ? undefined : textSetting(entity, 'extra');
}

function idAt({ entities }: Model, names: readonly string[], id: number): string {
  const entity = entities[id];
  return (entity === undefined ? undefined : textSetting(entity, 'id')) ?? names[id] ?? '';
}

/** Returns a function that names copies by the stem of their ids, with the first number appended if needed. */
function nameGiver(names: readonly string[]): (firstId: string, base: Base) => string {
  // Copies called `index` could not refer to their number.
  const taken = new Set([...names, 'index']);
  return (firstId, base) => {
    const { stem, number } = splitId(firstId, base) ?? { stem: firstId, number: 0 };
    const plain = cleanName(stem).replace(/_+$/, '') || 'copies';
    let name = plain;
    if (taken.has(name)) name = `${plain}_from_${number.toString(base)}`;
    while (taken.has(name)) name = `${name}_`;
    taken.add(name);
    return name;
  };
}
