/**
 * Random changes sent to a server over stdio like those of an editor, piece by piece, with requests in between: its
 * answers must equal those of a server that has just received the text. The times of all answers are recorded.
 */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { LSPErrorCodes } from 'vscode-languageserver';
import { type Position, TextDocument, type TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import { applyEdit, edit, type Edit } from '../language/dsl/random-edits.ts';
import { imported, startTexts } from './fuzzing.ts';
import { startClient, type LanguageClient } from './language-client.ts';

const uri = 'untitled:/folder/main.aft';
const importedUri = 'untitled:/folder/other.aft';

/** A request of an editor about a text and a position in it. */
type Question = readonly [method: string, parameters: (position: Position, end: Position) => object];

const textDocument = { uri };
const atPlace = (position: Position): object => ({ textDocument, position });
const ofText = (): object => ({ textDocument });
const options = { tabSize: 2, insertSpaces: true };

/** The requests about a text and its positions. */
export const questions: readonly Question[] = [
  ...['hover', 'definition', 'typeDefinition', 'implementation', 'documentHighlight', 'completion'].map(
    (name): Question => [`textDocument/${name}`, atPlace],
  ),
  ...['signatureHelp', 'prepareTypeHierarchy'].map((name): Question => [`textDocument/${name}`, atPlace]),
  ...['documentSymbol', 'semanticTokens/full', 'foldingRange', 'codeLens', 'documentLink'].map((name): Question => [
    `textDocument/${name}`,
    ofText,
  ]),
  ['textDocument/references', (position) => ({ textDocument, position, context: { includeDeclaration: true } })],
  ['textDocument/selectionRange', (position) => ({ textDocument, positions: [position] })],
  ['textDocument/inlayHint', (_, end) => ({ textDocument, range: { start: { line: 0, character: 0 }, end } })],
  ['textDocument/formatting', () => ({ textDocument, options })],
];

/** Changes sent together, the requests right after them, and the position of these. */
interface Turn {
  readonly edits: readonly Edit[];
  /** True if an imported file is changed instead of the text. */
  readonly inImported: boolean;
  readonly place: number;
  readonly asked: readonly Question[];
  /** True if the next turn does not wait for answers. */
  readonly isHasty: boolean;
}

const turn: fc.Arbitrary<Turn> = fc.record({
  edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
  inImported: fc.integer({ min: 0, max: 14 }).map((number) => number === 0),
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  asked: fc.array(fc.constantFrom(...questions), { maxLength: 2 }),
  isHasty: fc.boolean(),
});

/** The consecutive turns on one file, and the turns between two comparisons. */
const [turnsPerFile, turnsPerComparison] = [20, 5];

/** A server and the texts it has received. */
interface Edited {
  readonly client: LanguageClient;
  readonly texts: Map<string, TextDocument>;
}

/** The statistics of a run of the fuzzer. */
export interface StdioRun {
  edits: number;
  comparisons: number;
  requests: number;
  longest: { readonly ms: number; readonly method: string; readonly length: number };
}

/** Makes at least this many changes; a failure reports its seed and text. */
export async function fuzzOverStdio(edits: number): Promise<StdioRun> {
  const run: StdioRun = { edits: 0, comparisons: 0, requests: 0, longest: { ms: 0, method: 'none', length: 0 } };
  let [subject, judge] = [await startClient(), await startClient()];
  let version = 1;
  const turns = fc.array(turn, { minLength: turnsPerFile, maxLength: turnsPerFile });
  const numRuns = Math.ceil(edits / turnsPerFile / 2);
  let sinceStart = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...startTexts()), turns, async (start, all) => {
        if (sinceStart++ === filesPerServer) {
          await stop(subject, judge);
          [subject, judge] = [await startClient(), await startClient()];
          sinceStart = 0;
        }
        const edited = { client: subject, texts: new Map<string, TextDocument>() };
        for (const [each, text] of [[importedUri, imported] as const, [uri, start] as const])
          await open(edited, each, text, version++);
        for (const [index, each] of all.entries()) {
          version = await play(edited, each, version, run);
          if ((index + 1) % turnsPerComparison === 0) {
            version = await compare(edited, judge, { place: each.place, version, run });
          }
        }
        for (const each of [uri, importedUri]) await subject.close(each);
      }),
      { numRuns, endOnFailure: true },
    );
  } finally {
    await stop(subject, judge);
  }
  return run;
}

/** The number of files per server; more would fill the memory of the test. */
const filesPerServer = 500;

async function stop(...clients: readonly LanguageClient[]): Promise<void> {
  for (const client of clients) await client.stop();
}

