/**
 * What a program builds parses and means what was said: random structures and conditions, machines by example; what
 * cannot be written is refused.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Model } from '../../../language/src/model/model.ts';
import { type Expression, type Predicate, predicates } from '../../../language/src/model/machines/expression.ts';
import * as library from '../../../server/src/library/api.ts';
import type { Entity, Term, Value } from '../../../server/src/library/api.ts';
import { anyText } from '../../any-text.ts';
import { runs } from '../../properties.ts';
import { parts, type Parts } from '../../language/analysis/random-model.ts';
import { makeModel } from '../../language/build-model.ts';
import { lowered, modelOfText } from '../../language/dsl/load-text.ts';
import { sayable, structure } from '../../language/dsl/said-models.ts';

const { and, buildModel, crashStep, duration, expect, is, not, or } = library;

const textOf = (builder: library.ModelBuilder): string => {
  const printed = builder.print();
  return 'value' in printed ? printed.value : assert.fail(printed.refusal);
};

/** Says random parts by the builder. Returns the handles of the entities, by their ids. */
function say(builder: library.ModelBuilder, { entities, relations }: Parts): readonly Entity[] {
  const handles: Entity[] = [];
  for (const { kind, name = '', parent, type, absent, root, protected: isProtected, documentation } of entities) {
    const around = parent === undefined ? undefined : handles[parent];
    const isAroundAbsent = parent !== undefined && entities[parent]?.absent === true;
    const options = {
      ...(type !== undefined && { type }),
      ...(absent === true && !isAroundAbsent && { absent }),
      ...(root === true && { root }),
      ...(isProtected === true && { protected: true }),
      ...(documentation !== undefined && { documentation }),
    };
    const own = name.slice(name.lastIndexOf('.') + 1);
    handles.push(around === undefined ? builder.entity(kind, own, options) : around.add(kind, own, options));
  }
  for (const { kind, source, target, as, nested, quorum } of relations) {
    const [from, to] = [handles[source], handles[target]];
    if (from === undefined || to === undefined || nested === true || quorum !== undefined) continue;
    from.relate(kind, to, as === undefined ? {} : { as });
  }
  return handles;
}

/** A condition, as a term to be made and as the expression that it has to become. */
interface Pair {
  readonly term: Term;
  readonly expression: Expression;
}

function conditions(handles: readonly Entity[]): fc.Arbitrary<Pair> {
  const entity = fc.nat(handles.length - 1);
  const predicate = fc
    .record({ id: entity, predicate: fc.constantFrom<Predicate>(...predicates) })
    .map(({ id, predicate: kind }): Pair => ({
      term: is(handles[id] ?? assert.fail('There is no such entity.'), kind),
      expression: { kind: 'predicate', subject: { kind: 'entity', entity: id }, predicate: kind },
    }));
  return fc.letrec<{ pair: Pair }>((tie) => ({
    pair: fc.oneof(
      { depthSize: 'small' },
      predicate,
      tie('pair').map(({ term, expression }): Pair => ({
        term: not(term),
        expression: { kind: 'not', operand: expression },
      })),
      fc
        .tuple(fc.constantFrom('and' as const, 'or' as const), tie('pair'), tie('pair'))
        .map(([operator, left, right]): Pair => ({
          term: operator === 'and' ? and(left.term, right.term) : or(left.term, right.term),
          expression: { kind: 'binary', operator, left: left.expression, right: right.expression },
        })),
    ),
  })).pair;
}

/** Returns the conditions of the first check, in the order of the text. */
const propertiesOf = ({ checks }: Model): unknown => checks[0]?.properties.map(({ condition }) => condition);

