/** Formatting over the protocol: the text in memory, some lines, typed text, and reports about errors. */
import assert from 'node:assert/strict';
import type { DocumentFormattingParams, TextEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { notFormattedNotification } from '../../../server/src/protocol/formatting-protocol.ts';
import { type LanguageClient, startClientHere } from '../language-client.ts';

const uri = 'untitled:Untitled-1';
// The layout is the same for everybody, so that an editor and the command line agree.
const options: DocumentFormattingParams['options'] = { tabSize: 8, insertSpaces: false };
const of = { textDocument: { uri }, options };

interface Open {
  readonly client: LanguageClient;
  readonly told: readonly unknown[];
  /** Asks for edits, and returns the text after them. */
  readonly ask: (method: string, parameters: object) => Promise<string | null>;
}

let client: LanguageClient;
let told: unknown[] = [];

async function withText(text: string, body: (open: Open) => Promise<void>): Promise<void> {
  told = [];
  await client.open(uri, text);
  const document = TextDocument.create(uri, 'aftermath', 1, text);
  const ask = async (method: string, parameters: object): Promise<string | null> => {
    const edits = await client.request<TextEdit[] | null>(`textDocument/${method}`, { ...of, ...parameters });
    return edits && TextDocument.applyEdits(document, edits);
  };
  await body({ client, told, ask });
  await client.close(uri);
}

describe('formatting', () => {
  before(async () => {
    client = await startClientHere();
    client.connection.onNotification(notFormattedNotification.method, (parameters: unknown) => {
      told.push(parameters);
    });
  });
  after(async () => {
    assert.equal(await client.stop(), 0);
  });

  it('lays out the text in the editor, and not the one on the disk', async () => {
    await withText('pd   😀\npd a{needs   b}', async ({ client, ask }) => {
      await client.change(uri, 'pd a{needs   b}\r\n\tpd b', 2);
      await client.change(uri, 'pd   a{needs   b}\npd b', 3);
      const edits = await client.request<TextEdit[]>('textDocument/formatting', of);
      const now = TextDocument.create(uri, 'aftermath', 3, 'pd   a{needs   b}\npd b');
      assert.equal(TextDocument.applyEdits(now, edits), 'pd a { needs b }\npd b\n');
      assert.equal(await ask('formatting', { textDocument: { uri: 'untitled:none' } }), null);
    });
  });

  it('of some lines leaves the others as they are', async () => {
    await withText('pd   a\npd   b\npd   c\n', async ({ ask }) => {
      const range = { start: { line: 1, character: 3 }, end: { line: 2, character: 0 } };
      assert.equal(await ask('rangeFormatting', { range }), 'pd   a\npd b\npd   c\n');
    });
  });

  it('lays out a block when its brace is typed, and a line when it is ended', async () => {
    await withText('pd   a\n  pd   b {\nneeds   a\n}\npd   c\n\n', async ({ ask }) => {
      const after = (line: number, character: number, ch: string) =>
        ask('onTypeFormatting', { position: { line, character }, ch });
      assert.equal(await after(3, 1, '}'), 'pd   a\npd b {\n  needs a\n}\npd   c\n\n');
      assert.equal(await after(5, 0, '\n'), 'pd   a\n  pd   b {\nneeds   a\n}\npd c\n\n');
      assert.equal(await after(0, 0, '\n'), null);
      assert.equal(await after(2, 3, '}'), null);
    });
  });

  it('around a syntax error says so, except during typing', async () => {
    await withText('pd   a\npd   {{\npd   b {\n}', async ({ told, ask }) => {
      const text = await ask('formatting', {});
      assert.match(text ?? '', /^pd a\npd {3}\{\{\n/);
      assert.deepEqual(told, [{ uri, reason: 'syntax', line: 1 }]);
      await ask('onTypeFormatting', { position: { line: 3, character: 1 }, ch: '}' });
      assert.equal(told.length, 1);
    });
  });
});
