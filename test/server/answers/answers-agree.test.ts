/**
 * All interfaces give the same answer: `crash`, `plan`, `why`, `matrix`, `points`, `test`, hover, lens, graph and
 * reports get the same random questions, through the functions they actually call.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EntityKind } from '../../../language/src/model/entity-kind.ts';
import type { Policy } from '../../../language/src/model/policy.ts';
import { crash } from '../../../language/src/analysis/crash/cleanup.ts';
import { crashRows } from '../../../language/src/analysis/crash/crash-matrix.ts';
import { startOf } from '../../../language/src/analysis/deletion/at-start.ts';
import { defaultPolicyOf, findPolicy } from '../../../language/src/analysis/facts/policies.ts';
import { singlePoints } from '../../../language/src/analysis/points/single-points.ts';
import { why } from '../../../language/src/analysis/why/why.ts';
import { simulate, type ParsedModel } from '../../../server/src/library/api.ts';
import { beginWork } from '../../../server/src/cli/input/interruption.ts';
import { resultsOf } from '../../../server/src/cli/run/compared.ts';
import { choosePolicy } from '../../../server/src/questions/plans/crash-policy.ts';
import { relationKinds } from '../../../language/src/model/relation.ts';
import { runs, seed, tried } from '../../properties.ts';
import {
  type CrashJson,
  fates,
  type Fates,
  crashOf,
  fatesOf,
  isCalledBroken,
  open,
  opened,
  overlayFates,
  planFates,
  reportFates,
  toldNumbers,
  valueOf,
} from './faces.ts';
import { questionsWithDoomed, type Question } from './random-question.ts';

type Tally = Map<string, number>;
const count = (tally: Tally, key: string, by = 1): void => void tally.set(key, (tally.get(key) ?? 0) + by);

/** Which entities can suffer what, so that it can be asked of them. */
const canBe = (fate: keyof Fates, kind: EntityKind): boolean =>
  fate === 'destroyed' ||
  (fate === 'dangling' ? kind !== 'node' && kind !== 'region' : kind !== 'space' && kind !== 'resource');

/** A scenario that expects exactly this answer, and the order of the two that are asked about. */
function scenarioOf(question: Question, said: Fates): string {
  const { model, crashed, policy, first, second } = question;
  const { ended } = startOf(model);
  const expected = fates.flatMap((fate) =>
    model.entities
      .filter(({ kind }) => canBe(fate, kind))
      .map(({ id, name }) => {
        const holds = said[fate].includes(name) || (fate === 'destroyed' && ended.has(id));
        return `  expect ${holds ? '' : 'not '}${name} ${fate}`;
      }),
  );
  // What the crash releases ends in a teardown of its own.
  if (releasedBy(question).length > 0) return [`scenario "crash" {`, `  crash ${crashed} under ${policy}`, ...expected, '}'].join('\n'); // oxfmt-ignore
  const order = said.order.map((layer) => `[${layer.join(', ')}]`).join(', ');
  const before = `  expect ${isBefore(said, first, second) ? '' : 'not '}${first} before ${second}`;
  return [`scenario "crash" {`, `  crash ${crashed} under ${policy}`, ...expected, `  expect order ${order}`, before, '}'].join('\n'); // oxfmt-ignore
}

/** Returns what was ending already and what the crash releases. */
const releasedBy = ({ model, crashed, policy }: Question): readonly number[] => {
  const chosen = findPolicy(model, policy) ?? defaultPolicyOf(model);
  const id = model.entities.findIndex(({ name }) => name === crashed);
  return crash(model, id, chosen).destroyed.flatMap(({ entity, by }) => (by === 'release' ? [entity] : []));
};

const stepOf = ({ order }: Fates, name: string): number => order.findIndex((layer) => layer.includes(name));
const isBefore = (said: Fates, first: string, second: string): boolean =>
  stepOf(said, first) >= 0 && stepOf(said, second) >= 0 && stepOf(said, first) < stepOf(said, second);

