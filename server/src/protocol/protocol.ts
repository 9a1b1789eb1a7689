/**
 * The requests and notifications that our own clients add to the language server protocol: names
 * and types only, so that both ends mean the same. Needs no part of the protocol's library.
 */
import type { Unreadable } from '../../../language/src/dsl/loaded.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import type { EntityKind } from '../../../language/src/model/entity-kind.ts';
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
import type { Refusal } from '../../../language/src/model/answer.ts';

/** A method with the types that travel; `parameters` and `result` exist for the compiler only. */
export interface Method<Parameters, Result> {
  readonly method: string;
  readonly types?: { readonly parameters: Parameters; readonly result: Result };
}

/** The document that a request is about. */
export interface OfDocument {
  readonly uri: string;
}

/** Something to choose from a list: its name, and what tells it apart from the others. */
export interface Choice {
  readonly name: string;
  readonly detail: string;
}

/** The graph of a document with the version of the text it was made from. */
export interface GraphAnswer {
  readonly version: number;
  readonly graph: GraphView;
}

/** The graph of a document; nothing for a document that is not open as a model. */
export const graphRequest: Method<OfDocument & { readonly groupAbove?: number }, GraphAnswer | null> = {
  method: 'aftermath/graph',
};

/** The PDs that can crash and the policies to choose from, in declaration order. */
export const crashChoicesRequest: Method<
  OfDocument,
  { readonly pds: readonly Choice[]; readonly policies: readonly Choice[] }
> = { method: 'aftermath/crashChoices' };

/** What a plan does to all that is drawn, or one sentence why that cannot be said. */
export const planRequest: Method<OfDocument & { readonly question: PlanQuestion }, PlanOverlay | Refusal> = {
  method: 'aftermath/plan',
};

/** The qualified name of the entity whose declaration is around a position. */
export const entityAtRequest: Method<OfDocument & { readonly position: Position }, { readonly name: string } | null> = {
  method: 'aftermath/entityAt',
};

/** What a plan or a metric can be about. */
export interface ModelChoices {
  /** What exists at the start, in declaration order. */
  readonly entities: readonly (Choice & { readonly kind: EntityKind })[];
  /** All policies: `default`, the predefined ones, the declared ones. */
  readonly policies: readonly Choice[];
  /** Of these, `default` and the declared ones: predefined ones differ in how far a crash goes alone. */
  readonly ownPolicies: readonly Choice[];
}

export const modelChoicesRequest: Method<OfDocument, ModelChoices> = { method: 'aftermath/modelChoices' };

export interface ReportParameters extends OfDocument {
  readonly question: ReportQuestion;
}

/** A report with the version of the text it is about, or one sentence why there is none. */
export type ReportAnswer = { readonly version: number; readonly report: Report } | Refusal;

/** Crash matrix, plan, isolation metrics, single points of failure. May take long; it can be cancelled. */
export const reportRequest: Method<ReportParameters, ReportAnswer> = { method: 'aftermath/report' };

/** A scenario that stands in a document itself, by its title. */
export interface ScenarioEntry {
  readonly title: string;
  /** Where the title is written. */
  readonly span: Span;
}

/** The scenarios and checks of a document; what it imports is left out of the scenarios. */
export interface ScenarioList {
  readonly version: number;
  readonly scenarios: readonly ScenarioEntry[];
  /** The titles of all checks that a random run may have as its environment. */
  readonly checks: readonly string[];
  /** The checks that stand in the document itself, each title once. */
  readonly ownChecks: readonly ScenarioEntry[];
}

export const scenariosRequest: Method<OfDocument, ScenarioList | null> = { method: 'aftermath/scenarios' };

/** A sentence with the place in the text that it is about. */
export interface PlacedText {
  readonly message: string;
  readonly span: Span;
}

/** Something to say of a run of a scenario. */
export interface ScenarioMessage extends PlacedText {
  readonly kind: 'failure' | 'error' | 'remark';
  /** Of an expectation that failed. */
  readonly expected?: string;
  readonly found?: string;
  /** The chain of facts behind it, from the cause to the effect. */
  readonly because: readonly PlacedText[];
}

/** The result of a scenario. */
export interface ScenarioOutcome {
  readonly passed: boolean;
  /** Of how many runs it consists, and how many expectations were judged in them. */
  readonly runs: number;
  readonly expectations: number;
  /** How long its longest run took on the virtual clock, as it is written in the language. */
  readonly duration: string;
  readonly messages: readonly ScenarioMessage[];
}

/** Runs a scenario to the end. May take long; it can be cancelled. */
export const runScenarioRequest: Method<OfDocument & { readonly title: string }, ScenarioOutcome | Refusal> = {
  method: 'aftermath/runScenario',
};

/** A run that breaks a check, and what there is to say of it. */
export interface CheckMessage extends PlacedText {
  /** Of the finding. */
  readonly code: string;
  readonly severity: Finding['severity'];
  /** What leads there, in sentences; none where there is no run to look at. */
  readonly words: readonly string[];
  /** Opens the run. */
  readonly question?: RunQuestion;
}

/** What exploring a check has come to. */
export interface CheckOutcome {
  readonly version: number;
  readonly verdict: Verdict;
  /** How much was explored. */
  readonly text: string;
  /** What was not explored, in clauses; none if everything was. */
  readonly left: readonly string[];
  /** Whether a limit of whoever asked ended it, and not one that the check says. */
  readonly isLimited: boolean;
  readonly messages: readonly CheckMessage[];
  /** What no run came to; nothing where that is not known. */
  readonly unreached: readonly CheckMessage[] | undefined;
}

