/** A client can tell the next server which file made the previous one hang, so that it is ignored. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { createConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { pingRequest, workingOnNotification } from '../../server/src/protocol/protocol.ts';
import { createWhereabouts } from '../../server/src/workspace/whereabouts.ts';
import { startClientHere, type LanguageClient } from './language-client.ts';

const [hard, importing, other] = ['untitled:/hard.aft', 'untitled:/importing.aft', 'untitled:/other.aft'] as const;

describe('the file that the server is at', () => {
  it('is written before the work on it begins, and once while it is the same', async () => {
    const written = new PassThrough();
    const connection = createConnection(new StreamMessageReader(new PassThrough()), new StreamMessageWriter(written));
    const at = createWhereabouts(connection, (uri) => uri);
    const messages = (): string[] => String(written.read() ?? '').match(/\{.*?\}\}/gu) ?? [];
    for (const [uri, told] of [
      [hard, 1],
      [hard, 0],
      [other, 1],
      [hard, 1],
    ] as const) {
      await at(uri);
      const now = messages();
      assert.equal(now.length, told);
      for (const each of now) assert.ok(each.includes(workingOnNotification.method) && each.includes(uri), each);
    }
    connection.dispose();
  });

  it('is notified of what is read, checked and asked', async () => {
    const client = await startClientHere();
    const told: string[] = [];
    client.connection.onNotification(workingOnNotification.method, ({ uri }: { readonly uri: string }) => {
      told.push(uri);
    });
    for (const uri of [hard, other]) {
      await client.open(uri, 'pd a');
      await client.diagnostics(uri);
    }
    const position = { line: 0, character: 3 };
    await client.request('textDocument/hover', { textDocument: { uri: hard }, position });
    assert.deepEqual(told, [hard, other, hard]);
    assert.equal(await client.ask(pingRequest, {}), null);
    assert.equal(await client.stop(), 0);
  });
});

describe('a file at which a server before did not answer', () => {
  let client: LanguageClient;
  before(async () => {
    client = await startClientHere({ initializationOptions: { leftOut: [hard, 5] } });
    await client.open(hard, 'space broken { }\npd far\n', 1);
    await client.open(importing, 'import "hard"\npd near { needs far }\n', 1);
    await client.open(other, 'space lonely { }\n', 1);
  });
  after(async () => {
    assert.equal(await client.stop(), 0);
  });
  const codes = async (uri: string, wanted: string): Promise<readonly unknown[]> => {
    const found = await client.diagnostics(uri, ({ diagnostics }) => diagnostics.some(({ code }) => code === wanted));
    return found.map(({ code, message }) => [code, message]);
  };

  it('is omitted with a finding, and others have theirs', async () => {
    const [[, message] = []] = (await codes(hard, 'internal/check-failed')) as [string, string][];
    assert.match(message ?? '', /stopped answering while reading it\. Change the file to have it read again\./u);
    assert.deepEqual(await codes(importing, 'file/unreadable'), [
      ['file/unreadable', 'The file "hard" is not read, so its names are not known.'],
    ]);
    assert.equal((await codes(other, 'space/no-manager')).length, 1);
  });

  it('is read again as soon as its text changes', async () => {
    await client.change(hard, 'space broken { }\npd far\n\n', 2);
    assert.equal((await codes(hard, 'space/no-manager')).length, 1);
    const clean = await client.diagnostics(importing, ({ diagnostics }) => diagnostics.length === 0);
    assert.deepEqual(clean, []);
    await client.change(hard, 'space broken { }\npd far\n', 3);
    await client.diagnostics(hard, ({ version }) => version === 3);
    assert.equal((await codes(hard, 'space/no-manager')).length, 1);
  });
});
