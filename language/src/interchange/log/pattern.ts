/**
 * Regular expressions in linear time: whatever the pattern and the text, a match costs at most their product, so that
 * no mapping of a log can hang the program. The syntax is JavaScript's without look-around and backreferences.
 * Source: Cox, "Regular Expression Matching in the Wild" (2010), the bit-state search.
 */
import type { Answer } from '../../model/common/answer.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { type Instruction, parsePattern } from './parse-pattern.ts';

/** A pattern that can be matched. */
export interface Pattern {
  /** Returns the texts of the named groups of the first match; undefined if there is none. */
  readonly match: (text: string) => ReadonlyMap<string, string> | undefined;
  /** The names of its groups. */
  readonly names: readonly string[];
}

/** Only so many characters of a text are looked at; its end is where it is. */
const mostCharacters = 8192;

/** Compiles a pattern, or says what in it is not understood. */
export function compilePattern(source: string): Answer<Pattern> {
  const parsed = parsePattern(source);
  if ('refusal' in parsed) return parsed;
  const { program, groups } = parsed.value;
  const saves = 2 * (groups.length + 1);
  let seen = new Uint8Array(1024);
  const match = (whole: string): ReadonlyMap<string, string> | undefined => {
    const length = Math.min(whole.length, mostCharacters);
    const size = program.length * (length + 1);
    if (seen.length < size) seen = new Uint8Array(size);
    else seen.fill(0, 0, size);
    for (let from = 0; from <= length; from++) {
      const found = matchAt(program, whole, from, { seen, saves, length });
      if (found !== undefined) return namedGroups(groups, found, whole);
    }
    return undefined;
  };
  return { value: { match, names: groups.flatMap((name) => name ?? []) } };
}

/** A branch to be tried later, or a place in the text to be restored then. */
type Job = readonly [instruction: number, position: number] | { readonly slot: number; readonly before: number };

function matchAt(
  program: readonly Instruction[],
  text: string,
  from: number,
  { seen, saves, length }: { readonly seen: Uint8Array; readonly saves: number; readonly length: number },
): Int32Array | undefined {
  const places = new Int32Array(saves).fill(-1);
  const jobs: Job[] = [[0, from]];
  const width = length + 1;
  for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) {
    if ('slot' in job) {
      places[job.slot] = job.before;
      continue;
    }
    let [next, position] = job;
    for (;;) {
      const key = next * width + position;
      // What did not lead to a match from here before does not now.
      if (seen[key] === 1) break;
      seen[key] = 1;
      const instruction = itemAt(program, next);
      if (instruction.kind === 'match') return places;
      if (instruction.kind === 'character') {
        if (position >= length || !instruction.test(text.charCodeAt(position))) break;
        position += 1;
        next += 1;
      } else if (instruction.kind === 'assert') {
        if (!instruction.holds(text, position)) break;
        next += 1;
      } else if (instruction.kind === 'save') {
        jobs.push({ slot: instruction.slot, before: itemAt(places, instruction.slot) });
        places[instruction.slot] = position;
        next += 1;
      } else if (instruction.kind === 'jump') next = instruction.to;
      else {
        jobs.push([instruction.second, position]);
        next = instruction.first;
      }
    }
  }
  return undefined;
}

function namedGroups(
  groups: readonly (string | undefined)[],
  places: Int32Array,
  text: string,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [index, name] of groups.entries()) {
    const [start, end] = [itemAt(places, 2 * index), itemAt(places, 2 * index + 1)];
    if (name !== undefined && start >= 0 && end >= 0) found.set(name, text.slice(start, end));
  }
  return found;
}
