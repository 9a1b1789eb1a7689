/** The scope of each metric, one rule per test. */
import assert from 'node:assert/strict';
import { reaches } from '../../../../language/src/analysis/metrics/closure.ts';
import { memoryCost } from '../../../../language/src/analysis/metrics/cost.ts';
import { faultRadii, faultRadius } from '../../../../language/src/analysis/metrics/fault-radius.ts';
import { fraction, fractionText, sumOf } from '../../../../language/src/analysis/metrics/fraction.ts';
import { compareTwo, pairRows } from '../../../../language/src/analysis/metrics/pair-table.ts';
import { rsi, rsiVector } from '../../../../language/src/analysis/metrics/rsi.ts';
import {
  canControl,
  controlledBy,
  impactBoundary,
  sharingPds,
  trustedBase,
} from '../../../../language/src/analysis/metrics/trusted-base.ts';
import { constantOf } from '../../../../language/src/model/machines/constant-of.ts';
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import { buildModel, type Built } from '../../build-model.ts';
import { kvStore } from '../kv-store.ts';

const vector = ({ model, id }: Built, first: string, second: string): string[] =>
  rsiVector(model, id(first), id(second)).map(({ type, rsi }) => `${type} ${fractionText(rsi)}`);

describe('the similarity of two PDs', () => {
  it('has one entry for each type, 0 if only one of them has it or none', () => {
    assert.deepEqual(vector(kvStore(), 'fileServer', 'db'), ['block 1/2', 'file 1/2', 'table 0']);
    assert.deepEqual(vector(kvStore(), 'blockServer1', 'blockServer1'), ['block 1', 'file 0', 'table 0']);
  });

  it('prefers its own type to that of the space', () => {
    const { model, id } = buildModel(`
      space s: file
      resource s.plain
      resource s.log: log
      pd a
      a holds s.*
    `);
    assert.deepEqual(rsi(model, id('a'), id('a'), 'log'), { numerator: 1, denominator: 1 });
    assert.deepEqual(
      rsiVector(model, id('a'), id('a')).map(({ type, first }) => [type, first]),
      [
        ['file', 1],
        ['log', 1],
      ],
    );
    assert.deepEqual(rsi(model, id('a'), id('a'), 'unheard'), { numerator: 0, denominator: 1 });
  });

  it('passes through maps, but not through PDs that are held, nor from a space to what is in it', () => {
    const { model, id } = buildModel(`
      space s: file
      resource s.log
      pd worker
      worker holds s.log
      pd daemon
      daemon holds worker
      daemon manages s
    `);
    assert.deepEqual(rsi(model, id('daemon'), id('worker'), 'file'), { numerator: 0, denominator: 1 });
    assert.equal(reaches(model, id('daemon'), id('worker')), true);
    assert.equal(reaches(model, id('daemon'), id('s.log')), false);
    assert.equal(reaches(model, id('worker'), id('daemon')), false);
  });

  it('of what is not alive or no PD is 0', () => {
    const { model, id } = kvStore();
    const dead = (each: number): boolean => each !== id('disk1.block1');
    assert.equal(rsi(model, id('fileServer'), id('blockServer1'), 'block', { alive: dead }).numerator, 0);
    assert.equal(rsi(model, id('fileServer'), id('disk1'), 'block').numerator, 0);
    assert.equal(rsi(model, id('fileServer'), 9999, 'block').numerator, 0);
  });
});

describe('the fault radius', () => {
  it('is 1 to a server however far up, and to itself', () => {
    const { model, id } = kvStore();
    assert.equal(faultRadius(model, id('app'), id('fileServer')), 1);
    assert.equal(faultRadius(model, id('app'), id('app')), 1);
  });

  it('follows the requests that holds imply, unless switched off', () => {
    const { model, id } = buildModel(`
      space s: file
      resource s.a
      resource s.b
      pd server
      server manages s
      pd first
      first holds s.a
      pd second
      second holds s.b
    `);
    assert.equal(faultRadius(model, id('first'), id('second')), 1);
  });

  it('has no implicit request from a PD that holds the space itself', () => {
    const text = `
      space s: file
      resource s.a
      pd server
      server manages s
      server holds s.a
      pd owner
      owner holds s, s.a
    `;
    const { model, id } = buildModel(text);
    assert.equal(faultRadius(model, id('owner'), id('server')), undefined);
  });

  it('ends on cycles of requests, and measures a chain of 100,000 PDs', () => {
    const circle = buildModel('pd a\npd b\na requests b\nb requests a\npd c');
    assert.equal(faultRadius(circle.model, circle.id('a'), circle.id('b')), 1);
    const count = 100_000;
    const lines = Array.from({ length: count }, (_, place) => `pd p${place}`);
    const { model } = buildModel(lines.join('\n'));
    const relations = Array.from({ length: count - 1 }, (_, id) => ({
      id,
      kind: 'requests' as const,
      source: id + 1,
      target: id,
      as: undefined,
      notify: undefined,
      nested: false,
    }));
    const radii = faultRadii({ entities: model.entities, relations }, count - 1);
    assert.equal(radii.of[0], 1);
    assert.equal(radii.wayTo(0).length, count - 1);
  });
});

