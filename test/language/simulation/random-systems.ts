/**
 * Random systems as texts, for tests of runs: PDs that send each other numbers over channels with delays and losses,
 * with timers, deferrals, boxes that they own, link and destroy, and crashes that others are notified of.
 */
import fc from 'fast-check';
import type { Program } from '../../../language/src/simulation/kernel/run.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import type { TraceOrigin } from '../../../language/src/simulation/play/recording/trace.ts';
import { modelOfText } from '../dsl/load-text.ts';

const action = (pds: number) =>
  fc.oneof(
    fc.nat(3).map((by) => `count := (count + ${String(by)}) % 10`),
    fc
      .tuple(fc.constantFrom('Ping', 'Pong'), fc.nat(pds - 1))
      .map(([event, to]) => `send ${event}(count) to p${String(to)}`),
    fc.constant('log "${self} at ${now}"'),
    fc.nat(pds - 1).map((box) => `if b${String(box)} alive { link self refers b${String(box)} }`),
    fc
      .nat(pds - 1)
      .map((box) => `if b${String(box)} alive { destroy b${String(box)} } else { create b${String(box)} }`),
  );

const transition = (pds: number) =>
  fc
    .record({
      trigger: fc.oneof(
        fc.constantFrom('on Ping(n)', 'on Pong(n)', 'on Tick'),
        fc.constantFrom('after 1s', 'after 300ms', 'after (1 + count) * 1s'),
      ),
      guard: fc.constantFrom('', ' when count < 5', ' when count == 2'),
      actions: fc.array(action(pds), { maxLength: 2 }),
      target: fc.constantFrom('', ' -> A', ' -> B', ' -> C'),
    })
    .map(({ trigger, guard, actions, target }) => `${trigger}${guard} do { ${actions.join('  ')} }${target}`);

const state = (pds: number, name: string) =>
  fc
    .record({
      transitions: fc.array(transition(pds), { maxLength: 3 }),
      defers: fc.constantFrom('', 'defer Pong'),
    })
    .map(({ transitions, defers }) => `state ${name} {\n    ${[defers, ...transitions].join('\n    ')}\n  }`);

const machine = (pds: number) =>
  fc
    .tuple(state(pds, 'A'), state(pds, 'B'), state(pds, 'C'))
    .map(
      (states) =>
        `machine M for pd {\n  persistent var lives: int = 0\n  var count: int = 0\n  on restarted do { lives := lives + 1 }\n  initial ${states.join('\n  ')}\n}`,
    );

const channel = fc.constantFrom(
  '',
  'channel net { delay: 100ms..2s }',
  'channel net { delay: 1s  loss: 1/4 }',
  'channel net { delay: 0s..1s  ordered: false }',
);

/** The text of a random system without scenarios. */
export const randomSystem: fc.Arbitrary<string> = fc.integer({ min: 2, max: 4 }).chain((pds) =>
  fc.tuple(machine(pds), channel).map(([text, net]) => {
    const numbers = Array.from({ length: pds }, (_, index) => String(index));
    const entities = numbers.map(
      (number) =>
        `pd p${number} runs M { needs p0 }\nobject b${number} { }\nroot object r${number} { owns b${number} }`,
    );
    return ['event Ping(n: int)', 'event Pong(n: int)', 'event Tick', net, text, ...entities].join('\n');
  }),
);

/** The origin of a random run of such a system. */
export const randomOrigin: fc.Arbitrary<TraceOrigin> = fc.record({
  kind: fc.constant('random' as const),
  check: fc.constant(undefined),
  faults: fc.subarray([
    { kind: 'crash', upTo: 3 },
    { kind: 'halt', upTo: 1 },
    { kind: 'lose', upTo: 2 },
    { kind: 'duplicate', upTo: 2 },
    { kind: 'reorder', upTo: 2 },
  ] as const),
  sends: fc.constant(true),
});

/** Compiles a text, which must have no errors. */
export const programOf = async (text: string): Promise<Program> => compileModel(await modelOfText(text));
