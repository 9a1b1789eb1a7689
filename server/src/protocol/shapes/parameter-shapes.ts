/**
 * The shapes of the parameters of our own requests.
 */
import { deletionModes } from '../../../../language/src/model/policy.ts';
import type { Supposition } from '../../../../language/src/model/supposition.ts';
import { greatestSeed } from '../../../../language/src/simulation/kernel/seed.ts';
import type { Interference } from '../../../../language/src/simulation/play/recording/interventions.ts';
import { stopKinds } from '../../../../language/src/simulation/play/recording/stops.ts';
import {
  type ChangesQuestion,
  type ComparisonQuestion,
  matrixEvents,
  type MatrixQuestion,
  planEnds,
  type PlanQuestion,
  type PointsQuestion,
  type ReportQuestion,
} from '../../../../language/src/view/report/question.ts';
import type { RunFilter } from '../../../../language/src/view/run/run-filter.ts';
import { stepKinds } from '../../../../language/src/view/run/run-step.ts';
import type { BranchPoint, RunMove, RunQuestion } from '../../../../language/src/view/run/run-summary.ts';
import { treeGroupings } from '../../../../language/src/view/tree/tree-parents.ts';
import * as clusters from '../cluster-protocol.ts';
import * as debug from '../debug-protocol.ts';
import { fencePictureRequest } from '../fence-protocol.ts';
import { changesGraphRequest } from '../changes-protocol.ts';
import { compareLogRequest, type CompareLogParameters, type NamedText } from '../log-protocol.ts';
import * as machines from '../machine-protocol.ts';
import * as own from '../protocol.ts';
import { reduceRunRequest } from '../reduction-protocol.ts';
import * as suppose from '../suppose-protocol.ts';
import type { SystemFile } from '../system-file.ts';
import * as system from '../system-protocol.ts';
import * as trees from '../tree-protocol.ts';
import {
  address,
  cases,
  countShape,
  eitherShape,
  flag,
  listShape,
  maybe,
  oneOfShape,
  recordShape,
  type ParameterShape,
  textShape,
  wholeShape,
} from './shapes.ts';

type Method<P> = own.Method<P, unknown>;

const ofDocument = { uri: address };
const ofRunnable = { ...ofDocument, title: textShape, covers: maybe(flag) };
const namedText = recordShape<NamedText>({ name: textShape, text: textShape });
const systemFile = recordShape<SystemFile>({
  name: textShape,
  uri: textShape,
  text: textShape,
  within: maybe(textShape),
});
const liveSource = recordShape<clusters.ClusterSource>({
  context: maybe(textShape),
  kubeconfig: maybe(textShape),
  server: maybe(textShape),
  namespaces: maybe(listShape(textShape)),
});
const ofRun = { id: countShape };
const ofStep = { ...ofRun, step: countShape };

const planQuestion = recordShape<PlanQuestion>({
  kind: oneOfShape('plan'),
  end: oneOfShape(...planEnds),
  of: textShape,
  also: maybe(listShape(textShape)),
  deletion: maybe(oneOfShape(...deletionModes)),
  policy: maybe(textShape),
  against: maybe(textShape),
});

const changesQuestion = recordShape<ChangesQuestion>({ kind: oneOfShape('changes'), base: textShape, name: textShape });

const reportQuestion = cases<ReportQuestion>('kind', {
  matrix: recordShape<MatrixQuestion>({ kind: oneOfShape('matrix'), end: maybe(oneOfShape(...matrixEvents)) }),
  plan: planQuestion,
  isolation: recordShape<{ readonly kind: 'isolation' }>({ kind: oneOfShape('isolation') }),
  comparison: recordShape<ComparisonQuestion>({ kind: oneOfShape('comparison'), first: textShape, second: textShape }),
  points: recordShape<PointsQuestion>({ kind: oneOfShape('points'), policy: maybe(textShape) }),
  changes: changesQuestion,
});

type EntryKind = 'due' | 'lose' | 'duplicate' | 'reorder';
type EndKind = 'crash' | 'halt' | 'restart';
type OfKind<K extends Interference['kind']> = Extract<Interference, { readonly kind: K }>;

const ofEntry = (kind: EntryKind) => recordShape<OfKind<EntryKind>>({ kind: oneOfShape(kind), entry: countShape });
const ofEntity = (kind: EndKind) =>
  recordShape<OfKind<EndKind>>({ kind: oneOfShape(kind), entity: textShape, others: maybe(listShape(textShape)) });

