/** Random files: declarations of every kind, as nodes. */
import fc from 'fast-check';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import { relationKinds } from '../../../language/src/model/relation.ts';
import { entityKinds } from '../../../language/src/model/entity-kind.ts';
import { additive, anyText, expression, range, subjectPath } from './random-expressions.ts';
import { localName, name, type Node, number, reference, text } from './random-names.ts';
import { list, maybe, node, some } from './random-nodes.ts';
import { block, relationTail, step, steps } from './random-steps.ts';

const kind = fc.constantFrom(...entityKinds);
const depth = 2;

/** In a body a value that continues as far as it can would take the verb of the next relation for its own. */
const setting = node('Setting', { property: reference, value: range(depth, 'closed') });
const openSetting = node('Setting', { property: reference, value: range(depth, 'open') });

const member = (inner: number): fc.Arbitrary<Node> =>
  fc.oneof(
    ...(inner > 0 ? [entity(inner - 1)] : []),
    node('Relation', relationTail(depth)),
    setting,
    node('Data', { settings: list(fc.oneof(setting, openSetting)) }),
    node('EntityAction', { name, parameters: list(localName), block: block(1) }),
    node('Destructor', { block: block(1) }),
  );

const entity = (inner: number): fc.Arbitrary<Node> =>
  node('Entity', {
    modifiers: fc.array(fc.constantFrom('absent', 'root'), { maxLength: 2 }),
    kind,
    name,
    count: maybe(number),
    class: maybe(reference),
    type: maybe(name),
    machine: maybe(reference),
    members: list(member(inner)),
  });

const bound = fc.oneof(number, fc.integer({ min: -20, max: -1 }));
const simpleType = node('SimpleType', {
  name: fc.constantFrom('bool', 'int', 'number', 'duration', 'rate', 'text', ...entityKinds),
});
const flatType = fc.oneof(
  simpleType,
  node('RangeType', { from: bound, to: bound }),
  node('EnumType', { values: some(node('EnumValue', { name })) }),
);
const type: fc.Arbitrary<Node> = fc.oneof(
  flatType,
  node('SetType', { of: flatType }),
  node('MapType', { key: flatType, value: node('SetType', { of: flatType }) }),
);
const parameter = node('Parameter', { name, type: type, value: maybe(range(depth, 'closed')) });
const classDeclaration = node('Class', {
  name,
  for: maybe(kind),
  base: maybe(reference),
  type: maybe(name),
  machine: maybe(reference),
  members: list(fc.oneof(member(2), parameter)),
});

const event = node('Event', { name, parameters: list(node('EventParameter', { name, type })) });

/**
 * Puts an expression in parentheses if it ends in `… destroyed`: an `after` on the next line would be
 * taken for the second word of `destroyed after`.
 */
const sealed = (value: Node): Node =>
  endsInDestroyed(value) ? { $type: 'Parenthesis', inner: value, others: [] } : value;

function endsInDestroyed(value: Node): boolean {
  if (value.$type === 'Test') return value.predicate === 'destroyed';
  const last = ['right', 'operand', 'else', 'body', 'set', 'entity', 'second', 'to'].map((property) => value[property]);
  // What stands at the end of an expression is an expression.
  return last.some((end) => typeof end === 'object' && end !== null && '$type' in end && endsInDestroyed(end as Node));
}

const value = expression(depth, 'open').map(sealed);
const trigger = fc.oneof(
  node('EventTrigger', { event: reference, parameters: list(localName) }),
  node('TimerTrigger', { delay: additive(depth, 'open').map(sealed) }),
  fc.constant<Node>({ $type: 'AlwaysTrigger' }),
  fc.constant<Node>({ $type: 'AnyTrigger' }),
);
const reaction = fc.oneof(
  {
    weight: 3,
    arbitrary: node('Transition', { trigger, guard: maybe(value), block: maybe(block(1)), target: maybe(reference) }),
  },
  node('Transition', {
    trigger,
    guard: maybe(value),
    block: maybe(block(1)),
    target: reference,
    isInternal: fc.constant(true),
  }),
  node('Deferral', { events: some(node('EventReference', { event: reference })) }),
);

const state = (inner: number): fc.Arbitrary<Node> =>
  stateNode(inner).map((made): Node => ({ ...made, parallel: made.parallel === true && made.final !== true }));

