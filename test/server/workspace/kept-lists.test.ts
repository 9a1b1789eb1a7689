/** The lists of entities and relations after an edit of something else, and with them all graphs made of these. */
import assert from 'node:assert/strict';
import { indexRelations } from '../../../language/src/analysis/facts/relation-index.ts';
import { createDocumentTrees } from '../../../server/src/workspace/document-trees.ts';

const uri = 'memory:/main.aft';
const text = `pd a runs Lamp { requests c }
pd b
space c { resource r }
machine Lamp for pd { initial state Off  state Dark }
scenario "crash" { at 5s crash a }
check "stays" { may crash a  never a in Dark }
b stops with a
`;

describe('the lists of entities and relations of a later version of a text', () => {
  const trees = createDocumentTrees({
    onChanged: () => undefined,
    log: (message) => {
      throw new Error(message);
    },
  });
  const modelOf = (version: string) => {
    trees.replace(uri, version);
    const document = trees.find(uri);
    assert.ok(document !== undefined);
    const { model, findings } = trees.models.of(document);
    assert.deepEqual(
      findings.filter(({ severity }) => severity === 'error'),
      [],
    );
    return model;
  };

  for (const [what, from, to] of [
    ['a number in a scenario', 'at 5s', 'at 15s'],
    ['a new line before some of them', 'scenario "crash" {', 'scenario "crash" {\n '],
    ['a check', 'may crash a', 'may crash b'],
  ] as const)
    it(`are the same, with their graphs, after an edit of ${what}`, () => {
      const before = modelOf(text);
      const after = modelOf(text.replace(from, to));
      assert.notEqual(after, before);
      assert.equal(after.entities, before.entities);
      assert.equal(after.relations, before.relations);
      assert.equal(indexRelations(after), indexRelations(before));
    });

  for (const [what, from, to] of [
    ['a relation', 'b stops with a', 'b dies with a'],
    ['an entity', 'pd b', 'pd b { holds c.r }'],
    ['what runs a machine', 'pd b', 'pd b runs Lamp'],
  ] as const)
    it(`are others after an edit of ${what}`, () => {
      const before = modelOf(text);
      const after = modelOf(text.replace(from, to));
      assert.notEqual(indexRelations(after), indexRelations(before));
      assert.deepEqual(indexRelations(after).model, { entities: after.entities, relations: after.relations });
    });
});
