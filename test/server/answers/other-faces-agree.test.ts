/**
 * The faces that ask many crashes at once agree with `aftermath crash` on each of them: `experiments`, `report`, `diff`
 * and the tools of assistants, on random models.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { startOf } from '../../../language/src/analysis/deletion/at-start.ts';
import { allSteps } from '../../../language/src/model/all-steps.ts';
import type { Model } from '../../../language/src/model/model.ts';
import { printModel } from '../../../language/src/interchange/printing/print-model.ts';
import { makeBook } from '../../../server/src/cli/run/book.ts';
import { crash, type ParsedModel } from '../../../server/src/library/api.ts';
import { assistantTools } from '../../../server/src/protocol/assistant-tools.ts';
import { openedChanges } from '../../../server/src/questions/compare-opened.ts';
import { noResults } from '../../../server/src/questions/compare-runs.ts';
import { runs, seed, tried } from '../../properties.ts';
import { aftermath } from '../cli/command-line.ts';
import { type CrashJson, type Fate, fates, opened, valueOf } from './faces.ts';
import { questionsWithDoomed, type Question } from './random-question.ts';

type Tally = Map<string, number>;
const count = (tally: Tally, key: string, by = 1): void => void tally.set(key, (tally.get(key) ?? 0) + by);

const crashesOf = (parsed: ParsedModel, crashed: readonly string[], policy: string): CrashJson =>
  valueOf(crash(parsed, crashed, { policy }));

const has = (said: CrashJson, fate: Fate, name: string): boolean =>
  [said[fate], fate === 'destroyed' ? [] : said.already[fate]].some((all) => all.some((each) => each.name === name));

/** Returns the worst fate of an entity in a crash. */
const worstOf = (said: CrashJson, name: string): string => fates.find((fate) => has(said, fate, name)) ?? 'untouched';

/** Returns the worst fate of an entity in a crash of a model; it may have ended before. */
const fateIn = (parsed: ParsedModel, [of, policy]: readonly [string, string], name: string): string =>
  startOf(parsed.model).model.entities.some((each) => each.name === name && each.absent)
    ? 'absent'
    : worstOf(crashesOf(parsed, [of], policy), name);

interface ExperimentsJson {
  readonly tried: number;
  readonly survived: number;
  readonly experiments: readonly {
    readonly crash: readonly string[];
    readonly claims: readonly { readonly text: string; readonly subject: string; readonly lost: readonly string[] }[];
  }[];
}

/** `aftermath experiments`: each crash breaks nothing, and its claims come true in it. */
async function askExperiments(text: string, policy: string, tally: Tally): Promise<void> {
  const parsed = await opened(text);
  const { output } = await aftermath(['experiments', '--json', '--policy', policy, '-'], { input: text });
  const { tried: all, survived, experiments } = JSON.parse(output) as ExperimentsJson;
  askHowMany(parsed, policy, { tried: all, survived }, tally);
  for (const { crash: crashed, claims } of experiments) {
    const said = crashesOf(parsed, crashed, policy);
    assert.deepEqual(said.broken, [], `broken by ${crashed.join()}`);
    for (const { text: claim, subject, lost } of claims) {
      assert.equal(has(said, 'destroyed', subject) || has(said, 'broken', subject), false, claim);
      if (claim.endsWith('degraded')) assert.ok(has(said, 'degraded', subject), claim);
      for (const each of claim.endsWith('degraded') ? [] : lost)
        assert.ok(has(said, 'destroyed', each) || has(said, 'broken', each), `${claim}: ${each}`);
      count(tally, claim.endsWith('degraded') ? 'claim to go on degraded' : 'claim that a need is met');
    }
    count(tally, `experiment with ${String(crashed.length)}`);
  }
}

/** Returns the PDs and nodes that exist at the start, in declaration order. */
function crashable({ model }: ParsedModel): Model['entities'] {
  const { entities } = startOf(model).model;
  return entities.filter(
    ({ id, kind, absent }) => (kind === 'pd' || kind === 'node') && !absent && !startOf(model).ended.has(id),
  );
}

/** `aftermath experiments` counts the crashes of one or two that break nothing. */
function askHowMany(
  parsed: ParsedModel,
  policy: string,
  said: { tried: number; survived: number },
  tally: Tally,
): void {
  const { entities, relations } = parsed.model;
  // Objects that die with a node fail by themselves, too, which is no crash.
  if (relations.some(({ kind, source }) => kind === 'dies with' && entities[source]?.kind === 'object')) return;
  const names = crashable(parsed).flatMap(({ name, root }) => (root ? [] : [name]));
  const events = names.flatMap((name, at) => [[name], ...names.slice(at + 1).map((other) => [name, other])]);
  const survived = events.filter((crashed) => crashesOf(parsed, crashed, policy).broken.length === 0).length;
  assert.deepEqual(said, { tried: events.length, survived });
  count(tally, 'crashes that break nothing', survived);
  count(tally, 'crashes that break something', events.length - survived);
}

