/** The nodes of a file by type are the same, whether they are sorted or searched for. */
import assert from 'node:assert/strict';
import { EmptyFileSystem, URI } from 'langium';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import { indexDeclarations, indexTree } from '../../../language/src/dsl/names/tree-index.ts';
import { createAftermathServices } from '../../../language/src/dsl/services.ts';
import { filesIn } from './aftermath-texts.ts';

const { shared } = createAftermathServices(EmptyFileSystem);

describe('the index of a file', () => {
  for (const { name, text } of filesIn('std'))
    it(`has the nodes of each type of all declarations, and these are all nodes: ${name}`, () => {
      const { value } = shared.workspace.LangiumDocumentFactory.fromString<ast.Document>(
        text,
        URI.parse('memory:/index.aft'),
      ).parseResult;
      const [whole, parts] = [indexTree(value), indexDeclarations(value, value.declarations)];
      const types = [...shared.AstReflection.getAllTypes()] as (keyof ast.AftermathAstType)[];
      let count = 0;
      for (const type of types) {
        const found = whole.all(type);
        assert.ok(found.length === parts.all(type).length && found.every((node, at) => node === parts.all(type)[at]));
        count += found.length;
      }
      assert.equal(count, whole.nodes.length);
    });
});
