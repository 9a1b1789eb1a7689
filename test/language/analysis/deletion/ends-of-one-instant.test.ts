/** Ends of one instant: what ends depends neither on the order of declarations nor on relations of something else. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { startOf } from '../../../../language/src/analysis/deletion/at-start.ts';
import { runs, tried } from '../../../properties.ts';
import { makeModel, type EntityLiteral, type RelationLiteral } from '../../build-model.ts';

const count = 7;

const drawn = fc.record({
  entities: fc.array(
    fc.record({
      kind: fc.constantFrom('object', 'object', 'object', 'pd'),
      doomed: fc.boolean(),
      isHeld: fc.nat(3).map((one) => one === 0),
      mode: fc.constantFrom('background', 'background', 'foreground', 'orphan'),
    }),
    { minLength: count, maxLength: count },
  ),
  ties: fc.array(
    fc.record({
      kind: fc.constantFrom('owns', 'owns', 'dies with', 'stops with', 'waits for'),
      source: fc.nat(count - 1),
      target: fc.nat(count - 1),
    }),
    { minLength: 2, maxLength: 9 },
  ),
  isWaiting: fc.boolean(),
});

interface Declared {
  readonly entities: readonly EntityLiteral[];
  readonly relations: readonly RelationLiteral[];
}

const cases: fc.Arbitrary<Declared> = drawn.map(({ entities, ties, isWaiting }) => ({
  entities: entities.map(({ kind, doomed, isHeld, mode }, id) => {
    const words = [...(mode === 'background' ? [] : [mode === 'orphan' ? mode : 'foregroundDeletion']), ...(isHeld ? ['f'] : [])]; // oxfmt-ignore
    const items = words.map((word) => ({ kind: 'text' as const, parts: [word] }));
    const settings = [{ name: 'finalizers', value: { kind: 'list' as const, items } }];
    return { kind, name: `e${id}`, doomed, ...(kind === 'object' ? { settings } : {}) };
  }),
  relations: ties.filter(({ kind, source, target }, place) => {
    if (kind === 'waits for') return isWaiting && source !== target;
    const areObjects = entities[source]?.kind === 'object' && entities[target]?.kind === 'object';
    // A cycle of ownership is broken where it is closed, which depends on where it begins.
    if (kind === 'owns') return areObjects && source < target;
    // What is deleted in two modes at once is deleted in the first of them.
    const isOther = ties.slice(0, place).some((each) => each.kind === kind && each.source === source);
    return source !== target && (kind === 'dies with' || !(isOther || entities[source]?.doomed === true));
  }),
}));

/** Returns what has ended at the start and what is ending, by name. */
function outcome({ entities, relations }: Declared): readonly string[] {
  const { model, ending, ended } = startOf(makeModel(entities, relations).model);
  const nameOf = (id: number): string => model.entities[id]?.name ?? '';
  return [
    ...[...ended].map((id) => `${nameOf(id)} ended`),
    ...[...ending.modes].map(([id, mode]) => `${nameOf(id)} ${mode}`),
  ].sort();
}

function reversed({ entities, relations }: Declared): Declared {
  const place = (id: number): number => entities.length - 1 - id;
  return {
    entities: entities.toReversed(),
    relations: relations
      .toReversed()
      .map((each) => ({ ...each, source: place(each.source), target: place(each.target) })),
  };
}

const withOthers = ({ entities, relations }: Declared): Declared => ({
  entities: [...entities, { kind: 'pd', name: 'a' }, { kind: 'pd', name: 'b' }],
  relations: [...relations, { kind: 'waits for', source: entities.length + 1, target: entities.length }],
});

describe('what ends in one instant', () => {
  it('is the same in any order of declarations, and whatever else waits', () => {
    let some = 0;
    fc.assert(
      fc.property(cases, (declared) => {
        const found = outcome(declared);
        assert.deepEqual(outcome(reversed(declared)), found);
        assert.deepEqual(outcome(withOthers(declared)), found);
        some += found.some((each) => each.endsWith('ended')) && found.some((each) => each.endsWith('destroy')) ? 1 : 0;
      }),
      { numRuns: runs(500, 20_000) },
    );
    assert.ok(some > 5, String(some));
    tried('models of which something has ended, and something destroyed has not', some);
  });
});
