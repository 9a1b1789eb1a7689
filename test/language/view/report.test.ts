import assert from 'node:assert/strict';
import { pairRows } from '../../../language/src/analysis/metrics/pair-table.ts';
import { endRows } from '../../../language/src/analysis/plan/end-matrix.ts';
import { planOf, planSteps } from '../../../language/src/analysis/plan/plan.ts';
import { singlePoints } from '../../../language/src/analysis/points/single-points.ts';
import { defaultPolicy } from '../../../language/src/model/policy.ts';
import { collectPairs, isolationReport, pairsShown } from '../../../language/src/view/report/isolation.ts';
import { allSteps } from '../../../language/src/model/all-steps.ts';
import { itemsShown, planReportSteps } from '../../../language/src/view/report/plan.ts';
import { matrixReport } from '../../../language/src/view/report/matrix.ts';
import type { Report, ReportCell } from '../../../language/src/view/report/report.ts';
import { pointsReport } from '../../../language/src/view/report/single-points.ts';
import { collectTargets, factsShown } from '../../../language/src/view/report/targets.ts';
import { tableCsv } from '../../../client/webview/report/table-csv.ts';
import { buildModel } from '../build-model.ts';
import { keyValueStore } from './sample-model.ts';

const sectionOf = ({ sections }: Report, start: string) => {
  const found = sections.find(({ title }) => title.startsWith(start));
  assert.ok(found !== undefined, start);
  return found;
};

describe('The report of a matrix of orderly ends', () => {
  it('says where the end is refused, and why, and still links to its plan', () => {
    const { model, sources } = buildModel('pd db\npd app\nobject g\napp stops with db\ng protects db');
    const report = matrixReport({ model, sources }, { rows: [...endRows(model, 'destroy')], policies: ['default'], end: 'destroy' }); // oxfmt-ignore
    const table = sectionOf(report, 'Destructions');
    assert.ok(table.kind === 'table');
    const [[, refused], [, done]] = table.rows as [[object, ReportCell], [object, ReportCell]];
    assert.deepEqual([refused.text, refused.hint, refused.counts], ['refused', '"g" protects "db".', undefined]);
    assert.deepEqual(report.targets[refused.target ?? -1], { kind: 'plan', question: { kind: 'plan', end: 'destroy', of: 'db', policy: 'default' } }); // oxfmt-ignore
    assert.equal(done.text, '1 destroyed, 0 degraded, 0 broken, 2 untouched');
    const csv = tableCsv(table, table.rows).split('\r\n');
    assert.deepEqual(csv.slice(1, 3), ['db,refused,,,', 'app,1,0,0,2']);
    assert.ok(report.about.includes('Where something refuses the destruction, nothing happens.'));
  });
});

describe('The report of a plan', () => {
  it('lists everything destroyed, each with a reason', () => {
    const { model, sources, id } = keyValueStore();
    const plan = planOf(model, { kind: 'crash', targets: [id('blockServer1')] }, { ...defaultPolicy, pdDepth: 1 });
    const destroyed = sectionOf(allSteps(planReportSteps(plan, sources)), 'Destroyed');
    assert.ok(destroyed.kind === 'list');
    assert.deepEqual(
      destroyed.items.map(({ text }) => text).sort(),
      plan.doomed.map(({ entity }) => model.entities[entity]?.name).sort(),
    );
    for (const { because } of destroyed.items) assert.ok(because.length > 0);
  });

  it('is made in steps, and so is the plan, so other work can run in between', () => {
    const { model, sources, id } = keyValueStore();
    const request = { kind: 'crash', targets: [id('blockServer1')] } as const;
    const stepsOf = <T>(steps: Generator<undefined, T>): readonly [count: number, made: T] => {
      for (let count = 0; ; count++) {
        const next = steps.next();
        if (next.done === true) return [count, next.value];
      }
    };
    const [planned, plan] = stepsOf(planSteps(model, request, defaultPolicy));
    const [reported, report] = stepsOf(planReportSteps(plan, sources));
    assert.equal(planned, 4);
    assert.ok(reported > report.sections.length, 'also a section that says nothing is a step');
    assert.deepEqual(report, allSteps(planReportSteps(planOf(model, request, defaultPolicy), sources)));
  });

  it('lists the first part of a very long plan, and how much is omitted', () => {
    const { model, sources, id } = buildModel(`pd p\nspace s\nresource s.r[${String(itemsShown + 4)}]\np manages s`);
    const report = allSteps(
      planReportSteps(planOf(model, { kind: 'crash', targets: [id('p')] }, defaultPolicy), sources),
    );
    const destroyed = sectionOf(report, 'Destroyed');
    assert.ok(destroyed.kind === 'list');
    assert.equal(destroyed.items.length, itemsShown);
    // The PD and the space go too.
    assert.equal(destroyed.note, '6 more are omitted; the command line lists all.');
  });

  it('says which targets it refuses', () => {
    const { model, sources, id } = keyValueStore();
    const report = allSteps(
      planReportSteps(planOf(model, { kind: 'remove', targets: [id('db')] }, defaultPolicy), sources),
    );
    assert.match(report.about[1] ?? '', /"db" is a PD; only an object can be removed/);
  });
});

