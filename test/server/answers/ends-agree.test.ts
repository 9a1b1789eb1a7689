/**
 * All interfaces agree on ends of any kind: library, `plan`, `test`, graph, report, hover, lens and the view of a run
 * get the same questions, about random models and all models of the project.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { deletionModes } from '../../../language/src/model/policy.ts';
import { startOf } from '../../../language/src/analysis/deletion/at-start.ts';
import { why } from '../../../language/src/analysis/why/why.ts';
import { printModel } from '../../../language/src/interchange/printing/print-model.ts';
import { collectionMoments, planEnds, type PlanQuestion } from '../../../language/src/view/report/question.ts';
import { plan, simulate, type ParsedModel, type PlanReport } from '../../../server/src/library/api.ts';
import { choosePolicy } from '../../../server/src/questions/plans/crash-policy.ts';
import { makePlan } from '../../../server/src/questions/plans/make-plan.ts';
import { pairsJson } from '../../../language/src/analysis/plan/plan-json.ts';
import type { InMemory } from '../in-memory.ts';
import { runs, seed, tried } from '../../properties.ts';
import { crashOf, fatesOf, open, opened, valueOf } from './faces.ts';
import { endingInGraph, endingInReport, endingInText, endingOf, planOfLibrary, runInView, toldAlong, toldGone,
  toldRefused, toldLayer } from './end-faces.ts'; // oxfmt-ignore
import { endQuestions, questionsAbout, type EndQuestions } from './end-questions.ts';
import { isAlone, isDeletion, releasedIn, releasedNames, scenarioOfEnd } from './end-scenario.ts';
import { modelsOfProject } from './models-of-project.ts';

/** Of so many questions about a model, one is asked of the view of its run, which shows everything at each step. */
const viewed = runs(2, 1);

type Tally = Map<string, number>;
const count = (tally: Tally, key: string, by = 1): void => void tally.set(key, (tally.get(key) ?? 0) + by);

const sorted = (names: Iterable<string>): string[] => [...names].sort();
const titleOf = (number: number): string => `end ${String(number)}`;

/** Asks all faces all questions about a model. */
async function check({ model, text, questions }: EndQuestions, tally: Tally): Promise<void> {
  const parsed = await opened(text);
  const said = questions.map((question) => planOfLibrary(parsed, question));
  const scenarios = questions.map((question, number) => {
    const plan = said[number];
    return plan === undefined ? '' : scenarioOfEnd(model, question, plan, titleOf(number));
  });
  const tested = [text, ...scenarios].join('\n');
  const inRun = await opened(tested);
  const inEditor = await open(tested);
  // A command starts again each time, so that each model has another one.
  const first = (tally.get('crash') ?? 0) % questions.length;
  for (const [number, question] of questions.entries()) {
    const plan = said[number];
    if (number === first && plan !== undefined)
      assert.deepEqual(await endingInText(text, question), endingOf(plan), 'plan');
    if (plan === undefined) continue;
    askFaces({ question, parsed, inEditor }, plan);
    askWhy(parsed, question, plan, tally);
    askRun(inRun, (number + first) % viewed === 0 ? inEditor : undefined, question, [titleOf(number), plan]);
    countAnswer(question, plan, tally);
    count(tally, 'released', releasedNames(model, plan).length);
    count(tally, 'waits for good', plan.vetoes.length > 0 ? 0 : releasedIn(model, plan).waitsForGood.size);
  }
  askHover(parsed, inEditor, await opened(printModel({ ...parsed.model, entities: [], relations: [] })), tally);
}

interface Asked {
  readonly question: PlanQuestion;
  readonly parsed: ParsedModel;
  readonly inEditor: InMemory;
}

function askFaces({ question, parsed, inEditor }: Asked, said: PlanReport): void {
  const ending = endingOf(said);
  const unordered = { ...ending, told: sorted(ending.told), messages: sorted(ending.messages) };
  assert.deepEqual(endingInGraph(inEditor, question), unordered, 'graph');
  assert.deepEqual(endingInReport(inEditor, question), ending, 'report');
  if (question.end !== 'crash') return;
  const { order, destroyed } = fatesOf(crashOf(parsed, question.of, question.policy ?? 'default'));
  assert.deepEqual([order, destroyed], [ending.order, sorted(ending.order.flat())], 'crash');
}

