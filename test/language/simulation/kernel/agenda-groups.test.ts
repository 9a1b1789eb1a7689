/** Long agendas, changed in place: the same as lists that are copied for each change, and others keep what they hold. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  addAt,
  armedGroup,
  arrivalGroup,
  groupEntries,
  firstAfter,
  messageGroup,
  namingGroup,
  removeEntry,
  shareAgenda,
} from '../../../../language/src/simulation/kernel/agenda-groups.ts';
import type { Due, Entry } from '../../../../language/src/simulation/kernel/run.ts';
import { runs } from '../../../properties.ts';
import { within } from '../../../within.ts';
import { assertPasses } from '../run-scenarios.ts';

const message = { event: 'E', arguments: [], place: undefined, number: 0 };
const dues: readonly Due[] = [
  ...[-1, 0, 1].map((from): Due => ({
    kind: 'message',
    message: { ...message, from: from < 0 ? undefined : from, to: 1 },
    isOrdered: true,
  })),
  { kind: 'timer', entity: 0, transition: 0 },
  { kind: 'timer', entity: 1, transition: 2 },
  { kind: 'delayed', entity: 0, message: { ...message, from: 0, to: 1 } },
  { kind: 'lease', entity: 0, work: { kind: 'arrival', to: 1, life: 1 } },
  { kind: 'deletion', entity: 1, life: 1 },
  { kind: 'message', message: { ...message, from: 1, to: 0, arguments: [{ kind: 'entity', id: 1 }] }, isOrdered: true },
  { kind: 'delayed', entity: 1, message: { ...message, arguments: [1, { kind: 'entity', id: 0 }], from: 1, to: 1 } },
];
const groups: readonly (readonly [key: number, of: readonly Due[]])[] = [
  ...[-1, 0, 1].map((from, index) => [messageGroup(from, 1), dues.slice(index, index + 1)] as const),
  [armedGroup('timer', 0), dues.slice(3, 4)],
  [armedGroup('timer', 1), dues.slice(4, 5)],
  [armedGroup('delayed', 0), dues.slice(5, 6)],
  [arrivalGroup, dues.slice(6, 7)],
  [messageGroup(1, 0), dues.slice(8, 9)],
  [armedGroup('delayed', 1), dues.slice(9, 10)],
  [namingGroup, dues.slice(8, 10)],
];

/** Adds an entry at a time, removes one, or lets others hold the agenda. */
const change = fc.record({ how: fc.constantFrom('add', 'add', 'add', 'remove', 'remove', 'share'), at: fc.nat(9), which: fc.nat() }); // oxfmt-ignore

describe('a long agenda', () => {
  it('is as a list that is copied for each change, and stays as it is for others', () => {
    let inPlace = 0;
    fc.assert(
      fc.property(fc.array(change, { minLength: 150, maxLength: 250 }), (changes) => {
        const state: { agenda: readonly Entry[] } = { agenda: Array.from({ length: 60 }, (_, at) => entryAt(at, at)) };
        let naive: readonly Entry[] = state.agenda;
        const held: (readonly [agenda: readonly Entry[], copy: readonly Entry[]])[] = [];
        for (const [order, { how, at, which }] of changes.entries()) {
          const before = state.agenda;
          if (how === 'share') {
            shareAgenda(state);
            held.push([state.agenda, naive]);
          } else if (how === 'add') {
            const entry = entryAt(at * 7, which, order);
            const place = naive.findIndex((each) => each.at > entry.at);
            naive = naive.toSpliced(place < 0 ? naive.length : place, 0, entry);
            addAt(state, firstAfter(state.agenda, entry.at), entry);
          } else {
            const entry = naive[which % naive.length];
            assert.ok(entry);
            naive = naive.filter((each) => each !== entry);
            removeEntry(state, entry);
          }
          if (how !== 'share' && state.agenda === before) inPlace += 1;
        }
        assert.deepEqual(state.agenda, naive);
        for (const [key, of] of groups)
          assert.deepEqual(groupEntries(state, key), naive.filter(({ due }) => of.includes(due))); // oxfmt-ignore
        for (const [agenda, copy] of held) assert.deepEqual(agenda, copy);
      }),
      { numRuns: runs(40, 2000) },
    );
    assert.ok(inPlace > 500, String(inPlace));
  });
});

describe('a long agenda of a model with leases', () => {
  it('takes time in proportion to its length', async () => {
    const count = 12_000;
    await within(3, () =>
      assertPasses(`event Ping(x: int)
channel net { delay: 100ms }
collector lease { duration: 20s  period: 6s  sweep: 1s }
machine Sender for pd {
  param other: pd
  initial state A { enter { for k in 1..${count} { send Ping(k) to other after k * 1ms } } }
}
machine Receiver for pd { var taken: int = 0  initial state A { on Ping(x) do { taken := taken + 1 } } }
node x { object q  pd p runs Sender { other: y.r } }
node y { pd main { refers x.q }  pd r runs Receiver }
scenario "each arrives" { run ${count}ms  run 1s  expect y.r.taken == ${count} }`),
    );
  });
});

function entryAt(at: number, which: number, order = 0): Entry {
  const due = dues[which % dues.length];
  assert.ok(due);
  return { at, order, due };
}
