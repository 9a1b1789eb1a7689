/**
 * Random machines: a state is unreachable if and only if a naive walk over what can be entered never reaches it; a
 * machine without a single initial state at each level is not judged.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../properties.ts';
import { findingsOf } from './fixtures.ts';

interface Draft {
  /** The state around each state, by index; lower than its own; -1 for the machine. */
  readonly parents: readonly number[];
  readonly edges: readonly (readonly [from: number, to: number])[];
}

const drafts: fc.Arbitrary<Draft> = fc.integer({ min: 2, max: 8 }).chain((count) =>
  fc.record({
    parents: fc.tuple(...Array.from({ length: count }, (_, index) => fc.integer({ min: -1, max: index - 1 }))),
    edges: fc.array(fc.tuple(fc.nat({ max: count - 1 }), fc.nat({ max: count - 1 })), { maxLength: 2 * count }),
  }),
);

/** The first state of each level is initial. */
function write({ parents, edges }: Draft): string {
  const stateText = (index: number): string => {
    const initial = parents.indexOf(parents[index] ?? -1) === index ? 'initial ' : '';
    const own = edges.flatMap(([from, to], edge) => (from === index ? [`on E${edge} -> S${to}`] : []));
    const inner = parents.flatMap((parent, child) => (parent === index ? [stateText(child)] : []));
    return `${initial}state S${index} { ${[...own, ...inner].join('  ')} }`;
  };
  const events = edges.map((_, edge) => `event E${edge}`);
  const states = parents.flatMap((parent, index) => (parent === -1 ? [stateText(index)] : []));
  return `${events.join('\n')}\nmachine M for pd {\n${states.join('\n')}\n}\npd p runs M`;
}

/** All states that are entered, found by doing everything again until nothing changes. */
function entered({ parents, edges }: Draft): Set<number> {
  const found = new Set<number>();
  const enter = (state: number): void => {
    for (let at = state; at >= 0; at = parents[at] ?? -1) found.add(at);
  };
  for (let size = -1; size !== found.size;) {
    size = found.size;
    enter(0);
    for (const [from, to] of edges) if (found.has(from)) enter(to);
    for (const state of [...found]) {
      const inner = parents.flatMap((parent, child) => (parent === state ? [child] : []));
      // Entering a state enters its initial one, unless it is entered for an inner one; then that is found already.
      if (inner.length > 0 && (state === 0 || isEnteredItself(state, { parents, edges }, found)))
        enter(inner[0] ?? state);
    }
  }
  return found;
}

/** Whether a state is entered by itself: as a target, as the initial one of what is, or with the machine. */
function isEnteredItself(state: number, draft: Draft, found: ReadonlySet<number>): boolean {
  const { parents, edges } = draft;
  if (edges.some(([from, to]) => to === state && found.has(from))) return true;
  const parent = parents[state] ?? -1;
  if (parents.indexOf(parent) !== state) return false;
  return parent === -1 || isEnteredItself(parent, draft, found);
}

/** The states that are told, with all in them and all that transitions of these lead to, and so on. */
function explainedBy(told: readonly number[], { parents, edges }: Draft): ReadonlySet<number> {
  const explained = new Set(told);
  for (const state of explained) {
    for (const [child, parent] of parents.entries()) if (parent === state) explained.add(child);
    for (const [from, to] of edges) {
      if (from !== state) continue;
      for (let at = to; at >= 0; at = parents[at] ?? -1) explained.add(at);
    }
  }
  return explained;
}

describe('the states of a random machine', () => {
  it('are unreachable if a naive walk never enters them, and reported unless a reported one explains them', async () => {
    await fc.assert(
      fc.asyncProperty(drafts, async (draft) => {
        const found = entered(draft);
        const text = write(draft);
        const told = (await findingsOf(text))
          .filter(({ code }) => code === 'state/unreachable')
          .map(({ message }) => Number(/"S(\d+)"/.exec(message)?.[1]));
        for (const state of told) assert.ok(!found.has(state), `S${state} can be entered:\n${text}`);
        assert.equal(told.length > 0, found.size < draft.parents.length, text);
        const explained = explainedBy(told, draft);
        for (const state of draft.parents.keys()) {
          assert.ok(found.has(state) || explained.has(state), `S${state} is not told:\n${text}`);
        }
      }),
      { numRuns: runs(40, 4000) },
    );
  });
});