describe('a built model', () => {
  it('is read as it was written, for any structure and conditions', async () => {
    const reached = { nested: 0, related: 0, conditions: 0 };
    await fc.assert(
      fc.asyncProperty(parts, async (random) => {
        const { entities, relations: all } = sayable(random);
        const relations = all.filter(({ quorum }) => quorum === undefined);
        const builder = buildModel();
        const handles = say(builder, { entities, relations });
        const pairs = fc.sample(conditions(handles), { numRuns: 3, seed: entities.length * 31 + relations.length });
        builder.check('all', { never: pairs.map(({ term }) => term) });
        const text = textOf(builder);
        const read = await lowered(text);
        const { model } = makeModel(entities, relations);
        assert.deepEqual(structure(read), structure(model), text);
        const ids = new Map(read.entities.map(({ name, id }) => [name.replaceAll("'", ''), id]));
        const expected = pairs.map(({ expression }) =>
          renamed(expression, (id) => ids.get(model.entities[id]?.name ?? '')),
        );
        assert.deepEqual(propertiesOf(read), expected, text);
        reached.nested += Number(entities.some(({ parent }) => parent !== undefined));
        reached.related += Number(relations.length > 3);
        reached.conditions += Number(pairs.some(({ expression }) => expression.kind === 'binary'));
      }),
      { numRuns: runs(50, 5000) },
    );
    assert.ok(Math.min(...Object.values(reached)) > 10, JSON.stringify(reached));
  });

  it('has copies, classes, policies, numbers of needs, machines, scenarios and checks', async () => {
    const builder = buildModel();
    const order = builder.event('Order', { n: { from: 0, to: 9 } });
    const shop = builder.machine('Shop', {
      for: 'pd',
      variables: { last: { type: { from: 0, to: 9 }, value: 0 } },
      states: {
        Idle: {
          initial: true,
          transitions: [
            {
              on: order,
              values: ['n'],
              when: library.compute(library.symbol('n'), '>', 0),
              do: [library.assign('last', library.symbol('n')), library.log('an "order"')],
              to: 'Busy',
            },
            { on: order },
          ],
        },
        Busy: { defer: [order], transitions: [{ after: duration(1000), to: 'Idle' }] },
      },
    });
    const service = builder.class('Service', { for: 'pd' });
    service.add('space', 'state', { type: 'log' });
    const db = builder.pd('db', { copies: 3, is: service, documentation: 'The data.\nThree of it. */' });
    const web = builder.pd('on', { runs: shop });
    web.relate('needs', db, { least: 2, as: 'soft' });
    const careful = builder.policy('careful', {
      pdDepth: 1,
      conflict: 'dependency',
      deletionDelay: 1500,
      minRsi: 0.25,
    });
    builder.scenario('one "crash"', [
      crashStep(db.copy(1), careful),
      expect(is(db.copy(1), 'destroyed'), not(is(web, 'broken'))),
      library.send(order, [3], web),
      library.within(duration(5000), library.inState(web, 'Idle')),
    ]);
    builder.check('it works', {
      faults: [{ kind: 'crash', of: [db], upTo: 1 }],
      never: [is(web, 'broken')],
      settings: { horizon: duration(10_000) },
    });
    const text = textOf(builder);
    const model = await modelOfText(text);
    assert.deepEqual(
      model.entities.map(({ name }) => name),
      ['db[0]', 'db[0].state', 'db[1]', 'db[1].state', 'db[2]', 'db[2].state', 'on'],
    );
    assert.deepEqual(model.relations.filter(({ quorum }) => quorum?.least === 2).length, 3);
    assert.deepEqual(
      model.policies.map(({ name, pdDepth, deletionDelay, minRsi }) => [name, pdDepth, deletionDelay, minRsi]),
      [['careful', 1, 1500, 0.25]],
    );
    const asked = await library.ask('test', 'built.aft', { folder: '/', readFile: () => Promise.resolve(text) });
    assert.ok('value' in asked && asked.conclusion === 'fine', JSON.stringify(asked));
    const verified = await library.ask('verify', 'built.aft', { folder: '/', readFile: () => Promise.resolve(text) });
    assert.ok('value' in verified && verified.conclusion === 'fine', JSON.stringify(verified));
  });

  it('names what a nested entity of the same name hides', async () => {
    const builder = buildModel();
    const disk = builder.space('disk');
    const server = builder.pd('server');
    server.add('space', 'disk');
    server.relate('manages', disk);
    const { entities, relations } = await modelOfText(textOf(builder));
    assert.deepEqual(
      relations.map(({ target }) => entities[target]?.name),
      ['disk'],
    );
  });

  const wrong: Readonly<Record<string, (builder: library.ModelBuilder) => unknown>> = {
    'a quote in a name': (builder) => builder.pd("it's"),
    'no name': (builder) => builder.pd(''),
    'a line in a title': (builder) => {
      builder.scenario('a\rb', []);
    },
    'two of a name': (builder) => [builder.pd('a'), builder.pd('a')],
    'a relation without a target': (builder) => builder.pd('a').relate('needs', []),
    'half a copy': (builder) => builder.pd('a', { copies: 0.5 }),
    'a number with too many digits': (builder) => {
      builder.object('a', { data: { x: 0.1 + 0.2 } });
    },
    'no number': (builder) => {
      builder.object('a', { data: { x: NaN } });
    },
    'a value from elsewhere': (builder) => {
      builder.object('a', { data: { x: {} as Value, y: null as unknown as Value } });
    },
    'an expectation of nothing': (builder) => {
      builder.scenario('a', [expect()]);
    },
  };
  for (const [what, build] of Object.entries(wrong)) {
    it(`is refused with ${what}`, () => {
      const builder = buildModel();
      build(builder);
      const printed = builder.print();
      if (!('refusal' in printed)) assert.fail(JSON.stringify(printed));
      assert.match(printed.refusal, /^[A-Z"].*\.$/);
    });
  }

  it('takes any text as a name or a value, or refuses it', () =>
    fc.assert(
      fc.asyncProperty(anyText({ minLength: 1 }), fc.string(), async (key, value) => {
        const builder = buildModel();
        builder.object(key, { data: { [key]: value } });
        const printed = builder.print();
        if ('refusal' in printed) return;
        const { entities } = await lowered(printed.value);
        assert.deepEqual(
          entities.map(({ name, data }) => [name.replaceAll("'", ''), data.map((each) => each.value)]),
          [[key, [{ kind: 'text', parts: [value] }]]],
          printed.value,
        );
      }),
      { numRuns: runs(50, 5000) },
    ));
});

/** Returns an expression with other ids. */
function renamed(expression: Expression, idOf: (id: number) => number | undefined): Expression {
  const rename = (key: string, value: unknown): unknown => (key === 'entity' ? idOf(Number(value)) : value);
  return JSON.parse(JSON.stringify(expression, rename)) as Expression;
}
