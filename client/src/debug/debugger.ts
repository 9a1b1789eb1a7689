/**
 * The debugger in VS Code: the adapter runs inside the extension; this file adds configurations, hovers, and the run
 * position shared with other views.
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import * as vscode from 'vscode';
import { readBounded } from '../files/file-requests.ts';
import { languageId } from '../files/model-document.ts';
import type { Ask } from '../server/server-link.ts';
import type { RunPositions } from '../page/run-position.ts';
import { createDebugAdapter } from './adapter.ts';
import { debugConfiguration, programOf, provideConfigurations, programUri } from './debug-configurations.ts';
import { debugType } from './launch-arguments.ts';

/** The parts of the extension that the debugger needs. */
export interface DebuggerParts {
  readonly ask: Ask;
  readonly log: vscode.LogOutputChannel;
  readonly positions: RunPositions;
}

/** Registers the debugger. */
export function createDebugger({ ask, log, positions }: DebuggerParts): vscode.Disposable {
  const factory: vscode.DebugAdapterDescriptorFactory = {
    createDebugAdapterDescriptor: () =>
      new vscode.DebugAdapterInlineImplementation(inlineAdapter({ ask, log, positions })),
  };
  return vscode.Disposable.from(
    vscode.debug.registerDebugAdapterDescriptorFactory(debugType, factory),
    provideConfigurations(ask),
    vscode.languages.registerEvaluatableExpressionProvider({ language: languageId }, { provideEvaluatableExpression }),
  );
}

/** Debugs a scenario, as part of a test run if one is given; resolves when the session is over. */
export async function debugScenario(uri: vscode.Uri, title: string, testRun?: vscode.TestRun): Promise<void> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const configuration = debugConfiguration(uri, title);
  let own: vscode.DebugSession | undefined;
  const started = vscode.debug.onDidStartDebugSession((session) => {
    if (session.type === debugType && session.configuration.scenario === title) own ??= session;
  });
  try {
    const isStarted = await vscode.debug.startDebugging(
      folder,
      configuration,
      testRun === undefined ? {} : { testRun },
    );
    if (!isStarted || testRun === undefined) return;
    await new Promise<void>((resolve) => {
      const ended = vscode.debug.onDidTerminateDebugSession((session) => {
        if (own !== undefined && session.id !== own.id) return;
        ended.dispose();
        resolve();
      });
      testRun.token.onCancellationRequested(() => {
        if (own !== undefined) void vscode.debug.stopDebugging(own);
      });
    });
  } finally {
    started.dispose();
  }
}

function inlineAdapter({ ask, log, positions }: DebuggerParts): vscode.DebugAdapter {
  const sent = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
  const adapter = createDebugAdapter({
    ask,
    open: async (uri) => {
      await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
    },
    read: (file) => readBounded(programUri(file)),
    pathOf: (uri) => programOf(vscode.Uri.parse(uri, true)),
    uriOf: (path) => programUri(path).toString(),
    send: (message) => {
      sent.fire(message);
    },
    moved: (subject, step) => {
      positions.move({ subject, step, by: 'debugger' });
    },
    left: () => {
      positions.move(undefined);
    },
    translate: (words) => vscode.l10n.t(words),
    log: (message) => {
      log.warn(message);
    },
  });
  const following = positions.listen((position) => {
    if (position === undefined || position.by === 'debugger') return;
    adapter.follow(position.subject, position.step).catch((error: unknown) => {
      log.warn('The debugger could not follow the run.', error);
    });
  });
  const ended = new vscode.Disposable(() => {
    following.dispose();
    adapter.dispose();
    sent.dispose();
  });
  return Object.assign(ended, {
    onDidSendMessage: sent.event,
    handleMessage: (message: vscode.DebugProtocolMessage) => {
      // Every message of the protocol has the fields of its base type.
      void adapter.handle(message as DebugProtocol.ProtocolMessage);
    },
  });
}

/** The pattern of expressions under the pointer: names with dots and brackets. */
const pathPattern = /(?:'[^'\n]*'|[\p{L}_][\p{L}\p{N}_-]*)(?:\.(?:'[^'\n]*'|[\p{L}_][\p{L}\p{N}_-]*)|\[[^\]\n]*\])*/u;

function provideEvaluatableExpression(
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.EvaluatableExpression | undefined {
  const range = document.getWordRangeAtPosition(position, pathPattern);
  if (range === undefined) return undefined;
  // Only the part of a path before the cursor, and the name at it, count.
  const rest = document.getText(new vscode.Range(position, range.end));
  const end = /[.[]/.exec(rest)?.index ?? rest.length;
  return new vscode.EvaluatableExpression(new vscode.Range(range.start, position.translate(0, end)));
}
