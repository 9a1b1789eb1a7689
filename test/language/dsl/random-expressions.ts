/**
 * Random expressions of every kind, as nodes. An expression that extends as far as possible (`if`, `all`, a list after
 * `notified of`) is made only where the text after it cannot be read as part of it.
 */
import fc from 'fast-check';
import { relationKinds } from '../../../language/src/model/relation.ts';
import { predicates } from '../../../language/src/model/machines/expression.ts';
import { localName, name, type Node, number, quantity, rawText, reference, text } from './random-names.ts';
import { maybe, node } from './random-nodes.ts';

/**
 * The legal ends of an expression: `open` one that extends as far as possible, `listed` the same before a comma,
 * `closed` none of these.
 */
export type End = 'open' | 'listed' | 'closed';
type Make = (depth: number, end: End) => fc.Arbitrary<Node>;

/** Caches the arbitraries that a function makes, which are the same for the same arguments. */
function kept(make: Make): Make {
  const made = new Map<string, fc.Arbitrary<Node>>();
  return (depth, end) => {
    const key = `${depth} ${end}`;
    let arbitrary = made.get(key);
    if (arbitrary === undefined) made.set(key, (arbitrary = make(depth, end)));
    return arbitrary;
  };
}

/** The verb as the parser reads it, with its words joined. */
export const verb = fc.constantFrom(...relationKinds).map((kind) => kind.replaceAll(' ', ''));

export const nameReference = reference.map((target): Node => ({ $type: 'NameReference', target, arguments: [] }));
const selfLiteral = fc.constant<Node>({ $type: 'SelfLiteral', value: 'self' });

type Suffix = (receiver: Node) => Node;

function pathFrom(start: fc.Arbitrary<Node>, depth: number, hasAllNested: boolean): fc.Arbitrary<Node> {
  const member = reference.map((each): Suffix => (receiver) => ({ $type: 'MemberAccess', receiver, member: each }));
  const everything = fc.constant<Suffix>((receiver) => ({ $type: 'Selection', receiver, everything: true }));
  const nested = fc.constant<Suffix>((receiver) => ({ $type: 'AllNested', receiver }));
  const selected = (depth > 0 ? range(depth - 1, 'open') : literal).map((selector): Suffix => (receiver) => ({
    $type: 'Selection',
    receiver,
    selector,
  }));
  const suffix = fc.oneof(member, everything, selected, ...(hasAllNested ? [nested] : []));
  return fc
    .tuple(start, fc.array(suffix, { maxLength: 2 }))
    .map(([first, suffixes]) => suffixes.reduce((receiver, add) => add(receiver), first));
}

/** A path that names entities. */
export const path = (depth: number): fc.Arbitrary<Node> => pathFrom(fc.oneof(nameReference, selfLiteral), depth, true);
/** The subject of a relation at file level. */
export const subjectPath = (depth: number): fc.Arbitrary<Node> => pathFrom(nameReference, depth, true);
/** The target of `:=`. */
export const stepPath = (depth: number): fc.Arbitrary<Node> =>
  pathFrom(fc.oneof({ weight: 5, arbitrary: nameReference }, { weight: 1, arbitrary: selfLiteral }), depth, false);

const textLiteral = text.map((value): Node => ({ $type: 'TextLiteral', value }));
const inText = fc.oneof(
  nameReference,
  selfLiteral,
  node('Test', { subject: nameReference, predicate: fc.constantFrom(...predicates) }),
  node('Quantified', {
    quantifier: fc.constantFrom('all', 'any', 'count', '{'),
    variable: localName,
    set: nameReference,
    body: nameReference,
  }),
);
const template = fc
  .tuple(fc.array(fc.tuple(rawText, inText), { minLength: 1, maxLength: 3 }), rawText)
  .map(([values, last]): Node => {
    const literals = values.map(([literal]) => literal);
    return {
      $type: 'Template',
      start: `"${literals[0] ?? ''}\${`,
      middle: literals.slice(1).map((literal) => `}${literal}\${`),
      parts: values.map(([, value]) => value),
      end: `}${last}"`,
    };
  });

/** A text with or without values in it. */
export const anyText = fc.oneof(textLiteral, template);

const literal: fc.Arbitrary<Node> = fc.oneof(
  node('NumberLiteral', { value: number }),
  node('QuantityLiteral', { value: quantity }),
  node('BooleanLiteral', { value: fc.constantFrom('true', 'false') }),
  fc.constantFrom<Node>({ $type: 'NoneLiteral', value: 'none' }, { $type: 'NowLiteral', value: 'now' }),
  anyText,
);

