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

const newTrees = () =>
  createDocumentTrees({
    onChanged: () => undefined,
    log: (message) => {
      throw new Error(message);
    },
  });

describe('the lists of entities and relations of a later version of a text', () => {
  const trees = newTrees();
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

describe('what is kept of a text that is edited again and again', () => {
  const edited = text.replace('5s', '6s');
  const naming = `${text.replace('pd b', 'pd b { action leave() { send Bye to a } }')}event Bye\n`;
  for (const [what, versions] of [
    [
      'is not what named something that is gone',
      [naming, naming.replace('5s', '6s'), naming, naming.replace('event Bye', '')],
    ],
    ['is not what has findings', [text, edited, text].map((version) => version.replace('pd b', 'pd b\npd none[0]'))],
    ['is not what stands elsewhere', [text, edited, text, `\n${text}`, ` ${text}`]],
    ['is not what an entity has that is there no longer', [text, edited, text, text.replace('pd b\n', '')]],
  ] as const)
    it(what, () => {
      const trees = newTrees();
      for (const version of versions) {
        const [known, afresh] = [trees, newTrees()].map(({ replace, find, models }) => {
          replace(uri, version);
          const document = find(uri);
          assert.ok(document !== undefined);
          const { model, sources, findings } = models.of(document);
          return { model, sources, findings };
        });
        assert.deepEqual(known, afresh, version);
      }
    });
});