const interferences: Record<Interference['kind'], ParameterShape<Interference>> = {
  due: ofEntry('due'),
  lose: ofEntry('lose'),
  duplicate: ofEntry('duplicate'),
  reorder: ofEntry('reorder'),
  send: recordShape<OfKind<'send'>>({ kind: oneOfShape('send'), event: textShape, to: textShape }),
  event: recordShape<OfKind<'event'>>({
    kind: oneOfShape('event'),
    event: textShape,
    to: textShape,
    arguments: listShape(textShape),
  }),
  crash: ofEntity('crash'),
  halt: ofEntity('halt'),
  restart: ofEntity('restart'),
  set: recordShape<OfKind<'set'>>({
    kind: oneOfShape('set'),
    entity: textShape,
    variable: textShape,
    value: textShape,
  }),
};

const move = cases<RunMove>('kind', {
  draw: recordShape<Extract<RunMove, { readonly kind: 'draw' }>>({ kind: oneOfShape('draw'), draw: countShape }),
  reduced: recordShape<Extract<RunMove, { readonly kind: 'reduced' }>>({
    ...{ kind: oneOfShape('reduced'), draws: listShape(countShape) },
    ...{ steps: countShape, from: countShape, isMinimal: flag },
  }),
  ...interferences,
});

const branches = maybe(listShape(recordShape<BranchPoint>({ after: countShape, move })));

type Start<K extends RunQuestion['kind']> = Extract<RunQuestion, { readonly kind: K }>;

const runQuestion = cases<RunQuestion>('kind', {
  scenario: recordShape<Start<'scenario'>>({
    kind: oneOfShape('scenario'),
    title: textShape,
    variant: countShape,
    branches,
  }),
  random: recordShape<Start<'random'>>({
    kind: oneOfShape('random'),
    seed: wholeShape(0, greatestSeed),
    steps: countShape,
    check: maybe(textShape),
    branches,
  }),
  trace: recordShape<Start<'trace'>>({ kind: oneOfShape('trace'), file: textShape, branches }),
  counterexample: recordShape<Start<'counterexample'>>({
    ...{
      kind: oneOfShape('counterexample'),
      check: textShape,
      variant: countShape,
      steps: countShape,
      draws: listShape(countShape),
    },
    branches,
  }),
});

const filter = recordShape<RunFilter>({
  without: listShape(oneOfShape(...stepKinds)),
  text: textShape,
  entity: textShape,
  onlyMarked: flag,
});

const wish = {
  ...ofDocument,
  line: countShape,
  character: maybe(countShape),
  condition: maybe(textShape),
  hits: maybe(textShape),
};

const ofTree = { ...ofDocument, by: oneOfShape(...treeGroupings), filter: maybe(textShape) };

const entry = <P>({ method }: Method<P>, shape: ParameterShape<P>): readonly [string, ParameterShape<unknown>] => [
  method,
  shape,
];

