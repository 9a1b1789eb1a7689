/**
 * The shapes of the parameters of our own requests.
 */
import type { Supposition } from '../../../language/src/model/supposition.ts';
import { greatestSeed } from '../../../language/src/simulation/kernel/seed.ts';
import type { Interference } from '../../../language/src/simulation/play/interventions.ts';
import { stopKinds } from '../../../language/src/simulation/play/stops.ts';
import {
  type ChangesQuestion,
  type ComparisonQuestion,
  deletionModes,
  matrixEvents,
  type MatrixQuestion,
  planEnds,
  type PlanQuestion,
  type PointsQuestion,
  type ReportQuestion,
} from '../../../language/src/view/report/question.ts';
import type { RunFilter } from '../../../language/src/view/run/run-filter.ts';
import { stepKinds } from '../../../language/src/view/run/run-step.ts';
import type { BranchPoint, RunMove, RunQuestion } from '../../../language/src/view/run/run-summary.ts';
import { treeGroupings } from '../../../language/src/view/tree/tree-parents.ts';
import * as clusters from './cluster-protocol.ts';
import * as debug from './debug-protocol.ts';
import { fencePictureRequest } from './fence-protocol.ts';
import { changesGraphRequest } from './changes-protocol.ts';
import { compareLogRequest, type CompareLogParameters, type NamedText } from './log-protocol.ts';
import * as machines from './machine-protocol.ts';
import * as own from './protocol.ts';
import * as suppose from './suppose-protocol.ts';
import type { SystemFile } from './system-file.ts';
import * as system from './system-protocol.ts';
import * as trees from './tree-protocol.ts';
import {
  address,
  cases,
  count,
  either,
  flag,
  listOf,
  maybe,
  oneOf,
  record,
  type Shape,
  text,
  whole,
} from './shapes.ts';

type Method<P> = own.Method<P, unknown>;

const ofDocument = { uri: address };
const namedText = record<NamedText>({ name: text, text });
const systemFile = record<SystemFile>({ name: text, uri: text, text, within: maybe(text) });
const liveSource = record<clusters.LiveSource>({
  context: maybe(text),
  kubeconfig: maybe(text),
  server: maybe(text),
  namespaces: maybe(listOf(text)),
});
const ofRun = { id: count };
const ofStep = { ...ofRun, step: count };

const planQuestion = record<PlanQuestion>({
  kind: oneOf('plan'),
  end: oneOf(...planEnds),
  of: text,
  also: maybe(listOf(text)),
  deletion: maybe(oneOf(...deletionModes)),
  policy: maybe(text),
  against: maybe(text),
});

const changesQuestion = record<ChangesQuestion>({ kind: oneOf('changes'), base: text, name: text });

const reportQuestion = cases<ReportQuestion>('kind', {
  matrix: record<MatrixQuestion>({ kind: oneOf('matrix'), end: maybe(oneOf(...matrixEvents)) }),
  plan: planQuestion,
  isolation: record<{ readonly kind: 'isolation' }>({ kind: oneOf('isolation') }),
  comparison: record<ComparisonQuestion>({ kind: oneOf('comparison'), first: text, second: text }),
  points: record<PointsQuestion>({ kind: oneOf('points'), policy: maybe(text) }),
  changes: changesQuestion,
});

type EntryKind = 'due' | 'lose' | 'duplicate' | 'reorder';
type EndKind = 'crash' | 'halt' | 'restart';
type OfKind<K extends Interference['kind']> = Extract<Interference, { readonly kind: K }>;

const ofEntry = (kind: EntryKind) => record<OfKind<EntryKind>>({ kind: oneOf(kind), entry: count });
const ofEntity = (kind: EndKind) =>
  record<OfKind<EndKind>>({ kind: oneOf(kind), entity: text, others: maybe(listOf(text)) });

const interferences: Record<Interference['kind'], Shape<Interference>> = {
  due: ofEntry('due'),
  lose: ofEntry('lose'),
  duplicate: ofEntry('duplicate'),
  reorder: ofEntry('reorder'),
  send: record<OfKind<'send'>>({ kind: oneOf('send'), event: text, to: text }),
  event: record<OfKind<'event'>>({ kind: oneOf('event'), event: text, to: text, arguments: listOf(text) }),
  crash: ofEntity('crash'),
  halt: ofEntity('halt'),
  restart: ofEntity('restart'),
  set: record<OfKind<'set'>>({ kind: oneOf('set'), entity: text, variable: text, value: text }),
};

const move = cases<RunMove>('kind', {
  draw: record<Extract<RunMove, { readonly kind: 'draw' }>>({ kind: oneOf('draw'), draw: count }),
  ...interferences,
});

const branches = maybe(listOf(record<BranchPoint>({ after: count, move })));

type Start<K extends RunQuestion['kind']> = Extract<RunQuestion, { readonly kind: K }>;

const runQuestion = cases<RunQuestion>('kind', {
  scenario: record<Start<'scenario'>>({ kind: oneOf('scenario'), title: text, variant: count, branches }),
  random: record<Start<'random'>>({
    kind: oneOf('random'),
    seed: whole(0, greatestSeed),
    steps: count,
    check: maybe(text),
    branches,
  }),
  trace: record<Start<'trace'>>({ kind: oneOf('trace'), file: text, branches }),
  counterexample: record<Start<'counterexample'>>({
    ...{ kind: oneOf('counterexample'), check: text, variant: count, steps: count, draws: listOf(count) },
    branches,
  }),
});

