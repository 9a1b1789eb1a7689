/**
 * Lenses, hints, signatures and hierarchies over streams, for a client that is not ours, and the effect of settings.
 */
import assert from 'node:assert/strict';
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CodeAction,
  CodeLens,
  InlayHint,
  SignatureHelp,
} from 'vscode-languageserver/node';
import { becomes } from '../becomes.ts';
import { fullCapabilities, startClientHere, type ClientOptions, type LanguageClient } from './language-client.ts';
import { positionOf } from './marked-text.ts';

const uri = 'file:///nowhere/hints.aft';
const text = `space disk : block { resource block1 }
pd server { manages disk  holds disk.block1 }
event Ping(n: int)
scenario "x" { send Ping(1) to server  crash server }
`;
const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
const { workspace } = fullCapabilities;
const refreshing = { codeLens: { refreshSupport: true }, inlayHint: { refreshSupport: true } };

describe('hints over streams', () => {
  let client: LanguageClient | undefined;
  const started = async (options: ClientOptions): Promise<LanguageClient> => {
    client = await startClientHere(options);
    await client.open(uri, text);
    return client;
  };
  afterEach(async () => {
    await client?.stop();
    client = undefined;
  });
  /** A server that several tests ask and none changes. */
  let plain: LanguageClient;
  before(async () => {
    plain = await startClientHere();
    await plain.open(uri, text);
  });
  after(() => plain.stop());
  const lenses = (of: LanguageClient) => of.request<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });

  it('names no command that only our client knows, unless the client says that it can run it', async () => {
    const found = await lenses(plain);
    assert.deepEqual(
      found.map(({ command }) => command),
      [undefined],
    );
    const [last] = found;
    assert.ok(last !== undefined);
    const resolved = await plain.request<CodeLens>('codeLens/resolve', last);
    assert.deepEqual(resolved.command, { title: '1 dependent · crash: destroys 3', command: '' });
  });

  it('offers the crash as a command to a client that can run it', async () => {
    const ours = await started({ initializationOptions: { commands: ['aftermath.simulateCrash'] } });
    const commands = (await lenses(ours)).flatMap(({ command }) => (command === undefined ? [] : [command]));
    const argument = { uri, pd: 'server' };
    assert.deepEqual(commands, [
      { title: 'Simulate crash', command: 'aftermath.simulateCrash', arguments: [argument] },
    ]);
  });

  it('answers for a text, and asks the client to ask again when a setting changes', async () => {
    let answered: unknown = { inlayHints: { teardownLayer: true, inherited: true } };
    const refreshed: string[] = [];
    const answer = (name: string) => () => {
      refreshed.push(name);
      return null;
    };
    const own = await started({
      capabilities: { ...fullCapabilities, workspace: { ...workspace, ...refreshing, configuration: true } },
      answers: {
        'workspace/configuration': ({ items }: { items: unknown[] }) => items.map(() => answered),
        'workspace/codeLens/refresh': answer('lenses'),
        'workspace/inlayHint/refresh': answer('hints'),
      },
    });
    await own.diagnostics(uri);
    const hints = () => own.request<InlayHint[]>('textDocument/inlayHint', { textDocument: { uri }, range });
    assert.deepEqual(
      (await hints()).map(({ label }) => label),
      ['layer 2 of 3', ': block', 'layer 1 of 3', 'layer 3 of 3', 'under default: 0, 0'],
    );
    answered = { inlayHints: { inherited: true, depth: 'nonsense' }, codeLens: { enable: false } };
    await own.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    assert.deepEqual(
      (await hints()).map(({ label }) => label),
      [': block', 'under default: 0, 0'],
    );
    assert.deepEqual(await lenses(own), []);
    // Once for the settings, and once more when the text has been checked with them.
    await becomes(() => refreshed, ['lenses', 'hints', 'lenses', 'hints']);
  });

  it('gives signatures as plain texts if the editor does not support parameter offsets', async () => {
    const help = await plain.request<SignatureHelp>('textDocument/signatureHelp', {
      textDocument: { uri },
      position: positionOf(text, '1) to'),
    });
    assert.deepEqual(help, {
      signatures: [{ label: 'Ping(n: int)', parameters: [{ label: 'n: int' }] }],
      activeSignature: 0,
      activeParameter: 0,
    });
  });

  it('opens the tree of dependence step by step', async () => {
    const position = positionOf(text, 'disk');
    const found = await plain.request<CallHierarchyItem[]>('textDocument/prepareCallHierarchy', {
      textDocument: { uri },
      position,
    });
    const [item] = found;
    assert.equal(item?.name, 'disk');
    const calls = await plain.request<CallHierarchyIncomingCall[]>('callHierarchy/incomingCalls', { item });
    assert.deepEqual(
      calls.map(({ from, fromRanges }) => [from.name, fromRanges]),
      [['disk.block1', [{ start: { line: 0, character: 30 }, end: { line: 0, character: 36 } }]]],
    );
    const on = await plain.request<unknown[]>('callHierarchy/outgoingCalls', { item });
    assert.equal(on.length, 1);
    assert.equal(await plain.request('callHierarchy/incomingCalls', { item: { ...item, data: 'nonsense' } }), null);
  });

  it('offers refactorings and all fixes at once, each only on request', async () => {
    const workspaceEdit = { documentChanges: true, resourceOperations: ['create' as const] };
    const own = await started({ capabilities: { ...fullCapabilities, workspace: { ...workspace, workspaceEdit } } });
    const other = 'file:///nowhere/move.aft';
    await own.open(other, 'pd server { manages dusk }\nspace disk\n');
    const actionsAt = (of: string, line: number, character: number, only?: readonly string[]) =>
      own.request<CodeAction[]>('textDocument/codeAction', {
        textDocument: { uri: of },
        range: { start: { line, character }, end: { line, character } },
        context: { diagnostics: [], ...(only !== undefined && { only }) },
      });
    const [move] = await actionsAt(uri, 0, 7, ['refactor.move']);
    assert.equal(move?.title, 'Move "disk" to disk.aft');
    assert.equal(move.disabled, undefined);
    const kinds = move.edit?.documentChanges?.map((each) => ('kind' in each ? each.kind : 'edit'));
    assert.deepEqual(kinds, ['create', 'edit', 'edit']);
    const [refused] = await actionsAt(uri, 1, 4, ['refactor']);
    assert.match(refused?.disabled?.reason ?? '', /"server" needs "disk", which stays/);
    assert.equal(refused?.edit, undefined);
    const [all] = await actionsAt(other, 1, 0, ['source.fixAll']);
    assert.equal(all?.kind, 'source.fixAll.aftermath');
    assert.equal(JSON.stringify(all.edit).includes('"disk"'), true);
    assert.ok((await actionsAt(other, 0, 21)).every(({ kind }) => kind === 'quickfix'));
    assert.deepEqual(await actionsAt(uri, 0, 7, ['source.organizeImports']), []);
  });
});
