/** Compose projects: stop order, start order, crash, and everything that files may say about them. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { startPlan } from '../../../../language/src/analysis/plan/start-plan.ts';
import { createLoader } from '../../../../language/src/dsl/load.ts';
import { importCompose } from '../../../../language/src/interchange/compose/compose.ts';
import { withImportedOrigins } from '../../../../language/src/interchange/import/origins.ts';
import { printModel } from '../../../../language/src/interchange/printing/print-model.ts';
import { originText } from '../../../../language/src/model/origin.ts';
import { runs } from '../../../properties.ts';
import { entityLines, relationLines } from '../fixture.ts';
import { stopIn } from '../stops.ts';
import { between, filesOf, imported, shop } from './projects.ts';

describe('a Compose project', () => {
  it('has the words of the language for each dependency', () => {
    const model = imported({ 'compose.yaml': shop });
    assert.deepEqual(entityLines(model), [
      'object project : project',
      'pd web[0] : service',
      'pd web[1] : service',
      'pd db : service',
      'pd migrate : service',
      'pd proxy : service',
      'pd debug : service',
      "object 'networks/back' : network",
      "object 'networks/default' : network",
      "object 'volumes/data' : volume",
      "object 'volumes/static' : volume",
    ]);
    assert.deepEqual(
      between(model).filter((line) => !line.includes('[1]')),
      [
        'web[0] needs db as start',
        'web[0] stops with db',
        'web[0] needs migrate as start',
        'web[0] destroyed after proxy',
        'web[0] destroyed after debug',
        'db destroyed after web[0]',
        'db destroyed after migrate',
        'migrate destroyed after web[0]',
        'migrate needs db as start',
        'proxy needs web[0]',
        'proxy stops with web[0]',
        'debug needs web[0] as start',
      ],
    );
    assert.deepEqual(
      relationLines(model).filter((line) => line.includes('volumes/')),
      [
        ...['web[0]', 'web[1]'].flatMap((web) =>
          ["'volumes/static'", "'volumes/data'"].flatMap((volume) => [
            `${web} needs ${volume} as start`,
            `${web} protects ${volume}`,
          ]),
        ),
        "db needs 'volumes/data' as start",
        "db protects 'volumes/data'",
        ...['web[0]', 'web[1]', 'db'].map((user) => `'volumes/data' destroyed after ${user}`),
        ...['web[0]', 'web[1]'].map((user) => `'volumes/static' destroyed after ${user}`),
      ],
    );
    assert.deepEqual(
      model.entities.filter(({ absent }) => absent).map(({ name }) => name),
      ['debug'],
    );
  });

  it('comes back from the printed text, with the lines that state it', async () => {
    const files = filesOf({ 'compose.yaml': shop });
    const { value } = importCompose(files);
    assert.ok(value !== undefined);
    const { model } = withImportedOrigins(value, files, ({ name }) => name);
    const text = printModel(model);
    const loader = createLoader((uri) => Promise.resolve(uri === 'test:/a.aft' ? text : undefined));
    const { model: again, findings } = await loader.load('test:/a.aft');
    assert.deepEqual(findings, []);
    assert.deepEqual(again.entities, model.entities);
    assert.deepEqual(relationLines(again), relationLines(model));
    const origins = model.relations.map(({ origin }) => origin && originText(origin));
    assert.ok(origins.includes('compose.yaml:11: depends_on: db (service_healthy, restart: true)'), text);
    assert.deepEqual(
      again.relations.map(({ origin }) => origin && originText(origin)),
      origins,
    );
  });

  it('stops what depends first, starts it last, and loses nothing else in a crash', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const links = fc.array(
      fc.record({
        from: fc.nat({ max: 4 }),
        to: fc.nat({ max: 4 }),
        how: fc.constantFrom('depends_on', 'long', 'links', 'volumes_from', 'network_mode'),
      }),
      { maxLength: 8 },
    );
    let ordered = 0;
    fc.assert(
      fc.property(links, (given) => {
        const stated = given.filter(({ from, to }) => from > to);
        const services = Object.fromEntries(
          names.map((name, service) => {
            const of = (how: string) =>
              stated.filter((link) => link.from === service && link.how === how).map(({ to }) => names[to] ?? '');
            const [mode] = of('network_mode');
            const long = Object.fromEntries(of('long').map((to) => [to, { condition: 'service_healthy' }]));
            const dependsOn = {
              ...Object.fromEntries(of('depends_on').map((to) => [to, { required: true }])),
              ...long,
            };
            return [
              name,
              {
                depends_on: Object.keys(long).length === 0 ? of('depends_on') : dependsOn,
                links: of('links'),
                volumes_from: of('volumes_from').map((to) => `${to}:ro`),
                ...(mode === undefined ? {} : { network_mode: `service:${mode}` }),
              },
            ];
          }),
        );
        // Only one network mode fits.
        const modes = new Set<number>();
        const kept = stated.filter(({ how, from }) => how !== 'network_mode' || (!modes.has(from) && modes.add(from)));
        const before = new Set(kept.map(({ from, to }) => `${names[from] ?? ''} ${names[to] ?? ''}`));
        for (const middle of names)
          for (const first of names)
            for (const then of names)
              if (before.has(`${first} ${middle}`) && before.has(`${middle} ${then}`)) before.add(`${first} ${then}`);
        const model = imported({ 'compose.yaml': stringify({ services }) });
        const { stopped, pairs } = stopIn(model, 'project');
        assert.deepEqual(
          stopped.filter((name) => names.includes(name)),
          names,
        );
        const ofServices = pairs.filter((pair) => pair.split(' ').every((name) => names.includes(name)));
        assert.deepEqual(ofServices, [...before].sort());
        const steps = new Map(
          startPlan(model).layers.flatMap((layer, step) =>
            layer.map(({ entity }) => [model.entities[entity]?.name, step]),
          ),
        );
        for (const pair of before) {
          const [later = '', earlier = ''] = pair.split(' ');
          assert.ok((steps.get(earlier) ?? 0) < (steps.get(later) ?? 0), pair);
        }
        // Compose restarts by links and shared namespaces, unless "depends_on" says otherwise.
        const isOrdinary = ({ from, to }: (typeof kept)[number]): boolean =>
          kept.some((each) => each.from === from && each.to === to && ['depends_on', 'long'].includes(each.how));
        const restarting = kept.filter((link) => ['links', 'network_mode'].includes(link.how) && !isOrdinary(link));
        for (const name of names) {
          const stopped = new Set([name]);
          for (const each of stopped)
            for (const { from, to } of restarting) if (names[to] === each) stopped.add(names[from] ?? '');
          assert.deepEqual(stopIn(model, name).stopped, [...stopped].sort());
        }
        ordered += before.size;
      }),
      { numRuns: runs(200, 1000) },
    );
    assert.ok(ordered > 150, String(ordered));
  });
});
