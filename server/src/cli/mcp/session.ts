/**
 * A session of the Model Context Protocol: what is answered to each message of a client. It knows neither processes nor
 * streams; tools are run and resources read through functions.
 *
 * The protocol is small enough to be spoken without its SDK, which brings two web servers, an authorization library and
 * a second schema library (98 packages, 29 MB) into a program that opens no port.
 */
import { assistantTools } from '../../protocol/assistant-tools.ts';
import { version } from '../text/version.ts';

/** The versions of the protocol that are spoken, the newest first. */
const protocolVersions = ['2025-06-18', '2025-03-26', '2024-11-05'];

/** A text that clients may read. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  readonly read: () => Promise<string | undefined>;
}

/** A call of a tool. */
export interface Call {
  readonly name: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly onProgress: ((text: string) => void) | undefined;
}

/** The surroundings of a session. */
export interface SessionPorts {
  readonly send: (message: object) => void;
  /** Runs a tool; never rejects. */
  readonly call: (call: Call) => Promise<object>;
  readonly resources: readonly Resource[];
  /** Takes the folders that the client works in, as URIs. */
  readonly setRoots: (uris: readonly string[]) => void;
}

/** A session. */
export interface McpSession {
  /** Takes a message; what follows is sent, perhaps later. */
  readonly take: (message: unknown) => void;
  /** Ends all calls. */
  readonly end: () => void;
}

const errors = { parse: -32_700, request: -32_600, method: -32_601, parameters: -32_602, resource: -32_002 } as const;
const instructions =
  'Aftermath models what happens after something dies: protection domains (PDs), resources, ownership. Read aftermath://guide before writing a model. Check a model first; then ask what a crash does, why, and what the single points of failure are. All tools only read.';

type Id = string | number;
type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is Id => typeof value === 'string' || typeof value === 'number';

/** Returns the error that a line that is no message gets. */
export const faultyLine = (why: string): object => ({
  ...{ jsonrpc: '2.0', id: null },
  error: { code: errors.parse, message: `The line is ${why}; a message is one line of JSON, up to 4 MB.` },
});

/** The two kinds of replies to a request. */
interface Replies {
  readonly reply: (id: Id, result: object) => void;
  readonly refuse: (id: Id | null, code: number, message: string) => void;
}

/** Begins a session. */
export function beginSession(ports: SessionPorts): McpSession {
  const { send, resources, setRoots } = ports;
  const running = new Map<Id, AbortController>();
  const replies: Replies = {
    reply: (id, result) => {
      send({ jsonrpc: '2.0', id, result });
    },
    refuse: (id, code, message) => {
      send({ jsonrpc: '2.0', id, error: { code, message } });
    },
  };
  const { reply, refuse } = replies;
  let hasRoots = false;
  const askRoots = (): void => {
    if (hasRoots) send({ jsonrpc: '2.0', id: rootsId, method: 'roots/list' });
  };
  const begin = (id: Id, { protocolVersion, capabilities }: Fields): void => {
    hasRoots = isFields(capabilities) && isFields(capabilities.roots);
    reply(id, {
      protocolVersion: protocolVersions.find((each) => each === protocolVersion) ?? protocolVersions[0],
      capabilities: { tools: {}, resources: {} },
      serverInfo: { name: 'aftermath', title: 'Aftermath', version },
      instructions,
    });
  };
  const answerWith = (result: () => object) => (id: Id) => {
    reply(id, result());
  };
  const requests: ReadonlyMap<string, (id: Id, params: Fields) => void> = new Map([
    ['initialize', begin],
    ['ping', answerWith(() => ({}))],
    ['tools/list', answerWith(() => ({ tools: assistantTools.map(listed) }))],
    ['tools/call', (id: Id, params: Fields) => void callTool({ id, params }, ports, { running, replies })],
    ['resources/list', answerWith(() => ({ resources: resources.map(described) }))],
    ['resources/templates/list', answerWith(() => ({ resourceTemplates: [] }))],
    ['resources/read', (id: Id, params: Fields) => void readResource({ id, params }, resources, replies)],
  ]);
  const notifications: ReadonlyMap<string, (params: Fields) => void> = new Map([
    ['notifications/initialized', askRoots],
    ['notifications/roots/list_changed', askRoots],
    [
      'notifications/cancelled',
      ({ requestId }: Fields) => {
        if (isId(requestId)) running.get(requestId)?.abort();
      },
    ],
  ]);
  const take = (message: unknown): void => {
    if (!isFields(message) || message.jsonrpc !== '2.0') {
      refuse(null, errors.request, 'A message is one object with "jsonrpc": "2.0".');
      return;
    }
    const { id, method, params, result } = message;
    const given = isFields(params) ? params : {};
    if (typeof method !== 'string') {
      if (id === rootsId && isFields(result)) setRoots(rootsIn(result));
    } else if (id === undefined) notifications.get(method)?.(given);
    else if (!isId(id)) refuse(null, errors.request, 'The id of a request is a text or a number.');
    else if (running.has(id)) refuse(id, errors.request, 'A request with this id is still running.');
    else {
      const answer = requests.get(method);
      if (answer === undefined) refuse(id, errors.method, `There is no method "${method}".`);
      else answer(id, given);
    }
  };
  return {
    take,
    end: () => {
      for (const controller of running.values()) controller.abort();
    },
  };
}

