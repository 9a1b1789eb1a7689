/** Sets of characters in patterns: `\d`, `[a-z_]`, `[^"]`. */
import { t } from '../../model/common/translation.ts';

/** Tests a UTF-16 unit. */
export type Test = (code: number) => boolean;

const classes: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['d', (code) => code >= 48 && code <= 57],
  [
    'w',
    (code) => (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122),
  ],
  ['s', (code) => code === 32 || (code >= 9 && code <= 13) || code === 160 || code === 0xfeff || isWideSpace(code)],
]);

const isWideSpace = (code: number): boolean => code > 160 && /\s/.test(String.fromCharCode(code));

const controls: ReadonlyMap<string, number> = new Map([
  ['n', 10],
  ['t', 9],
  ['r', 13],
  ['f', 12],
  ['v', 11],
  ['0', 0],
]);

/** Returns the characters that an escape stands for, given the letter after the `\`; undefined for any other. */
export function escapeClass(letter: string): Test | undefined {
  const small = classes.get(letter);
  if (small !== undefined) return small;
  const inverse = classes.get(letter.toLowerCase());
  if (inverse !== undefined) return (code) => !inverse(code);
  const control = controls.get(letter);
  return control === undefined ? undefined : (code) => code === control;
}

/** Tells what in a pattern is not understood. */
export class PatternFault extends Error {}

/** Returns the UTF-16 unit of `x41` or `u0041` at a place, and the index after it; undefined for anything else. */
export function escapedCode(source: string, at: number): { readonly code: number; readonly end: number } | undefined {
  const digits = /x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})/y;
  digits.lastIndex = at;
  const found = digits.exec(source);
  const code = found?.[1] ?? found?.[2];
  return code === undefined ? undefined : { code: Number.parseInt(code, 16), end: digits.lastIndex };
}

/** Reads a class whose `[` is before `from`; undefined if it does not end. `end` is the index after its `]`. */
export function characterClass(
  source: string,
  from: number,
): { readonly test: Test; readonly end: number } | undefined {
  let at = from;
  const isInverse = source[at] === '^';
  if (isInverse) at += 1;
  const tests: Test[] = [];
  for (;;) {
    const next = source[at];
    if (next === undefined) return undefined;
    if (next === ']') break;
    const start = at;
    const { test, code, end } = member(source, at);
    at = end;
    const bound = code !== undefined && source[at] === '-' && source[at + 1] !== ']' && source[at + 1] !== undefined;
    const last = bound ? member(source, at + 1) : undefined;
    if (code === undefined || last?.code === undefined) {
      tests.push(test);
      continue;
    }
    const [low, high] = [code, last.code];
    if (high < low) throw new PatternFault(t`has the range "${source.slice(start, last.end)}" in the wrong order`);
    tests.push((each) => each >= low && each <= high);
    at = last.end;
  }
  const table = Uint8Array.from({ length: 128 }, (_, code) => (tests.some((test) => test(code)) ? 1 : 0));
  const has = (code: number): boolean => (code < 128 ? table[code] === 1 : tests.some((test) => test(code)));
  return { test: isInverse ? (code) => !has(code) : has, end: at + 1 };
}

function member(
  source: string,
  at: number,
): { readonly test: Test; readonly code: number | undefined; readonly end: number } {
  if (source[at] !== '\\' || at + 1 >= source.length) {
    const code = source.charCodeAt(at);
    return { test: (each) => each === code, code, end: at + 1 };
  }
  const letter = source.charAt(at + 1);
  const coded = escapedCode(source, at + 1);
  if (coded !== undefined) return { test: (each) => each === coded.code, ...coded };
  const control = letter === 'b' ? 8 : controls.get(letter);
  if (control !== undefined) return { test: (each) => each === control, code: control, end: at + 2 };
  const known = escapeClass(letter);
  if (known !== undefined) return { test: known, code: undefined, end: at + 2 };
  if (/[a-zA-Z]/.test(letter)) throw new PatternFault(t`uses "\\${letter}", which is not supported`);
  const code = letter.charCodeAt(0);
  return { test: (each) => each === code, code, end: at + 2 };
}
