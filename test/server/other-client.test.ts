/**
 * The server with a third-party client, that of CodeMirror: with its own introduction, capabilities and reading of the
 * protocol.
 */
import { LSPClient, type Transport } from '@codemirror/lsp-client';
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CompletionList, Hover, Location, PublishDiagnosticsParams, WorkspaceEdit } from 'vscode-languageserver';

const serverFile = fileURLToPath(new URL('../../dist/server.cjs', import.meta.url));
const uri = 'file:///models/main.aft';
const text = 'space disk { resource block }\npd server { manages disk }\npd app { requests disk }\n';

/** Messages over the streams of a process, each after a head that says how many bytes it has. */
function overStreams({ stdin, stdout }: ChildProcess): Transport {
  const handlers = new Set<(message: string) => void>();
  let read = Buffer.alloc(0);
  stdout?.on('data', (data: Buffer) => {
    read = Buffer.concat([read, data]);
    for (;;) {
      const head = read.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/.exec(read.toString('utf8', 0, Math.max(head, 0)))?.[1]);
      if (head < 0 || read.length < head + 4 + length) return;
      const message = read.toString('utf8', head + 4, head + 4 + length);
      read = read.subarray(head + 4 + length);
      for (const handle of handlers) handle(message);
    }
  });
  return {
    send: (message) => stdin?.write(`Content-Length: ${String(Buffer.byteLength(message))}\r\n\r\n${message}`),
    subscribe: (handle) => handlers.add(handle),
    unsubscribe: (handle) => handlers.delete(handle),
  };
}

describe('a client that is not ours', () => {
  it('is sent findings, and gets answers to its requests', async () => {
    const child = spawn(process.execPath, [serverFile, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    let tell: (findings: PublishDiagnosticsParams) => void = () => undefined;
    const told = new Promise<PublishDiagnosticsParams>((resolve) => (tell = resolve));
    const client = new LSPClient({
      timeout: 60_000,
      notificationHandlers: {
        'textDocument/publishDiagnostics': (_, findings: PublishDiagnosticsParams) => {
          tell(findings);
          return true;
        },
      },
    });
    client.connect(overStreams(child));
    await client.initializing;
    assert.equal(client.serverCapabilities?.hoverProvider, true);
    const textDocument = { uri, languageId: 'aftermath', version: 1, text };
    client.notification('textDocument/didOpen', { textDocument });
    const { diagnostics, version } = await told;
    assert.deepEqual([version, ...diagnostics.map(({ code }) => code)], [1, 'resource/orphan']);
    const place = { textDocument: { uri }, position: { line: 2, character: 20 } };
    const hover = await client.request<unknown, Hover>('textDocument/hover', place);
    assert.match(JSON.stringify(hover.contents), /managed by 1/);
    const [found] = [await client.request<unknown, Location | Location[]>('textDocument/definition', place)].flat();
    assert.deepEqual(found?.range.start, { line: 0, character: 6 });
    const list = await client.request<unknown, CompletionList>('textDocument/completion', place);
    assert.ok(list.items.some(({ label }) => label === 'disk'));
    const edit = await client.request<unknown, WorkspaceEdit>('textDocument/rename', { ...place, newName: 'drive' });
    assert.equal(edit.changes?.[uri]?.length, 3);
    await client.request('shutdown', null);
    client.notification('exit', null);
    assert.deepEqual((await exited)[0], 0);
  });
});