/** `aftermath test`, and, in an editor, the view of the same run. */
function askRun(
  parsed: ParsedModel,
  inEditor: InMemory | undefined,
  { end }: PlanQuestion,
  [title, said]: [string, PlanReport],
): void {
  const { passed, failures, errors } = valueOf(simulate(parsed, { scenario: title }));
  assert.deepEqual(failures.map(({ expected, found }) => [expected, found]), [], title); // oxfmt-ignore
  assert.ok(passed, JSON.stringify(errors));
  if (inEditor === undefined) return;
  const { ended, is } = runInView(inEditor, title);
  if (said.vetoes.length > 0) {
    const anyway = said.anyway.map(({ name }) => name);
    assert.deepEqual(ended.filter((name) => !anyway.includes(name)), [], 'view of the refused run'); // oxfmt-ignore
    return;
  }
  const late = [...said.anyway, ...said.held, ...said.later].map(({ name }) => name);
  const gone = said.doomed.map(({ name }) => name);
  assert.deepEqual(sorted(ended.filter((name) => !late.includes(name))), sorted(gone), 'view of the run');
  for (const name of gone) assert.match(is.get(name)?.[0] ?? '', /^(destroyed|crashed)$/, name);
  if (!isDeletion(end))
    assert.deepEqual(said.layers.map((layer) => sorted(layer)), layersOf(ended, said)); // oxfmt-ignore
}

/** Cuts what ended one after the other into pieces as long as the layers of the plan. */
function layersOf(ended: readonly string[], { layers }: PlanReport): string[][] {
  let from = 0;
  return layers.map((layer) => sorted(ended.slice(from, (from += layer.length))));
}

/** `aftermath why … --before …`, of two that end: the order of a crash, or that of everything else. */
function askWhy(parsed: ParsedModel, question: PlanQuestion, said: PlanReport, tally: Tally): void {
  const choice = { policy: question.policy ?? 'default' };
  const { policy } = valueOf(choosePolicy(parsed.model, choice));
  const [first, then] = [said.layers[0]?.[0], said.layers.at(-1)?.at(-1)];
  if (first === undefined || then === undefined || first === then || said.leftOut.length > 0) return;
  // A deletion goes from owner to owned, as time passes; and without survivors nobody else may lie between the two.
  const { end } = question;
  if (isDeletion(end) || end === 'start' || end === 'recover' || !policy.throughSurvivors) return;
  const event = { kind: end, of: question.of, deletion: question.deletion };
  const { plan: made } = valueOf(makePlan(parsed, event, undefined, choice));
  const before = pairsJson(made).before ?? [];
  const reach = (name: string): readonly string[] => before.flatMap(([one, other]) => (one === name ? [other, ...reach(other)] : [])); // oxfmt-ignore
  const idOf = (name: string): number => parsed.model.entities.findIndex((each) => each.name === name);
  const crashed = question.end === 'crash' ? { crashed: [idOf(question.of)] } : {};
  const [answer] = why(parsed.model, { kind: 'before', entity: idOf(first), then: idOf(then), policy, ...crashed });
  assert.equal(answer?.holds, reach(first).includes(then), `why ${first} before ${then}`);
  count(tally, `before ${String(answer.holds)}`);
}

function countAnswer({ end, of, deletion }: PlanQuestion, said: PlanReport, tally: Tally): void {
  const kind = [end, ...(end === 'collect' ? [of === '' ? 'demand' : of] : []), ...(deletion ? [deletion] : [])];
  count(tally, kind.join(' '));
  if (said.doomed.length > 1) count(tally, `${kind.join(' ')} of several`);
  if (said.layers.length > 1) count(tally, `${end} in layers`);
  for (const part of ['notifications', 'messages', 'leftOut', 'held', 'anyway', 'later', 'spared'] as const)
    count(tally, part, said[part].length);
  count(tally, 'deadlock', said.held.filter(({ isDeadlocked }) => isDeadlocked).length);
  if (isDeletion(end) && isAlone(said)) count(tally, 'delete and nothing else');
  for (const fate of ['degraded', 'broken', 'dangling'] as const)
    count(tally, `${fate} by ${end}`, said.survivors[fate].length);
  for (const fate of ['broken', 'degraded', 'dangling'] as const)
    count(tally, `${fate} already`, said.survivors.already[fate].length);
}