/** What is asked, of the model as the command line reads it. */
interface Asked extends Question {
  readonly parsed: ParsedModel;
  readonly chosen: Policy;
  readonly idOf: (name: string) => number;
}

const silent = { write: (): void => undefined, isColoured: false };
const nowhere = {
  output: silent,
  notes: silent,
  folder: '',
  readInput: () => Promise.resolve(Buffer.of()),
  page: () => '',
};

/** `aftermath test`, and the results in a report. */
async function askTest(question: Question, said: Fates): Promise<void> {
  const parsed = await opened(`${question.text}\n${scenarioOf(question, said)}\n`);
  const { passed, failures, errors } = valueOf(simulate(parsed, { scenario: 'crash' }));
  assert.deepEqual(failures.map(({ expected, found }) => [expected, found]), []); // oxfmt-ignore
  assert.ok(passed, JSON.stringify(errors));
  const results = await resultsOf(parsed, 60_000, beginWork(nowhere));
  assert.equal(results.scenario.get('crash'), 'passed');
}

/** `aftermath why`, of the two that are asked about and of some of each fate, and of the order of the two. */
function askWhy(asked: Asked, said: Fates, tally: Tally): void {
  const { parsed, model, chosen: policy, first, second, idOf } = asked;
  const crashed = idOf(asked.crashed);
  const names = new Set([first, second, ...fates.flatMap((fate) => said[fate].slice(0, 2))]);
  for (const { id, name, kind } of model.entities.filter((each) => names.has(each.name))) {
    const answers = why(parsed.model, { kind: 'crash', entity: idOf(name), crashed: [crashed], policy });
    for (const { claim, holds, because } of answers) {
      const fate = fates.find((each) => each === claim);
      assert.ok(fate !== undefined && (!holds || because.length > 0));
      assert.equal(holds, said[fate].includes(name), `why ${name}: ${claim}`);
      for (const { text } of because) count(tally, `because ${factWord.exec(text)?.[1] ?? text}`);
    }
    // What is destroyed suffers nothing else.
    const wanted = said.destroyed.includes(name) ? ['destroyed'] : fates.filter((fate) => canBe(fate, kind));
    assert.deepEqual(answers.map(({ claim }) => claim).sort(), wanted.toSorted(), String(id)); // oxfmt-ignore
  }
  const [order] = why(parsed.model, {
    kind: 'before',
    entity: idOf(first),
    then: idOf(second),
    crashed: [crashed],
    policy,
  });
  assert.equal(order?.holds, isBefore(said, first, second), `${first} before ${second}`);
  count(tally, `before ${String(order.holds)}`);
}

const factWord = /" (is absent|is managed by|is in|is on|is nested in|dies with|[a-z]+)(?: "|$)/;

/** `aftermath matrix`. */
function askMatrix({ parsed, chosen, crashed, idOf }: Asked, said: CrashJson): void {
  const row = [...crashRows(parsed.model, { policies: [chosen] })].find(({ entity }) => entity === idOf(crashed));
  const [cell] = row?.cells ?? [];
  if (cell === undefined) return;
  const names = (ids: readonly number[]): string[] => ids.map((id) => parsed.model.entities[id]?.name ?? '').sort();
  for (const fate of fates) {
    assert.deepEqual(names(cell[fate]), said[fate].map(({ name }) => name).sort()); // oxfmt-ignore
    assert.equal(cell.counts[fate], said[fate].length);
  }
  for (const fate of ['broken', 'degraded', 'dangling'] as const)
    assert.deepEqual(names(cell.already[fate]), said.already[fate].map(({ name }) => name).sort()); // oxfmt-ignore
}

