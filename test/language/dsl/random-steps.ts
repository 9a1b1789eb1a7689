/** Random steps of every kind, as nodes. */
import fc from 'fast-check';
import { additive, anyText, expression, nameReference, path, range, stepPath, verb } from './random-expressions.ts';
import { localName, name, type Node, reference } from './random-names.ts';
import { maybe, node, some } from './random-nodes.ts';

/** The part of a relation after its subject, as properties. */
export const relationTail = (depth: number) => ({
  kind: verb,
  targets: some(node('RelationTarget', { entity: path(depth), as: maybe(name) })),
  notify: maybe(reference),
});

/** A block of steps. */
export const block = (depth: number): fc.Arbitrary<Node> => node('Block', { steps: steps(depth) });

/** Consecutive steps. `at t` alone would absorb the step after it, so it comes last. */
export function steps(depth: number): fc.Arbitrary<Node[]> {
  const alone = node('At', { time: additive(depth, 'open') });
  return fc
    .tuple(fc.array(step(depth), { maxLength: 4 }), fc.option(alone, { nil: undefined, freq: 9 }))
    .map(([all, last]) => (last === undefined ? all : [...all, last]));
}

const made = new Map<number, fc.Arbitrary<Node>>();

/** Any step. */
export function step(depth: number): fc.Arbitrary<Node> {
  let arbitrary = made.get(depth);
  if (arbitrary === undefined) made.set(depth, (arbitrary = makeStep(depth)));
  return arbitrary;
}

function makeStep(depth: number): fc.Arbitrary<Node> {
  const value = expression(depth, 'open');
  const target = additive(depth, 'open');
  const targets = some(additive(depth, 'listed'));
  const policy = maybe(nameReference);
  const link = { subject: additive(depth, 'closed'), ...relationTail(depth) };
  const simple = [
    node('Assignment', { target: stepPath(depth), value }),
    node('SetStep', { target: path(depth), value }),
    node('Send', {
      event: reference,
      arguments: fc.array(expression(depth, 'listed'), { maxLength: 2 }),
      to: target,
      delay: maybe(target),
    }),
    node('Cancel', { event: reference }),
    node('Raise', { event: reference, arguments: fc.array(expression(depth, 'listed'), { maxLength: 2 }) }),
    node('Log', { text: value }),
    node('Report', { text: value }),
    ...['Create', 'Remove', 'Halt', 'Restart'].map((type) => node(type, { targets })),
    ...['Destroy', 'Crash'].map((type) => node(type, { targets, policy })),
    node('Delete', { targets, mode: maybe(fc.constantFrom('background', 'foreground', 'orphan')), policy }),
    node('Link', link),
    node('Unlink', link),
    node('Move', { subject: additive(depth, 'closed'), to: target }),
    node('Collect', { moment: maybe(fc.constantFrom('before', 'after')), policy }),
    node('Expect', { expectation: expectation(depth) }),
    node('Run', { duration: target }),
    node('Within', { duration: target, step: node('Expect', { expectation: expectation(depth) }) }),
  ];
  if (depth <= 0) return fc.oneof(...simple);
  const inner = block(depth - 1);
  const ifStep = node('IfStep', { condition: value, then: inner });
  return fc.oneof(
    ...simple,
    ifStep,
    node('IfStep', { condition: value, then: inner, else: inner }),
    node('IfStep', { condition: value, then: inner, elseIf: ifStep }),
    node('ForStep', {
      variables: some(node('LoopVariable', { variable: localName, set: range(depth, 'listed') })),
      block: inner,
    }),
    node('At', { time: target, step: step(depth - 1) }),
  );
}

function expectation(depth: number): fc.Arbitrary<Node> {
  const layer = node('ListLiteral', { items: fc.array(range(depth, 'listed'), { maxLength: 3 }) });
  const conditions = fc
    .tuple(fc.array(expression(depth, 'listed'), { maxLength: 2 }), expression(depth, 'open'))
    .map(([others, last]) => [...others, last]);
  return fc.oneof(
    { weight: 4, arbitrary: node('ConditionExpectation', { conditions }) },
    node('OnlyExpectation', { conditions }),
    node('OrderExpectation', { layers: some(layer) }),
    node('LogExpectation', { lines: some(anyText) }),
  );
}