/** Hover tells of an orderly end under the policy `default`, and of the end of everything. */
function askHover(parsed: ParsedModel, inEditor: InMemory, nothing: ParsedModel, tally: Tally): void {
  const everything = valueOf(plan(nothing, { kind: 'since', of: 'older' }, { older: parsed })).layers;
  const { ended } = startOf(parsed.model);
  for (const { id, name, absent, copy } of parsed.model.entities) {
    if (absent || (copy ?? 0) > 0) continue;
    const isGone = ended.has(id);
    assert.equal(toldGone(inEditor, name), isGone, `gone in the hover of ${name}`);
    count(tally, 'hover gone', Number(isGone));
    if (isGone) continue;
    const { doomed, layers, vetoes } = valueOf(plan(parsed, { kind: 'destroy', of: name }));
    const isRefused = vetoes.length > 0;
    assert.equal(toldRefused(inEditor, name), isRefused, `refused in the hover of ${name}`);
    count(tally, 'hover refused', Number(isRefused));
    const along = isRefused ? 0 : doomed.filter((each) => each.name !== name).length;
    assert.deepEqual(toldAlong(inEditor, name), along === 0 ? undefined : [along, layers.length], `hover of ${name}`);
    const layer = everything.findIndex((each) => each.includes(name)) + 1;
    const told = toldLayer(inEditor, name);
    assert.deepEqual(told, everything.length < 2 ? undefined : [layer, everything.length], `layer of ${name}`);
    count(tally, 'hover along', Math.sign(along));
    count(tally, 'hover layer', everything.length < 2 ? 0 : 1);
  }
}

const kinds = planEnds
  .filter((end) => !['since', 'start', 'recover'].includes(end))
  .flatMap((end) => {
    if (end === 'collect') return collectionMoments.map((moment) => `collect ${moment}`);
    return end === 'delete' ? ['delete', ...deletionModes.map((mode) => `delete ${mode}`)] : [end];
  });
// An orphaning takes nothing along but what its finalizers say.
const always = [
  ...kinds,
  ...kinds.filter((kind) => kind !== 'delete orphan').map((kind) => `${kind} of several`),
  'before true',
  'hover along',
  'hover layer',
  'hover refused',
  'hover gone',
];
const parts = [
  'notifications',
  'messages',
  'leftOut',
  'held',
  'anyway',
  'later',
  'released',
  'spared',
  'deadlock',
  'waits for good',
  'delete and nothing else',
];
const hit = ['crash', 'destroy', 'delete'].flatMap((end) => [`dangling by ${end}`, `broken by ${end}`]);
const reached = [...always, ...parts, ...hit, 'broken already', 'degraded already', 'dangling already'];

function assertReached(tally: Tally, wanted: readonly string[]): void {
  const missing = wanted.filter((key) => (tally.get(key) ?? 0) === 0);
  assert.deepEqual(missing, [], JSON.stringify([...tally]));
  for (const [key, number] of tally) tried(key, number);
}

describe('the answers of all faces to an end', () => {
  it('agree on random models that reach every kind of end', async () => {
    const tally: Tally = new Map();
    await fc.assert(
      fc.asyncProperty(endQuestions, (questions) => check(questions, tally)),
      { seed: seed + 5, numRuns: runs(24, 300), endOnFailure: true },
    );
    assertReached(tally, reached);
  }).timeout(900_000);

  it('are found in the hover of copies, which names the first of them', async () => {
    const text = 'pd api[2]\nroot object guard { protects 2 of api[*] }\npd db[2]\npd app { stops with db[0] }\n';
    const inEditor = await open(text);
    assert.ok(toldRefused(inEditor, 'api[0]'));
    assert.deepEqual(toldAlong(inEditor, 'db[0]'), [1, 1]);
  });

  it('agree on the models of the project, without their machines', async () => {
    const tally: Tally = new Map();
    for await (const { name, model, text } of modelsOfProject(runs(30, 1), runs(100, Infinity))) {
      for (let which = 0; which < Math.min(runs(1, 3), model.entities.length); which++) {
        try {
          await check({ model, text, questions: questionsAbout(model, 'default', which) }, tally);
        } catch (error) {
          throw new Error(`In ${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
        }
      }
    }
    assertReached(tally, [...kinds, 'crash of several', 'destroy of several', 'delete of several', 'hover along', 'hover layer']); // oxfmt-ignore
  }).timeout(1_800_000);
});
