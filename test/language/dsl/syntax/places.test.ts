/** Places of what is parsed quickly: those that Langium finds in its concrete tree, which is made only if asked for. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type AstNode, AstUtils, CstUtils, EmptyFileSystem, GrammarUtils, isCompositeCstNode, URI } from 'langium';
import type * as ast from '../../../../language/src/dsl/generated/ast.ts';
import { createAftermathServices, reuseTree } from '../../../../language/src/dsl/services.ts';
import {
  commentBefore,
  keywordsOf,
  leafAtOffset,
  pieceOf,
  rangeOf,
  rangeOfProperty,
  startOf,
  textOf,
  textOfProperty,
} from '../../../../language/src/dsl/syntax/tree/places.ts';
import { findPropertyNode } from '../../../../language/src/dsl/syntax/tree/property-node.ts';
import { runs } from '../../../properties.ts';
import { documentedBlocks, filesIn } from '../aftermath-texts.ts';
import { applyEdit, edit } from '../random-edits.ts';

const { shared, aftermath } = createAftermathServices(EmptyFileSystem);
const texts = [...filesIn('examples'), ...documentedBlocks()].map(({ text }) => text);
const short = texts.filter(({ length }) => length < 1000);

const parse = (text: string) =>
  shared.workspace.LangiumDocumentFactory.fromString<ast.Document>(text, URI.parse('memory:/places.aft'));

const nodesOf = (document: ast.Document): readonly AstNode[] =>
  document.declarations.flatMap((each) => AstUtils.streamAst(each).toArray());

/** Returns everything that can be asked about places in a file, as it is answered. */
function answersOf(document: ast.Document, length: number): unknown {
  const nodes = nodesOf(document).map((node) => ({
    range: rangeOf(node),
    start: startOf(node),
    text: textOf(node),
    comment: commentBefore(node)?.text,
    braces: keywordsOf(node, '{').map(({ offset, end }) => [offset, end]),
    properties: propertiesOf(node).map((name) => [
      rangeOfProperty(node, name),
      textOfProperty(node, name),
      pieceOf(node, name)?.offset,
    ]),
  }));
  const leaves = Array.from({ length: length + 1 }, (_, offset) => {
    const leaf = leafAtOffset(document, offset);
    return leaf && [leaf.offset, leaf.end, leaf.tokenType.name, leaf.hidden];
  });
  return { nodes, leaves };
}

/** Returns the same as Langium's tree says it. */
function judged(document: ast.Document, length: number): unknown {
  const nodes = nodesOf(document).map((node) => {
    const cst = node.$cstNode;
    assert.ok(cst !== undefined);
    const before = CstUtils.getPreviousNode(cst, true);
    return {
      range: cst.range,
      start: cst.range.start,
      text: cst.text,
      comment: before?.hidden === true ? before.text : undefined,
      braces: GrammarUtils.findNodesForKeyword(cst, '{').map(({ offset, end }) => [offset, end]),
      properties: propertiesOf(node).map((name) => {
        const part = findPropertyNode(node, name);
        return [part?.range, part?.text, part?.offset];
      }),
    };
  });
  const root = document.$cstNode;
  assert.ok(root !== undefined && isCompositeCstNode(root));
  const leaves = Array.from({ length: length + 1 }, (_, offset) => {
    const leaf = CstUtils.findLeafNodeAtOffset(root, offset);
    return leaf && [leaf.offset, leaf.end, leaf.tokenType.name, leaf.hidden];
  });
  return { nodes, leaves };
}

const propertiesOf = (node: AstNode): readonly string[] => Object.keys(node).filter((name) => !name.startsWith('$'));

function expectSame(document: ast.Document, text: string): void {
  const answers = JSON.stringify(answersOf(document, text.length));
  assert.equal(answers, JSON.stringify(judged(document, text.length)), text);
}

describe('places of what is parsed quickly', () => {
  it('are those of Langium, in texts with comments everywhere', () => {
    for (const text of [
      '/* a */ pd /* b */ x /* c */ { /* d */ holds /* e */ s.r /* f */, s.q /* g */ } // h\n/** i */ space s { resource r }\n// end',
      'scenario "x" {\n  /* a */ expect /* b */ 1 /* c */ + /* d */ 2 /* e */ * 3 /* f */ == 7 /* g */\n}\n',
    ])
      expectSame(parse(text).parseResult.value, text);
  });

  it('end with the text of a name or text that is never closed', () => {
    for (const [text, last] of [
      ["pd 'front door", "'front door"],
      ["pd a { holds 'b }\n", "'b }"],
      ['pd a\nscenario "x" { log "then or', '"then or'],
      ['pd a\nscenario "x" { log "at ${now} or', '} or'],
      ['pd a\nscenario "x" { log "at ${now', '"at ${now'],
    ] as const) {
      const document = parse(text).parseResult.value;
      expectSame(document, text);
      const leaf = leafAtOffset(document, text.trimEnd().length - 1);
      assert.equal(leaf && text.slice(leaf.offset, leaf.end), last);
      assert.equal(leaf?.range.end.character, /.*$/.exec(text.trimEnd())?.[0].length);
    }
  });

  it('are those of Langium, also after changes', () => {
    fc.assert(
      fc.property(fc.nat(short.length - 1), fc.array(edit, { maxLength: 3 }), (index, edits) => {
        let text = short[index] ?? '';
        let document = parse(text);
        for (const each of edits) {
          reuseTree(aftermath, document);
          document = parse((text = applyEdit(text, each)));
        }
        expectSame(document.parseResult.value, text);
      }),
      { numRuns: runs(30, 2000) },
    );
  });
});