/** `aftermath points`: a lone goal fails by the crashes that are listed, and by no other. */
function askPoints({ parsed, chosen, crashed, idOf }: Asked, said: Fates, already: readonly string[]): void {
  const { entities, relations } = parsed.model;
  const name = (id: number | undefined): string => entities[id ?? -1]?.name ?? '';
  const { ended } = startOf(parsed.model);
  const fails = (id: number): boolean => {
    const isMissing = entities[id]?.absent === true || ended.has(id);
    return isMissing || said.destroyed.includes(name(id)) || said.broken.includes(name(id));
  };
  for (const { pds, needs, isBroken, single } of singlePoints(parsed.model, chosen, { roots: true })) {
    const [pd] = [name(pds[0])];
    const members = needs.flatMap((id) => relations[id] ?? []);
    const least = members[0]?.quorum?.least ?? members.length;
    if (isBroken) assert.ok(already.includes(pd) || said.destroyed.includes(pd), `${pd} is broken already`);
    else if (pd !== crashed) {
      const isUnmet = members.filter(({ target }) => !fails(target)).length < least;
      assert.equal(single.includes(idOf(crashed)), said.destroyed.includes(pd) || isUnmet, `a need of ${pd}`);
    }
  }
}

async function check(question: Question | undefined, tally: Tally): Promise<void> {
  if (question === undefined) return;
  const { text, model, crashed, policy } = question;
  const parsed = await opened(text);
  const { policy: chosen } = valueOf(choosePolicy(parsed.model, { policy }));
  const ids = new Map(parsed.model.entities.map(({ id, name }) => [name, id]));
  const asked: Asked = { ...question, parsed, chosen, idOf: (name) => ids.get(name) ?? -1 };
  const raw = crashOf(parsed, crashed, policy);
  const said = fatesOf(raw);
  const inEditor = await open(text);
  assert.deepEqual(planFates(parsed, crashed, policy), said, 'plan');
  assert.deepEqual(overlayFates(inEditor, crashed, policy), said, 'graph');
  assert.deepEqual(reportFates(inEditor, crashed, policy), said, 'report');
  await askTest(question, said);
  askWhy(asked, said, tally);
  askMatrix(asked, raw);
  const already = raw.already.broken.map(({ name }) => name);
  askPoints(asked, said, already);
  const usual = crashOf(parsed, crashed, 'default');
  const numbers = [usual.destroyed.length, usual.degraded.length, usual.broken.length];
  assert.deepEqual(toldNumbers(inEditor, crashed), [numbers, numbers], 'lens and hover');
  for (const { name, kind, absent } of model.entities) {
    if (kind !== 'pd' || absent || name === crashed || said.destroyed.includes(name)) continue;
    assert.deepEqual(isCalledBroken(inEditor, name), [already.includes(name), already.includes(name)], name);
  }
  for (const { kind } of model.relations) count(tally, kind);
  count(tally, 'released', releasedBy(question).length);
  for (const fate of fates) count(tally, fate, said[fate].length);
  for (const fate of ['broken', 'degraded', 'dangling'] as const)
    count(tally, `${fate} already`, raw.already[fate].length);
  count(tally, 'several steps', said.order.length > 3 ? 1 : 0);
}

const reached = [
  ...relationKinds,
  ...fates,
  'released',
  ...['broken already', 'degraded already', 'dangling already', 'several steps', 'before true', 'before false'],
  ...['crashed', 'is managed by', 'is in', 'is on', 'is nested in', 'dies with', 'requests', 'holds', 'maps'].map((word) => `because ${word}`), // oxfmt-ignore
  ...['needs', 'owns', 'refers', 'is absent'].map((word) => `because ${word}`),
];

describe('the answers of all faces to a crash', () => {
  it('agree on random models that reach every relation', async () => {
    const tally: Tally = new Map();
    await fc.assert(
      fc.asyncProperty(questionsWithDoomed, (question) => check(question, tally)),
      { seed: seed + 9, numRuns: runs(50, 3000), endOnFailure: true },
    );
    const missing = reached.filter((key) => (tally.get(key) ?? 0) === 0);
    assert.deepEqual(missing, [], JSON.stringify([...tally]));
    for (const key of reached) tried(key, tally.get(key) ?? 0);
  });
});
