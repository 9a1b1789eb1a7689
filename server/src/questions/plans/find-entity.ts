/**
 * Finds the entity that a user's name refers to: a qualified name, a unique suffix of one, or a copy. Single quotes may
 * be omitted, because a shell removes them.
 */
import { startOf } from '../../../../language/src/analysis/deletion/at-start.ts';
import type { Entity } from '../../../../language/src/model/entity.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { nearestNames, suggestion } from '../files/nearest-names.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

const shownNames = 5;

/** The kind of entity wanted, with the words for refusals. */
export interface WantedEntity {
  readonly fits: (entity: Entity) => boolean;
  /** As in a sentence after "no": `PD and no node`. */
  readonly noun: string;
  /** The refusal of other kinds: `only a PD or a node can crash`. */
  readonly only: string;
  /** The consequence if there is none: `nothing in it can crash`. */
  readonly without: string;
  /** The question to answer about copies: `which copy crashes`. */
  readonly which: string;
  /** The consequence of being absent at the start, or of having ended by then; nothing if that does not matter. */
  readonly ifAbsent?: string;
}

/**
 * Returns the entities of a name for an event of several: one, or the copies that `api[*]` or `api[0..2]` selects, in
 * the order of their declaration; or a refusal.
 */
export function findEntities(model: Model, name: string, wanted: WantedEntity): Answer<readonly Entity[]> {
  const copies = selected(model.entities.filter(wanted.fits), name);
  if (copies.length === 0) {
    const all = selected(model.entities.filter(wanted.fits), `${name}[*]`);
    const which = all.length === 0 ? wanted.which : t`"${name}[*]" for all, or ${wanted.which}`;
    const one = findEntity(model, name, { ...wanted, which });
    return 'refusal' in one ? one : { value: [one.value] };
  }
  const found: Entity[] = [];
  for (const copy of copies) {
    const one = findEntity(model, copy.name, wanted);
    if ('refusal' in one) return one;
    found.push(one.value);
  }
  return { value: found };
}

/** Returns the entity of that name, or a refusal. */
export function findEntity(model: Model, name: string, wanted: WantedEntity): Answer<Entity> {
  const { entities } = model;
  const fitting = entities.filter(wanted.fits);
  const found = named(fitting, name);
  if (found.length > 1) {
    return { refusal: t`"${name}" can mean ${listed(found)}; write more of the qualified name.` };
  }
  const [entity] = found;
  if (entity === undefined) return { refusal: notFound(entities, fitting, name, wanted) };
  if (wanted.ifAbsent !== undefined) {
    if (entity.absent) return { refusal: t`"${entity.name}" is absent at the start, so ${wanted.ifAbsent}.` };
    if (startOf(model).ended.has(entity.id))
      return { refusal: t`"${entity.name}" has ended at the start, so ${wanted.ifAbsent}.` };
  }
  return { value: entity };
}

/** Returns the entities that match a name best: exactly, without quotes, or as a suffix. */
function named(entities: readonly Entity[], name: string): readonly Entity[] {
  const exact = entities.filter((entity) => entity.name === name);
  if (exact.length > 0) return exact;
  const bare = withoutQuotes(name);
  const whole = entities.filter((entity) => withoutQuotes(entity.name) === bare);
  return whole.length > 0 ? whole : entities.filter((entity) => withoutQuotes(entity.name).endsWith(`.${bare}`));
}

/** A selection of copies in a name: all, or a range. */
const selection = /\[(?:\*|(\d+)\.\.(\d+))\]/g;

/**
 * Returns the entities that a name with selections means; none if it has none, if copies of several places fit, or if a
 * range goes beyond the copies there are.
 */
function selected(entities: readonly Entity[], name: string): readonly Entity[] {
  const bare = withoutQuotes(name);
  const ranges = [...bare.matchAll(selection)].map(([, from = '0', to = 'Infinity']) => [Number(from), Number(to)]);
  if (ranges.length === 0 || entities.some((entity) => entity.name === name)) return [];
  const parts = bare.split(/\[(?:\*|\d+\.\.\d+)\]/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const form = new RegExp(`^(|.*\\.)${parts.join('\\[(\\d+)\\]')}$`);
  const numbersOf = ({ name: each }: Entity): number[] => form.exec(withoutQuotes(each))?.slice(2).map(Number) ?? [];
  const places = new Map<string, Entity[]>();
  for (const entity of entities) {
    const [, place] = form.exec(withoutQuotes(entity.name)) ?? [];
    if (place === undefined) continue;
    const numbers = numbersOf(entity);
    const isIn = ranges.every(([from = 0, to = 0], index) => between(numbers[index] ?? -1, from, to));
    if (isIn) places.set(place, [...(places.get(place) ?? []), entity]);
  }
  const [only, other] = places.values();
  const chosen = places.get('') ?? (other === undefined ? (only ?? []) : []);
  const isWhole = ranges.every(
    ([, to], index) => to === Infinity || chosen.some((entity) => numbersOf(entity)[index] === to),
  );
  return isWhole ? chosen : [];
}

const between = (number: number, from: number, to: number): boolean => number >= from && number <= to;

const withoutQuotes = (name: string): string => name.replaceAll("'", '');

function notFound(entities: readonly Entity[], fitting: readonly Entity[], name: string, wanted: WantedEntity): string {
  const [other] = named(entities, name);
  if (other !== undefined) return t`"${other.name}" is ${withArticle(other)}; ${wanted.only}.`;
  const copies = copiesOf(fitting, name);
  if (copies.length > 0) return t`"${name}" means ${listed(copies)}; write ${wanted.which}.`;
  const several = selected(fitting, name);
  if (several.length > 0) return t`"${name}" means ${listed(several)}; write ${wanted.which}.`;
  if (fitting.length === 0) return t`The model has no ${wanted.noun}, so ${wanted.without}.`;
  const names = fitting.map((entity) => entity.name);
  const nearest = nearestQualified(name, names);
  const hint = nearest.length === 0 ? t` There is ${listed(fitting)}.` : suggestion(nearest);
  return t`There is no ${wanted.noun} "${name}".${hint}`;
}

const withArticle = ({ kind }: Entity): string =>
  kind === 'pd' ? t`a PD` : kind === 'object' ? t`an object` : t`a ${kind}`;

const copiesOf = (fitting: readonly Entity[], name: string): readonly Entity[] =>
  named(
    fitting.filter(({ copy }) => copy !== undefined).map((entity) => ({ ...entity, name: withoutNumber(entity.name) })),
    name,
  ).flatMap(({ id }) => fitting.filter((entity) => entity.id === id));

const withoutNumber = (name: string): string => name.replace(/\[\d+\]$/, '');

/** Returns the qualified names that are near, as a whole or in their last part. */
function nearestQualified(name: string, names: readonly string[]): readonly string[] {
  // Names of Kubernetes and Compose are paths: "node/worker-1".
  const within = names.filter((full) => withoutQuotes(full).endsWith(`/${withoutQuotes(name)}`));
  if (within.length > 0) return within.slice(0, shownNames);
  const near = nearestNames(name, [...names, ...names.map(ending)]);
  const found = near.flatMap((each) => names.filter((full) => full === each || ending(full) === each));
  return [...new Set(found)].slice(0, shownNames);
}

const ending = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

function listed(entities: readonly Entity[]): string {
  const names = entities.slice(0, shownNames).map(({ name }) => `"${name}"`);
  const more = entities.length - names.length;
  return `${names.join(', ')}${more === 0 ? '' : t` and ${String(more)} more`}`;
}