/** The shapes of the parameters, by method. */
export const parameterShapes: ReadonlyMap<string, ParameterShape<unknown>> = new Map([
  entry(own.graphRequest, recordShape(ofDocument)),
  entry(
    suppose.supposeRequest,
    recordShape<own.OfDocument & Supposition>({
      ...ofDocument,
      with: listShape(textShape),
      without: listShape(textShape),
    }),
  ),
  entry(suppose.suppositionRequest, recordShape(ofDocument)),
  entry(suppose.suppositionEditsRequest, recordShape(ofDocument)),
  entry(own.crashChoicesRequest, recordShape(ofDocument)),
  entry(own.planRequest, recordShape({ ...ofDocument, question: planQuestion })),
  entry(changesGraphRequest, recordShape({ ...ofDocument, question: changesQuestion })),
  entry(fencePictureRequest, recordShape({ ...ofDocument, info: textShape, text: textShape })),
  entry(
    own.entityAtRequest,
    recordShape({ ...ofDocument, position: recordShape({ line: countShape, character: countShape }) }),
  ),
  entry(own.modelChoicesRequest, recordShape(ofDocument)),
  entry(own.reportRequest, recordShape({ ...ofDocument, question: reportQuestion })),
  entry(own.scenariosRequest, recordShape(ofDocument)),
  entry(own.runScenarioRequest, recordShape<own.RunScenarioParameters>(ofRunnable)),
  entry(own.verifyRequest, recordShape<own.VerifyParameters>({ ...ofRunnable, states: maybe(wholeShape(1)) })),
  entry(own.verifyProgressRequest, recordShape({ ...ofDocument, title: textShape })),
  entry(
    own.openRunRequest,
    recordShape<own.OpenRunParameters>({ ...ofDocument, question: runQuestion, trace: maybe(textShape) }),
  ),
  entry(
    own.runRowsRequest,
    eitherShape(
      recordShape({ ...ofRun, from: countShape, to: countShape }),
      recordShape({ ...ofRun, steps: listShape(countShape) }),
    ),
  ),
  entry(
    own.runStepRequest,
    recordShape<own.OfRun & { readonly step: number; readonly full?: boolean }>({ ...ofStep, full: maybe(flag) }),
  ),
  entry(own.runChoicesRequest, recordShape(ofStep)),
  entry(own.runStretchRequest, recordShape({ ...ofRun, from: countShape, to: countShape })),
  entry(own.findStepsRequest, recordShape({ ...ofRun, filter })),
  entry(own.runDifferenceRequest, recordShape({ ...ofStep, other: countShape, common: countShape })),
  entry(reduceRunRequest, recordShape(ofRun)),
  entry(own.runTraceRequest, recordShape(ofRun)),
  entry(own.modelHashRequest, recordShape(ofDocument)),
  entry(
    compareLogRequest,
    recordShape<CompareLogParameters>({ ...ofDocument, logs: listShape(namedText), mapping: maybe(namedText) }),
  ),
  entry(own.closeRunRequest, recordShape(ofRun)),
  entry(own.importRequest, recordShape({ ...ofDocument, format: textShape, files: listShape(systemFile) })),
  entry(system.importedHowRequest, recordShape(ofDocument)),
  entry(system.filesWrittenRequest, recordShape({ uris: listShape(textShape) })),
  entry(
    system.importFilesRequest,
    recordShape<system.FilesToImport>({
      ...{ ...ofDocument, format: textShape, sources: listShape(textShape), files: listShape(systemFile) },
      live: maybe(liveSource),
    }),
  ),
  entry(clusters.clusterContextsRequest, recordShape({ source: liveSource })),
  entry(clusters.clusterNamespacesRequest, recordShape({ source: liveSource })),
  entry(clusters.readClusterRequest, recordShape({ source: liveSource })),
  entry(system.driftRequest, recordShape({ ...ofDocument, files: listShape(systemFile) })),
  entry(
    debug.placePointsRequest,
    recordShape({ ...ofRun, ...ofDocument, wishes: listShape(recordShape<debug.PointWish>(wish)) }),
  ),
  entry(debug.stopPlacesRequest, recordShape(ofDocument)),
  entry(
    debug.findStopRequest,
    recordShape<debug.StopParameters>({
      ...ofRun,
      ...ofDocument,
      from: wholeShape(-1),
      direction: oneOfShape('forward', 'back'),
      points: listShape(
        recordShape<debug.PointWish & { readonly id: number }>({ ...wish, id: wholeShape(Number.MIN_SAFE_INTEGER) }),
      ),
      kinds: listShape(oneOfShape(...stopKinds, 'stuck')),
    }),
  ),
  entry(debug.inspectRunRequest, recordShape(ofStep)),
  entry(debug.inspectActorRequest, recordShape({ ...ofStep, actor: wholeShape(-1) })),
  entry(
    debug.evaluateRequest,
    recordShape<debug.EvaluateParameters>({
      ...ofStep,
      ...ofDocument,
      actor: wholeShape(-1),
      text: textShape,
      fits: maybe(textShape),
    }),
  ),
  entry(
    trees.treeRequest,
    recordShape<trees.OfTree & { readonly of?: string; readonly plan?: PlanQuestion }>({
      ...ofTree,
      of: maybe(textShape),
      plan: maybe(planQuestion),
    }),
  ),
  entry(trees.treeWayRequest, recordShape<trees.OfTree & { readonly name: string }>({ ...ofTree, name: textShape })),
  entry(trees.outlineRequest, recordShape(ofDocument)),
  entry(machines.machinesRequest, recordShape(ofDocument)),
  entry(machines.statechartRequest, recordShape({ ...ofDocument, machine: textShape })),
  entry(
    machines.exploredStatesRequest,
    recordShape<machines.ExploredStatesParameters>({ ...ofDocument, title: textShape, groupedBy: maybe(textShape) }),
  ),
  entry(machines.exploredRunRequest, recordShape({ ...ofDocument, title: textShape, state: textShape })),
  entry(machines.machineStateRequest, recordShape({ ...ofStep, entity: textShape })),
]);
