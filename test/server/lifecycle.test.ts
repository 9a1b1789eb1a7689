/**
 * The server starts, says what it can do, and leaves nothing behind when it ends.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createProtocolConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-languageserver/node';
import { startClient } from './language-client.ts';

const serverFile = fileURLToPath(new URL('../../dist/server.cjs', import.meta.url));

describe('the life of the server', () => {
  it('says what it can do', async () => {
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

  it('speaks over the channel of Node as well', async () => {
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