export interface VerifyParameters extends OfDocument {
  readonly title: string;
  /** The most states to explore; as many as fit into memory without. */
  readonly states?: number;
}

/** Explores a check. May take long; it can be cancelled. */
export const verifyRequest: Method<VerifyParameters, CheckOutcome | Refusal> = {
  method: 'aftermath/verify',
};

/** How far the exploration of a check is; nothing while none is under way. */
export const verifyProgressRequest: Method<OfDocument & { readonly title: string }, string | null> = {
  method: 'aftermath/verifyProgress',
};

export interface OpenRunParameters extends OfDocument {
  readonly question: RunQuestion;
  /** The text of the trace, for a question about one. */
  readonly trace?: string;
}

/** A run that can be looked at in any of its steps until it is closed, or many others have been opened. */
export interface OpenedRun {
  readonly id: number;
  readonly version: number;
  readonly summary: RunSummary;
}

/** Opens a run and plays it to its end. May take long; it can be cancelled. */
export const openRunRequest: Method<OpenRunParameters, OpenedRun | Refusal> = {
  method: 'aftermath/openRun',
};

/** Which run. */
export interface OfRun {
  readonly id: number;
}

/** A step with the place that it leads to. */
export type PlacedRow = RunRow & { readonly span?: Span };

/** These steps, at most 1000 of them; nothing for a run that is not open any more. */
export const runRowsRequest: Method<
  OfRun & ({ readonly from: number; readonly to: number } | { readonly steps: readonly number[] }),
  { readonly rows: readonly PlacedRow[] } | null
> = { method: 'aftermath/runRows' };

/** All that is to be seen at one step, its state in `full` if wanted, with its places; nothing for a run that is not open any more. */
export const runStepRequest: Method<
  OfRun & { readonly step: number; readonly full?: boolean },
  { readonly view: StepView; readonly places: StepPlaces } | null
> = { method: 'aftermath/runStep' };

/**
 * What may happen after a step, faults included; nothing for a run that is not open any more. A run in which
 * it does happen is opened by the same question with one more branch: `{ after: step, move: choice.move }`.
 */
export const runChoicesRequest: Method<OfRun & { readonly step: number }, RunChoices | null> = {
  method: 'aftermath/runChoices',
};

/** Some steps as they are drawn over time; nothing for a run that is not open any more. */
export const runStretchRequest: Method<OfRun & { readonly from: number; readonly to: number }, RunStretch | null> = {
  method: 'aftermath/runStretch',
};

/** The steps that fit a filter; nothing for a run that is not open any more. May take long; it can be cancelled. */
export const findStepsRequest: Method<
  OfRun & { readonly filter: RunFilter },
  { readonly steps: readonly number[] } | Refusal | null
> = { method: 'aftermath/findSteps' };

/** What the run `id` has otherwise than `other` at a step; up to step `common` they are the same. */
export const runDifferenceRequest: Method<
  OfRun & { readonly other: number; readonly step: number; readonly common: number },
  RunDifference | null
> = { method: 'aftermath/runDifference' };

/** The run as the text of a trace; nothing for one that is not open any more. May take long; it can be cancelled. */
export const runTraceRequest: Method<OfRun, { readonly text: string } | Refusal | null> = {
  method: 'aftermath/runTrace',
};

/** What the trace of a document's runs says of their model; nothing for a document that is not open. */
export const modelHashRequest: Method<OfDocument, { readonly hash: string } | null> = { method: 'aftermath/modelHash' };

/** The run is not looked at any more. */
export const closeRunRequest: Method<OfRun, null> = { method: 'aftermath/closeRun' };

export interface ImportParameters extends OfDocument {
  readonly format: 'osmosis';
  readonly text: string;
}

/** A model in our language made from a text in another; no text where there are errors. */
export interface ImportAnswer {
  readonly text?: string;
  readonly findings: readonly Finding[];
}

/** Imports the text of the file `uri`; reads and writes no file. */
export const importRequest: Method<ImportParameters, ImportAnswer> = { method: 'aftermath/import' };

/** The server asks its client: the text of a file that only the client can read, why it has none, or nothing. */
export const readFileRequest: Method<OfDocument, string | Unreadable | null> = { method: 'aftermath/readFile' };

/** The server asks its client: the URIs of all models below a folder. */
export const listModelsRequest: Method<OfDocument, readonly string[]> = { method: 'aftermath/listModels' };

/** The server tells: this version of a document has been analysed, its graph may be asked for. */
export const modelChangedNotification: Method<OfDocument & { readonly version: number }, never> = {
  method: 'aftermath/modelChanged',
};

/** Answered at once, unless the server is at work on something that does not let it; says that it is there. */
export const pingRequest: Method<object, null> = { method: 'aftermath/ping' };

/** The server tells: from now on it works on this document. */
export const workingOnNotification: Method<OfDocument, never> = { method: 'aftermath/workingOn' };

/** What our own client says when it introduces itself, all of it optional. */
export interface InitializationOptions {
  /** The commands that the server may put over a text. */
  readonly commands?: readonly string[];
  /** The URIs of documents that a server before did not answer at; they are left out until their texts change. */
  readonly leftOut?: readonly string[];
}

/** The server tells: of a text that it was asked to format, a part or all was left as it is. */
export const notFormattedNotification: Method<OfDocument & NotFormatted, never> = { method: 'aftermath/notFormatted' };

/** Why a text was not formatted: a line, from 0, does not follow the grammar, or the formatter was not sure of its work. */
export type NotFormatted = { readonly reason: 'syntax'; readonly line: number } | { readonly reason: 'unsure' };