async function open({ client, texts }: Edited, each: string, text: string, version: number): Promise<void> {
  texts.set(each, TextDocument.create(each, 'aftermath', version, text));
  await client.open(each, text, version);
}

/** Makes the changes of a turn and sends requests; returns the next version. */
async function play(edited: Edited, given: Turn, version: number, run: StdioRun): Promise<number> {
  const { client, texts } = edited;
  const changedUri = given.inImported ? importedUri : uri;
  const before = textIn(edited, changedUri);
  const contentChanges: TextDocumentContentChangeEvent[] = [];
  let document = before;
  for (const change of given.edits) {
    const made = contentChange(document, change);
    contentChanges.push(made);
    // Like an editor, which has no position between the two characters of a line end.
    document = TextDocument.update(
      TextDocument.create(changedUri, 'aftermath', version, document.getText()),
      [made],
      version,
    );
  }
  texts.set(changedUri, document);
  run.edits += given.edits.length;
  await client.connection.sendNotification('textDocument/didChange', {
    textDocument: { uri: changedUri, version },
    contentChanges,
  });
  const asked = given.asked.map((question) => ask(edited, question, given.place, run));
  if (given.isHasty) void Promise.all(asked).catch(() => undefined);
  else await Promise.all(asked);
  return version + 1;
}

/** Returns the change as an editor sends it: by range, or by the whole text if text is moved. */
function contentChange(document: TextDocument, change: Edit): TextDocumentContentChangeEvent {
  const text = document.getText();
  if (change.kind === 'move') return { text: applyEdit(text, change) };
  const at = Math.floor(change.from * text.length);
  const end = change.kind === 'delete' ? Math.min(text.length, at + change.length) : at;
  const range = { start: document.positionAt(at), end: document.positionAt(end) };
  return { range, text: change.kind === 'insert' ? change.snippet : '' };
}

function textIn({ texts }: Edited, each: string): TextDocument {
  const document = texts.get(each);
  assert.ok(document !== undefined);
  return document;
}

/** Sends a request and records the time; returns nothing if the text has changed meanwhile. */
async function ask(edited: Edited, [method, parameters]: Question, place: number, run: StdioRun): Promise<unknown> {
  const document = textIn(edited, uri);
  const { length } = document.getText();
  const begun = performance.now();
  try {
    const position = document.positionAt(Math.floor(place * length));
    return await edited.client.request(method, parameters(position, document.positionAt(length)));
  } catch (error) {
    const isStale = error instanceof Error && 'code' in error && error.code === LSPErrorCodes.ContentModified;
    if (!isStale) throw error;
    return undefined;
  } finally {
    const ms = Math.round(performance.now() - begun);
    run.requests += 1;
    if (ms > run.longest.ms) run.longest = { ms, method, length };
  }
}

/** Sends all requests also to a server that receives the texts now; returns the next version. */
async function compare(
  edited: Edited,
  client: LanguageClient,
  { place, version, run }: { readonly place: number; readonly version: number; readonly run: StdioRun },
): Promise<number> {
  const fresh: Edited = { client, texts: new Map() };
  const [main, other] = [textIn(edited, uri), textIn(edited, importedUri)];
  const both = `${main.getText()}\n--- imported:\n${other.getText()}`;
  await open(fresh, importedUri, other.getText(), version);
  await open(fresh, uri, main.getText(), version);
  const findings = await client.diagnostics(uri, (published) => published.version === version);
  const isTold = ({ version: told, diagnostics }: { readonly version?: number; readonly diagnostics: unknown }) =>
    told === main.version && isDeepStrictEqual(diagnostics, findings);
  await edited.client.diagnostics(uri, isTold).catch(() => undefined);
  for (const question of questions) {
    const [known, expected] = await Promise.all([edited, fresh].map((each) => ask(each, question, place, run)));
    assert.deepEqual(withoutId(known), withoutId(expected), `${question[0]} at ${String(place)} of\n${both}`);
  }
  const last = edited.client.published.findLast((each) => each.uri === uri);
  assert.deepEqual(last?.diagnostics, findings, both);
  for (const { log } of [edited.client, client]) assert.deepEqual(log.filter(isFault), [], both);
  await client.close(uri);
  await client.close(importedUri);
  run.comparisons += 1;
  return version + 1;
}

/** A partly unformatted text is no error of the server. */
const isFault = (line: string): boolean => !line.includes(' was formatted except for ');

/** Removes the id of answers that an editor may later request changes to. */
function withoutId(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('resultId' in answer)) return answer;
  return { ...answer, resultId: undefined };
}
