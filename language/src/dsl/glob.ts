import { itemAt } from '../model/common/lookup.ts';
/**
 * Patterns of paths, as VS Code writes them in `files.exclude`: `*` and `?` stay within one part of a path, `**` stands
 * for any number of parts, `{a,b}` for one of several, `[a-z]` for one character, `[!a-z]` for any other.
 */

/** Returns true if a path, with `/` between its parts, fits a pattern. */
export type Matcher = (path: string) => boolean;

/** The most forms that the braces of one pattern may have; a pattern with more fits nothing. */
const mostForms = 1000;

/** Compiles a pattern. Matching takes time proportional to the lengths of path and pattern, whatever the pattern. */
export function globMatcher(pattern: string): Matcher {
  const forms = withoutBraces(pattern).map((form) => form.split('/').map(partMatcher));
  return (path) => {
    const parts = path.split('/');
    return forms.some((form) => fits(form, parts, (wanted, part) => wanted !== anyParts && wanted(part), isAnyParts));
  };
}

type PartMatcher = (part: string) => boolean;
const anyParts = Symbol('**');
const isAnyParts = (wanted: PartMatcher | typeof anyParts): boolean => wanted === anyParts;

function partMatcher(pattern: string): PartMatcher | typeof anyParts {
  if (pattern === '**') return anyParts;
  const wanted = charactersOf(pattern);
  return (part) =>
    fits(
      wanted,
      Array.from(part),
      (one, character) => one !== 'any' && one(character),
      (one) => one === 'any',
    );
}

type CharacterMatcher = ((character: string) => boolean) | 'any';

/** Reads one part of a pattern, character by character. */
function charactersOf(pattern: string): readonly CharacterMatcher[] {
  const wanted: CharacterMatcher[] = [];
  const characters = Array.from(pattern);
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at];
    const end = character === '[' ? characters.indexOf(']', at + (/[!^]/u.test(characters[at + 1] ?? '') ? 3 : 2)) : -1;
    if (character === '*') wanted.push('any');
    else if (character === '?') wanted.push(() => true);
    else if (end > 0) {
      wanted.push(classOf(characters.slice(at + 1, end)));
      at = end;
    } else wanted.push((other) => other === character);
  }
  return wanted;
}

function classOf(characters: readonly string[]): (character: string) => boolean {
  const isOther = characters[0] === '!' || characters[0] === '^';
  const listed = isOther ? characters.slice(1) : characters;
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < listed.length; at++) {
    const [from = '', dash, to] = listed.slice(at, at + 3);
    const isRange = dash === '-' && to !== undefined;
    ranges.push([from, isRange ? to : from]);
    if (isRange) at += 2;
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== isOther;
}

/**
 * Returns true if items fit a sequence in which some elements stand for any number of items. Only the last of those is
 * ever extended again: whatever an earlier one could take, the last can take instead.
 */
function fits<W, I>(
  wanted: readonly W[],
  items: readonly I[],
  isOne: (wanted: W, item: I) => boolean,
  isMany: (wanted: W) => boolean,
): boolean {
  let [at, item, many, extended] = [0, 0, -1, 0];
  while (item < items.length) {
    const next = wanted[at];
    const current = items[item];
    if (next !== undefined && isMany(next)) {
      [many, extended] = [at, item];
      at += 1;
    } else if (next !== undefined && current !== undefined && isOne(next, current)) {
      at += 1;
      item += 1;
    } else if (many >= 0) {
      extended += 1;
      [at, item] = [many + 1, extended];
    } else return false;
  }
  return wanted.slice(at).every(isMany);
}

/** Returns the forms that a pattern has without braces; none if there are too many. */
function withoutBraces(pattern: string): readonly string[] {
  const done: string[] = [];
  const waiting = [pattern];
  for (let form = waiting.pop(); form !== undefined; form = waiting.pop()) {
    if (done.length + waiting.length > mostForms) return [];
    const braces = firstBraces(form);
    if (braces === undefined) done.push(form);
    else {
      const [before, after] = [form.slice(0, braces.start), form.slice(braces.end + 1)];
      for (const choice of braces.choices) waiting.push(`${before}${choice}${after}`);
    }
  }
  return done;
}

/** Returns the first braces that are closed, with the choices directly in them. */
function firstBraces(
  pattern: string,
): { readonly start: number; readonly end: number; readonly choices: readonly string[] } | undefined {
  const start = pattern.indexOf('{');
  if (start < 0) return undefined;
  const commas: number[] = [];
  let depth = 0;
  for (let at = start; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '{') depth += 1;
    if (character === ',' && depth === 1) commas.push(at);
    if (character === '}') depth -= 1;
    if (depth > 0) continue;
    const cuts = [start, ...commas, at];
    return { start, end: at, choices: cuts.slice(1).map((cut, index) => pattern.slice(itemAt(cuts, index) + 1, cut)) };
  }
  return undefined;
}
