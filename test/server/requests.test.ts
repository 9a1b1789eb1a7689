/**
 * The requests of the protocol over streams, as sent by an editor that is not ours.
 */
import assert from 'node:assert/strict';
import {
  CancellationTokenSource,
  type CodeAction,
  type CompletionItem,
  type CompletionList,
  type DocumentSymbol,
  type Hover,
  type Location,
  type LocationLink,
  type SymbolInformation,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { generateModel } from './generated-model.ts';
import { fullCapabilities, startClientHere, type LanguageClient } from './language-client.ts';
import { positionOf } from './marked-text.ts';

const uri = 'file:///nowhere/a%20model.aft';
const text = `/** Where the *blocks* are. */
space disk { resource block }
pd server { manages disk  holds disk.* }
pd app { requests disk }
scenario "x" { crash server }
`;
const at = (piece: string, index = 0) => ({ textDocument: { uri }, position: positionOf(text, piece, index) });

describe('requests over streams', () => {
  let client: LanguageClient;
  before(async () => {
    client = await startClientHere();
    await client.open(uri, text);
  });
  after(async () => {
    await client.stop();
  });

  it('hover answers in Markdown, with the model’s own text escaped', async () => {
    const hover = await client.request<Hover>('textDocument/hover', at('disk', 1));
    assert.deepEqual(hover.contents, {
      kind: 'markdown',
      value: [
        '**space** `disk`',
        'Where the \\*blocks\\* are.',
        'managed by 1 (`server`) · requested by 1 (`app`)',
        'its destruction also destroys 1 (`disk.block`) in 2 layers: "disk.block" is in "disk"',
        'destroyed in layer 2 of 3 in a teardown of everything: "disk.block" is in "disk"',
      ].join('  \n'),
    });
    assert.deepEqual(hover.range, { start: { line: 2, character: 20 }, end: { line: 2, character: 24 } });
  });

  it('definition leads to the name, with links where the editor has them', async () => {
    const links = await client.request<LocationLink[]>('textDocument/definition', at('disk', 1));
    assert.deepEqual(
      links.map(({ targetUri, targetRange }) => [targetUri, targetRange.start]),
      [[uri, { line: 1, character: 6 }]],
    );
  });

  it('a quick fix comes with its finding and the edits that make it go', async () => {
    const other = 'file:///nowhere/fix.aft';
    const misspelt = 'space disk { resource block }\npd server { manages dusk  holds disk.* }\n';
    await client.open(other, misspelt);
    const { start, end } = { start: { line: 1, character: 22 }, end: { line: 1, character: 22 } };
    const actions = await client.request<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: other },
      range: { start, end },
      context: { diagnostics: [] },
    });
    const [first] = actions;
    assert.equal(first?.kind, 'quickfix');
    assert.equal(first.diagnostics?.[0]?.code, 'name/unknown');
    assert.deepEqual(first.edit?.changes?.[other], [
      { range: { start: { line: 1, character: 20 }, end: { line: 1, character: 24 } }, newText: 'disk' },
    ]);
  });

  it('references include the declaration only if asked', async () => {
    const ask = (includeDeclaration: boolean) =>
      client.request<Location[]>('textDocument/references', { ...at('disk'), context: { includeDeclaration } });
    assert.equal((await ask(true)).length, 4);
    assert.equal((await ask(false)).length, 3);
  });

  it('highlights mark where something is declared', async () => {
    const found = await client.request<{ kind: number }[]>('textDocument/documentHighlight', at('server', 0));
    assert.deepEqual(
      found.map(({ kind }) => kind),
      [3, 2],
    );
  });

  it('symbols are a tree', async () => {
    const symbols = await client.request<DocumentSymbol[]>('textDocument/documentSymbol', { textDocument: { uri } });
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ['disk', 'server', 'app', 'x'],
    );
    assert.deepEqual(
      symbols[0]?.children?.map(({ name }) => name),
      ['block'],
    );
  });

  it('completion replaces the word that is typed, and documents the selected offer', async () => {
    const list = await client.request<CompletionList>('textDocument/completion', at('app'));
    assert.equal(list.items.length, 0, 'a name that is declared');
    const crash = await client.request<CompletionList>('textDocument/completion', at('server }'));
    const item = crash.items.find(({ label }) => label === 'server');
    assert.ok(item !== undefined);
    assert.deepEqual(item.textEdit, {
      range: { start: { line: 4, character: 21 }, end: { line: 4, character: 22 } },
      newText: 'server',
    });
    assert.equal(item.documentation, undefined);
    const resolved = await client.request<CompletionItem>('completionItem/resolve', item);
    assert.match(JSON.stringify(resolved.documentation), /crash: destroys 3, degrades 1/);
  });

  it('the standard library can be read', async () => {
    const found = await client.request<{ text: string }>('workspace/textDocumentContent', {
      uri: 'aftermath:/std/murano.aft',
    });
    assert.match(found.text, /policy murano-spec/);
  });

  it('answer nothing for a document that is not known', async () => {
    const unknown = { textDocument: { uri: 'file:///nowhere/else.aft' }, position: { line: 0, character: 0 } };
    for (const method of ['hover', 'definition', 'references', 'documentHighlight', 'completion', 'documentSymbol']) {
      assert.equal(
        await client.request(`textDocument/${method}`, { ...unknown, context: { includeDeclaration: true } }),
        null,
        method,
      );
    }
  });

  it('see a change that was sent right before', async () => {
    const own = 'untitled:own';
    await client.open(own, 'pd first');
    await client.change(own, 'pd second', 2);
    const hover = await client.request<Hover>('textDocument/hover', {
      textDocument: { uri: own },
      position: { line: 0, character: 4 },
    });
    assert.match(JSON.stringify(hover.contents), /second/);
    await client.close(own);
  });

  it('end when they are cancelled', async () => {
    const source = new CancellationTokenSource();
    // The text to be read first gives time for the end to arrive.
    await client.open('untitled:large', generateModel(2000));
    const answer = client.connection.sendRequest('textDocument/hover', at('disk'), source.token);
    source.cancel();
    await assert.rejects(answer, { code: -32800 });
    assert.ok(await client.request('textDocument/hover', at('disk')), 'the server lives on');
    await client.close('untitled:large');
  });

  it('colour the text that was asked about, and no later one', async () => {
    const own = 'untitled:own';
    const colours = () => client.request('textDocument/semanticTokens/full', { textDocument: { uri: own } });
    // The text to be read first gives time for the change to arrive.
    await client.open(own, generateModel(2000));
    const answer = colours();
    await client.change(own, '\npd second', 2);
    await assert.rejects(answer, { code: -32801 });
    const { data } = (await colours()) as { readonly data: readonly number[] };
    assert.deepEqual(data.slice(0, 3), [1, 3, 6]);
    await client.close(own);
  });

  it('completion gives snippets to an editor that takes them', async () => {
    const open = { textDocument: { uri }, position: { line: 5, character: 0 } };
    const { items } = await client.request<CompletionList>('textDocument/completion', open);
    const machine = items.find(({ label }) => label === 'machine');
    assert.equal(machine?.insertTextFormat, 2);
    assert.match(machine.textEdit?.newText ?? '', /^machine \$\{1:Name\}/);
  });

  it('renaming is prepared, done and refused with its reason', async () => {
    const prepared = await client.request<{ placeholder: string }>('textDocument/prepareRename', at('disk', 1));
    assert.equal(prepared.placeholder, 'disk');
    const edit = await client.request<WorkspaceEdit>('textDocument/rename', { ...at('disk', 1), newName: 'drive' });
    assert.equal(edit.changes?.[uri]?.length, 4);
    const taken = client.request('textDocument/rename', { ...at('disk', 1), newName: 'app' });
    await assert.rejects(taken, { code: -32803, message: 'There is already a "app" in that place.' });
    assert.equal(await client.request('textDocument/prepareRename', at('{')), null);
  });

  it('symbols of the workspace list what it declares, and the type of a name leads to its declaration', async () => {
    const own = 'file:///nowhere/machine.aft';
    await client.open(own, 'machine Worker for pd { initial state Idle }\npd boss { object part }\npd w runs Worker');
    const symbols = await client.request<SymbolInformation[]>('workspace/symbol', { query: 'wid' });
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ['Worker.Idle'],
    );
    const position = { line: 2, character: 3 };
    const type = await client.request<LocationLink[]>('textDocument/typeDefinition', {
      textDocument: { uri: own },
      position,
    });
    assert.deepEqual(type[0]?.targetRange.start, { line: 0, character: 8 });
    await client.close(own);
  });
});

