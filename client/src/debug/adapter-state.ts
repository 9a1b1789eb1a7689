/**
 * The shared state of the parts of a debug adapter: the session, what it has shown, and how requests are answered.
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { RunSubject } from '../../webview/trace/messages.ts';
import type { Translate } from './capabilities.ts';
import type { DebugRunWorld } from './debug-run.ts';
import type { Launch } from './launch-arguments.ts';
import type { DebugSession } from './session.ts';
import type { EditorPaths, SourceConverters } from './sources.ts';
import type { VariableTable } from './variables.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The environment of an adapter. */
export interface DebugWorld extends DebugRunWorld, EditorPaths {
  readonly send: (message: DebugProtocol.ProtocolMessage) => void;
  /** Called when the session goes to a step of a run. */
  readonly moved: (subject: RunSubject, step: number) => void;
  /** Called when the session is over. */
  readonly left: () => void;
  readonly log: (message: string) => void;
  readonly translate: Translate;
}

/** The shared state of an adapter's parts. */
export interface AdapterState {
  readonly world: DebugWorld;
  readonly variables: VariableTable;
  sources: SourceConverters;
  session: DebugSession | undefined;
  launch: Launch | undefined;
  nextPoint: number;
  readonly event: (name: string, body: object) => void;
}

/** Thrown to answer a request with a sentence. */
export class RefusedRequest extends Error {}

/** The body of an answer, and what to do after it is sent. */
export interface Answered {
  readonly body?: object;
  readonly after?: () => Promise<void> | void;
}

/** The handlers of requests, by command. */
export type Answers = Readonly<Record<string, (given: unknown) => Promise<Answered> | Answered>>;

/** Returns the session; refuses if there is none. */
export function sessionOf({ session }: AdapterState): DebugSession {
  if (session === undefined) throw new RefusedRequest(t`No run is being debugged.`);
  return session;
}
