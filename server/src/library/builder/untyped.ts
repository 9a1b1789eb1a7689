/**
 * Reads what programs without types pass to the library, which may be anything.
 */
import type { Answer } from '../../../../language/src/model/common/answer.ts';

const isObject = (given: unknown): given is object => typeof given === 'object' && given !== null;

/** Returns the fields of what is given; none if it is no object. */
export const fieldsOf = <T extends object>(given: T): Partial<T> => (isObject(given) ? given : {});

/** Returns why something is no parsed model; undefined if it is one. */
export function noModel(given: unknown): string | undefined {
  if (isObject(given) && 'findings' in given && 'sources' in given) return undefined;
  return given instanceof Promise
    ? 'A model is expected, not the promise of one: write "await parse(…)".'
    : 'A model is expected: what "await parse(…)" returns.';
}

/** Returns the names of entities, of which one may be given without a list. */
export function namesIn(given: unknown): Answer<readonly string[]> {
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  const names = list.filter((each) => typeof each === 'string');
  return names.length === list.length
    ? { value: names }
    : { refusal: 'An entity is given by its name, which is a text.' };
}
