/**
 * What the parts of a debug adapter share: the session, what was shown of it, and how a request is answered.
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { RunSubject } from '../../webview/trace/messages.ts';
import type { DebugRunWorld } from './debug-run.ts';
import type { Launch } from './launch-arguments.ts';
import type { Session } from './session.ts';
import type { Paths, Sources } from './sources.ts';
import type { Variables } from './variables.ts';

/** What an adapter needs of the world. */
export interface DebugWorld extends DebugRunWorld, Paths {
  readonly send: (message: DebugProtocol.ProtocolMessage) => void;
  /** The session looks at a step of a run. */
  readonly moved: (subject: RunSubject, step: number) => void;
  /** The session is over. */
  readonly left: () => void;
  readonly log: (message: string) => void;
}

/** What the parts of an adapter share. */
export interface AdapterState {
  readonly world: DebugWorld;
  readonly variables: Variables;
  sources: Sources;
  session: Session | undefined;
  launch: Launch | undefined;
  nextPoint: number;
  readonly event: (name: string, body: object) => void;
}

/** Is thrown to answer a request with a sentence. */
export class Refusal extends Error {}

/** The body of an answer, and what comes behind it. */
export interface Answered {
  readonly body?: object;
  readonly after?: () => Promise<void> | void;
}

/** How each request is answered, by its name. */
export type Answers = Readonly<Record<string, (given: unknown) => Promise<Answered> | Answered>>;

/** Returns the session, or answers that there is none. */
export function sessionOf({ session }: AdapterState): Session {
  if (session === undefined) throw new Refusal('No run is being debugged.');
  return session;
}
