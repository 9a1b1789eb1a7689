/**
 * Asks a server every request of its own protocol about a model, and collects what it says to a person.
 */
import { chartMarks } from '../../language/src/view/statechart/statechart.ts';
import assert from 'node:assert/strict';
import * as clusters from '../../server/src/protocol/cluster-protocol.ts';
import * as debug from '../../server/src/protocol/debug-protocol.ts';
import { fencePictureRequest } from '../../server/src/protocol/fence-protocol.ts';
import { changesGraphRequest } from '../../server/src/protocol/changes-protocol.ts';
import { compareLogRequest } from '../../server/src/protocol/log-protocol.ts';
import * as machines from '../../server/src/protocol/machine-protocol.ts';
import * as own from '../../server/src/protocol/protocol.ts';
import { reduceRunRequest } from '../../server/src/protocol/reduction-protocol.ts';
import * as suppose from '../../server/src/protocol/suppose-protocol.ts';
import * as system from '../../server/src/protocol/system-protocol.ts';
import * as trees from '../../server/src/protocol/tree-protocol.ts';
import { planEnds, type ReportQuestion } from '../../language/src/view/report/question.ts';
import { lineChanges } from '../../language/src/view/graph-edge.ts';
import { changeEffects } from '../../language/src/view/report/plan-overlay.ts';
import { choiceGroups } from '../../language/src/view/run/run-choice.ts';
import { stepMarks } from '../../language/src/view/run/run-step.ts';
import { arrowOutcomes } from '../../language/src/view/run/trace/trace.ts';
import { statusKinds } from '../../language/src/drawing/graph/node-status.ts';
import { stopKinds } from '../../language/src/simulation/play/recording/stops.ts';
import { treeGroupings } from '../../language/src/view/tree/tree-parents.ts';
import type { RunQuestion } from '../../language/src/view/run/run-summary.ts';
import type { LanguageClient } from './language-client.ts';

/** What is asked, with the words of all its answers. */
export type SaidBy = ReadonlyMap<string, ReadonlySet<string>>;

/** Requests whose answers have no words of the server: names, numbers, places and texts of the language. */
export const wordless: ReadonlySet<string> = new Set(
  [
    own.entityAtRequest,
    own.modelHashRequest,
    own.closeRunRequest,
    trees.treeWayRequest,
    suppose.suppositionRequest,
    system.filesWrittenRequest,
    debug.stopPlacesRequest,
    machines.exploredRunRequest,
  ].map(({ method }) => method),
);

/** The fields that programs read. */
const forPrograms = new Set(
  'uri id kind code severity format verdict sign hash key layer from to newText svg trace'.split(' '),
);

/** What programs distinguish by a word; the pages and the extension have words of their own for these. */
const codes: ReadonlySet<string> = new Set([
  ...[
    ...planEnds,
    ...changeEffects,
    ...lineChanges,
    ...stepMarks,
    ...arrowOutcomes,
    ...choiceGroups,
    ...statusKinds,
    ...chartMarks,
  ],
  ...['variables', 'parameters', 'timers', 'facts', 'event', 'run', 'entities', 'underway'],
  ...['shallow', 'worse', 'better', 'other'],
]);

/** Requests that answer with a text in a field of that name. */
const withText: ReadonlySet<string> = new Set(
  [own.runTraceRequest, own.importRequest, system.importFilesRequest].map(({ method }) => method),
);

/** Asks about a model, an earlier version of it, and other texts. */
export async function everyAnswer(client: LanguageClient, uri: string, base: string): Promise<SaidBy> {
  const said = new Map<string, Set<string>>();
  const ask = async <P, R>(method: own.Method<P, R>, parameters: P): Promise<R> => {
    const answer = await client.ask(method, parameters);
    const words = said.get(method.method) ?? new Set();
    said.set(method.method, words);
    if (!withText.has(method.method)) collect(answer, words);
    else if (answer !== null) collect({ ...answer, text: '', ownText: '' }, words);
    return answer;
  };
  await askAboutModel(ask, uri, base);
  await askAboutRuns(ask, uri);
  await askAboutImports(ask, uri);
  return said;
}

type Ask = <P, R>(method: own.Method<P, R>, parameters: P) => Promise<R>;

async function askAboutModel(ask: Ask, uri: string, base: string): Promise<void> {
  const choices = await ask(own.modelChoicesRequest, { uri });
  const { pds } = await ask(own.crashChoicesRequest, { uri });
  const subjects = choices.entities.filter((_, index) => index % 5 === 0).map(({ name }) => name);
  const [first = '', second = ''] = pds.map(({ name }) => name);
  const plans = planEnds.flatMap((end): ReportQuestion[] => {
    const of = end === 'collect' ? ['demand', 'after'] : end === 'since' ? [base] : subjects;
    return of.map((each) => ({ kind: 'plan', end, of: each, against: 'pd-recursive' }));
  });
  const reports: readonly ReportQuestion[] = [
    ...plans,
    { kind: 'plan', end: 'start', of: '' },
    ...(['crash', 'destroy', 'evict', 'delete'] as const).map((end): ReportQuestion => ({ kind: 'matrix', end })),
    { kind: 'isolation' },
    { kind: 'comparison', first, second },
    { kind: 'points' },
    { kind: 'changes', base, name: 'it' },
  ];
  for (const question of reports) {
    await ask(own.reportRequest, { uri, question });
    if (question.kind === 'plan') await ask(own.planRequest, { uri, question });
  }
  await ask(own.graphRequest, { uri });
  await ask(changesGraphRequest, { uri, question: { kind: 'changes', base, name: 'it' } });
  for (const by of treeGroupings) await ask(trees.treeRequest, { uri, by });
  await ask(trees.outlineRequest, { uri });
  const found = await ask(machines.machinesRequest, { uri });
  for (const { name } of found?.machines ?? []) await ask(machines.statechartRequest, { uri, machine: name });
  const text = 'machine M for pd { initial state A { after 1s } }  pd p runs M  pd q { needs p }';
  for (const info of ['view=v', 'machine=M', 'machine=N', 'crash=p', 'crash=r', 'draw', 'what', 'draw crash=p'])
    await ask(fencePictureRequest, { uri, info: `aftermath ${info}`, text });
  await ask(suppose.supposeRequest, { uri, with: ['nothing is this'], without: [] });
  await ask(suppose.supposeRequest, { uri, with: [], without: [first] });
  await ask(own.graphRequest, { uri });
  await ask(suppose.suppositionEditsRequest, { uri });
  await ask(suppose.supposeRequest, { uri, with: [], without: [] });
}

