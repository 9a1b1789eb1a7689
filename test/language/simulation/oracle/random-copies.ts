/**
 * Random models with copies of a PD that are usually indistinguishable, so that one state may represent all with
 * interchanged copies.
 */
import fc from 'fast-check';

const guard = fc.constantFrom('', '', ' when n < 2', ' when n == 1');
const action = fc.constantFrom(
  'n := (n + 1) % 3',
  'send Done(self) to boss',
  'send Pass(n) to boss',
  'friend := self',
  'friend := none',
);
const transition = fc
  .tuple(
    fc.constantFrom('on Go', 'on Stop(by)', 'after 1s', 'always when n == 2'),
    guard,
    fc.array(action, { maxLength: 2 }),
    fc.constantFrom('', ' -> A', ' -> B'),
  )
  .map(([trigger, when, actions, target]) =>
    trigger.startsWith('always')
      ? `${trigger} do { n := 0  ${actions.filter((each) => !each.startsWith('n')).join('  ')} }${target}`
      : `${trigger}${when} do { ${actions.join('  ')} }${target}`,
  );
const reaction = fc.constantFrom(
  'on Done(who) do { heard := heard + [who]  last := who }',
  'on Done(who) when not who in heard do { heard := heard + [who]  send Stop(who) to w[*] }',
  'on Done(who) do { count[who] := (count[who] + 1) % 3  last := who }',
  'on Pass(k) do { for x in w[*] { send Go to x } }',
  'on Pass(k) do { last := none  send Go to last }',
);
const property = fc.constantFrom(
  'never any x in w[*]: x in B',
  'never all x in w[*]: x in B',
  'never boss.last != none and boss.last in B',
  'always (count x in boss.heard: true) < 2',
  'never any x in w[*]: boss.count[x] == 2',
);
const member = fc.constantFrom(
  'fault crash of w[*] up to 1',
  'fault crash of w[*] together up to 1',
  'fault crash of w[0], w[1] together up to 1',
  'fault crash up to 1',
  'fault lose up to 1',
  'fault crash of w[0] up to 1',
  'may send Go to w[0]  may send Go to w[1]  may send Go to w[2]',
  'may send Go to w[*] up to 1',
  'send Go to w[0]',
  'watch: [deadlock]',
  'bound (count x in boss.heard: true) < 3',
);
/** Reads the variables that otherwise may only count; such a variable is not part of a state. */
const read = 'bound all x in w[*]: boss.count[x] >= 0 or x in boss.heard';

/** A model with three copies, and an entity that they report to. */
export const copies: fc.Arbitrary<string> = fc
  .record({
    a: fc.array(transition, { minLength: 1, maxLength: 3 }),
    b: fc.array(transition, { maxLength: 2 }),
    reactions: fc.uniqueArray(reaction, { maxLength: 2 }),
    members: fc.uniqueArray(member, { minLength: 1, maxLength: 3 }),
    property,
  })
  .map(({ a, b, reactions, members, property: judged }) =>
    [
      'event Go\nevent Stop(by: pd)\nevent Done(who: pd)\nevent Pass(k: int)',
      'machine W for pd {\n  var n: 0..2 = 0\n  var friend: pd = none',
      `  initial state A { ${a.join('\n  ')} }\n  state B { ${b.join('\n  ')} }\n}`,
      'machine Boss for pd {\n  var heard: set<pd> = []\n  var last: pd = none\n  var count: map<pd, int> = 0',
      `  initial state Listening { ${reactions.join('\n  ')} }\n}`,
      'pd boss runs Boss\npd w[3] runs W',
      `check "it" {\n  ${[read, ...members, judged].join('\n  ')}\n}`,
    ].join('\n'),
  );