describe('the trusted base', () => {
  const container = `
    space dirs: directory
    resource dirs.data
    resource dirs.other
    pd kernel
    pd daemon
    pd user
    pd kv
    pd app
    kernel holds kv, app
    daemon holds kv
    kv holds user
    kv holds dirs.data as rw
    app holds dirs.data as r
    kv requests kernel as page
    kernel requests daemon as log
  `;

  it('contains the PDs that share resources or may end the PD; the impact boundary those it may end', () => {
    const { model, id, names } = buildModel(container);
    const kv = id('kv');
    assert.deepEqual(names(sharingPds(model, kv)), ['app']);
    assert.deepEqual(names(canControl(model, kv)), ['kernel', 'daemon']);
    assert.deepEqual(names(controlledBy(model, kv)), ['user']);
    assert.deepEqual(names(trustedBase(model, kv)), ['kernel', 'daemon', 'app']);
    assert.deepEqual(names(impactBoundary(model, kv)), ['user', 'app']);
  });
});

describe('the memory cost', () => {
  it('names the resources whose size is not known, and counts each once', () => {
    const { model, id, names } = buildModel(`
      space pages: page
      resource pages.big { size: 4096 }
      resource pages.vague { size: large }
      resource pages.bare
      pd a { overhead: 10 }
      pd b
      a holds pages.*
      b holds pages.big
    `);
    const cost = memoryCost(model, [id('a'), id('b'), id('a'), id('pages'), 77]);
    assert.equal(fractionText(cost.total), '4106');
    assert.deepEqual([fractionText(cost.resources), fractionText(cost.overhead)], ['4096', '10']);
    assert.deepEqual(names(cost.unsized), ['pages.vague', 'pages.bare']);
  });

  it('computes with literals, exactly, and with nothing else', () => {
    const number = (numerator: number, denominator = 1): Expression => ({ kind: 'number', numerator, denominator });
    const binary = (operator: '+' | '-' | '*' | '/' | '%', left: Expression, right: Expression): Expression => ({
      kind: 'binary',
      operator,
      left,
      right,
    });
    const nested = binary('+', binary('*', number(4), number(1024)), { kind: 'minus', operand: number(1, 3) });
    const exactly = (value: Expression): bigint[] => {
      const found = constantOf(value);
      return found?.kind === 'number' ? [found.top, found.bottom] : [];
    };
    assert.deepEqual(exactly(nested), [12_287n, 3n]);
    assert.deepEqual(exactly(binary('-', binary('/', number(1), number(2)), number(1, 3))), [1n, 6n]);
    assert.deepEqual(exactly(binary('/', number(1), number(0))), []);
    assert.deepEqual(exactly(binary('+', number(1), { kind: 'local', name: 'index' })), []);
    assert.deepEqual(exactly(binary('%', number(7), number(2))), [1n, 1n]);
  });
});

describe('a sum of fractions', () => {
  it('is in lowest terms, and says when it no longer fits and is rounded', () => {
    assert.deepEqual(sumOf([fraction(1, 6), fraction(1, 3)]), {
      value: { numerator: 1, denominator: 2 },
      isExact: true,
    });
    const primes = [999_983, 999_979, 999_961, 999_959];
    const { value, isExact } = sumOf(primes.map((prime) => fraction(1, prime)));
    assert.equal(isExact, false);
    assert.ok(Math.abs(value.numerator / value.denominator - 4e-6) < 2e-6);
  });
});

describe('the table of pairs', () => {
  it('has every pair of living PDs once, with the same numbers as each pair alone', () => {
    const built = kvStore('absent pd later');
    const table = [...pairRows(built.model)].flat();
    assert.equal(table.length, 10);
    for (const { first, second, types, all, faultRadius } of table) {
      const report = compareTwo(built.model, first, second);
      assert.deepEqual([types, all, faultRadius], [report.types, report.all, report.faultRadius]);
    }
  });

  it('gives for two PDs also the shared resources, the hops to them, and the trust between PDs', () => {
    const { model, id, names } = kvStore('app holds db');
    const { shared, level, trusts, harms, direct } = compareTwo(model, id('app'), id('db'));
    assert.deepEqual(names(shared.map(({ resource }) => resource)), ['disk1.block1', 'files.file1', 'database.table1']);
    assert.equal(level, 0);
    assert.deepEqual(trusts, { firstSecond: true, secondFirst: true });
    assert.deepEqual(harms, { firstSecond: true, secondFirst: true });
    assert.deepEqual(
      direct.map(({ type, rsi }) => `${type} ${fractionText(rsi)}`),
      ['block 0', 'file 0', 'table 1'],
    );
    const apart = compareTwo(model, id('blockServer1'), id('blockServer2'));
    assert.deepEqual([apart.level, apart.trusts.firstSecond, apart.faultRadius], [undefined, false, undefined]);
  });
});
