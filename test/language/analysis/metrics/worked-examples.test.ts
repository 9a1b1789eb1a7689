/** The worked examples M1 to M9 and M14 of the isolation metrics, and the key-value stack. */
import assert from 'node:assert/strict';
import { reaches } from '../../../../language/src/analysis/metrics/closure.ts';
import { memoryCost } from '../../../../language/src/analysis/metrics/cost.ts';
import { faultRadius } from '../../../../language/src/analysis/metrics/fault-radius.ts';
import { fractionText, sumOf } from '../../../../language/src/analysis/metrics/fraction.ts';
import { rsi } from '../../../../language/src/analysis/metrics/rsi.ts';
import { levelOf, sharedResources } from '../../../../language/src/analysis/metrics/shared.ts';
import { buildModel, type Built } from '../../build-model.ts';
import { kvStore } from '../kv-store.ts';
import { database, hopLevels, inference, twoMachines, twoProcesses } from './metric-cases.ts';

const rsiText = ({ model, id }: Built, first: string, second: string, type?: string): string =>
  fractionText(rsi(model, id(first), id(second), type));

const radius = ({ model, id }: Built, first: string, second: string): number | undefined =>
  faultRadius(model, id(first), id(second));

const pairs = (built: Built, names: readonly string[]): string[] =>
  names.flatMap((first, place) => names.slice(place + 1).map((second) => rsiText(built, first, second)));

describe('the worked examples of the metrics', () => {
  it('M1: two processes on one kernel share no addresses and have fault radius 1', () => {
    const built = buildModel(twoProcesses);
    assert.equal(rsiText(built, 'first', 'second', 'virtaddr'), '0');
    assert.equal(radius(built, 'first', 'second'), 1);
  });

  it('M2: two processes in VMs of their own have fault radius 2, and 1 once one makes hypercalls', () => {
    const built = buildModel(twoMachines);
    assert.equal(rsiText(built, 'first', 'second', 'virtaddr'), '0');
    assert.equal(radius(built, 'first', 'second'), 2);
    const withCall = buildModel(`${twoMachines}\nfirst requests hypervisor as call`);
    assert.equal(radius(withCall, 'first', 'second'), 1);
    assert.equal(radius(withCall, 'second', 'first'), 1);
  });

  it('M3: frontend, backend and admin have 1/7, 1/7 and 0', () => {
    const built = buildModel(database);
    assert.deepEqual(pairs(built, ['frontend', 'backend', 'admin']), ['1/7', '1/7', '0']);
  });

  it('M4: three PDs with one model and a cache each have 1/3 in every pair', () => {
    const built = buildModel(inference);
    assert.deepEqual(pairs(built, ['worker[0]', 'worker[1]', 'worker[2]']), ['1/3', '1/3', '1/3']);
  });

  it('M5: one private resource more makes 1/4, 1/4 and 1/3', () => {
    const built = buildModel(`${inference}\nresource caches.extra\nworker[0] holds caches.extra`);
    assert.deepEqual(pairs(built, ['worker[0]', 'worker[1]', 'worker[2]']), ['1/4', '1/4', '1/3']);
  });

  it('M6: memory costs 210 in one PD, 310 in three and 360 in four', () => {
    const { model, id } = buildModel(`
      ${inference}
      pd merged { overhead: 50 }
      merged holds weightss.model, caches.c[*]
      pd guard { overhead: 50 }
    `);
    const workers = [id('worker[0]'), id('worker[1]'), id('worker[2]')];
    const cost = (pds: readonly number[]): string => fractionText(memoryCost(model, pds).total);
    assert.equal(cost([id('merged')]), '210');
    assert.equal(cost(workers), '310');
    assert.equal(cost([...workers, id('guard')]), '360');
  });

  it('M7: fractions of a unit stay exact: 350.02 and three PDs of 30 are 440.02', () => {
    const { model, id } = buildModel(`
      space pages: page
      resource pages.most { size: 350 }
      resource pages.rest
      pd server[6] { overhead: 30 }
      server[0] holds pages.*
    `);
    const settingOf = (entity: number, name: string) => {
      if (entity === id('pages.rest')) return { numerator: 1, denominator: 50 };
      const setting = model.entities[entity]?.settings.find((each) => each.name === name)?.value;
      return setting?.kind === 'number' ? setting : undefined;
    };
    const costs = [3, 4, 6].map((count) => {
      const pds = Array.from({ length: count }, (_, copy) => id(`server[${copy}]`));
      return memoryCost(model, pds, { settingOf }).total;
    });
    assert.deepEqual(costs, [
      { numerator: 22_001, denominator: 50 },
      { numerator: 23_501, denominator: 50 },
      { numerator: 26_501, denominator: 50 },
    ]);
    assert.ok(sumOf(costs).isExact);
  });

  it('M9: a log that both hold makes 1, one that is reached through a mediator 0', () => {
    const log = 'space files: log\nresource files.log\npd web\npd db\n';
    assert.equal(rsiText(buildModel(`${log}web holds files.log\ndb holds files.log`), 'web', 'db', 'log'), '1');
    const mediated = buildModel(`${log}
      pd mediator
      mediator holds files.log
      web requests mediator as log
      db requests mediator as log
    `);
    assert.equal(rsiText(mediated, 'web', 'db', 'log'), '0');
    assert.equal(radius(mediated, 'web', 'db'), 1);
  });

  for (const { title, text, level } of hopLevels) {
    it(`M14: sharing starts after ${level} hops for ${title}`, () => {
      const { model, id } = buildModel(text);
      const [a, b] = [id('a'), id('b')];
      assert.equal(levelOf(sharedResources(model, a, b)), level);
      assert.equal(levelOf(sharedResources(model, b, a)), level);
    });
  }

  it('hold in the key-value stack: half of the blocks are shared with each block server', () => {
    const built = kvStore();
    assert.equal(rsiText(built, 'fileServer', 'blockServer1', 'block'), '1/2');
    assert.equal(rsiText(built, 'blockServer1', 'blockServer2', 'block'), '0');
    assert.equal(radius(built, 'fileServer', 'blockServer1'), 1);
    assert.equal(radius(built, 'app', 'blockServer1'), 1);
    assert.equal(radius(built, 'blockServer1', 'blockServer2'), undefined);
    const { model, id } = built;
    assert.equal(reaches(model, id('app'), id('disk1.block1')), true);
    assert.equal(reaches(model, id('app'), id('disk1.block1'), { follow: 'direct' }), false);
    assert.equal(reaches(model, id('app'), id('disk2.block2')), false);
    assert.equal(reaches(model, id('db'), id('disk2')), true);
  });
});
