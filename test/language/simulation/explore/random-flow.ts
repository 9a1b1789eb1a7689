/**
 * Random models in which variables are written, copied, counted, sent and forgotten again: machines that send each other
 * messages, some of which they ignore.
 */
import fc from 'fast-check';

const numbers = ['x', 'y', 'kept'] as const;

const number: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...numbers, '0', '1', 'm[0]', 'm[1]', 'sum'),
  fc.constantFrom(...numbers).map((name) => `(${name} + 1) % 2`),
);
const condition: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('flag', 'not flag', 'both'),
  fc.tuple(number, fc.constantFrom('==', '!=', '<'), number).map((parts) => parts.join(' ')),
);
const simple: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(fc.constantFrom(...numbers), number).map(([name, value]) => `${name} := ${value}`),
  fc.constantFrom(...numbers).map((name) => `${name} := ${name} + 1`),
  fc.tuple(fc.constantFrom('0', '1', 'x % 2'), number).map(([key, value]) => `m[${key}] := ${value}`),
  condition.map((value) => `flag := ${value}`),
  fc.constantFrom('narrow := x', 'narrow := 0'),
  number.map((value) => `send Set(${value}) to other`),
  fc.constantFrom('send Go to other', 'send Noise(x) to other', 'send Noise(y) to other'),
);
const action: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: simple },
  { weight: 1, arbitrary: fc.tuple(condition, simple, simple).map(([is, a, b]) => `if ${is} { ${a} } else { ${b} }`) },
  { weight: 1, arbitrary: simple.map((each) => `for i in 0..1 { ${each}  m[i] := 0 }`) },
);
const block = fc.array(action, { maxLength: 3 }).map((all) => all.join('  '));

const transition = fc
  .tuple(
    fc.constantFrom('on Set(n)', 'on Set(n) do { x := n }', 'on Go', 'after 1s', 'always'),
    fc.option(condition, { nil: undefined }),
    block,
    fc.constantFrom('', '-> A', '-> B', '-> C'),
  )
  .map(([trigger, guard, actions, target]) => {
    const [on, , own] = /^(.*?)( do \{(.*)\})?$/.exec(trigger)?.slice(1) ?? [trigger];
    const [when, to] = [guard === undefined ? '' : ` when ${guard}`, on === 'always' ? '-> C' : target];
    // What is always enabled has to end.
    return `${on ?? ''}${on === 'always' ? ' when flag and x == 1' : when} do { ${own ?? ''} ${actions} } ${to}`;
  });

const state = (name: string): fc.Arbitrary<string> =>
  fc.tuple(fc.array(transition, { maxLength: 3 }), fc.option(block, { nil: undefined })).map(([all, enter]) => {
    const inner = all.filter((each) => name !== 'C' || !each.startsWith('always'));
    return `  state ${name} {\n    ${[enter === undefined ? '' : `enter { ${enter} }`, ...inner].join('\n    ')}\n  }`;
  });

const machine = (name: string): fc.Arbitrary<string> =>
  fc
    .tuple(state('A'), state('B'), state('C'), fc.boolean(), fc.array(transition, { maxLength: 1 }))
    .map(([a, b, c, restarts, own]) =>
      [
        `machine ${name} for pd {`,
        '  param other: pd',
        '  var x: int = 0  var y: int = 0  var narrow: 0..1 = 0  var flag: bool = false',
        '  var m: map<0..1, int> = 0  persistent var kept: int = 0',
        '  let sum = x + y  let both = flag and kept == 0',
        restarts ? '  on restarted do { y := kept }' : '',
        ...own.filter((each) => !each.startsWith('always')).map((each) => `  ${each}`),
        `  initial ${a.trimStart()}\n${b}\n${c}\n}`,
      ].join('\n'),
    );

/** Without a bound on a variable, nothing reads it but its own machine. */
const bounds = ['p.x < 3 and q.x < 3', 'p.y < 3 and q.y < 3', 'p.x < 3 and q.x < 3 and p.y < 3 and q.y < 3', 'p alive'];

/** Models with a check that has to bound them itself. */
export const flowModel: fc.Arbitrary<string> = fc
  .tuple(
    machine('M'),
    machine('N'),
    fc.subarray(['fault crash up to 1', 'fault lose up to 1', 'fault duplicate up to 1', 'may send Go to q up to 2']),
    fc.constantFrom(
      'never p.kept == 9',
      'never q in C and p in C and p.flag and q.flag and p.x == 2',
      'never p.y == 2',
      'never q.x == 2 and p.y == 1',
      'p in A leads to p in B',
      'eventually q in C',
      'q in B leads to q.kept == 1',
      'watch: [deadlock]',
    ),
    fc.constantFrom(...bounds),
  )
  .map(([m, n, environment, property, bound]) =>
    [
      ...['event Set(n: int)', 'event Go', 'event Noise(n: int)', m, n],
      ...['pd p runs M { other: q }', 'pd q runs N { other: p }'],
      `check "it" { may send Set(1) to p up to 2  bound ${bound}`,
      `  ${[...environment, property].join('  ')} }`,
    ].join('\n'),
  );
