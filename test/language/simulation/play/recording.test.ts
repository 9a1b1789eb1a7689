/** Traces: they are read as written, replay to the same run, and show where a changed model diverges. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Observation, observe } from '../../../../language/src/simulation/program/observe.ts';
import { fitOf, openRun, recordTrace } from '../../../../language/src/simulation/play/recording/recording.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import type { Timeline } from '../../../../language/src/simulation/play/recording/timeline.ts';
import {
  readTrace,
  type Trace,
  type TraceOrigin,
  writeTrace,
} from '../../../../language/src/simulation/play/recording/trace.ts';
import { runs } from '../../../properties.ts';
import { programOf, randomOrigin, randomSystem } from '../random-systems.ts';

const turns = 150;

function timelineOf(program: Program, origin: TraceOrigin, options: Parameters<typeof openRun>[2]): Timeline {
  const opened = openRun(program, origin, options);
  if (!('timeline' in opened)) assert.fail(JSON.stringify(opened));
  return opened.timeline;
}

function recorded(program: Program, origin: TraceOrigin, seed: number): { trace: Trace; timeline: Timeline } {
  const timeline = timelineOf(program, origin, { seed, turns });
  return { trace: recordTrace(program, origin, { seed, timeline }), timeline };
}

const replayed = (program: Program, { origin, seed, draws }: Trace): Timeline =>
  timelineOf(program, origin, { seed, draws, continuesByChance: false });

const seenIn = (timeline: Timeline, steps: number): Observation[] =>
  Array.from({ length: steps + 1 }, (_, step) => observe(timeline.goTo(step).run));

function read(text: string): Trace {
  const answer = readTrace(text);
  if (!('trace' in answer)) assert.fail(JSON.stringify(answer));
  return answer.trace;
}

/** A server that is busy for a while after each request, and one that counts. */
const servers = (busy: string, limit: number): string => `
event Go
machine Server { var done: int = 0 initial state Idle { on Go -> Busy } state Busy { on Go after ${busy} do { done := done + 1 } -> Idle } }
machine Counter { var count: 0..99 = 0 initial state Low { after 1s when count < ${String(limit)} do { count := count + 1 } -> Low  after 1s -> High } final state High }
pd a runs Server
pd b runs Counter
scenario "s" { send Go to a  run 10s  expect b in High }
`;
const scenario: TraceOrigin = { kind: 'scenario', title: 's', variant: 0 };

/** The first step that does not fit when a trace of one text is compared with another. */
async function misfit(before: string, after: string): Promise<readonly [boolean, number | undefined]> {
  const { trace } = recorded(await programOf(before), scenario, 1);
  const program = await programOf(after);
  const fit = fitOf(program, trace, replayed(program, trace));
  assert.ok(fit !== undefined);
  return [fit.isSameModel, fit.firstMisfit];
}

