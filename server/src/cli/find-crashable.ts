/**
 * Finds the PD or node that a user means by a name: a qualified name, the unique ending of one, or
 * a copy. Single quotes may be left out, because a shell takes them away.
 */
import type { Entity } from '../../../language/src/model/entity.ts';
import type { Model } from '../../../language/src/model/model.ts';
import type { Answer } from './command.ts';
import { nearestNames, suggestion } from './nearest-names.ts';

const shownNames = 5;

/** Returns the PD or node of that name which can crash at the start. */
export function findCrashable({ entities }: Pick<Model, 'entities'>, name: string): Answer<Entity> {
  const crashable = entities.filter(({ kind }) => kind === 'pd' || kind === 'node');
  const found = named(crashable, name);
  if (found.length > 1) {
    return { refusal: `"${name}" can mean ${listed(found)}; write more of the qualified name.` };
  }
  const [entity] = found;
  if (entity === undefined) return { refusal: notFound(entities, crashable, name) };
  if (entity.absent) return { refusal: `"${entity.name}" is absent at the start, so it cannot crash.` };
  return { value: entity };
}

/** The entities that a name fits best: exactly, without regard to quotes, or as an ending. */
function named(entities: readonly Entity[], name: string): readonly Entity[] {
  const exact = entities.filter((entity) => entity.name === name);
  if (exact.length > 0) return exact;
  const bare = withoutQuotes(name);
  const whole = entities.filter((entity) => withoutQuotes(entity.name) === bare);
  return whole.length > 0 ? whole : entities.filter((entity) => withoutQuotes(entity.name).endsWith(`.${bare}`));
}

const withoutQuotes = (name: string): string => name.replaceAll("'", '');

function notFound(entities: readonly Entity[], crashable: readonly Entity[], name: string): string {
  const [other] = named(entities, name);
  if (other !== undefined)
    return `"${other.name}" is ${other.kind === 'object' ? 'an' : 'a'} ${other.kind}; only a PD or a node can crash.`;
  const copies = copiesOf(crashable, name);
  if (copies.length > 0) return `"${name}" stands for ${listed(copies)}; write which copy crashes.`;
  if (crashable.length === 0) return 'The model has no PD and no node, so nothing in it can crash.';
  const names = crashable.map((entity) => entity.name);
  const nearest = nearestQualified(name, names);
  const hint = nearest.length === 0 ? ` There is ${listed(crashable)}.` : suggestion(nearest);
  return `There is no PD and no node "${name}".${hint}`;
}

const copiesOf = (crashable: readonly Entity[], name: string): readonly Entity[] =>
  named(
    crashable
      .filter(({ copy }) => copy !== undefined)
      .map((entity) => ({ ...entity, name: withoutNumber(entity.name) })),
    name,
  ).flatMap(({ id }) => crashable.filter((entity) => entity.id === id));

const withoutNumber = (name: string): string => name.replace(/\[\d+\]$/, '');

/** The qualified names that are near as a whole or in their last part. */
function nearestQualified(name: string, names: readonly string[]): readonly string[] {
  const near = nearestNames(name, [...names, ...names.map(ending)]);
  const found = near.flatMap((each) => names.filter((full) => full === each || ending(full) === each));
  return [...new Set(found)].slice(0, shownNames);
}

const ending = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

function listed(entities: readonly Entity[]): string {
  const names = entities.slice(0, shownNames).map(({ name }) => `"${name}"`);
  const more = entities.length - names.length;
  return `${names.join(', ')}${more === 0 ? '' : ` and ${String(more)} more`}`;
}
