/** The offset of a position in a text is that of the protocol's own documents, whatever the lines end with. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { offsetAt } from '../../../server/src/lsp/asking.ts';

describe('the offset of a position', () => {
  it('is that of the document, for any text and position', () => {
    const text = fc.array(fc.constantFrom('a', 'é', '😀', ' ', '\n', '\n', '\r\n', '\r'), { maxLength: 30 });
    fc.assert(
      fc.property(text, fc.boolean(), fc.nat(12), fc.nat(12), (pieces, isUnix, line, character) => {
        const content = pieces.filter((piece) => !isUnix || !piece.includes('\r')).join('');
        const [document, fresh] = [content, content].map((each) => TextDocument.create('memory:/a.aft', 'a', 1, each));
        assert.ok(document !== undefined && fresh !== undefined);
        assert.equal(offsetAt(document, { line, character }), fresh.offsetAt({ line, character }), content);
      }),
      { numRuns: 2000 },
    );
  });
});
