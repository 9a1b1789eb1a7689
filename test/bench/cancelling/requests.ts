/**
 * Cancelled requests of the language server at random moments.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { CancellationTokenSource } from 'vscode-languageserver';
import { type ServerProcess, startClient } from '../../server/language-client.ts';
import { type IsAsked, type Measured, moments, processorTime } from './processor.ts';

type Question = readonly [file: string, method: string, parameters: object];

const start = { line: 0, character: 3 };
const questions: readonly Question[] = [
  ...['matrix', 'isolation', 'points', 'changes'].map((kind): Question => [
    'trees.aft',
    'aftermath/report',
    { question: { kind } },
  ]),
  ['large.aft', 'aftermath/report', { question: { kind: 'matrix' } }],
  ['large.aft', 'aftermath/report', { question: { kind: 'plan', end: 'delete', of: 'o0' } }],
  ['replicas.aft', 'aftermath/report', { question: { kind: 'points' } }],
  ['large.aft', 'aftermath/graph', {}],
  ['large.aft', 'aftermath/plan', { question: { end: 'crash', of: 'p0' } }],
  ['large.aft', 'aftermath/outline', {}],
  ['clock.aft', 'aftermath/verify', { title: 'for days' }],
  ['clock.aft', 'aftermath/runScenario', { title: 'for days' }],
  ...['documentSymbol', 'codeLens', 'foldingRange', 'semanticTokens/full', 'documentLink'].map((name): Question => [
    'large.aft',
    `textDocument/${name}`,
    {},
  ]),
  ...['foldingRange', 'rename', 'formatting'].map((name): Question => [
    'trees.aft',
    `textDocument/${name}`,
    { position: start, newName: 'other', options: { tabSize: 2, insertSpaces: true } },
  ]),
  ['trees.aft', 'aftermath/graph', {}],
  ['large.aft', 'textDocument/formatting', { options: { tabSize: 2, insertSpaces: true } }],
  ['large.aft', 'textDocument/hover', { position: start }],
  ['large.aft', 'textDocument/completion', { position: start }],
  ['large.aft', 'textDocument/references', { position: start, context: { includeDeclaration: true } }],
  ['large.aft', 'textDocument/rename', { position: start, newName: 'other' }],
  [
    'large.aft',
    'textDocument/inlayHint',
    { range: { start: { line: 0, character: 0 }, end: { line: 60_000, character: 0 } } },
  ],
];

/** Measures each request: how long the server works from the cancellation to its answer. */
export async function* measureRequests(folder: string, isAsked: IsAsked): AsyncGenerator<Measured> {
  let client: ServerProcess | undefined;
  let opened = '';
  for (const [file, method, parameters] of questions.filter(([, name]) => isAsked(name))) {
    const uri = pathToFileURL(join(folder, file)).href;
    if (client === undefined || opened !== file) {
      await client?.stop();
      client = await startClient();
      opened = file;
      await client.open(uri, readFileSync(join(folder, file), 'utf8'));
      await client.diagnostics(uri);
    }
    const given = { ...parameters, uri, textDocument: { uri } };
    const whole = performance.now();
    await cancelled(client, [method, given], 3000);
    const duration = performance.now() - whole;
    const times: number[] = [];
    let done = 0;
    for (const moment of moments(6)) {
      const after = await cancelled(client, [method, given], moment * duration);
      if (after === undefined) done += 1;
      else times.push(after);
    }
    const what = 'question' in parameters ? ` ${JSON.stringify(parameters.question)}` : '';
    yield { work: `${method}${what} of ${file} (${String(Math.round(duration))} ms)`, times, done };
  }
  await client?.stop();
  if (isAsked('opening')) yield* measureOpening(folder);
}

/** Measures requests about a text that is being opened: it is cut into tokens, parsed and linked for the first time. */
async function* measureOpening(folder: string): AsyncGenerator<Measured> {
  const text = readFileSync(join(folder, 'large.aft'), 'utf8');
  const uri = pathToFileURL(join(folder, 'large.aft')).href;
  for (const method of ['textDocument/documentSymbol', 'textDocument/hover']) {
    const times: number[] = [];
    let done = 0;
    for (const moment of moments(12)) {
      const client = await startClient();
      await client.open(uri, text);
      const given = { textDocument: { uri }, position: start };
      const after = await cancelled(client, [method, given], moment * 2500);
      if (after === undefined) done += 1;
      else times.push(after);
      await client.stop();
    }
    yield { work: `${method} while ${String(text.split('\n').length)} lines are opened`, times, done };
  }
}

/** Cancels a request after a time; returns the processor time to its answer, undefined if that came before. */
async function cancelled(
  { connection, process: { pid = 0 } }: ServerProcess,
  [method, parameters]: readonly [string, object],
  milliseconds: number,
): Promise<number | undefined> {
  const source = new CancellationTokenSource();
  const answer = connection.sendRequest(method, parameters, source.token).then(
    () => true,
    () => true,
  );
  if (await Promise.race([answer, wait(milliseconds, false)])) return undefined;
  const before = processorTime(pid) ?? 0;
  source.cancel();
  await answer;
  return (processorTime(pid) ?? 0) - before;
}
