/** Finds what "complete" of a mapping names. A name that means nothing would let every log fit, so it is refused. */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';
import { t } from '../../model/common/translation.ts';
import type { Mapping } from './mapping.ts';
import { endingsOf, namesNothingOf, type SaidNames, saidNames, withoutQuotes } from './said-names.ts';

/**
 * Returns the entities that a name means; with `*` for any text those whose names are like it, or else those whose names
 * end like it. Cost: O(entities).
 */
export function entitiesLike({ entities }: Model, known: SaidNames, wanted: string): readonly EntityId[] {
  if (!wanted.includes('*')) {
    const id = known.entity(wanted);
    return id === undefined ? [] : [id];
  }
  const bare = withoutQuotes(wanted);
  const like = (names: (name: string) => readonly string[]): readonly EntityId[] =>
    entities.filter(({ name }) => names(name).some((each) => isLike(withoutQuotes(each), bare))).map(({ id }) => id);
  const whole = like((name) => [name]);
  return whole.length > 0 ? whole : like(endingsOf);
}

/** Returns a sentence about the first name in "complete" that the model does not have; nothing if there is none. */
export function unknownInComplete(model: Model, { complete }: Mapping): string | undefined {
  const known = saidNames(model);
  for (const { kind, of = [], named = [] } of complete) {
    const nobody = of.find((each) => entitiesLike(model, known, each).length === 0);
    if (nobody !== undefined) return t`"complete" names "${nobody}", which is no entity of the model.`;
    const nothing = namesNothingOf.has(kind) ? undefined : named.find((each) => !known.isOther(each));
    if (nothing !== undefined)
      return t`"complete" names "${nothing}", which is no event, state or variable of the model.`;
  }
  return undefined;
}

/** Compares a name with a text in which each `*` stands for any other. */
function isLike(name: string, wanted: string): boolean {
  const [first = '', ...rest] = wanted.split('*');
  if (rest.length === 0) return name === wanted;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > name.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}
