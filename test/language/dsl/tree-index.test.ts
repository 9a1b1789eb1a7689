/** The nodes of a file by type are the same, whether they are sorted, searched for, or kept from an earlier version. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type AstNode, AstUtils, EmptyFileSystem, type LangiumDocument, URI } from 'langium';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import { indexDeclarations, indexTree } from '../../../language/src/dsl/names/tree-index.ts';
import { createAftermathServices, reuseTree } from '../../../language/src/dsl/services.ts';
import { runs } from '../../properties.ts';
import { filesIn } from './aftermath-texts.ts';
import { applyEdit, edit } from './random-edits.ts';

const { aftermath, shared } = createAftermathServices(EmptyFileSystem);
const types = [...shared.AstReflection.getAllTypes()] as (keyof ast.AftermathAstType)[];

const documentOf = (text: string): LangiumDocument<ast.Document> =>
  shared.workspace.LangiumDocumentFactory.fromString<ast.Document>(text, URI.parse('memory:/index.aft'));

describe('the index of a file', () => {
  for (const { name, text } of filesIn('std'))
    it(`has the nodes of each type of all declarations, and these are all nodes: ${name}`, () => {
      const { value } = documentOf(text).parseResult;
      const [whole, parts] = [indexTree(value), indexDeclarations(value, value.declarations)];
      let count = 0;
      for (const type of types) {
        const found = whole.all(type);
        assert.ok(found.length === parts.all(type).length && found.every((node, at) => node === parts.all(type)[at]));
        count += found.length;
      }
      assert.equal(count, whole.nodes.length);
    });

  it('has them after any edits, though it keeps what an edit leaves as it is', () => {
    const { text } = filesIn('std').find(({ name }) => name.includes('region-operator')) ?? assert.fail();
    let kept = 0;
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 5 }), (edits) => {
        let document = documentOf(text);
        let version = text;
        for (const each of edits) {
          const before = indexTree(document.parseResult.value);
          const lists = types.map((type) => before.all(type));
          version = applyEdit(version, each);
          reuseTree(aftermath, document);
          document = documentOf(version);
          const { value } = document.parseResult;
          const index = indexTree(value);
          const nodes = AstUtils.streamAllContents(value).toArray();
          for (const [at, type] of types.entries()) {
            const found = index.all(type);
            assert.deepEqual(new Set(found), new Set(nodes.filter(({ $type }) => $type === type)), type);
            if (found.length > 0 && found === lists[at]) kept++;
          }
          assert.deepEqual(index.nodes, nodes);
        }
      }),
      { numRuns: runs(5, 1000) },
    );
    assert.ok(kept > 25, `${String(kept)} lists were kept.`);
  });

  it('has no node of a declaration that is gone, and all of one that is new', () => {
    const text = 'pd a\nevent E(n: int)\npd b { requests c }\nspace c\n';
    for (const without of ['event E(n: int)\n', ' { requests c }', 'space c\n', 'pd a\n'])
      for (const [from, to] of [
        [text, text.replace(without, '')],
        [text.replace(without, ''), text],
      ] as const) {
        const before = documentOf(from);
        for (const type of types) indexTree(before.parseResult.value).all(type);
        reuseTree(aftermath, before);
        const { value } = documentOf(to).parseResult;
        const found = types.flatMap((type): readonly AstNode[] => indexTree(value).all(type));
        assert.deepEqual(new Set(found), new Set(AstUtils.streamAllContents(value)), to);
      }
  });
});
