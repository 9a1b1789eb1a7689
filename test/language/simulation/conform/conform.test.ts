/** Logs against models: what a run writes fits, and what nothing explains is named at its first line. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { runs, tried } from '../../../properties.ts';
import { draftMapping } from '../../../../language/src/interchange/log/draft.ts';
import { readMapping } from '../../../../language/src/interchange/log/mapping.ts';
import { readLog } from '../../../../language/src/interchange/log/read-log.ts';
import { type FactKind, factText, isAbout } from '../../../../language/src/simulation/conform/fact.ts';
import { traceOfPath } from '../../../../language/src/simulation/conform/explaining-trace.ts';
import type { LogLine, LogRules } from '../../../../language/src/simulation/conform/log-line.ts';
import { loggedBy } from './run-log.ts';
import { conform, type Conformance } from '../../../../language/src/simulation/conform/conform.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { actionNamed } from '../../../../language/src/simulation/play/recording/written-actions.ts';
import { openRun } from '../../../../language/src/simulation/play/recording/recording.ts';
import { readTrace, writeTrace } from '../../../../language/src/simulation/play/recording/trace.ts';
import { variantsOf } from '../../../../language/src/simulation/play/scenario.ts';
import { programOf, randomSystem } from '../random-systems.ts';
import { allTold, compared, jsonLog, linesOf } from './compared.ts';
import { naivelyExplained } from './naive.ts';

const examples = new URL('../../../../language/examples/', import.meta.url);

/** Plays the trace of an explanation again: each step shows what its lines state. */
function assertPlays(program: Program, lines: readonly LogLine[], { path }: Conformance, { clock }: LogRules): void {
  assert.ok(path);
  const textOf = (line: number) => ({ file: 'log', line: line + 1, text: String(line) });
  const read = readTrace(writeTrace(traceOfPath(program, clock, path, textOf)));
  if (!('trace' in read)) assert.fail(JSON.stringify(read));
  const { origin, seed, draws, interventions = [], steps, log = [] } = read.trace;
  const opened = openRun(program, origin, { seed, draws, interventions, continuesByChance: false });
  assert.ok('timeline' in opened);
  const shown = loggedBy(program, opened.timeline.records(0, steps));
  for (const { step, line } of log) {
    const { fact } = lines[line - 1] ?? assert.fail();
    if (fact.kind === 'action') continue;
    assert.ok(
      shown.some((each) => each.step === step && isAbout(fact, each.fact)),
      `line ${String(line)} at step ${String(step)}`,
    );
  }
}

/** The mapping that is drafted from the written log reads the same lines. */
function assertDrafted(program: Program, lines: readonly LogLine[], { clock, start }: LogRules): void {
  const files = [{ name: 'log', text: jsonLog(program, lines) }];
  const drafted = draftMapping(program.model, files);
  const mapping = readMapping(drafted.text);
  if (!('value' in mapping)) assert.fail(JSON.stringify(mapping));
  const read = readLog(program.model, { ...mapping.value, clock, start, unlogged: 1000 }, files);
  const textsOf = (all: readonly LogLine[]): string[] => all.map(({ fact }) => factText(program, fact));
  assert.deepEqual(textsOf(read.lines), textsOf(lines), drafted.text);
  assert.equal(compared(program, read.lines, read.rules).verdict, 'fits');
}

describe('a log that a run writes', () => {
  it('fits, for every scenario of the examples', async () => {
    let [count, lineCount] = [0, 0];
    for (const name of readdirSync(examples).filter((each) => each.endsWith('.aft'))) {
      const program = await programOf(readFileSync(new URL(name, examples), 'utf8'));
      // Times matter to leases: without them a lease may run out at any time.
      const clock = program.model.collectors.length > 0 ? 'exact' : 'any';
      const rules: LogRules = { ...allTold, clock, start: 0, unlogged: 1000 };
      for (const { title, steps } of program.model.scenarios) {
        for (const variant of variantsOf(program, steps).slice(0, 1).keys()) {
          const lines = linesOf(program, { kind: 'scenario', title, variant }, { seed: 1, turns: 80 }) ?? [];
          if (lines.length === 0) continue;
          // What is done in a loop has no name by which a log can report it.
          if (lines.some(({ fact }) => fact.kind === 'action' && actionNamed(program, fact.name) === undefined))
            continue;
          const answer = compared(program, lines, rules);
          assert.equal(answer.verdict, 'fits', `${name}: ${title}: ${JSON.stringify(answer.misfit)}`);
          assertPlays(program, lines, answer, rules);
          assertDrafted(program, lines, rules);
          count += 1;
          lineCount += lines.length;
        }
      }
    }
    assert.ok(count > 50 && lineCount > 1000, `${String(count)} runs, ${String(lineCount)} lines`);
  });

  it('fits, found without detours, where only states or only messages are logged', async () => {
    const program = await programOf(readFileSync(new URL('service.aft', examples), 'utf8'));
    const origin = { kind: 'random', check: undefined, faults: [], sends: false } as const;
    for (const kind of ['state', 'message', 'value'] as const) {
      const rules = told(kind);
      const lines = linesOf(program, origin, { seed: 1, turns: 400, rules }) ?? [];
      const timeless = lines.map((line) => ({ ...line, at: undefined }));
      const some: LogRules = { ...rules, complete: [] };
      for (const [log, used] of [[lines, rules] as const, [timeless, rules] as const, [lines, some] as const]) {
        // Unlogged messages may arrive in any order at any time: following each order takes over 20 states a line.
        const { verdict, states } = compared(program, log, used);
        assert.deepEqual([verdict, states < 2 * 400], ['fits', true], `${kind}: ${String(states)} states`);
      }
    }
  });

  it('fits, for random runs of random systems, with an exact clock and without', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(randomSystem, fc.nat(1000), fc.constantFrom('any', 'exact'), async (text, seed, clock) => {
        const program = await programOf(text.replace(/delay: \d+m?s\.\.\d+s/, 'delay: 1s'));
        const origin = { kind: 'random', check: undefined, faults: [{ kind: 'crash', upTo: 2 }], sends: true } as const;
        const lines = linesOf(program, origin, { seed, turns: 25 });
        if (lines === undefined || lines.length === 0) return;
        count += 1;
        const rules: LogRules = { ...allTold, clock, start: 0 };
        const answer = compared(program, lines, rules);
        assert.equal(answer.verdict, 'fits', JSON.stringify(answer.misfit));
        assertPlays(program, lines, answer, rules);
      }),
      { numRuns: runs(8, 400) },
    );
    assert.ok(count > runs(4, 10), String(count));
  });
});

