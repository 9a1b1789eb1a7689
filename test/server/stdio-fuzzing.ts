/**
 * Random changes sent to a server over stdio as an editor sends them, piece by piece, with questions in between: what
 * it then says is what a server says that has just been given the text. The times of all answers are kept.
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

/** Something that an editor asks about a text, and about a place in it. */
type Question = readonly [method: string, parameters: (position: Position, end: Position) => object];

const textDocument = { uri };
const atPlace = (position: Position): object => ({ textDocument, position });
const ofText = (): object => ({ textDocument });
const options = { tabSize: 2, insertSpaces: true };

/** What is asked of a text, and at its places. */
export const questions: readonly Question[] = [
  ...['hover', 'definition', 'typeDefinition', 'documentHighlight', 'completion', 'signatureHelp'].map(
    (name): Question => [`textDocument/${name}`, atPlace],
  ),
  ...['documentSymbol', 'semanticTokens/full', 'foldingRange', 'codeLens', 'documentLink'].map((name): Question => [
    `textDocument/${name}`,
    ofText,
  ]),
  ['textDocument/references', (position) => ({ textDocument, position, context: { includeDeclaration: true } })],
  ['textDocument/selectionRange', (position) => ({ textDocument, positions: [position] })],
  ['textDocument/inlayHint', (_, end) => ({ textDocument, range: { start: { line: 0, character: 0 }, end } })],
  ['textDocument/formatting', () => ({ textDocument, options })],
];

/** Changes that are sent at once, with what is asked right afterwards, and where. */
interface Turn {
  readonly edits: readonly Edit[];
  /** Whether what the text imports is changed, not the text. */
  readonly inImported: boolean;
  readonly place: number;
  readonly asked: readonly Question[];
  /** Whether to go on before there is an answer. */
  readonly isHasty: boolean;
}

const turn: fc.Arbitrary<Turn> = fc.record({
  edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
  inImported: fc.integer({ min: 0, max: 14 }).map((number) => number === 0),
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  asked: fc.array(fc.constantFrom(...questions), { maxLength: 2 }),
  isHasty: fc.boolean(),
});

/** Turns of one file before it is left for another, and turns until the answers are compared. */
const [turnsPerFile, turnsPerComparison] = [20, 5];

/** A server with the texts that it has been told. */
interface Edited {
  readonly client: LanguageClient;
  readonly texts: Map<string, TextDocument>;
}

/** How a run of the fuzzer went. */
export interface StdioRun {
  edits: number;
  comparisons: number;
  requests: number;
  longest: { readonly ms: number; readonly method: string; readonly length: number };
}

/** Makes at least so many changes; a failure names its seed and its text. */
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

/** Files that one server is given before there is a new one; what it keeps of each would fill the memory of the test. */
const filesPerServer = 500;

async function stop(...clients: readonly LanguageClient[]): Promise<void> {
  for (const client of clients) await client.stop();
}

async function open({ client, texts }: Edited, each: string, text: string, version: number): Promise<void> {
  texts.set(each, TextDocument.create(each, 'aftermath', version, text));
  await client.open(each, text, version);
}

/** Makes the changes of a turn, and asks; returns the next version. */
async function play(edited: Edited, given: Turn, version: number, run: StdioRun): Promise<number> {
  const { client, texts } = edited;
  const changedUri = given.inImported ? importedUri : uri;
  const before = textIn(edited, changedUri);
  const contentChanges: TextDocumentContentChangeEvent[] = [];
  let document = before;
  for (const change of given.edits) {
    const made = contentChange(document, change);
    contentChanges.push(made);
    // As an editor does: no place is between the two characters of a line end.
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

/** The change as an editor tells it: by its range, or where text goes to another place, by the whole text. */
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

/** Asks, and takes the time; nothing where the text has changed meanwhile. */
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

/** Asks a server that is given the texts now for everything, too; returns the next version. */
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

/** That a part of a text was not formatted is no fault of the server. */
const isFault = (line: string): boolean => !line.includes(' was formatted but for ');

/** Answers that an editor may have parts of later have a name by which it asks for them. */
function withoutId(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('resultId' in answer)) return answer;
  return { ...answer, resultId: undefined };
}
