/**
 * Our clients' additions to the language server protocol: names and types only, without the protocol's library.
 */
import type { Unreadable } from '../../../language/src/dsl/loaded.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import type { EntityKind } from '../../../language/src/model/entity-kind.ts';
import type { Covered, Covering, ScenarioTag } from './coverage-protocol.ts';
import type { SystemFile } from './system-file.ts';
import type { Position, Span } from '../../../language/src/model/span.ts';
import type { Verdict } from '../../../language/src/simulation/explore/judgement/verdict.ts';
import type { GraphView } from '../../../language/src/view/graph.ts';
import type { PlanOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import type { PlanQuestion, ReportQuestion } from '../../../language/src/view/report/question.ts';
import type { Report } from '../../../language/src/view/report/report.ts';
import type { StepPlaces } from '../../../language/src/view/run/run-rows.ts';
import type { RunRow, StepView } from '../../../language/src/view/run/run-step.ts';
import type { RunChoices } from '../../../language/src/view/run/run-choice.ts';
import type { RunDifference } from '../../../language/src/view/run/run-comparison.ts';
import type { RunFilter } from '../../../language/src/view/run/run-filter.ts';
import type { RunStretch } from '../../../language/src/view/run/run-stretch.ts';
import type { RunQuestion, RunSummary } from '../../../language/src/view/run/run-summary.ts';
import type { Refusal } from '../../../language/src/model/common/answer.ts';

/** A method with the types of its messages; `parameters` and `result` exist for the compiler only. */
export interface Method<Parameters, Result> {
  readonly method: string;
  readonly types?: { readonly parameters: Parameters; readonly result: Result };
}

/** The document that a request is about. */
export interface OfDocument {
  readonly uri: string;
}

/** An item of a list to choose from: its name, and what distinguishes it from the others. */
export interface ListChoice {
  readonly name: string;
  readonly detail: string;
}

/** The graph of a document, the version of the text it was made from, and what is supposed of it in a sentence. */
export interface GraphAnswer {
  readonly version: number;
  readonly graph: GraphView;
  readonly supposed?: string;
}

/** The graph of a document; nothing if the document is not open as a model. */
export const graphRequest: Method<OfDocument, GraphAnswer | null> = {
  method: 'aftermath/graph',
};

/** The crashable PDs and the policies, in declaration order. */
export const crashChoicesRequest: Method<
  OfDocument,
  { readonly pds: readonly ListChoice[]; readonly policies: readonly ListChoice[] }
> = { method: 'aftermath/crashChoices' };

/** The effect of a plan on each drawn node and edge, or a refusal. */
export const planRequest: Method<OfDocument & { readonly question: PlanQuestion }, PlanOverlay | Refusal> = {
  method: 'aftermath/plan',
};

/** The qualified name of the entity declared around a position. */
export const entityAtRequest: Method<OfDocument & { readonly position: Position }, { readonly name: string } | null> = {
  method: 'aftermath/entityAt',
};

/** The possible subjects of a plan or metric, and the policies. */
export interface ModelChoices {
  /** The entities that exist at the start, in declaration order. */
  readonly entities: readonly (ListChoice & { readonly kind: EntityKind })[];
  /** All policies: `default`, the predefined ones, the declared ones. */
  readonly policies: readonly ListChoice[];
  /** Of these, `default` and the declared ones: the predefined ones differ only in how far a crash goes. */
  readonly ownPolicies: readonly ListChoice[];
}

/** The possible subjects of a plan or metric, and the policies. */
export const modelChoicesRequest: Method<OfDocument, ModelChoices> = { method: 'aftermath/modelChoices' };

/** The report that is requested, and the model it is about. */
export interface ReportParameters extends OfDocument {
  readonly question: ReportQuestion;
}

/** A report with the version of its text, or a refusal. */
export type ReportAnswer = { readonly version: number; readonly report: Report } | Refusal;

/** Crash matrix, plan, isolation metrics, single points of failure. May take long; can be cancelled. */
export const reportRequest: Method<ReportParameters, ReportAnswer> = { method: 'aftermath/report' };

/** A scenario declared in the document itself. */
export interface ScenarioEntry {
  readonly title: string;
  readonly span: Span;
  readonly tags: readonly ScenarioTag[];
}

/** The scenarios and checks of a document; imported scenarios are omitted. */
export interface ScenarioList {
  readonly version: number;
  readonly scenarios: readonly ScenarioEntry[];
  /** The titles of all checks that can be the environment of a random run. */
  readonly checks: readonly string[];
  /** The checks declared in the document itself, each title once. */
  readonly ownChecks: readonly ScenarioEntry[];
}

/** The scenarios and checks of a document. */
export const scenariosRequest: Method<OfDocument, ScenarioList | null> = { method: 'aftermath/scenarios' };

/** A sentence and its source location. */
export interface PlacedText {
  readonly message: string;
  readonly span: Span;
}

/** A message about a run of a scenario. */
export interface ScenarioMessage extends PlacedText {
  readonly kind: 'failure' | 'error' | 'remark';
  /** For an expectation that failed. */
  readonly expected?: string;
  readonly found?: string;
  /** The chain of facts that led to it, from cause to effect. */
  readonly because: readonly PlacedText[];
}

/** The result of a scenario. */
export interface ScenarioOutcome extends Covered {
  readonly passed: boolean;
  readonly runs: number;
  readonly expectations: number;
  /** The virtual duration of its longest run, in the language's syntax. */
  readonly duration: string;
  readonly messages: readonly ScenarioMessage[];
}

/** The scenario to run. */
export type RunScenarioParameters = OfDocument & Covering & { readonly title: string };

/** Runs a scenario to its end. May take long; can be cancelled. */
export const runScenarioRequest: Method<RunScenarioParameters, ScenarioOutcome | Refusal> = {
  method: 'aftermath/runScenario',
};

/** A counterexample to a check. */
export interface CheckMessage extends PlacedText {
  readonly code: string;
  readonly severity: Finding['severity'];
  /** The steps to it, in sentences; none if there is no run to show. */
  readonly words: readonly string[];
  readonly question?: RunQuestion;
}

/** The result of exploring a check. */
export interface CheckOutcome extends Covered {
  readonly version: number;
  readonly verdict: Verdict;
  /** The extent of the exploration. */
  readonly text: string;
  /** The unexplored parts, in clauses; empty if everything was explored. */
  readonly left: readonly string[];
  /** True if a limit of the request ended it, not one that the check declares. */
  readonly isLimited: boolean;
  readonly messages: readonly CheckMessage[];
  /** The parts that no run reached; nothing if unknown. */
  readonly unreached: readonly CheckMessage[] | undefined;
}

/** The check to explore. */
export interface VerifyParameters extends OfDocument, Covering {
  readonly title: string;
  /** The most states to explore; default: as many as fit into memory. */
  readonly states?: number;
}

/** Explores a check. May take long; can be cancelled. */
export const verifyRequest: Method<VerifyParameters, CheckOutcome | Refusal> = {
  method: 'aftermath/verify',
};

/** The progress of exploring a check; nothing while none is under way. */
export const verifyProgressRequest: Method<OfDocument & { readonly title: string }, string | null> = {
  method: 'aftermath/verifyProgress',
};

/** The run to open. */
export interface OpenRunParameters extends OfDocument {
  readonly question: RunQuestion;
  /** The text of the trace, if the run is one. */
  readonly trace?: string;
}

/** A run, open for inspection of all its steps until it is closed or many others have been opened. */
export interface OpenedRun {
  readonly id: number;
  readonly version: number;
  readonly summary: RunSummary;
}

/** Opens a run and plays it to its end. May take long; can be cancelled. */
export const openRunRequest: Method<OpenRunParameters, OpenedRun | Refusal> = {
  method: 'aftermath/openRun',
};

/** The run that a request is about. */
export interface OfRun {
  readonly id: number;
}

/** A step and the location of what it did. */
export type PlacedRow = RunRow & { readonly span?: Span };

/** The rows of these steps, at most 1000; nothing for a closed run. */
export const runRowsRequest: Method<
  OfRun & ({ readonly from: number; readonly to: number } | { readonly steps: readonly number[] }),
  { readonly rows: readonly PlacedRow[] } | null
> = { method: 'aftermath/runRows' };

/** Everything visible at one step, with locations; its state in full if `full` is set; nothing for a closed run. */
export const runStepRequest: Method<
  OfRun & { readonly step: number; readonly full?: boolean },
  { readonly view: StepView; readonly places: StepPlaces } | null
> = { method: 'aftermath/runStep' };

/**
 * The possible next steps after a step, faults included; nothing for a closed run. The same question with one more
 * branch, `{ after: step, move: choice.move }`, opens a run in which one of them happens.
 */
export const runChoicesRequest: Method<OfRun & { readonly step: number }, RunChoices | null> = {
  method: 'aftermath/runChoices',
};

/** Some steps as drawn over time; nothing for a closed run. */
export const runStretchRequest: Method<OfRun & { readonly from: number; readonly to: number }, RunStretch | null> = {
  method: 'aftermath/runStretch',
};

/** The steps that match a filter; nothing for a closed run. May take long; can be cancelled. */
export const findStepsRequest: Method<
  OfRun & { readonly filter: RunFilter },
  { readonly steps: readonly number[] } | Refusal | null
> = { method: 'aftermath/findSteps' };

/** The differences of the run `id` from `other` at a step; up to step `common` they are the same. */
export const runDifferenceRequest: Method<
  OfRun & { readonly other: number; readonly step: number; readonly common: number },
  RunDifference | null
> = { method: 'aftermath/runDifference' };

/** The run as the text of a trace; nothing for a closed run. May take long; can be cancelled. */
export const runTraceRequest: Method<OfRun, { readonly text: string } | Refusal | null> = {
  method: 'aftermath/runTrace',
};

/** The hash of the model that traces of a document's runs carry; nothing for a document that is not open. */
export const modelHashRequest: Method<OfDocument, { readonly hash: string } | null> = { method: 'aftermath/modelHash' };

/** Closes a run. */
export const closeRunRequest: Method<OfRun, null> = { method: 'aftermath/closeRun' };

/** The files to import into one model; with the format `auto`, their content decides. `uri` is the first file or folder. */
export type ImportParameters = OfDocument & { readonly format: string; readonly files: readonly SystemFile[] };

/** A model in our language, imported from a text in another; without `text` if there are errors. */
export interface ImportAnswer {
  readonly text?: string;
  readonly format?: string;
  readonly findings: readonly Finding[];
}

/** Imports the texts of files; reads and writes no file. */
export const importRequest: Method<ImportParameters, ImportAnswer> = { method: 'aftermath/import' };

/** Requests, from server to client, the text of a file that only the client can read, or why it has none; nothing if missing. */
export const readFileRequest: Method<OfDocument, string | Unreadable | null> = { method: 'aftermath/readFile' };

/** Requests, from server to client, the URIs of all models below a folder. */
export const listModelsRequest: Method<OfDocument, readonly string[]> = { method: 'aftermath/listModels' };

/** Tells the client that this version of a document has been analysed, so its graph can be requested. */
export const modelChangedNotification: Method<OfDocument & { readonly version: number }, never> = {
  method: 'aftermath/modelChanged',
};

/** Answered at once unless the server is busy; shows that the server is alive. */
export const pingRequest: Method<object, null> = { method: 'aftermath/ping' };

/** Tells the client that the server now works on this document. */
export const workingOnNotification: Method<OfDocument, never> = { method: 'aftermath/workingOn' };

/** The initialization options of our own client, all optional. */
export interface InitializationOptions {
  /** The commands that the server may use in lenses. */
  readonly commands?: readonly string[];
  /** The URIs of documents that made an earlier server hang; they are ignored until their texts change. */
  readonly leftOut?: readonly string[];
}
