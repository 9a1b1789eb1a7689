/**
 * Keeps names over imports: an entity that carries an `id` of its own in the system has the name that it had when that
 * id was imported before, whatever else is there now.
 */
import type { Entity, Setting } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { writeName } from '../../model/language-names.ts';
import type { Model } from '../../model/model.ts';
import { generatedNames } from './generated-names.ts';
import type { Imported } from './imported.ts';

/** The names of an earlier import: local names by kinds and ids. */
export type NamesBefore = readonly (readonly [key: string, local: string])[];

/**
 * Returns the import with the names of an earlier one. Ids that are there several times say nothing; a new entity gives
 * way to a kept name by a number (`app_2`). `O(entities)`.
 */
export function keepNames(imported: Imported, before: NamesBefore): Imported {
  const known = new Map(before);
  const { entities } = imported.model;
  if (known.size === 0 || entities.some(({ copy }) => copy !== undefined)) return imported;
  const own = new Map(namesOfModel(imported.model));
  const kept = entities.map((entity): string | undefined => {
    const key = keyOf(entity);
    return key === undefined || !own.has(key) ? undefined : known.get(key);
  });
  if (entities.every((entity, id) => kept[id] === undefined || kept[id] === localName(imported.model, entity)))
    return imported;
  const taken = new Set<string>();
  const names: string[] = [];
  // A kept name is reserved before a new entity of the same level can take it.
  const reserved = new Map<EntityId | undefined, Set<string>>();
  for (const [id, { parent }] of entities.entries()) {
    const name = kept[id];
    if (name === undefined) continue;
    const level = reserved.get(parent) ?? new Set<string>();
    reserved.set(parent, level);
    level.add(name);
  }
  for (const entity of entities) {
    const { id, parent } = entity;
    const around = parent === undefined ? '' : `${itemAt(names, parent)}.`;
    const isFree = (local: string): boolean =>
      !taken.has(`${around}${local}`) && (kept[id] === local || reserved.get(parent)?.has(local) !== true);
    const local = firstFree(kept[id] ?? localName(imported.model, entity), isFree);
    taken.add(`${around}${local}`);
    names.push(`${around}${local}`);
  }
  const named = entities.map((entity, id) => ({ ...entity, name: itemAt(names, id) }));
  return { ...imported, model: { ...imported.model, entities: named } };
}

function firstFree(wished: string, isFree: (name: string) => boolean): string {
  if (isFree(wished)) return wished;
  const plain = wished.startsWith("'") ? wished.slice(1, -1) : wished;
  for (let count = 2; ; count += 1) {
    const name = writeName(`${plain}_${String(count)}`);
    if (isFree(name)) return name;
  }
}

/** Returns the local names of entities by kind and id, without ids that several have. */
export const namesOfModel = (model: Model): NamesBefore =>
  onlyOnce(
    model.entities.flatMap((entity) => {
      const key = entity.copy === undefined ? keyOf(entity) : undefined;
      return key === undefined ? [] : [[key, localName(model, entity)] as const];
    }),
  );

/** Returns the same of a generated text. */
export const namesOfText = (text: string): NamesBefore =>
  onlyOnce(
    generatedNames(text).flatMap(({ kind, local, id, isCopy }) =>
      isCopy || id === undefined ? [] : [[`${kind} ${id}`, local] as const],
    ),
  );

function onlyOnce(names: NamesBefore): NamesBefore {
  const known = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [key, name] of names) {
    if (known.has(key)) repeated.add(key);
    known.set(key, name);
  }
  return [...known].filter(([key]) => !repeated.has(key));
}

function keyOf({ kind, settings, data }: Entity): string | undefined {
  const isId = ({ name }: Setting): boolean => name === 'id';
  const value = (settings.find(isId) ?? data.find(isId))?.value;
  const [text] = value?.kind === 'text' ? value.parts : [];
  return typeof text === 'string' ? `${kind} ${text}` : undefined;
}

function localName({ entities }: Model, { name, parent }: Entity): string {
  const around = parent === undefined ? undefined : itemAt(entities, parent).name;
  return around !== undefined && name.startsWith(`${around}.`) ? name.slice(around.length + 1) : name;
}