describe('an editor that can do little', () => {
  it('gets plain texts, bare words and single locations', async () => {
    const client = await startClientHere({
      capabilities: { textDocument: { hover: { contentFormat: ['plaintext'] } } },
    });
    try {
      await client.open(uri, text);
      const hover = await client.request<Hover>('textDocument/hover', at('disk', 1));
      assert.deepEqual(hover.contents, {
        kind: 'plaintext',
        value: [
          'space disk',
          'Where the *blocks* are.',
          'managed by 1 (server) · requested by 1 (app)',
          'its destruction also destroys 1 (disk.block) in 2 layers: "disk.block" is in "disk"',
          'destroyed in layer 2 of 3 in a teardown of everything: "disk.block" is in "disk"',
        ].join('\n'),
      });
      const definition = await client.request<Location>('textDocument/definition', at('disk', 1));
      assert.equal(definition.uri, uri);
      const open = { textDocument: { uri }, position: { line: 5, character: 0 } };
      const { items } = await client.request<CompletionList>('textDocument/completion', open);
      const machine = items.find(({ label }) => label === 'machine');
      assert.equal(machine?.insertTextFormat, 1);
      assert.equal(machine.textEdit?.newText, 'machine');
      const symbols = await client.request<{ containerName?: string }[]>('textDocument/documentSymbol', {
        textDocument: { uri },
      });
      assert.equal(symbols[1]?.containerName, 'disk');
    } finally {
      await client.stop();
    }
  });
});

describe('renaming over streams', () => {
  it('is bound to the version of the text where the editor can do that', async () => {
    const workspace = { workspaceEdit: { documentChanges: true } };
    const client = await startClientHere({ capabilities: { ...fullCapabilities, workspace } });
    try {
      await client.open(uri, text, 7);
      const edit = await client.request<WorkspaceEdit>('textDocument/rename', { ...at('disk', 1), newName: 'drive' });
      assert.deepEqual(
        edit.documentChanges?.map((each) => 'textDocument' in each && each.textDocument),
        [{ uri, version: 7 }],
      );
    } finally {
      await client.stop();
    }
  });
});
