/**
 * Definition, references and highlights agree at every occurrence of a name.
 */
import assert from 'node:assert/strict';
import { definitionAt } from '../../../server/src/features/definition.ts';
import { typeDefinitionAt } from '../../../server/src/features/type-definition.ts';
import { occurrencesAt } from '../../../server/src/features/references.ts';
import { allSteps } from '../all-steps.ts';
import { declarationOf, everyName, nameGroups, namePlaces, openEveryName, placesOf } from '../every-name.ts';
import { openInMemory, mainUri } from '../in-memory.ts';
import { marked, positionAt } from '../marked-text.ts';

const [text, marks, groups] = [everyName, namePlaces, nameGroups];

describe('navigation', () => {
  it('finds the declaration from every place where something is named', async () => {
    const { workspace, document } = await openEveryName();
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
      const { workspace, document } = await openEveryName();
      const own = placesOf(group);
      const wanted = own.map(({ start }) => start).sort((a, b) => a - b);
      for (const { start } of own) {
        const found = allSteps(occurrencesAt(workspace, document, start, workspace.all()));
        const starts = found.map(({ span }) => document.textDocument.offsetAt(span.start)).sort((a, b) => a - b);
        assert.deepEqual(starts, wanted);
        const declarations = found.filter(({ isDeclaration }) => isDeclaration);
        assert.equal(declarations.length, declarationOf(group) === undefined ? 0 : 1);
      }
    });
  }

  it('leads from an import to the file', async () => {
    const { workspace, document } = await openEveryName();
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
    const found = allSteps(occurrencesAt(workspace, document, source.indexOf('far') + 1, workspace.all()));
    assert.deepEqual(found.map(({ span, isDeclaration }) => [span.uri.split('/').at(-1), isDeclaration]).sort(), [
      ['lib.aft', true],
      ['main.aft', false],
      ['other.aft', false],
    ]);
  });

  const types: readonly (readonly [string, string])[] = [
    ['a machine, from an entity', 'machine ⟨M⟩ for pd { initial state S }\npd a¦ runs M'],
    ['a machine, from a name of the entity', 'machine ⟨M⟩ { initial state S }\npd a runs M\npd b { needs a¦ }'],
    ['a machine, from a state', 'machine ⟨M⟩ { initial state S¦ }'],
    ['an enumeration, from a variable', 'machine M { var v¦: ⟨{a, b}⟩ = a  initial state S }'],
    ['an enumeration, from a value', 'machine M { var v: ⟨{a, b}⟩ = a¦  initial state S }'],
    ['an enumeration, from a let', 'machine M { var v: ⟨{a, b}⟩ = a  let w¦ = v  initial state S }'],
    [
      'a machine, from a loop variable',
      'machine ⟨M⟩ { initial state S }\npd a[2] runs M\nscenario "x" { for p¦ in a[*] { } }',
    ],
  ];
  for (const [title, source] of types) {
    it(`leads to the type: ${title}`, async () => {
      const start = source.replace('¦', '').indexOf('⟨');
      const { text: plain, offset } = marked(source.replace('⟨', '').replace('⟩', ''));
      const { workspace, document } = await openInMemory(plain);
      const found = typeDefinitionAt(workspace, document, offset);
      assert.equal(found && document.textDocument.offsetAt(found.target.start), start);
    });
  }

  for (const source of ['pd a¦', 'machine M¦ { }', 'policy p¦ { }', 'pd a { needs b¦ }', 'import "x¦"', '¦']) {
    it(`leads to no type from ${source}`, async () => {
      const { text: plain, offset } = marked(source);
      const { workspace, document } = await openInMemory(plain);
      assert.equal(typeDefinitionAt(workspace, document, offset), undefined);
    });
  }

  it('says where a value is given', async () => {
    const { workspace, document } = await openEveryName();
    const found = allSteps(occurrencesAt(workspace, document, text.indexOf('door') + 1, [document]));
    assert.deepEqual(
      found.map(({ access }) => access),
      ['write', 'read', 'write', 'read'],
    );
  });

  for (const piece of ['rw', 'import', 'duration', '> 1', '"x"']) {
    it(`finds nothing at ${piece}`, async () => {
      const { workspace, document } = await openEveryName();
      assert.equal(definitionAt(workspace, document, text.indexOf(piece)), undefined);
      assert.deepEqual(allSteps(occurrencesAt(workspace, document, text.indexOf(piece), [document])), []);
    });
  }
});
