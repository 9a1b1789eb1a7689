/**
 * The picture of a change for a comment, in Mermaid: who is hit by whom, the worst first. Several that are hit in the same
 * way are one box, so that a fan of arrows is one arrow.
 */
import { type Change, directionOf, type FateChange } from '../../../../../language/src/analysis/compare/change.ts';
import { append } from '../../../../../language/src/model/common/append.ts';

/** The most arrows of the picture. */
const mostArrows = 24;
/** More than so many are one box. */
const mostApart = 3;
/** The names that such a box tells. */
const mostNamed = 3;
/** The most characters of a name. */
const mostCharacters = 60;

/** Returns the lines of the picture, with what is not in it; none if no fate changes. */
export function diffPicture(changes: readonly Change[]): string[] {
  const hits = changes.filter(
    (change): change is FateChange => change.kind === 'fate' && directionOf(change) !== 'other',
  );
  const ids = new Map<string, string>();
  const node = (names: readonly string[]): string => {
    const key = JSON.stringify(names);
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = `n${String(ids.size)}`;
    ids.set(key, id);
    return `${id}["${boxText(names)}"]`;
  };
  const lines = new Set<string>();
  let left = 0;
  for (const change of hits) {
    const arrows = arrowsOf(change);
    if (lines.size + arrows.length > mostArrows) left += 1;
    else for (const { from, text, to } of arrows) lines.add(`  ${node(from)} ${text} ${node(to)}`);
  }
  if (lines.size === 0) return [];
  const more = left === 0 ? [] : [`${String(left)} more ${left === 1 ? 'change is' : 'changes are'} not drawn.`, ''];
  return ['```mermaid', 'flowchart LR', ...lines, '```', '', ...more];
}

interface Arrow {
  readonly from: readonly string[];
  readonly text: string;
  readonly to: readonly string[];
}

function arrowsOf(change: FateChange): Arrow[] {
  const byKind = new Map<string, string[]>();
  for (const { name, kind } of change.events) append(byKind, kind, name);
  const isWorse = directionOf(change) === 'worse';
  return [...byKind].flatMap(([kind, names]) => {
    const said = `${kind}: ${isWorse ? change.to : `no longer ${change.from}`}`;
    const text = isWorse ? `-- ${said} -->` : `-. ${said} .->`;
    return boxes(names).flatMap((from) => boxes(change.entities).map((to) => ({ from, text, to })));
  });
}

const boxes = (names: readonly string[]): readonly (readonly string[])[] =>
  names.length > mostApart ? [names] : names.map((name) => [name]);

function boxText(names: readonly string[]): string {
  const [only] = names;
  if (names.length === 1 && only !== undefined) return label(only);
  const more = names.length > mostNamed ? ' …' : '';
  return `${String(names.length)}: ${names.slice(0, mostNamed).map(label).join(', ')}${more}`;
}

/** Mermaid reads entities in labels; everything that could end one, or the fence, becomes one. */
const label = (name: string): string =>
  clipped(name, mostCharacters).replace(/[^\p{L}\p{N} .,:_…[\]-]/gu, (sign) => `#${String(sign.codePointAt(0))};`);

/** Returns a text cut to a length, between characters, never within one. */
export function clipped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/\p{Surrogate}$/u, '')}…`;
}