const filter = record<RunFilter>({
  without: listOf(oneOf(...stepKinds)),
  text,
  entity: text,
  onlyMarked: flag,
});

const wish = { ...ofDocument, line: count, character: maybe(count), condition: maybe(text), hits: maybe(text) };

const ofTree = { ...ofDocument, by: oneOf(...treeGroupings), filter: maybe(text) };

const entry = <P>({ method }: Method<P>, shape: Shape<P>): readonly [string, Shape<unknown>] => [method, shape];

/** The shapes of the parameters, by method. */
export const parameterShapes: ReadonlyMap<string, Shape<unknown>> = new Map([
  entry(own.graphRequest, record(ofDocument)),
  entry(
    suppose.supposeRequest,
    record<own.OfDocument & Supposition>({ ...ofDocument, with: listOf(text), without: listOf(text) }),
  ),
  entry(suppose.suppositionRequest, record(ofDocument)),
  entry(suppose.suppositionEditsRequest, record(ofDocument)),
  entry(own.crashChoicesRequest, record(ofDocument)),
  entry(own.planRequest, record({ ...ofDocument, question: planQuestion })),
  entry(changesGraphRequest, record({ ...ofDocument, question: changesQuestion })),
  entry(fencePictureRequest, record({ ...ofDocument, info: text, text })),
  entry(own.entityAtRequest, record({ ...ofDocument, position: record({ line: count, character: count }) })),
  entry(own.modelChoicesRequest, record(ofDocument)),
  entry(own.reportRequest, record({ ...ofDocument, question: reportQuestion })),
  entry(own.scenariosRequest, record(ofDocument)),
  entry(own.runScenarioRequest, record({ ...ofDocument, title: text })),
  entry(own.verifyRequest, record<own.VerifyParameters>({ ...ofDocument, title: text, states: maybe(whole(1)) })),
  entry(own.verifyProgressRequest, record({ ...ofDocument, title: text })),
  entry(
    own.openRunRequest,
    record<own.OpenRunParameters>({ ...ofDocument, question: runQuestion, trace: maybe(text) }),
  ),
  entry(
    own.runRowsRequest,
    either(record({ ...ofRun, from: count, to: count }), record({ ...ofRun, steps: listOf(count) })),
  ),
  entry(
    own.runStepRequest,
    record<own.OfRun & { readonly step: number; readonly full?: boolean }>({ ...ofStep, full: maybe(flag) }),
  ),
  entry(own.runChoicesRequest, record(ofStep)),
  entry(own.runStretchRequest, record({ ...ofRun, from: count, to: count })),
  entry(own.findStepsRequest, record({ ...ofRun, filter })),
  entry(own.runDifferenceRequest, record({ ...ofStep, other: count, common: count })),
  entry(own.runTraceRequest, record(ofRun)),
  entry(own.modelHashRequest, record(ofDocument)),
  entry(
    compareLogRequest,
    record<CompareLogParameters>({ ...ofDocument, logs: listOf(namedText), mapping: maybe(namedText) }),
  ),
  entry(own.closeRunRequest, record(ofRun)),
  entry(own.importRequest, record({ ...ofDocument, format: text, files: listOf(systemFile) })),
  entry(system.importedHowRequest, record(ofDocument)),
  entry(system.filesWrittenRequest, record({ uris: listOf(text) })),
  entry(
    system.importFilesRequest,
    record<system.FilesToImport>({
      ...{ ...ofDocument, format: text, sources: listOf(text), files: listOf(systemFile) },
      live: maybe(liveSource),
    }),
  ),
  entry(clusters.clusterContextsRequest, record({ source: liveSource })),
  entry(clusters.clusterNamespacesRequest, record({ source: liveSource })),
  entry(clusters.readClusterRequest, record({ source: liveSource })),
  entry(system.driftRequest, record({ ...ofDocument, files: listOf(systemFile) })),
  entry(debug.placePointsRequest, record({ ...ofRun, ...ofDocument, wishes: listOf(record<debug.PointWish>(wish)) })),
  entry(debug.stopPlacesRequest, record(ofDocument)),
  entry(
    debug.findStopRequest,
    record<debug.StopParameters>({
      ...ofRun,
      ...ofDocument,
      from: whole(-1),
      direction: oneOf('forward', 'back'),
      points: listOf(
        record<debug.PointWish & { readonly id: number }>({ ...wish, id: whole(Number.MIN_SAFE_INTEGER) }),
      ),
      kinds: listOf(oneOf(...stopKinds, 'stuck')),
    }),
  ),
  entry(debug.inspectRunRequest, record(ofStep)),
  entry(debug.inspectActorRequest, record({ ...ofStep, actor: whole(-1) })),
  entry(
    debug.evaluateRequest,
    record<debug.EvaluateParameters>({ ...ofStep, ...ofDocument, actor: whole(-1), text, fits: maybe(text) }),
  ),
  entry(
    trees.treeRequest,
    record<trees.OfTree & { readonly of?: string; readonly plan?: PlanQuestion }>({
      ...ofTree,
      of: maybe(text),
      plan: maybe(planQuestion),
    }),
  ),
  entry(trees.treeWayRequest, record<trees.OfTree & { readonly name: string }>({ ...ofTree, name: text })),
  entry(trees.outlineRequest, record(ofDocument)),
  entry(machines.machinesRequest, record(ofDocument)),
  entry(machines.statechartRequest, record({ ...ofDocument, machine: text })),
  entry(machines.machineStateRequest, record({ ...ofStep, entity: text })),
]);