describe('a trace', () => {
  it('is read as it was written, and replays to the same marks and the same states', async () => {
    await fc.assert(
      fc.asyncProperty(randomSystem, randomOrigin, fc.nat(1000), async (text, origin, seed) => {
        const program = await programOf(text);
        const { trace, timeline } = recorded(program, origin, seed);
        const again = read(writeTrace(trace));
        assert.deepEqual(again, JSON.parse(JSON.stringify(trace)));
        const replay = replayed(program, again);
        assert.deepEqual(fitOf(program, again, replay), { isSameModel: true, firstMisfit: undefined });
        assert.deepEqual(seenIn(replay, trace.steps), seenIn(timeline, trace.steps));
        assert.equal(
          writeTrace(recordTrace(program, again.origin, { seed, timeline: replay, steps: trace.steps })),
          writeTrace(trace),
        );
      }),
      { numRuns: runs(5, 250) },
    );
  });

  it('may have fewer steps than the run', async () => {
    const program = await programOf(servers('3s', 5));
    const { timeline, trace } = recorded(program, scenario, 1);
    const short = recordTrace(program, scenario, { seed: 1, timeline, steps: 3 });
    assert.deepEqual([short.steps, short.marks], [3, trace.marks.slice(0, 3)]);
    assert.deepEqual(fitOf(program, short, replayed(program, short)), { isSameModel: true, firstMisfit: undefined });
  });

  it('is the same model after a change of comments, layout and documentation', async () => {
    const text = servers('3s', 5);
    const [isSame, step] = await misfit(
      text,
      `// a comment\n\n/** Counts. */${text.trimStart().replace('pd a', '/** A server. */\n\npd   a')}`,
    );
    assert.deepEqual([isSame, step], [true, undefined]);
  });

  it('says that the model has changed, and fits where the change does not touch the run', async () => {
    const unused = '\npd unused runs Server';
    assert.deepEqual(await misfit(servers('3s', 5), servers('3s', 5) + unused), [false, undefined]);
  });

  it('names the first step in which a changed model does something else', async () => {
    const { timeline } = recorded(await programOf(servers('3s', 5)), scenario, 1);
    const all = timeline.records(0, turns);
    const firstOf = (entity: number, isMeant: (time: number) => boolean = () => true): number => {
      const found = all.find(
        ({ played, at }) =>
          played.kind === 'due' && played.due.kind === 'timer' && played.due.entity === entity && isMeant(at),
      );
      assert.ok(found !== undefined);
      return found.step;
    };
    // The timer of a that fired after 3 s comes later now, so that another one is first.
    assert.deepEqual(await misfit(servers('3s', 5), servers('3500ms', 5)), [false, firstOf(0)]);
    // The fourth tick of b leads to another state.
    assert.deepEqual(await misfit(servers('3s', 5), servers('3s', 3)), [
      false,
      firstOf(1, (time) => time >= 4_000_000),
    ]);
    // Nothing but the time is another one.
    const alone = 'machine T { initial state A { after 3s -> A } }\npd a runs T\nscenario "s" { run 7s }';
    assert.deepEqual(await misfit(alone, alone.replace('after 3s', 'after 3400ms')), [false, 1]);
    // What is expected is a step of its own.
    const last = all.at(-1)?.step;
    assert.deepEqual(await misfit(servers('3s', 5), servers('3s', 5).replace('b in High', 'a in Idle')), [false, last]);
    // The very first step sends to another PD.
    assert.deepEqual(await misfit(servers('3s', 5), servers('3s', 5).replace('Go to a', 'Go to b')), [false, 1]);
    // A variable shows in the step that assigns it.
    assert.deepEqual(await misfit(servers('3s', 5), servers('3s', 5).replace('done + 1', 'done + 2')), [
      false,
      firstOf(0),
    ]);
  });

  it('of a scenario or check that is not there opens nothing', async () => {
    const program = await programOf(servers('3s', 5));
    const open = (origin: TraceOrigin) => openRun(program, origin, { seed: 1 });
    assert.deepEqual(open({ ...scenario, title: 't' }), { refusal: 'The model has no scenario "t".' });
    assert.deepEqual(open({ ...scenario, variant: 7 }), { refusal: 'The scenario "s" has no run 7.' });
    assert.deepEqual(open({ kind: 'random', check: 'c', faults: [], sends: true }), {
      refusal: 'The model has no check "c".',
    });
  });
});

const good = async (): Promise<Trace> => {
  const origin: TraceOrigin = { kind: 'random', check: undefined, faults: [{ kind: 'crash', upTo: 2 }], sends: true };
  return recorded(await programOf(servers('3s', 5)), origin, 3).trace;
};

const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(-1, 0, 1e21, 2 ** 53, 0.5, null, [], {}, '', 'random', 'scenario', true, [null], {
    kind: 'scenario',
  }),
);

