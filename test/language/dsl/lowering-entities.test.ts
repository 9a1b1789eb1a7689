/** Declarations in the model: copies, absence, roots, types, ownership by nesting, documentation. */
import assert from 'node:assert/strict';
import { entityLines, loadText, modelOfText, relationLines } from './load-text.ts';
import type { Entity } from '../../../language/src/model/entity.ts';

const entity = (entities: readonly Entity[], name: string): Entity => {
  const found = entities.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no entity ${name}.`);
  return found;
};

const number = (numerator: number, denominator = 1) => ({ kind: 'number', numerator, denominator });

describe('entities of the model', () => {
  it('are copied with all that is nested in them', async () => {
    const { entities } = await modelOfText('object a[2] { object b[2] object c }');
    assert.deepEqual(
      entities.map(({ id, name, parent, copy }) => [id, name, parent, copy]),
      [
        [0, 'a[0]', undefined, 0],
        [1, 'a[0].b[0]', 0, 0],
        [2, 'a[0].b[1]', 0, 1],
        [3, 'a[0].c', 0, undefined],
        [4, 'a[1]', undefined, 1],
        [5, 'a[1].b[0]', 4, 0],
        [6, 'a[1].b[1]', 4, 1],
        [7, 'a[1].c', 4, undefined],
      ],
    );
  });

  it('mean their siblings of the same copy, and other copies by number', async () => {
    const model = await modelOfText(`
      object shared
      object a[2] {
        object left { refers right, shared, a[0].left }
        object right
        refers right, a[*]
      }
      a[1] refers shared
      a[*] owns shared
    `);
    assert.deepEqual(
      relationLines(model).filter((line) => !line.startsWith('(')),
      [
        'a[0].left refers a[0].right',
        'a[0].left refers shared',
        'a[0].left refers a[0].left',
        'a[0] refers a[0].right',
        'a[0] refers a[0]',
        'a[0] refers a[1]',
        'a[1].left refers a[1].right',
        'a[1].left refers shared',
        'a[1].left refers a[0].left',
        'a[1] refers a[1].right',
        'a[1] refers a[0]',
        'a[1] refers a[1]',
        'a[1] refers shared',
        'a[0] owns shared',
        'a[1] owns shared',
      ],
    );
  });

  it('know the number of their copy, and that of the copy around them', async () => {
    const { entities } = await modelOfText(
      'object a[2] { size: index * 2  object b { size: index } object c[2] { size: index } }',
    );
    const size = (name: string) => entity(entities, name).settings[0]?.value;
    assert.deepEqual(size('a[1]'), { kind: 'binary', operator: '*', left: number(1), right: number(2) });
    assert.deepEqual(size('a[1].b'), number(1));
    assert.deepEqual(size('a[0].c[1]'), number(1));
  });

  it('choose copies by what can be computed from numbers', async () => {
    const model = await modelOfText('object a[4] { refers a[(index + 1) % 4] } object b { refers a[1 + 1..3], a[*] }');
    assert.deepEqual(relationLines(model), [
      ...['a[0] refers a[1]', 'a[1] refers a[2]', 'a[2] refers a[3]', 'a[3] refers a[0]'],
      ...['b refers a[2]', 'b refers a[3]', 'b refers a[0]', 'b refers a[1]', 'b refers a[2]', 'b refers a[3]'],
    ]);
  });

  it('do not exist at the start if they or what is around them are absent', async () => {
    const model = await modelOfText(
      'absent object a { object b { object c } } object d { absent object e } root object f { object g }',
    );
    assert.deepEqual(entityLines(model), [
      ...['absent object a', 'absent object a.b', 'absent object a.b.c', 'object d', 'absent object d.e'],
      ...['root object f', 'object f.g'],
    ]);
  });

  it('are owned by the object that they are nested in, as objects only', async () => {
    const model = await modelOfText(
      'object a { object b[2] { object c } } pd p { object d } node n { object e { object f } }',
    );
    assert.deepEqual(relationLines(model), [
      ...['(a owns a.b[0])', '(a.b[0] owns a.b[0].c)', '(a owns a.b[1])', '(a.b[1] owns a.b[1].c)', '(n.e owns n.e.f)'],
    ]);
  });

  it('have the type of their space as resources without one', async () => {
    const model = await modelOfText(
      'space s : file { resource a resource b : page } space t { resource c } pd p : server { pd q }',
    );
    assert.deepEqual(entityLines(model), [
      ...['space s : file', 'resource s.a : file', 'resource s.b : page', 'space t', 'resource t.c'],
      ...['pd p : server', 'pd p.q'],
    ]);
  });

  it('keep names that need quotes in them, and no others', async () => {
    const model = await modelOfText("object 'a.b' : 'x y' { object 'log' : 'type' }");
    assert.deepEqual(entityLines(model), ["object 'a.b' : 'x y'", "object 'a.b'.log : type"]);
  });

  it('have the words of the comment right before them', async () => {
    const { entities } = await modelOfText(`/** The file. */

/** One line. */
object a {
  /**
   * Two
   *   lines.
   */
  object b
  /* No words for it. */
  object c
  /***/ object d
  /** The nearest. */ /** Of two. */ object e[2]
}
/** Too far. */

object f`);
    assert.deepEqual(
      entities.map(({ name, documentation }) => [name, documentation]),
      [
        ['a', 'One line.'],
        ['a.b', 'Two\n  lines.'],
        ['a.c', undefined],
        ['a.d', undefined],
        ['a.e[0]', 'Of two.'],
        ['a.e[1]', 'Of two.'],
        ['f', undefined],
      ],
    );
  });

  it('have no documentation that precedes something else, even if that cannot be parsed', async () => {
    const { model } = await loadText('/** Said. */\n crash pd p\n');
    assert.equal(entity(model.entities, 'p').documentation, undefined);
  });

  it('come with those of imported files before them, each once', async () => {
    const files = {
      'one.aft': 'import "two"\nimport "three.aft"\npd one scenario "not here" { } policy p { }',
      'two.aft': 'import "three"\npd two { needs three }',
      'three.aft': 'pd three check "not here" { }',
    };
    const model = await modelOfText(
      'import "one"\nimport "two"\npd own { needs one, two }\nscenario "here" { }',
      files,
    );
    assert.deepEqual(entityLines(model), ['pd three', 'pd two', 'pd one', 'pd own']);
    assert.deepEqual(relationLines(model), ['two needs three', 'own needs one', 'own needs two']);
    assert.deepEqual(
      model.scenarios.map(({ title }) => title),
      ['here'],
    );
    assert.deepEqual(model.checks, []);
    assert.deepEqual(
      model.policies.map(({ name }) => name),
      ['p'],
    );
  });

  it('run the machine that they name, and no other', async () => {
    const model = await modelOfText(
      'machine A { initial state S } machine B { initial state S } pd p runs B pd q pd r runs A',
    );
    assert.deepEqual(entityLines(model), ['pd p runs B', 'pd q', 'pd r runs A']);
  });

  it('are found in the text by the ranges of their names and of what relations are to', async () => {
    const { sources } = await loadText('pd p { holds s.r as rw, s.* }\nspace s { resource r[2] }\np needs s.r[0..1]');
    const ranges = (spans: typeof sources.entities) =>
      spans.map(({ start, end }) => `${start.line}:${start.character}-${end.character}`);
    assert.deepEqual(ranges(sources.entities), ['0:3-4', '1:6-7', '1:19-20', '1:19-20']);
    assert.deepEqual(ranges(sources.relations), ['0:24-27', '0:24-27', '2:8-17', '2:8-17']);
    const [first, second] = [sources.entities[2], sources.entities[3]];
    assert.ok(first !== undefined && first === second, 'Copies share one span.');
  });

  it('omit what is unresolved, and nothing else', async () => {
    const { model, findings } = await loadText(
      'pd p { holds nothing, s  needs nowhere } space s { size: some.thing  resource r }',
    );
    assert.deepEqual(entityLines(model), ['pd p', 'space s', 'resource s.r']);
    assert.deepEqual(relationLines(model), ['p holds s']);
    assert.equal(findings.filter(({ severity }) => severity === 'error').length, 3);
  });
});