/** A request with its parameters. */
interface Request {
  readonly id: Id;
  readonly params: Fields;
}

async function callTool(
  { id, params: { name, arguments: input = {}, _meta: meta } }: Request,
  { send, call }: SessionPorts,
  { running, replies }: { readonly running: Map<Id, AbortController>; readonly replies: Replies },
): Promise<void> {
  if (typeof name !== 'string' || !assistantTools.some((each) => each.name === name)) {
    const names = assistantTools.map((each) => each.name).join(', ');
    replies.refuse(id, errors.parameters, `There is no tool "${String(name)}". The tools are ${names}.`);
    return;
  }
  const controller = new AbortController();
  running.set(id, controller);
  const token = isFields(meta) ? meta.progressToken : undefined;
  let progress = 0;
  const onProgress = (message: string): void => {
    progress += 1;
    const params = { progressToken: token, progress, message };
    send({ jsonrpc: '2.0', method: 'notifications/progress', params });
  };
  const { signal } = controller;
  const result = await call({ name, input, signal, onProgress: isId(token) ? onProgress : undefined });
  running.delete(id);
  // Nobody waits for what was cancelled.
  if (!signal.aborted) replies.reply(id, result);
}

async function readResource(
  { id, params: { uri } }: Request,
  resources: readonly Resource[],
  { reply, refuse }: Replies,
): Promise<void> {
  const resource = resources.find((each) => each.uri === uri);
  const text = await resource?.read();
  if (resource === undefined || text === undefined) {
    const uris = resources.map((each) => each.uri).join(', ');
    refuse(id, errors.resource, `There is no resource "${String(uri)}". The resources are ${uris}.`);
  } else reply(id, { contents: [{ uri: resource.uri, mimeType: resource.mimeType, text }] });
}

const described = ({ uri, name, title, description, mimeType }: Resource): object => ({
  ...{ uri, name, title, description, mimeType },
});

const rootsId = 'aftermath-roots';

const listed = ({ name, title, description, inputSchema }: (typeof assistantTools)[number]): object => ({
  ...{ name, title, description, inputSchema },
  // What else there is to hint at counts only for tools that change something.
  annotations: { readOnlyHint: true, openWorldHint: false },
});

const rootsIn = ({ roots }: Fields): readonly string[] =>
  Array.isArray(roots)
    ? roots.flatMap((root: unknown) => (isFields(root) && typeof root.uri === 'string' ? [root.uri] : []))
    : [];
