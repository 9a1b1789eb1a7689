/** The view of a trace: rows, lanes and arrows. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { openRun } from '../../../../language/src/simulation/play/recording/recording.ts';
import type { TraceOrigin } from '../../../../language/src/simulation/play/recording/trace.ts';
import type { Arrow, Lane, TraceView } from '../../../../language/src/view/run/trace/trace.ts';
import { traceLines } from '../../../../language/src/view/run/trace/trace-view.ts';
import { stepRow } from '../../../../language/src/view/run/trace/trace-steps.ts';
import { copyOf } from '../../../../language/src/simulation/kernel/state.ts';
import { loadText } from '../../dsl/load-text.ts';
import { randomOrigin, randomSystem } from '../../simulation/random-systems.ts';
import { runs } from '../../../properties.ts';

interface Viewed {
  readonly whole: TraceView;
  readonly part: (from: number, to: number) => TraceView;
}

async function viewed(text: string, origin: TraceOrigin, seed = 1): Promise<Viewed> {
  const { model, sources, findings } = await loadText(text);
  assert.deepEqual(
    findings.filter(({ severity }) => severity === 'error'),
    [],
  );
  const program = compileModel(model);
  const opened = openRun(program, origin, { seed, turns: 150 });
  if (!('timeline' in opened)) assert.fail(JSON.stringify(opened));
  const { timeline } = opened;
  const part = (from: number, to: number): TraceView => {
    const before = from <= 0 ? undefined : copyOf(timeline.goTo(from - 1).run.state);
    const records = timeline.records(from, to);
    const { lanes, arrows, end } = traceLines({ program, records, ...(before === undefined ? {} : { before }) });
    return { lanes, arrows, steps: records.map((record) => stepRow(program, sources, record)), end };
  };
  return { whole: part(0, 150), part };
}

const scenarioView = async (text: string): Promise<TraceView> =>
  (await viewed(text, { kind: 'scenario', title: 's', variant: 0 })).whole;

const barsOf = ({ lanes }: TraceView, name: string): string[] =>
  (lanes.find((lane) => lane.name === name)?.bars ?? []).map(
    ({ text, from, to }) => `${text} ${String(from.at / 1e6)}-${to === undefined ? '' : String(to.at / 1e6)}`,
  );

const arrowLines = ({ arrows }: TraceView): string[] =>
  arrows.map(({ text, from, to, sent, end, taken, outcome, isDuplicate }) =>
    [
      ...[
        text,
        from ?? '-',
        to,
        outcome,
        sent === undefined ? '?' : sent.at / 1e6,
        end === undefined ? '?' : end.at / 1e6,
      ],
      ...(taken === undefined ? [] : [taken.at / 1e6]),
      ...(isDuplicate ? ['duplicate'] : []),
    ].join(' '),
  );

const system = `
event Go
event E(n: int)
machine Sender { param to: pd = none initial state A { on Go do { send E(1) to to  send E(2) to to } } }
machine Keeper {
  initial state Open { on E(n) when n == 1 do { log "took \${n}" } -> Closed.Tight  on Go }
  state Closed { initial state Tight { defer E  after 2s -> Open } }
}
`;

describe('the view of a trace', () => {
  it('has a lane for each machine with the states it was in, and for what is concerned besides', async () => {
    const view = await scenarioView(
      `${system.replace('Closed.Tight', 'Closed')}
      pd k runs Keeper  pd idle  pd gone  absent pd later
      scenario "s" { at 1s send E(1) to k  at 4s crash k  crash gone  at 5s restart k  create later  at 6s expect k in Open }`,
    );
    assert.deepEqual(barsOf(view, 'k'), ['Open 0-1', 'Closed.Tight 1-3', 'Open 3-4', 'crashed 4-5', 'Open 5-']);
    assert.deepEqual(barsOf(view, 'gone'), ['alive 0-4', 'crashed 4-']);
    assert.deepEqual(barsOf(view, 'later'), ['absent 0-5', 'alive 5-']);
    assert.deepEqual(
      view.lanes.map(({ name, machine }) => [name, machine]),
      [
        ['k', 'Keeper'],
        ['gone', undefined],
        ['later', undefined],
      ],
    );
  });

  it('begins another bar where a state is entered again', async () => {
    const view = await scenarioView(
      'machine T { initial state A { after 1s -> A } }\npd a runs T\nscenario "s" { run 2s }',
    );
    assert.deepEqual(barsOf(view, 'a'), ['A 0-1', 'A 1-2', 'A 2-']);
  });

  it('pairs each message with its outcome', async () => {
    const view = await scenarioView(
      `${system.replace('Closed.Tight', 'Closed')}
      channel net { delay: 1s }
      pd p runs Sender { to: k }  pd k runs Keeper  pd dead runs Keeper  pd plain
      scenario "s" {
        send Go to p
        at 500ms set net.delay = 3s  send Go to p  set net.loss = 1  send Go to p
        run 1500ms
        send E(9) to k  send Go to k  send E(7) to plain
        crash dead  send E(8) to dead
        run 1s  send E(5) to k
        run 1s
      }`,
    );
    assert.deepEqual(
      arrowLines(view).filter((line) => !line.startsWith('Go - 0')),
      [
        'E(1) 0 1 received 0 1',
        'E(2) 0 1 dropped 0 1 3',
        'E(1) 0 1 received 0.5 3.5',
        'E(2) 0 1 deferred 0.5 3.5',
        'E(1) 0 1 lost 0.5 0.5',
        'E(2) 0 1 lost 0.5 0.5',
        'E(9) - 1 dropped 2 2 3',
        'Go - 1 dropped 2 2',
        'E(7) - 3 received 2 2',
        'E(8) - 2 dead 2 2',
        'E(5) - 1 dropped 3 3',
      ],
    );
  });

  it('ends what a machine has deferred with the machine', async () => {
    const view = await scenarioView(
      `${system.replace('Closed.Tight', 'Closed')}
      pd k runs Keeper
      scenario "s" { send E(1) to k  send E(2) to k  at 1s crash k }`,
    );
    assert.deepEqual(arrowLines(view), ['E(1) - 0 received 0 0', 'E(2) - 0 dead 0 0 1']);
  });

  it('has a row for each step, with words, verdict, notes and the place in the text', async () => {
    const view = await scenarioView(
      'pd a { needs b }\npd b\nscenario "s" {\n  crash b\n  crash b\n  expect a broken\n  expect b alive\n}',
    );
    assert.deepEqual(
      view.steps.map(({ step, time, kind, text, span }) => [step, time, kind, text, span?.start.line]),
      [
        [0, '0s', 'started', 'start', undefined],
        [1, '0s', 'acted', 'crash b', 3],
        [2, '0s', 'acted', 'crash b', 4],
        [3, '0s', 'judged', 'expect a broken: holds', 5],
        [4, '0s', 'judged', 'expect b alive: fails', 6],
      ],
    );
    assert.deepEqual(
      view.steps[2]?.notes.map(({ kind, text }) => [kind, text]),
      [['remark', '"b" is not alive; it cannot crash.']],
    );
    assert.deepEqual(view.steps[4]?.verdict, {
      holds: false,
      expected: 'b alive',
      found: 'b is destroyed by its own crash',
      because: ['"b" crashed'],
    });
  });

  it('has bars that follow each other without a gap, and arrows that end after they begin', async () => {
    await fc.assert(
      fc.asyncProperty(randomSystem, randomOrigin, fc.nat(1000), async (text, origin, seed) => {
        const { whole } = await viewed(text, origin, seed);
        for (const { bars } of whole.lanes) {
          assert.deepEqual(bars[0]?.from, { step: 0, at: 0 });
          for (const [index, bar] of bars.entries()) assert.deepEqual(bar.to, bars[index + 1]?.from);
        }
        for (const { sent, end, taken, outcome } of whole.arrows) {
          assert.equal(end === undefined, outcome === 'under way');
          if (sent !== undefined && end !== undefined) assert.ok(sent.step <= end.step && sent.at <= end.at);
          if (end !== undefined && taken !== undefined) assert.ok(end.step <= taken.step);
        }
      }),
      { numRuns: runs(5, 250) },
    );
  });

  it('of a part shows what the view of the whole shows there', async () => {
    const stateAt = ({ bars }: Lane, step: number): string | undefined =>
      bars.findLast(({ from }) => from.step <= step)?.text;
    const fate = ({ number, outcome, end, taken }: Arrow) => ({ number, outcome, end, taken });
    await fc.assert(
      fc.asyncProperty(randomSystem, randomOrigin, fc.nat(1000), fc.nat(100), async (text, origin, seed, from) => {
        const { whole, part } = await viewed(text, origin, seed);
        if (whole.end.step <= from) return;
        const rest = part(from, 150);
        assert.deepEqual(rest.steps, whole.steps.slice(from));
        for (const lane of rest.lanes) {
          const same = whole.lanes.find(({ name }) => name === lane.name);
          assert.ok(same !== undefined);
          for (let step = Math.max(0, from - 1); step <= whole.end.step; step++)
            assert.equal(stateAt(lane, step), stateAt(same, step));
        }
        // What was sent from then on fares the same.
        const sent = whole.arrows.filter((arrow) => (arrow.sent?.step ?? -1) >= from).map(fate);
        assert.deepEqual(rest.arrows.filter((arrow) => arrow.sent !== undefined).map(fate), sent);
      }),
      { numRuns: runs(5, 250) },
    );
  });
});
