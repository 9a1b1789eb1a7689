/**
 * Definition, references and highlights find the same thing from every place where it is named.
 */
import assert from 'node:assert/strict';
import { definitionAt } from '../../../server/src/features/definition.ts';
import { occurrencesAt } from '../../../server/src/features/references.ts';
import { openInMemory, mainUri } from '../in-memory.ts';
import { positionAt } from '../marked-text.ts';

/** Each group of occurrences that mean the same is marked by its number: `⟨1:name⟩`; `!` marks the declaration. */
const source = `
import "lib"
space ⟨1!:disk1⟩ : ⟨2:block⟩ { resource ⟨3!:block1⟩ }
pd ⟨4!:server⟩ { manages ⟨1:disk1⟩  holds ⟨1:disk1⟩.⟨3:block1⟩ as rw, ⟨1:disk1⟩.* }
pd app { requests ⟨4:server⟩ as ⟨2:block⟩ }
event ⟨5!:Ping⟩(n: int)
machine ⟨6!:Worker⟩ for pd {
  param ⟨7!:hold⟩: duration = 1s
  var ⟨8!:door⟩: {⟨9!:open⟩, done} = ⟨9:open⟩
  initial state ⟨10!:Idle⟩ { on ⟨5:Ping⟩(⟨11!:k⟩) when ⟨11:k⟩ > 1 do { ⟨8:door⟩ := ⟨9:open⟩ } -> ⟨12:Busy⟩ }
  state ⟨12!:Busy⟩ { after ⟨7:hold⟩ -> ⟨10:Idle⟩ }
}
pd ⟨13!:worker⟩ runs ⟨6:Worker⟩ { ⟨7:hold⟩: 2s }
policy ⟨14!:careful⟩ { pdDepth: 1 }
channel ⟨15!:wan⟩ { delay: 1s }
object box
object net { destroyed after box notify ⟨16!:detach⟩  action ⟨16:detach⟩(⟨17!:vm⟩) { log "gone \${⟨17:vm⟩}" } }
scenario "x" {
  send ⟨5:Ping⟩(2) to ⟨13:worker⟩
  set ⟨15:wan⟩.loss = 1
  crash ⟨4:server⟩ under ⟨14:careful⟩
  expect ⟨13:worker⟩.⟨8:door⟩ == ⟨9:open⟩ and ⟨13:worker⟩ in ⟨12:Busy⟩
  expect rsi(⟨4:server⟩, app, ⟨2:block⟩) == 0
  for ⟨18!:p⟩ in pds { expect ⟨18:p⟩ alive }
}
`;

interface Mark {
  readonly group: string;
  readonly start: number;
  readonly isDeclaration: boolean;
}

function readMarks(): { readonly text: string; readonly marks: readonly Mark[] } {
  let text = '';
  const marks: Mark[] = [];
  for (const part of source.split(/(⟨\d+!?:[^⟩]*⟩)/)) {
    const [, group, declared, name] = /^⟨(\d+)(!?):([^⟩]*)⟩$/.exec(part) ?? [];
    if (group !== undefined) marks.push({ group, start: text.length, isDeclaration: declared === '!' });
    text += name ?? part;
  }
  return { text, marks };
}

const { text, marks } = readMarks();
// The action is declared behind the relation that names it.
const declarationOf = (group: string) =>
  group === '16'
    ? marks.findLast((mark) => mark.group === group)
    : marks.find((mark) => mark.group === group && mark.isDeclaration);
const groups = [...new Set(marks.map(({ group }) => group))];
const others = { 'lib.aft': 'pd far' };

describe('navigation', () => {
  it('finds the declaration from every place where something is named', async () => {
    const { workspace, document } = await openInMemory(text, others);
    for (const { group, start } of marks) {
      const declaration = declarationOf(group);
      const definition = definitionAt(workspace, document, start + 1);
      const found = definition && { uri: definition.target.uri, ...definition.target.start };
      const wanted = declaration && { uri: mainUri, ...positionAt(text, declaration.start) };
      assert.deepEqual(found, wanted, `group ${group} at ${text.slice(start, start + 20)}`);
    }
  });

  for (const group of groups) {
    it(`finds all places of group ${group} from each of them`, async () => {
      const { workspace, document } = await openInMemory(text, others);
      const own = marks.filter((mark) => mark.group === group);
      const wanted = own.map(({ start }) => start).sort((a, b) => a - b);
      for (const { start } of own) {
        const found = occurrencesAt(workspace, document, start, workspace.all());
        const starts = found.map(({ span }) => document.textDocument.offsetAt(span.start)).sort((a, b) => a - b);
        assert.deepEqual(starts, wanted);
        const declarations = found.filter(({ isDeclaration }) => isDeclaration);
        assert.equal(declarations.length, declarationOf(group) === undefined ? 0 : 1);
      }
    });
  }

  it('leads from an import to the file', async () => {
    const { workspace, document } = await openInMemory(text, others);
    const definition = definitionAt(workspace, document, text.indexOf('"lib"') + 2);
    assert.equal(definition?.target.uri, 'file:///models/lib.aft');
  });

  it('leads into the standard library', async () => {
    const source = 'import "std/murano"\npd a\nscenario "x" { crash a under murano-spec }';
    const { workspace, document } = await openInMemory(source);
    const definition = definitionAt(workspace, document, source.indexOf('murano-spec') + 1);
    assert.equal(definition?.target.uri, 'aftermath:/std/murano.aft');
  });

  it('finds references in every file of the workspace', async () => {
    const source = 'import "lib"\npd near { needs far }';
    const { workspace, document } = await openInMemory(source, {
      'lib.aft': 'pd far',
      'other.aft': 'import "lib"\npd third { dies with far }',
    });
    await workspace.addFolder('file:///models');
    await workspace.settle();
    const found = occurrencesAt(workspace, document, source.indexOf('far') + 1, workspace.all());
    assert.deepEqual(found.map(({ span, isDeclaration }) => [span.uri.split('/').at(-1), isDeclaration]).sort(), [
      ['lib.aft', true],
      ['main.aft', false],
      ['other.aft', false],
    ]);
  });

  it('says where a value is given', async () => {
    const { workspace, document } = await openInMemory(text, others);
    const found = occurrencesAt(workspace, document, text.indexOf('door') + 1, [document]);
    assert.deepEqual(
      found.map(({ access }) => access),
      ['write', 'write', 'read'],
    );
  });

  for (const piece of ['rw', 'import', 'duration', '> 1', '"x"']) {
    it(`finds nothing at ${piece}`, async () => {
      const { workspace, document } = await openInMemory(text, others);
      assert.equal(definitionAt(workspace, document, text.indexOf(piece)), undefined);
      assert.deepEqual(occurrencesAt(workspace, document, text.indexOf(piece), [document]), []);
    });
  }
});