async function askAboutRuns(ask: Ask, uri: string): Promise<void> {
  const list = await ask(own.scenariosRequest, { uri });
  assert.ok(list !== null && list.scenarios.length > 0);
  const questions: RunQuestion[] = [
    { kind: 'random', seed: 1, steps: 12 },
    ...list.scenarios.map(({ title }) => ({ kind: 'scenario', title, variant: 0 }) as const),
  ];
  for (const { title } of list.scenarios) await ask(own.runScenarioRequest, { uri, title });
  for (const { title } of list.ownChecks) {
    const outcome = await ask(own.verifyRequest, { uri, title });
    await ask(own.verifyProgressRequest, { uri, title });
    await ask(machines.exploredStatesRequest, { uri, title });
    if ('messages' in outcome) questions.push(...outcome.messages.flatMap(({ question }) => question ?? []));
    questions.push({ kind: 'random', seed: 2, steps: 12, check: title });
  }
  let before: number | undefined;
  for (const question of questions) {
    const opened = await ask(own.openRunRequest, { uri, question });
    if (!('id' in opened)) continue;
    const { id, summary } = opened;
    await ask(own.runRowsRequest, { id, from: 0, to: summary.steps });
    const smaller = await ask(reduceRunRequest, { id });
    if (smaller !== null && 'branch' in smaller)
      await ask(own.openRunRequest, { uri, question: { ...question, branches: [smaller.branch] } });
    await ask(own.runStretchRequest, { id, from: 0, to: summary.steps });
    for (let step = summary.steps % 3; step <= summary.steps; step += 3) {
      await ask(own.runStepRequest, { id, step, full: true });
      await ask(own.runChoicesRequest, { id, step });
      const run = await ask(debug.inspectRunRequest, { id, step });
      for (let actor = 0; actor < (run?.actors.length ?? 0) && step === summary.steps; actor += 4) {
        await ask(debug.inspectActorRequest, { id, step, actor });
        await ask(machines.machineStateRequest, { id, step, entity: run?.actors[actor]?.name ?? '' });
      }
    }
    for (const kind of [...stopKinds, 'stuck'] as const)
      await ask(debug.findStopRequest, { id, uri, from: -1, direction: 'forward', points: [], kinds: [kind] });
    if (before !== undefined)
      await ask(own.runDifferenceRequest, { id, other: before, step: summary.steps, common: 0 });
    await ask(own.findStepsRequest, { id, filter: { without: [], text: 'a', entity: '', onlyMarked: false } });
    const trace = await ask(own.runTraceRequest, { id });
    const text = trace !== null && 'text' in trace ? trace.text : '';
    for (const broken of [text, text.slice(0, -9), text.replace(/"steps":/, '"stepz":')])
      await ask(own.openRunRequest, { uri, question: { kind: 'trace', file: 'x' }, trace: broken });
    await ask(debug.placePointsRequest, {
      id,
      uri,
      wishes: [
        { uri, line: 1 },
        { uri, line: 3, condition: '1 +' },
      ],
    });
    await ask(debug.evaluateRequest, { id, uri, step: 0, actor: 0, text: 'no.such.thing' });
    before = id;
  }
}

async function askAboutImports(ask: Ask, uri: string): Promise<void> {
  const files = (text: string) => [{ name: 'x', uri: 'file:///x', text }];
  for (const format of [
    'osmosis',
    'kubernetes',
    'systemd',
    'compose',
    'terraform',
    'microkit',
    'scxml',
    'murano',
    'auto',
  ])
    for (const text of ['', '{}', '<a/>'])
      await ask(own.importRequest, { uri: 'file:///x', format, files: files(text) });
  await ask(system.importedHowRequest, { uri });
  await ask(system.importFilesRequest, { uri, format: 'auto', sources: ['x'], files: files('x') });
  await ask(system.driftRequest, { uri, files: files('x') });
  const logs = [{ name: 'x', text: '{"time": "2026-01-01T00:00:00Z", "message": "x"}\n' }];
  await ask(compareLogRequest, { uri, logs });
  for (const text of ['{}', '{"lines": [{"is": "sent", "match": "x", "entity": "y", "name": "z"}]}'])
    await ask(compareLogRequest, { uri, logs, mapping: { name: 'y', text } });
  const source = { kubeconfig: '/no/kubeconfig' };
  await ask(clusters.clusterContextsRequest, { source });
  await ask(clusters.clusterNamespacesRequest, { source });
  await ask(clusters.readClusterRequest, { source });
}

/** Adds all texts that are for people. */
function collect(value: unknown, words: Set<string>): void {
  if (typeof value === 'string' && !codes.has(value)) words.add(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, each] of Object.entries(value)) if (!forPrograms.has(name)) collect(each, words);
}
