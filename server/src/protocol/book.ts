/** The contents of a one-file report: what the command line writes into the page, and the page reads. */

import type { EntityKind } from '../../../language/src/model/entity-kind.ts';

/** A model of the report. */
export interface BookModel {
  /** As the user named it. */
  readonly name: string;
  readonly uri: string;
  readonly counts: readonly { readonly kind: EntityKind; readonly count: number }[];
  /** The crashes that destroy or break most under the default policy, the worst first. */
  readonly crashes: readonly BookCrash[];
  readonly findings: readonly BookFinding[];
  readonly scenarios: readonly BookResult[];
  readonly checks: readonly BookResult[];
}

/** The effect of a crash, in numbers of entities. */
export interface BookCrash {
  readonly name: string;
  readonly destroyed: number;
  readonly broken: number;
  readonly degraded: number;
}

/** A finding with its place, from 0. */
export interface BookFinding {
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly code: string;
  readonly message: string;
  readonly uri: string;
  readonly line: number;
}

/** The result of a scenario or check when the report was written. */
export interface BookResult {
  readonly title: string;
  readonly result: 'passed' | 'failed' | 'undecided';
}

/** All contents. */
export interface Book {
  readonly title: string;
  readonly version: string;
  readonly models: readonly BookModel[];
  /** All texts that the models are made of; the URIs begin at the folder that they have in common. */
  readonly texts: readonly { readonly uri: string; readonly name: string; readonly text: string }[];
}

/** The files of the extension that the page needs, besides its own script and style. */
export const bookParts = [
  ...['webview/graph.js', 'webview/graph.css', 'webview/report.js', 'webview/report.css'],
  ...['webview/trace.js', 'webview/trace.css', 'webview/layout-worker.js', 'browser/server.js'],
] as const;
/** One of these files. */
export type BookPart = (typeof bookParts)[number];

/** The script that stands for VS Code in a frame: messages to the page come only from the report around it. */
export const frameScript = [
  `addEventListener('message',(e)=>{if(e.isTrusted){e.stopImmediatePropagation();`,
  `if(e.source===parent)dispatchEvent(new MessageEvent('message',{data:e.data,origin:window.origin}))}});`,
  `var acquireVsCodeApi=()=>({postMessage:(m)=>parent.postMessage(m,'*'),getState:()=>undefined,setState:()=>{}});`,
].join('');
