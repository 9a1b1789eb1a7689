/** Runs in which something never comes, found by asking who reaches whom. */
import type { Expression } from '../../../../language/src/model/expression.ts';
import type { Property } from '../../../../language/src/model/scenario.ts';
import type { Move } from './moves.ts';
import type { World } from './world.ts';

/** One state, and the ways on from it. */
export interface Node {
  readonly world: World;
  readonly depth: number;
  isCut: boolean;
  /** What may happen where the plain steps are not done. */
  readonly plain: readonly Move[] | undefined;
  readonly ways: { readonly to: string; readonly owed: string | undefined }[];
}

type Holds = (condition: Expression, node: Node) => boolean;

/** Returns a run that breaks a property of whole runs, by the steps to where it stays. */
export function neverComes(
  nodes: ReadonlyMap<string, Node>,
  { kind, condition, goal }: Property,
  holds: Holds,
): string[] {
  if (kind !== 'eventually' && kind !== 'leads to') return [];
  const open = new Set([...nodes].filter(([, node]) => !holds(goal ?? condition, node)).map(([text]) => text));
  const onward = (text: string): readonly string[] =>
    (nodes.get(text)?.ways ?? []).map(({ to }) => to).filter((to) => open.has(to));
  const starts = [...nodes].filter(([, { depth }]) => depth === 0).map(([text]) => text);
  const begins = (text: string): boolean => {
    const node = nodes.get(text);
    if (node === undefined || !open.has(text)) return false;
    return kind === 'eventually' ? starts.includes(text) : holds(condition, node);
  };
  const known = new Map<string, ReadonlySet<string>>();
  const reachedFrom = (text: string): ReadonlySet<string> => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const reached = new Set<string>();
    const more = [...onward(text)];
    for (const next of more) {
      if (reached.has(next)) continue;
      reached.add(next);
      more.push(...onward(next));
    }
    known.set(text, reached);
    return reached;
  };
  const staysFrom = (text: string): boolean => {
    const node = nodes.get(text);
    if (node === undefined || node.isCut) return false;
    if (node.ways.every(({ owed }) => owed === undefined)) return true;
    const around = [...reachedFrom(text)].filter((other) => reachedFrom(other).has(text));
    if (!around.includes(text) || around.some((other) => nodes.get(other)?.isCut)) return false;
    const owed = new Set(node.ways.flatMap((way) => way.owed ?? []));
    return [...owed].every((each) =>
      around.some((other) => {
        const ways = (nodes.get(other)?.ways ?? []).filter((way) => way.owed === each);
        return ways.length === 0 || ways.some((way) => around.includes(way.to));
      }),
    );
  };
  // Breadth first over pairs: where the run is, and whether it waits already.
  const seen = new Set<string>();
  const isNew = ({ text, waits }: { readonly text: string; readonly waits: boolean }): boolean => {
    const mark = `${waits ? 'waits' : 'goes'} ${text}`;
    return !seen.has(mark) && seen.add(mark).size > 0;
  };
  const arriveAt = (text: string): { text: string; waits: boolean }[] =>
    (begins(text) ? [true, false] : [false]).map((waits) => ({ text, waits }));
  let level = starts.flatMap(arriveAt).filter(isNew);
  for (let depth = 0; level.length > 0; depth++) {
    if (level.some(({ text, waits }) => waits && staysFrom(text))) return [`${kind} ${depth}`];
    level = level
      .flatMap(({ text, waits }) =>
        waits
          ? onward(text).map((to) => ({ text: to, waits }))
          : (nodes.get(text)?.ways ?? []).flatMap(({ to }) => arriveAt(to)),
      )
      .filter(isNew);
  }
  return [];
}