/** `aftermath report`: the crashes on its first page, the worst of all first. */
function askReport(parsed: ParsedModel, tally: Tally): void {
  const [book] = makeBook([{ opened: parsed, results: noResults() }], 'it').models;
  const harm = crashable(parsed).flatMap(({ name }) => {
    const { destroyed, broken, degraded } = crashesOf(parsed, [name], 'default');
    const numbers = { destroyed: destroyed.length, broken: broken.length, degraded: degraded.length };
    return numbers.destroyed + numbers.broken + numbers.degraded > 1 ? [{ name, ...numbers }] : [];
  });
  const worse = (a: (typeof harm)[number], b: (typeof harm)[number]): number =>
    b.destroyed + b.broken - a.destroyed - a.broken || b.destroyed - a.destroyed || b.degraded - a.degraded;
  assert.ok(book);
  assert.deepEqual(book.crashes, harm.toSorted(worse).slice(0, 10));
  count(tally, 'crash in a report', book.crashes.length);
}

/** The tool of assistants, whose command line is run in a process of its own. */
async function askAssistants({ text, crashed, policy }: Question): Promise<void> {
  const tool = assistantTools.find(({ name }) => name === 'crash_entity');
  assert.ok(tool);
  const args = tool.argumentsOf({ file: '-', names: [crashed], policy, json: true });
  const { output } = await aftermath(args, { input: text });
  const answer = JSON.parse(output) as CrashJson;
  const said = crashesOf(await opened(text), [crashed], policy);
  for (const fate of fates) assert.deepEqual(answer[fate].map(({ name }) => name), said[fate].map(({ name }) => name)); // oxfmt-ignore
  assert.deepEqual(answer.order, said.order);
}

/** `aftermath diff`, of a model and the same without one relation, in both directions. */
async function askDiff({ model, text }: Question, which: number, tally: Tally): Promise<void> {
  const { relations } = model;
  const left = relations.filter(({ id, nested, quorum }) => nested || quorum !== undefined || id !== which % relations.length); // oxfmt-ignore
  const without = await opened(printModel({ ...model, relations: left }));
  const whole = await opened(text);
  compareEach(whole, without, tally);
  compareEach(without, whole, tally);
}

function compareEach(base: ParsedModel, head: ParsedModel, tally: Tally): void {
  for (const change of allSteps(openedChanges({ base, head }))) {
    if (change.kind !== 'fate') continue;
    for (const { kind, name: of, in: only } of change.events.filter((each) => each.kind === 'crash')) {
      const policy: string = change.policies?.[0] ?? 'default';
      for (const name of change.entities) {
        const sides: (readonly [ParsedModel, string])[] = [
          ...(only === 'head' ? [] : [[base, change.from] as const]),
          ...(only === 'base' ? [] : [[head, change.to] as const]),
        ];
        for (const [parsed, fate] of sides)
          assert.equal(fateIn(parsed, [of, policy], name), fate, `${name} at the ${kind} of ${of} under ${policy}`);
        count(tally, `from ${change.from}`);
        count(tally, `to ${change.to}`);
      }
    }
  }
}

describe('the answers of faces that ask many crashes', () => {
  it('agree with those to each crash, on random models', async () => {
    const tally: Tally = new Map();
    await fc.assert(
      fc.asyncProperty(questionsWithDoomed, fc.nat(1000), async (question, which) => {
        if (question === undefined) return;
        await askExperiments(question.text, question.policy, tally);
        askReport(await opened(question.text), tally);
        await askAssistants(question);
        await askDiff(question, which, tally);
      }),
      { seed: seed + 5, numRuns: runs(10, 1000), endOnFailure: true },
    );
    for (const [key, number] of tally) tried(key, number);
    const wanted = [
      'crash in a report',
      'crashes that break nothing',
      'crashes that break something',
      'claim to go on degraded',
      'claim that a need is met',
      'experiment with 1',
      'experiment with 2',
    ];
    const ways = ['destroyed', 'broken', 'degraded', 'untouched'].flatMap((fate) => [`from ${fate}`, `to ${fate}`]);
    assert.deepEqual([...wanted, ...ways].filter((key) => !tally.has(key)), [], JSON.stringify([...tally])); // oxfmt-ignore
  }).timeout(120_000);
});
