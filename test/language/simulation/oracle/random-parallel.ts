/**
 * The inner states of a random machine: one after another, or in two parts that are active together, and histories of
 * these.
 */
import fc from 'fast-check';
import { type Has, some, state, transitions, where } from './random-pieces.ts';

/** Returns a state with inner states, as far as the model has them. */
export function outerState(has: Has, name: string): fc.Arbitrary<string> {
  if (has('parallel')) return parallel(has, name);
  return state(has, name, has('nested') ? inner(has, 'H') : some(''));
}

const history = (has: Has, name: string, target: string, kinds: readonly string[]): fc.Arbitrary<string> =>
  has('histories') ? some(...kinds).map((kind) => `${kind} ${name} -> ${target}`) : some('');

const kinds = ['history', 'deep history', 'persistent history', 'persistent deep history'];

/** Two states after one another, and a final one. */
function inner(has: Has, remembered: string): fc.Arbitrary<string> {
  return fc
    .tuple(state(has, 'C'), state(has, 'D'), history(has, remembered, 'D', kinds))
    .map(([c, d, back]) =>
      [
        `initial ${c}\n${d}`,
        ...where(has('final'), 'final state E { leave { count := 1 } }'),
        ...where(back !== '', back),
      ].join('\n'),
    );
}

/** Two parts: one like the inner states of others, one small. */
function parallel(has: Has, name: string): fc.Arbitrary<string> {
  return fc
    .record({
      first: inner(has, 'H'),
      second: fc.tuple(transitions(has, 2), transitions(has, 1)),
      ofParts: fc.tuple(transitions(has, 1), transitions(has, 1)),
      ofBoth: transitions(has, 2),
      isTogether: fc.boolean(),
      enter: some('', 'enter { count := (count + 1) % 3 }', 'enter { flag := true }'),
      leave: some('', 'leave { flag := false }', 'leave { count := 0 }'),
      back: history(has, 'J', 'D', ['deep history', 'persistent deep history']),
    })
    .map(({ first, second: [g, k], ofParts: [ofFirst, ofSecond], ofBoth, isTogether, enter, leave, back }) => {
      const end = has('final') ? 'on Tick -> L' : '';
      // Both parts take the same event, and come to their ends by it.
      const both = isTogether
        ? first
            .replace('state C {', 'state C {\non Tick -> D')
            .replace('state D {', `state D {\n${has('final') ? 'on Tick -> E' : 'on Tick -> C'}`)
        : first;
      return [
        `parallel state ${name} {\n${enter}\n${leave}\n${ofBoth}`,
        `state X {\n${both}\n${ofFirst}\n}`,
        `state Y {\ninitial state G { ${isTogether ? 'on Tick -> K\n' : ''}${g} }\nstate K { ${end}\n${k}\n${leave} }`,
        ...where(has('final'), 'final state L'),
        `${ofSecond}\n}\n${back}\n}`,
      ].join('\n');
    });
}