/** Rules of a log that tells only facts of these kinds, but all of these. */
const told = (...kinds: readonly FactKind[]): LogRules => ({ ...allTold, complete: kinds.map((kind) => ({ kind })) });

/** Changes one line of a log: two change places, one is missing, one is there twice or is another's, or is wrong. */
function changed(lines: readonly LogLine[], how: string, at: number, other: number): LogLine[] {
  const place = at % lines.length;
  const [line, next] = [lines[place] ?? assert.fail(), lines[place + 1]];
  switch (how) {
    case 'swapped':
      return next === undefined ? [...lines] : lines.with(place, next).with(place + 1, line);
    case 'missing':
      return lines.filter((_, index) => index !== place);
    case 'added':
      return lines.toSpliced(place, 0, lines[other % lines.length] ?? line);
    default: {
      const values = line.fact.values?.map((value) => String((Number(value) + 1) % 10));
      return lines.with(place, {
        ...line,
        fact: { ...line.fact, ...(values !== undefined && { values }) },
      });
    }
  }
}

describe('a comparison that is ended', () => {
  const model = `event Go(n: 0..9)
machine Worker for pd {
  initial state Idle { on Go -> Busy }
  state Busy { defer Go  after 1s -> Idle }
  state Gone
}
pd worker[6] runs Worker
`;
  const submits = [...Array(60).keys()].map((line) => `{"who": "worker[${String((line * 7) % 6)}]", "go": 1}`);
  const mapping = readMapping(`{ "lines": [
    { "where": { "go": 1 }, "is": "event", "entity": "{who}", "name": "Go" },
    { "where": { "state": "Gone" }, "is": "state", "entity": "{who}", "name": "Gone" }
  ], "lost": 2 }`);

  it('gives its answer at once, in the search for a run and in that for the nearest explanation', async () => {
    const program = await programOf(model);
    assert.ok('value' in mapping);
    const text = [...submits, '{"who": "worker[0]", "state": "Gone"}', ...submits].join('\n');
    const { lines, rules } = readLog(program.model, mapping.value, [{ name: 'log', text }]);
    // Sixty lines fit; with more than that, it is the line of "Gone" that is tried in another way.
    for (const [asked, isExplaining] of [
      [3, false],
      [100, true],
    ] as const) {
      const comparing = conform({ program, lines, rules }, { states: 300, waiting: 20_000 });
      let next = comparing.next();
      for (let turn = 1; turn < asked; turn++) next = comparing.next();
      assert.ok(next.done !== true && next.value.explained > 60 === isExplaining);
      const ended = comparing.next(true);
      assert.ok(ended.done === true && ended.value.verdict === 'undecided');
    }
  });
});

describe('a log with a changed line', () => {
  it('fits exactly if trying every run finds one, and else fails at the line that no run reaches beyond', async () => {
    const seen = { fits: 0, misfits: 0 };
    await fc.assert(
      fc.asyncProperty(
        randomSystem,
        fc.constantFrom(allTold, allTold, told('state', 'event', 'fault'), told('message', 'event', 'fault')),
        fc.nat(1000),
        fc.constantFrom('swapped', 'missing', 'added', 'value'),
        fc.nat(20),
        fc.nat(20),
        async (text, { complete }, seed, how, at, other) => {
          const rules = { ...allTold, complete, unlogged: complete === allTold.complete ? 3 : 2 };
          const program = await programOf(text);
          const origin = {
            kind: 'random',
            check: undefined,
            faults: [{ kind: 'crash', upTo: 1 }],
            sends: true,
          } as const;
          const lines = linesOf(program, origin, { seed, turns: 7, rules });
          if (lines === undefined || lines.length < 2) return;
          const wrong = changed(lines.slice(0, 8), how, at, other);
          const expected = naivelyExplained(program, wrong, rules);
          const answer = compared(program, wrong, rules);
          assert.equal(answer.explained, expected, `${how} ${JSON.stringify(wrong)} ${JSON.stringify(answer)}`);
          assert.equal(answer.verdict === 'fits', expected === wrong.length);
          if (answer.verdict === 'fits') seen.fits += 1;
          else {
            seen.misfits += 1;
            assert.equal(answer.misfit?.line, expected);
          }
          assertPlays(program, wrong, answer, rules);
        },
      ),
      { numRuns: runs(12, 600) },
    );
    tried('logs that fit', seen.fits);
    tried('logs that do not fit', seen.misfits);
    assert.ok(seen.fits > runs(1, 5) && seen.misfits > runs(1, 5), JSON.stringify(seen));
  });
});