const stateNode = (inner: number): fc.Arbitrary<Node> =>
  node('State', {
    initial: fc.boolean(),
    final: fc.boolean(),
    parallel: fc.boolean(),
    name,
    members: list(
      fc.oneof(
        ...(inner > 0 ? [state(inner - 1)] : []),
        reaction,
        node('EnterBlock', { block: block(1) }),
        node('LeaveBlock', { block: block(1) }),
        node('History', { persistent: fc.boolean(), deep: fc.boolean(), name, target: reference }),
      ),
    ),
  });

const machineMember = fc.oneof(
  node('Parameter', { name, type, value: maybe(value) }),
  node('Variable', { persistent: fc.boolean(), name, type, value: maybe(value) }),
  node('Let', { name, type: maybe(type), value }),
  node('Requirement', { condition: value, message: maybe(anyText) }),
  event,
  reaction,
  state(2),
);

/** A condition that begins with a bracket or minus would be taken for the end of what stands before it. */
function beginning(value: Node): Node {
  const first = ['left', 'item', 'source', 'subject', 'first', 'receiver', 'from'].map((property) => value[property]);
  const inner = first.find((each) => each !== undefined) as Node | undefined;
  if (inner !== undefined) return beginning(inner);
  return value;
}
const isSafeStart = (value: Node): boolean => !['Parenthesis', 'ListLiteral', 'Minus'].includes(beginning(value).$type);

const viewSet = range(depth, 'closed');
const view = node('View', {
  title: text,
  members: list(
    fc.oneof(
      node('ViewPart', {
        kind: fc.constantFrom('include', 'exclude', 'collapse'),
        subjects: some(node('ViewSubject', { set: viewSet, distance: maybe(fc.nat(9)) })),
      }),
      node('ViewRelations', { kinds: some(fc.constantFrom(...relationKinds.map((verb) => verb.replace(' ', '')))) }),
      node('ViewDirection', { direction: fc.constantFrom('right', 'left', 'down', 'up') }),
    ),
  ),
});

const limit = maybe(fc.nat(9));
const checkMember = fc.oneof(
  node('Fault', {
    kind: fc.constantFrom('crash', 'halt', 'pause', 'lose', 'duplicate', 'reorder'),
    targets: fc.array(additive(depth, 'listed'), { maxLength: 2 }),
    limit,
  }),
  node('Possibility', { step: step(1), limit }),
  node('Bound', { condition: expression(depth, 'open') }),
  node('Property', { kind: fc.constantFrom('never', 'always', 'eventually'), condition: expression(depth, 'open') }),
  openSetting,
  step(2),
  node('LeadsTo', { condition: expression(depth, 'closed').filter(isSafeStart), goal: expression(depth, 'open') }),
);

/** Whether the `before` of a collection ends a member: with a condition after it, it would be read as `collect before x`. */
function endsInBefore(value: Node): boolean {
  if (value.$type === 'Collect') return value.moment === 'before' && value.policy === undefined;
  const isAround = value.$type === 'At' || (value.$type === 'Possibility' && value.limit === undefined);
  // What stands after a time, or may be done, is a step.
  return isAround && value.step !== undefined && endsInBefore(value.step as Node);
}

const checkMembers = list(checkMember).map((members) =>
  members.filter((value, index) => {
    const before = members[index - 1];
    return value.$type !== 'LeadsTo' || before === undefined || !endsInBefore(before);
  }),
);

const declaration: fc.Arbitrary<Node> = fc.oneof(
  node('Import', { path: text }),
  { weight: 3, arbitrary: entity(2) },
  { weight: 2, arbitrary: classDeclaration },
  { weight: 2, arbitrary: node('SubjectRelation', { subject: subjectPath(depth), ...relationTail(depth) }) },
  ...['Policy', 'Channel', 'Collector'].map(($type) => node($type, { name, settings: list(openSetting) })),
  event,
  { weight: 3, arbitrary: node('Machine', { name, for: maybe(kind), members: list(machineMember) }) },
  { weight: 2, arbitrary: node('Scenario', { title: text, steps: steps(2) }) },
  view,
  { weight: 2, arbitrary: node('Check', { title: text, fails: fc.boolean(), members: checkMembers }) },
);

/** A file that the parser could have made, but for what only the text has. */
export const randomDocument = fc
  .array(declaration, { maxLength: 4 })
  // The nodes have the properties that the grammar gives them; places and containers are not read by those who get them.
  .map((declarations) => ({ $type: 'Document', declarations }) as unknown as ast.Document);