describe('A chain of reasons', () => {
  it('is given in full up to a length, then without the facts furthest from the effect', () => {
    const { model, sources } = keyValueStore();
    const facts = (count: number) => Array.from({ length: count }, (_, place) => ({ text: `fact ${String(place)}` }));
    const { chain } = collectTargets({ model, sources });
    assert.equal(chain(facts(factsShown)).length, factsShown);
    const long = chain(facts(factsShown + 2));
    assert.equal(long[0]?.text, '(2 earlier facts are omitted)');
    assert.equal(long[1]?.text, 'fact 2');
    assert.equal(long.at(-1)?.text, `fact ${String(factsShown + 1)}`);
  });

  it('leads to each place once, however many facts are written there', () => {
    const { model, sources } = keyValueStore();
    const targets = collectTargets({ model, sources });
    const [one, other] = [targets.fact({ text: 'a', relation: 0 }), targets.fact({ text: 'b', relation: 0 })];
    assert.equal(one.target, other.target);
    assert.deepEqual(targets.list, [{ kind: 'source', span: sources.relations[0] }]);
    assert.deepEqual(targets.fact({ text: 'c' }), { text: 'c' });
  });
});

describe('The report of isolation metrics', () => {
  it('has all pairs in their order', () => {
    const { model, sources } = keyValueStore();
    const collected = collectPairs();
    const pairs = [...pairRows(model)].flat();
    collected.add(pairs);
    const { sections, targets } = isolationReport({ model, sources }, collected);
    const table = sections.at(-1);
    assert.ok(table?.kind === 'table');
    assert.equal(table.note, undefined);
    assert.deepEqual(
      table.rows.map(([first, second]) => [first?.text, second?.text]),
      pairs.map(({ first, second }) => [model.entities[first]?.name, model.entities[second]?.name]),
    );
    assert.deepEqual(targets[table.rows[0]?.[0]?.target ?? -1], {
      kind: 'comparison',
      first: 'blockServer1',
      second: 'blockServer2',
    });
  });

  it('lists the most similar of very many pairs, and says so', () => {
    const { model, sources } = keyValueStore();
    const [pair] = [...pairRows(model)].flat();
    assert.ok(pair !== undefined);
    const of = (numerator: number) => ({ ...pair, all: { ...pair.all, rsi: { numerator, denominator: 10 } } });
    const collected = collectPairs();
    for (let turn = 0; turn < 10; turn++) collected.add(Array.from({ length: pairsShown }, () => of(turn)));
    const table = isolationReport({ model, sources }, collected).sections.at(-1);
    assert.ok(table?.kind === 'table');
    assert.equal(table.rows.length, pairsShown);
    assert.ok(table.rows.every((row) => row[3]?.order?.[0] === 0.9));
    assert.equal(
      table.note,
      `The ${String(pairsShown)} most similar of ${String(10 * pairsShown)} pairs; the command line lists all.`,
    );
  });
});

describe('The report of single points of failure', () => {
  it('distinguishes one PD from several, and links each set to its crash', () => {
    const { model, sources } = buildModel(
      'pd server[2]\npd client[2]\npd shop\nclient[0] needs server[0]\nclient[1] needs server[1]\nshop needs server[0]',
    );
    const report = pointsReport({ model, sources }, singlePoints(model, defaultPolicy), 'default');
    const shop = sectionOf(report, 'shop needs');
    assert.ok(shop.kind === 'list');
    assert.deepEqual(
      shop.items.map(({ text, detail }) => [text, detail]),
      [['server[0]', 'alone']],
    );
    assert.deepEqual(report.targets[shop.items[0]?.target ?? -1], {
      kind: 'plan',
      question: { kind: 'plan', end: 'crash', of: 'server[0]', policy: 'default' },
    });
    const clients = sectionOf(report, 'client[0], client[1] need');
    assert.ok(clients.kind === 'list');
    const both = clients.items.find(({ detail }) => detail === 'together');
    assert.equal(both?.text, 'server[0], server[1]');
    assert.deepEqual(report.targets[both.target ?? -1], {
      kind: 'plan',
      question: { kind: 'plan', end: 'crash', of: 'server[0]', also: ['server[1]'], policy: 'default' },
    });
    assert.match(report.about.at(-1) ?? '', /^1 of 2 goals have a single point/);
  });
});