const operand: Make = kept((depth, end) => {
  if (depth <= 0) return fc.oneof(nameReference, literal, selfLiteral);
  const values = fc.array(expression(depth - 1, 'listed'), { maxLength: 2 });
  const call = node('NameReference', { target: reference, isCall: fc.constant(true), arguments: values });
  const closed = [
    literal,
    nameReference,
    pathFrom(fc.oneof(nameReference, selfLiteral, call), depth - 1, true),
    node('ListLiteral', { items: fc.array(range(depth - 1, 'listed'), { maxLength: 3 }) }),
    node('Parenthesis', {
      inner: expression(depth - 1, 'listed'),
      others: fc.array(expression(depth - 1, 'listed'), { maxLength: 2 }),
    }),
    node('Quantified', {
      quantifier: fc.constant('{'),
      variable: localName,
      set: range(depth - 1, 'open'),
      body: expression(depth - 1, 'open'),
    }),
  ];
  if (end === 'closed') return fc.oneof(...closed);
  const conditional = node('Conditional', {
    condition: expression(depth - 1, 'open'),
    then: expression(depth - 1, 'open'),
    else: expression(depth - 1, end),
  });
  const quantified = node('Quantified', {
    quantifier: fc.constantFrom('all', 'any', 'count'),
    variable: localName,
    set: range(depth - 1, 'open'),
    body: expression(depth - 1, end),
  });
  return fc.oneof(...closed, conditional, quantified);
});

const unary: Make = kept((depth, end) =>
  depth <= 0 ? operand(depth, end) : fc.oneof(operand(depth, end), node('Minus', { operand: unary(depth - 1, end) })),
);

const binary = (operators: readonly string[], left: Make, right: Make): Make =>
  kept((depth, end) => {
    if (depth <= 0) return right(depth, end);
    const operator = fc.constantFrom(...operators);
    const both = node('Binary', { left: left(depth - 1, 'closed'), operator, right: right(depth - 1, end) });
    return fc.oneof({ weight: 2, arbitrary: right(depth, end) }, { weight: 1, arbitrary: both });
  });

const multiplicative: Make = binary(['*', '/', '%'], (depth, end) => multiplicative(depth, end), unary);

/** A target, a delay or a side of a comparison. */
export const additive: Make = binary(['+', '-'], (depth, end) => additive(depth, end), multiplicative);

/** A value, or a range between two. */
export const range: Make = kept((depth, end) => {
  const both = node('Range', { from: additive(depth - 1, 'closed'), to: additive(depth - 1, end) });
  return fc.oneof({ weight: 4, arbitrary: additive(depth, end) }, { weight: 1, arbitrary: both });
});

const comparison: Make = kept((depth, end) => {
  if (depth <= 0) return additive(depth, end);
  const subject = additive(depth - 1, 'closed');
  const other = additive(depth - 1, end);
  const operator = fc.constantFrom('==', '!=', '<', '<=', '>', '>=');
  const values = fc.array(expression(depth - 1, 'listed'), { maxLength: 2 });
  const message = fc.oneof(
    node('Message', { event: reference, arguments: fc.constant([]) }),
    node('Message', { event: reference, hasArguments: fc.constant(true), arguments: values }),
  );
  const notified = node('Notified', {
    subject,
    of: fc.array(additive(depth - 1, 'closed'), { minLength: 1, maxLength: 2 }),
  });
  return fc.oneof(
    { weight: 4, arbitrary: additive(depth, end) },
    node('Binary', { left: subject, operator, right: other }),
    node('InstanceOf', { item: subject, class: reference }),
    node('Membership', { item: subject, set: range(depth - 1, end) }),
    node('Related', { source: subject, kind: verb, entity: other }),
    node('Related', { source: subject, kind: verb, entity: additive(depth - 1, 'closed'), as: name }),
    node('Test', { subject, predicate: fc.constantFrom(...predicates) }),
    node('Before', { first: subject, second: other }),
    node('Received', { subject, count: maybe(number), messages: fc.tuple(message) }),
    node('Received', { subject, isList: fc.constant(true), messages: fc.array(message, { maxLength: 3 }) }),
    ...(end === 'open' ? [notified] : []),
  );
});

const not: Make = kept((depth, end) =>
  depth <= 0
    ? comparison(depth, end)
    : fc.oneof(comparison(depth, end), node('Negation', { operand: not(depth - 1, end) })),
);
const and: Make = binary(['and'], (depth, end) => and(depth, end), not);

/** Any expression. */
export const expression: Make = binary(['or'], (depth, end) => expression(depth, end), and);
