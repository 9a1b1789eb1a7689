/**
 * The requests and notifications that our own clients add to the language server protocol: names
 * and types only, so that both ends mean the same. Needs no part of the protocol's library.
 */
import type { Finding } from '../../language/src/model/finding.ts';
import type { EntityKind } from '../../language/src/model/entity-kind.ts';
import type { Position } from '../../language/src/model/span.ts';
import type { CrashView } from '../../language/src/view/crash.ts';
import type { GraphView } from '../../language/src/view/graph.ts';
import type { ReportQuestion } from '../../language/src/view/report/question.ts';
import type { Report } from '../../language/src/view/report/report.ts';

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

export interface CrashParameters extends OfDocument {
  readonly pd: string;
  readonly policy: string;
}

/** What a crash does, or one sentence why that cannot be said. */
export const crashRequest: Method<CrashParameters, CrashView | { readonly error: string }> = {
  method: 'aftermath/crash',
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
export type ReportAnswer = { readonly version: number; readonly report: Report } | { readonly error: string };

/** Crash matrix, plan, isolation metrics, single points of failure. May take long; it can be cancelled. */
export const reportRequest: Method<ReportParameters, ReportAnswer> = { method: 'aftermath/report' };

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

/** The server tells: this version of a document has been analysed, its graph may be asked for. */
export const modelChangedNotification: Method<OfDocument & { readonly version: number }, never> = {
  method: 'aftermath/modelChanged',
};
