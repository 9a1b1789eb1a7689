/** Random models in which something is ending at the start, and what a crash of one does in a naive closure. */
import fc from 'fast-check';
import type { Model } from '../../../../language/src/model/model.ts';
import type { Policy } from '../../../../language/src/model/policy.ts';
import type { EntityLiteral, RelationLiteral } from '../../build-model.ts';
import { legalModel } from '../../../server/answers/random-question.ts';
import { naiveCrash } from '../crash/naive-crash.ts';
import { parts } from '../random-model.ts';
import { naiveLoss, type NaiveState } from './naive-release.ts';

const someFinalizer = {
  name: 'finalizers',
  value: { kind: 'list' as const, items: [{ kind: 'text' as const, parts: ['f'] }] },
};

const ending = fc.record({
  isDoomed: fc.array(fc.boolean(), { minLength: 22, maxLength: 22 }),
  isHeld: fc.array(fc.nat(9).map((one) => one === 0), { minLength: 22, maxLength: 22 }), // oxfmt-ignore
  modes: fc.array(fc.constantFrom('background', 'foreground', 'orphan'), { minLength: 22, maxLength: 22 }),
  hasWaits: fc.boolean(),
  objects: fc.array(fc.constant<EntityLiteral>({ kind: 'object' }), { minLength: 2, maxLength: 4 }),
  ties: fc.array(
    fc.record({ kind: fc.constantFrom('owns', 'waits for', 'waits for', 'dies with', 'stops with'), source: fc.nat(99), target: fc.nat(99) }), // oxfmt-ignore
    { maxLength: 12 },
  ),
});

/** Random models in which about half of all is doomed. */
const mixed: fc.Arbitrary<Model> = fc.tuple(parts, ending).map(([drawn, more]) => {
  const all = [...drawn.entities, ...more.objects];
  const entities = all.map((entity, id): EntityLiteral => {
    const settings = [
      { name: 'deletion', value: { kind: 'symbol' as const, name: more.modes[id] ?? 'background' } },
      ...(more.isHeld[id] === true ? [someFinalizer] : []),
    ];
    return { ...entity, ...(more.isDoomed[id] === true ? { doomed: true } : {}), ...(entity.kind === 'object' ? { settings } : {}) }; // oxfmt-ignore
  });
  const objects = [...entities.keys()].filter((id) => entities[id]?.kind === 'object');
  const ties = more.ties.flatMap(({ kind, source, target }): RelationLiteral[] => {
    const from = kind === 'owns' ? objects : [...entities.keys()];
    const [first, second] = [from[source % from.length], from[target % from.length]];
    return first === undefined || second === undefined ? [] : [{ kind, source: first, target: second }]; // oxfmt-ignore
  });
  // Cycles of ownership are judged elsewhere, with the order in which an owner in the foreground lets go.
  const relations = [...ties, ...drawn.relations].filter(({ kind, source, target }) =>
    kind === 'owns' ? source < target : more.hasWaits || kind !== 'waits for',
  );
  return legalModel({ entities, relations }, []).model;
});

/** Two doomed objects and a doomed PD that wait for four PDs, which need them, or die with them. */
const waiting: fc.Arbitrary<Model> = fc
  .record({
    waits: fc.array(fc.tuple(fc.constantFrom(4, 5, 6), fc.nat(6)), { minLength: 2, maxLength: 7 }),
    needs: fc.array(fc.tuple(fc.nat(3), fc.constantFrom(4, 5, 6)), { maxLength: 2 }),
    dies: fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 2 }),
  })
  .map(({ waits, needs, dies }) => {
    const pairs = (kind: 'waits for' | 'needs' | 'dies with', list: readonly (readonly [number, number])[]): RelationLiteral[] =>
      list.map(([source, target]) => ({ kind, source, target })); // oxfmt-ignore
    const entities = Array.from({ length: 7 }, (_, id): EntityLiteral => ({
      ...{ kind: id === 4 || id === 5 ? 'object' : 'pd', doomed: id > 3 },
    }));
    const relations = [...pairs('waits for', waits), ...pairs('needs', needs), ...pairs('dies with', dies)];
    return legalModel({ entities, relations }, []).model;
  });

/** Three objects that end with two doomed ones or with each other, and wait for four PDs, as do the doomed ones. */
const taking: fc.Arbitrary<Model> = fc
  .record({
    first: fc.nat(1),
    waits: fc.array(fc.tuple(fc.constantFrom(4, 5), fc.nat(5)), { maxLength: 2 }),
    ends: fc.array(
      fc.tuple(fc.constantFrom('dies with', 'dies with', 'stops with'), fc.nat(2), fc.constantFrom(4, 4, 5, 6, 7)),
      { minLength: 2, maxLength: 4 },
    ),
    more: fc.array(fc.tuple(fc.nat(2), fc.constantFrom(0, 1, 2, 3, 6, 7, 8)), { minLength: 1, maxLength: 3 }),
    isHeld: fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
  })
  .map(({ first, waits, ends, more, isHeld }) => {
    const entities = Array.from({ length: 9 }, (_, id): EntityLiteral => ({
      ...{ kind: id < 4 ? 'pd' : 'object', doomed: id === 4 || id === 5 },
      ...(id > 5 && isHeld[id] === true ? { settings: [someFinalizer] } : {}),
    }));
    const relations: RelationLiteral[] = [
      ...[[4, first] as const, ...waits].map(([source, target]) => ({ kind: 'waits for' as const, source, target })),
      ...ends.map(([kind, source, target]) => ({ kind, source: source + 6, target })),
      ...more.map(([source, target]) => ({ kind: 'waits for' as const, source: source + 6, target })),
    ];
    return legalModel({ entities, relations }, []).model;
  });

/** All of these. */
export const endingModels = fc.oneof({ weight: 2, arbitrary: mixed }, { weight: 2, arbitrary: waiting }, taking);

/** Returns numbers in ascending order. */
export const sorted = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b);

/** Returns the model without what is gone at the start, and without the ownership that is cut. */
export function atStart({ model, alive, cut }: NaiveState): Model {
  return {
    ...model,
    entities: model.entities.map((each) => ({ ...each, absent: !alive.has(each.id), doomed: false })),
    relations: model.relations.filter(({ id }) => !cut.has(id)),
  };
}

/** Returns what a crash destroys, together with what it releases, and what of that is held up. */
export function crashNaively(before: NaiveState, crashed: readonly number[], policy: Policy) {
  const { model } = before;
  const rest = atStart(before);
  const own = naiveCrash(rest, crashed, policy);
  const isGone = new Set(own.destroyed);
  const byCrash = model.entities.flatMap(({ id, name }) => (isGone.has(name) ? [id] : []));
  const after = naiveLoss(before, byCrash);
  const destroyed = model.entities.map(({ id }) => id).filter((id) => before.alive.has(id) && !after.alive.has(id));
  const whole = naiveCrash(rest, crashed, policy, destroyed);
  const held = [...after.sentenced.keys()].filter((id) => after.alive.has(id) && !before.sentenced.has(id));
  return { destroyed, released: destroyed.length - byCrash.length, held: sorted(held), whole };
}