/** Puts a value somewhere into a copy of plain data, or takes a part away. */
function mutated(data: unknown, path: readonly number[], value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined || typeof data !== 'object' || data === null) return value;
  const keys = Object.keys(data);
  const key = keys[first % (keys.length + 1)];
  if (key === undefined) return Array.isArray(data) ? [...(data as unknown[]), value] : { ...data, extra: value };
  const part = mutated((data as Record<string, unknown>)[key], rest, value);
  if (Array.isArray(data)) return (data as unknown[]).map((each, index) => (String(index) === key ? part : each));
  const changed: Record<string, unknown> = { ...data, [key]: part };
  // undefined is omitted from a file.
  return changed;
}

describe('the reader of traces', () => {
  it('plays any mutation of a good trace until it no longer fits, or says what is wrong', async () => {
    const trace = await good();
    const program = await programOf(servers('3s', 5));
    let refused = 0;
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 4 }), fc.oneof(strange, fc.constant(undefined)), (path, value) => {
        const answer = readTrace(JSON.stringify({ trace: mutated(trace, path, value) }).slice('{"trace":'.length, -1));
        if ('refusal' in answer) {
          refused += 1;
          assert.match(answer.refusal, /^[A-Z].+\.$/);
          return;
        }
        const opened = openRun(program, answer.trace.origin, {
          seed: answer.trace.seed,
          draws: answer.trace.draws,
          continuesByChance: false,
        });
        if ('refusal' in opened) {
          assert.match(opened.refusal, /^[A-Z].+\.$/);
          return;
        }
        const fit = fitOf(program, answer.trace, opened.timeline);
        assert.ok(fit !== undefined);
        assert.ok(fit.firstMisfit === undefined || (fit.firstMisfit >= 1 && fit.firstMisfit <= answer.trace.steps));
        opened.timeline.goTo((fit.firstMisfit ?? answer.trace.steps + 1) - 1);
      }),
      { numRuns: runs(400, 20_000) },
    );
    assert.ok(refused > 200);
  });

  it('says that any other text is not a trace', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const answer = readTrace(text);
        assert.ok('refusal' in answer && /^The file is not a trace: .+\.$/.test(answer.refusal));
      }),
    );
  });

  const refusals: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
    ['another version', { version: 4 }, 'The trace has version 4; this program reads versions 1 to 3.'],
    [
      'a version that is none',
      { version: { deep: [] } },
      'The trace has version none; this program reads versions 1 to 3.',
    ],
    ['another format', { format: 'x' }, 'The file is not a trace: "format" is not "aftermath-trace".'],
    ['no origin', { origin: undefined }, 'The trace is damaged: "origin" is missing.'],
    ['a mark too few', { marks: [] }, 'The trace is damaged: "marks" does not have one number for each step.'],
    ['too many steps', { steps: 1e9 }, 'The trace is damaged: "steps" is not a number of steps.'],
    ['half a draw', { draws: [0.5] }, 'The trace is damaged: "draws" is not a list of whole numbers.'],
    ['no seed', { seed: 'x' }, 'The trace is damaged: "seed" is not a whole number from 0 to 4294967295.'],
    ['no model', { model: 1 }, 'The trace is damaged: "model" is not a text.'],
    [
      'an unknown fault',
      { origin: { kind: 'random', faults: [{ kind: 'x', upTo: 1 }], sends: true } },
      'The trace is damaged: "faults" is not a list of faults.',
    ],
    [
      'an unknown origin',
      { origin: { kind: '__proto__' } },
      'The trace is damaged: "origin" is neither a scenario nor a random run.',
    ],
  ];
  for (const [name, change, error] of refusals) {
    it(`refuses ${name}`, async () => {
      assert.deepEqual(readTrace(JSON.stringify({ ...(await good()), ...change })), { refusal: error });
    });
  }

  it('refuses text nested deeper than a parser goes', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    assert.ok('refusal' in readTrace(deep));
    assert.ok('refusal' in readTrace(`{"format":"aftermath-trace","version":${deep}}`));
  });
});
