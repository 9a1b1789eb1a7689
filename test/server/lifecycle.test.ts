/**
 * The server starts, announces its capabilities, and leaves nothing behind when it ends.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createProtocolConnection,
  IPCMessageReader,
  IPCMessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { startClient } from './language-client.ts';

const serverFile = fileURLToPath(new URL('../../dist/server.cjs', import.meta.url));

describe('the life of the server', () => {
  it('announces its capabilities', async () => {
    const client = await startClient();
    const { capabilities } = client.initialized;
    assert.equal(await client.stop(), 0);
    for (const provider of [
      'hoverProvider',
      'definitionProvider',
      'referencesProvider',
      'documentHighlightProvider',
      'documentSymbolProvider',
    ] as const) {
      assert.equal(capabilities[provider], true, provider);
    }
    assert.equal(capabilities.completionProvider?.resolveProvider, true);
    assert.deepEqual(capabilities.workspace?.textDocumentContent, { schemes: ['aftermath'] });
  });

  it('ends with code 0 and leaves no process when it is asked to', async () => {
    const client = await startClient();
    await client.open('untitled:a', 'pd a');
    assert.equal(await client.stop(), 0);
    assert.notEqual(client.process.exitCode, null);
  });

  it('ends when its editor is gone', async () => {
    const client = await startClient();
    const exited = once(client.process, 'exit');
    client.process.stdin?.end();
    await exited;
    client.connection.dispose();
  });

  it('is one file that can be put anywhere', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'aftermath-alone-'));
    try {
      const alone = join(folder, 'aftermath-language-server');
      await copyFile(join(serverFile, '../language-server.cjs'), alone);
      const child = spawn(process.execPath, [alone, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
      const exited = once(child, 'exit');
      const connection = createProtocolConnection(
        new StreamMessageReader(child.stdout),
        new StreamMessageWriter(child.stdin),
      );
      connection.listen();
      await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
      const textDocument = { uri: 'untitled:a', languageId: 'aftermath', version: 1, text: 'pd a' };
      await connection.sendNotification('textDocument/didOpen', { textDocument });
      const symbols = await connection.sendRequest<readonly { readonly name: string }[]>(
        'textDocument/documentSymbol',
        {
          textDocument,
        },
      );
      assert.deepEqual(
        symbols.map(({ name }) => name),
        ['a'],
      );
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      assert.deepEqual((await exited)[0], 0);
      connection.dispose();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('also speaks over the channel of Node', async () => {
    const child = spawn(process.execPath, [serverFile, '--node-ipc'], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const exited = once(child, 'exit');
    const connection = createProtocolConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
    connection.listen();
    const parameters = { processId: process.pid, rootUri: null, capabilities: {} };
    const answer = await connection.sendRequest<{ serverInfo: unknown }>('initialize', parameters);
    assert.deepEqual(answer.serverInfo, { name: 'aftermath' });
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
    assert.deepEqual((await exited)[0], 0);
    connection.dispose();
  });
});
