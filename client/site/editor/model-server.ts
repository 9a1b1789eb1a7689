/**
 * The language server of the playground: a worker from the site's own folder. The editor talks to it as a client of the
 * protocol, the pages beside it ask our own requests over the same line.
 */
import {
  findReferencesKeymap,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  LSPClient,
  renameKeymap,
  serverCompletion,
  serverDiagnostics,
  signatureHelp,
} from '@codemirror/lsp-client';
import { keymap, type EditorView } from '@codemirror/view';
import { answerTo, type BookServer } from '../../book/server.ts';
import { openLine, type ProtocolMessage } from '../../book/worker-line.ts';
import { notFormattedNotification, type NotFormatted } from '../../../server/src/protocol/formatting-protocol.ts';
import { showFindings, type ShownCounts, type ToldFindings } from './findings.ts';
import { drawTokens } from './name-colours.ts';
import { safeMarkup } from './safe-markup.ts';

/** The URI of the one model of the playground. */
export const modelUri = 'file:///model.aft';

/** The server. */
export interface ModelServer extends BookServer {
  readonly client: LSPClient;
}

/** The parts of the page that the server needs. */
export interface ServerWorld {
  /** The addresses of the worker's script and of the folder with the pages about findings. */
  readonly script: string;
  readonly findingPages: string;
  readonly onFindings: (counts: ShownCounts) => void;
  /** Called with a sentence for the reader. */
  readonly onNotice: (notice: string) => void;
  /** Shows a text that is not in the editor; returns false if there is none. */
  readonly openOther: (uri: string) => boolean;
}

/** Milliseconds after which a request counts as lost: never while a reader waits. */
const patience = 600_000;

/** Starts the server; questions wait until it is ready. */
export function startModelServer(world: ServerWorld): ModelServer {
  const { script, findingPages } = world;
  const handlers = new Set<(message: string) => void>();
  const listeners: ((uri: string) => void)[] = [];
  const line = openLine(new Worker(script), {
    answer: (method, params) => answerTo(method, params, new Map()),
    receive: (message) => {
      for (const handle of handlers) handle(JSON.stringify(message));
    },
  });
  const client: LSPClient = new LSPClient({
    timeout: patience,
    sanitizeHTML: safeMarkup,
    initializationOptions: { findingPages },
    extensions: [
      {
        clientCapabilities: {
          textDocument: {
            publishDiagnostics: { codeDescriptionSupport: true, tagSupport: { valueSet: [1] } },
            semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ['relative'] },
          },
        },
      },
      serverDiagnostics(),
      serverCompletion(),
      hoverTooltips(),
      signatureHelp(),
      keymap.of([...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
    ],
    notificationHandlers: {
      'textDocument/publishDiagnostics': (_, told: ToldFindings) => {
        const counts = showFindings(client, told);
        if (counts !== undefined) world.onFindings(counts);
        return true;
      },
      'aftermath/modelChanged': (_, { uri, version }: { readonly uri: string; readonly version: number }) => {
        // The server answers nothing about a text that is no longer there; the next one is announced, too.
        colourNames(client, uri, version).catch(() => undefined);
        for (const receive of listeners) receive(uri);
        return true;
      },
    },
    unhandledNotification: (_, method, params: NotFormatted) => {
      if (method === notFormattedNotification.method) world.onNotice(notFormattedText(params));
    },
  });
  client.connect({
    send: (message) => {
      line.send(JSON.parse(message) as ProtocolMessage);
    },
    subscribe: (handle) => handlers.add(handle),
    unsubscribe: (handle) => handlers.delete(handle),
  });
  const { workspace } = client;
  const usual = workspace.displayFile.bind(workspace);
  workspace.displayFile = (uri) => (world.openOther(uri) ? Promise.resolve(null) : usual(uri));
  return {
    client,
    ask: async (method, parameters, signal) => {
      await client.initializing;
      client.sync();
      return line.ask(method, parameters, signal);
    },
    onModel: (receive) => {
      listeners.push(receive);
    },
  };
}

function notFormattedText(reason: NotFormatted): string {
  return reason.reason === 'syntax'
    ? `Line ${String(reason.line + 1)} has a syntax error, so not everything was formatted.`
    : 'The model was left as it is: formatting it might change what it means.';
}

interface Tokens {
  readonly data: readonly number[];
}

/** Colours the names of a version, unless the text is a newer one. */
async function colourNames(client: LSPClient, uri: string, version: number): Promise<void> {
  const parameters = { textDocument: { uri } };
  const tokens = await client.request<object, Tokens | null>('textDocument/semanticTokens/full', parameters);
  const file = client.workspace.getFile(uri);
  const view: EditorView | null | undefined = file?.getView();
  if (tokens === null || !view || file?.version !== version || !view.state.doc.eq(file.doc)) return;
  const provider: { readonly legend?: { readonly tokenTypes: readonly string[] } } | undefined =
    client.serverCapabilities?.semanticTokensProvider;
  drawTokens(view, { data: tokens.data, types: provider?.legend?.tokenTypes ?? [] });
}
