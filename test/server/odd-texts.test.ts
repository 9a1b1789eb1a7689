/** Texts from other systems or generated ones: positions are those of UTF-16, whatever precedes them. */
import assert from 'node:assert/strict';
import { definitionAt } from '../../server/src/features/definition.ts';
import { hoverAt } from '../../server/src/features/hover.ts';
import { documentOutline } from '../../server/src/features/symbols.ts';
import { allSteps } from './all-steps.ts';
import { mainUri, openInMemory } from './in-memory.ts';
import { startClientHere } from './language-client.ts';

const declaration = 'space disk { resource block }';
const user = 'pd server { manages disk  holds disk.*  needs nobody }';

/** What stands before and between the two lines. */
const texts: readonly (readonly [what: string, before: string, between: string])[] = [
  ['line ends of Windows', '// first\r\n', '\r\n\r\n'],
  ['line ends of old', '// first\r', '\r'],
  ['tabs', '\t\t', '\n\t'],
  ['characters of two units', '/* 😀😀 */ ', '\n/* 👩‍👩‍👧 */ '],
  ['marks over letters', '/* e\u0301 ﬁ \u2028 */', '\n'],
  ['a byte order mark', '\uFEFF', '\n'],
  ['a very long line', `/* ${'x'.repeat(200_000)} */ `, ' '],
  ['thousands of blank lines', '\n'.repeat(20_000), '\n'],
];

describe('places in a text with', () => {
  for (const [what, before, between] of texts) {
    it(what, async () => {
      const text = `${before}${declaration}${between}${user}`;
      const { workspace, document } = await openInMemory(text);
      const at = (word: string, from: string): number => text.indexOf(word, text.indexOf(from));
      const sliceOf = (span: { readonly start: object; readonly end: object }): string =>
        document.textDocument.getText(span as Parameters<typeof document.textDocument.getText>[0]);
      const { findings } = workspace.models.of(document);
      const unknown = findings.find(({ code }) => code === 'name/unknown');
      assert.equal(unknown && sliceOf(unknown.span), 'nobody');
      const definition = definitionAt(workspace, document, at('disk', 'manages'));
      assert.equal(definition && sliceOf(definition.origin), 'disk');
      assert.equal(definition && document.textDocument.offsetAt(definition.target.start), at('disk', 'space'));
      assert.match(hoverAt(workspace, document, at('disk', 'manages'))?.markdown ?? '', /\*\*space\*\* `disk`/);
      assert.deepEqual(
        allSteps(documentOutline(document)).map(({ name }) => name),
        ['disk', 'server'],
      );
    });
  }

  it('nothing', async () => {
    for (const text of ['', ' ', '\n', '\uFEFF', '\r\n\r\n', '// only a comment', '/* never closed']) {
      const { workspace, document } = await openInMemory(text);
      const { model, findings } = workspace.models.of(document);
      assert.deepEqual(model.entities, []);
      assert.ok(findings.every(({ code }) => code === 'syntax/token'));
      for (let offset = 0; offset <= text.length; offset++) {
        assert.equal(hoverAt(workspace, document, offset), undefined);
        assert.equal(definitionAt(workspace, document, offset), undefined);
      }
    }
  });

  it('10 MB, also after a change', async () => {
    const long = `// ${'ten megabytes of notes '.repeat(40)}\n`.repeat(11_000);
    const [before, after] = [`${declaration}\n${long}`, `\n${user}\n`];
    assert.ok(before.length > 10_000_000);
    const { workspace } = await openInMemory(before + after);
    for (const [version, text] of [before + after, `${before}pd more${after}`].entries()) {
      workspace.setText(mainUri, { version: version + 2, text });
      await workspace.settle();
      const document = workspace.find(mainUri);
      assert.ok(document !== undefined);
      const { model, findings } = workspace.models.of(document);
      assert.equal(model.entities.length, 3 + version);
      const unknown = findings.filter(({ code }) => code === 'name/unknown');
      assert.deepEqual(
        unknown.map(({ span }) => span.start.line),
        [11_002],
      );
      assert.match(hoverAt(workspace, document, text.lastIndexOf('disk.*'))?.markdown ?? '', /\*\*space\*\* `disk`/);
    }
  });

  it('20,000 declarations on one line', async () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `pd p${String(index)}`).join(' ');
    const { workspace, document } = await openInMemory(text);
    const { model, findings, sources } = workspace.models.of(document);
    assert.deepEqual(findings, []);
    assert.equal(model.entities.length, 20_000);
    const last = model.entities.at(-1);
    assert.equal(last && sources.entities[last.id]?.start.character, text.lastIndexOf('p19999'));
  });
});

describe('positions outside of the text', () => {
  it('get an answer, and the server keeps running', async () => {
    const client = await startClientHere();
    const uri = 'untitled:short';
    await client.open(uri, 'pd a');
    const far = { textDocument: { uri }, position: { line: 99, character: 99 } };
    const range = { start: far.position, end: far.position };
    for (const method of ['hover', 'definition', 'documentHighlight', 'completion', 'prepareRename']) {
      await client.request(`textDocument/${method}`, far);
    }
    await client.request('textDocument/codeAction', { ...far, range, context: { diagnostics: [] } });
    await client.request('textDocument/rangeFormatting', {
      ...far,
      range,
      options: { tabSize: 2, insertSpaces: true },
    });
    assert.deepEqual(client.log, []);
    assert.equal(await client.stop(), 0);
  });
});
