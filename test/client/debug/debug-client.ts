/**
 * A client of the debug adapter other than VS Code: sends requests, waits for their answers, and records everything in
 * order of arrival.
 */
import assert from 'node:assert/strict';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { createDebugAdapter, type DebugAdapter } from '../../../client/src/debug/adapter.ts';
import type { RunSubject } from '../../../client/webview/trace/messages.ts';
import type { LanguageClient } from '../../server/language-client.ts';

/** A message of the adapter in short form: `response launch`, `event stopped`. */
export type Line = string;

export interface DebugClient {
  readonly adapter: DebugAdapter;
  /** Everything received so far. */
  readonly lines: readonly Line[];
  /** The moves of the session so far. */
  readonly moves: readonly { readonly subject: RunSubject; readonly step: number }[];
  /** Returns true if the session was left. */
  readonly hasLeft: () => boolean;
  /** Sends a request that must succeed. */
  readonly ask: <T>(command: string, given?: object) => Promise<T>;
  /** Sends a request that must fail, and returns the reason. */
  readonly fail: (command: string, given?: object) => Promise<string>;
  /** Moves, and returns the new position of the session; nothing if it is over. */
  readonly move: (command: string, given?: object) => Promise<DebugProtocol.StoppedEvent['body'] | undefined>;
  /** Launches, sets breakpoints, and continues. */
  readonly launch: (
    given: object,
    breakpoints?: readonly DebugProtocol.SourceBreakpoint[],
    filters?: readonly string[],
  ) => Promise<DebugProtocol.StoppedEvent['body'] | undefined>;
  /** Returns everything written to the console. */
  readonly output: () => string;
}

/** Connects to an adapter over a language server in which `uri` is open. */
export function connectDebugClient(
  server: LanguageClient,
  uri: string,
  traces: ReadonlyMap<string, string> = new Map(),
): DebugClient {
  const lines: Line[] = [];
  const moves: { subject: RunSubject; step: number }[] = [];
  const events: DebugProtocol.Event[] = [];
  const responses = new Map<number, DebugProtocol.Response>();
  let left = false;
  let sequence = 0;
  let last = 0;
  const adapter = createDebugAdapter({
    ask: (method, parameters) => server.ask(method, parameters),
    open: () => Promise.resolve(),
    read: (file) => Promise.resolve(traces.get(file) ?? ''),
    pathOf: (each) => each.replace('file://', ''),
    uriOf: (path) => (path.startsWith('/') ? `file://${path}` : path),
    send: (message) => {
      // The numbers of messages go up by one.
      assert.equal(message.seq, last + 1);
      last = message.seq;
      if (message.type === 'event') {
        const event = message as DebugProtocol.Event;
        events.push(event);
        if (event.event !== 'output') lines.push(`event ${event.event}`);
      } else {
        const response = message as DebugProtocol.Response;
        responses.set(response.request_seq, response);
        lines.push(`response ${response.command}`);
      }
    },
    moved: (subject, step) => moves.push({ subject, step }),
    left: () => {
      left = true;
    },
    translate: (words) => `⟦${words}⟧`,
    log: (message) => {
      assert.fail(message);
    },
  });
  const send = async (command: string, given?: object): Promise<DebugProtocol.Response> => {
    sequence += 1;
    const request = { seq: sequence, type: 'request', command, arguments: given };
    await adapter.handle(request);
    const response = responses.get(request.seq);
    assert.ok(response, command);
    return response;
  };
  const ask = async <T>(command: string, given?: object): Promise<T> => {
    const response = await send(command, given);
    assert.ok(response.success, `${command}: ${response.message ?? ''}`);
    return response.body as T;
  };
  const move = async (command: string, given?: object): Promise<DebugProtocol.StoppedEvent['body'] | undefined> => {
    const before = events.length;
    await ask(command, given);
    const after = events.slice(before);
    const stopped = after.find(({ event }) => event === 'stopped') as DebugProtocol.StoppedEvent | undefined;
    assert.ok(stopped !== undefined || after.some(({ event }) => event === 'terminated'), command);
    return stopped?.body;
  };
  return {
    adapter,
    lines,
    moves,
    hasLeft: () => left,
    ask,
    fail: async (command, given) => {
      const { success, message } = await send(command, given);
      assert.equal(success, false, command);
      return message ?? '';
    },
    move,
    launch: async (given, breakpoints = [], filters = ['failure', 'error']) => {
      await ask('initialize', { adapterID: 'aftermath', linesStartAt1: true, columnsStartAt1: true });
      const program = uri.replace('file://', '');
      await ask('launch', { program, ...given });
      await ask('setBreakpoints', { source: { path: program }, breakpoints });
      await ask('setExceptionBreakpoints', { filters });
      return move('configurationDone');
    },
    output: () =>
      events
        .filter(({ event }) => event === 'output')
        .map(({ body }) => (body as DebugProtocol.OutputEvent['body']).output)
        .join(''),
  };
}

type Frames = DebugProtocol.StackTraceResponse['body'];

/** Returns the stack of a thread, innermost frame first. */
export const framesOf = async (client: DebugClient, threadId: number) =>
  (await client.ask<Frames>('stackTrace', { threadId })).stackFrames;

export const scopesOf = async (client: DebugClient, frameId: number) =>
  (await client.ask<DebugProtocol.ScopesResponse['body']>('scopes', { frameId })).scopes;

export const variablesOf = async (client: DebugClient, variablesReference: number) =>
  (await client.ask<DebugProtocol.VariablesResponse['body']>('variables', { variablesReference })).variables;

/** Returns the values of a scope of the topmost frame of a thread. */
export async function scopeOf(client: DebugClient, threadId: number, name: string) {
  const [frame] = await framesOf(client, threadId);
  const scope = (await scopesOf(client, frame?.id ?? -1)).find((each) => each.name === name);
  return scope === undefined ? [] : variablesOf(client, scope.variablesReference);
}

/** Returns the text of a value by its name. */
export const textIn = (variables: readonly DebugProtocol.Variable[], name: string): string | undefined =>
  variables.find((each) => each.name === name)?.value;

/** The longest scenario of the example: two rounds with two workers, the second of which never finishes. */
export const slow = 'a worker that is too slow uses up the tries';

/** Returns a function that finds the first line, counted from 1, that contains a text. */
export const linesOf = (text: string) => {
  const lines = text.split('\n');
  return (wanted: string): number => lines.findIndex((each) => each.includes(wanted)) + 1;
};
