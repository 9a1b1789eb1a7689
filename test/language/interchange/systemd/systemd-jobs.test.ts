/** What systemd does by itself: the machine of `std/systemd`, and the statements of units that it acts on. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import { policiesOf } from '../../../../language/src/analysis/facts/policies.ts';
import type { ImportFile } from '../../../../language/src/interchange/import/import-format.ts';
import { withImportedOrigins } from '../../../../language/src/interchange/import/origins.ts';
import { printImported } from '../../../../language/src/interchange/print-imported.ts';
import { importSystemd } from '../../../../language/src/interchange/systemd/systemd.ts';
import { timeSpan } from '../../../../language/src/interchange/systemd/time-span.ts';
import { runs } from '../../../properties.ts';
import { comesTrue } from '../../words/said.ts';
import { errorsIn, loadPrinted } from '../load-printed.ts';

const files = (texts: Readonly<Record<string, string>>): ImportFile[] =>
  Object.entries(texts).map(([name, text]) => ({ name, uri: `test:/${name}`, text }));

function textOf(sources: readonly ImportFile[]): string {
  const { value, findings } = importSystemd(sources);
  if (value === undefined) throw new Error(findings.map(({ message }) => message).join('\n'));
  return printImported(withImportedOrigins(value, sources, ({ name }) => name));
}

const unitFiles = files({
  'web.service':
    '[Unit]\nConflicts=old.service\nOnFailure=alert@%p.service\nUpholds=cache.service\n[Service]\nExecStart=/web\n[Install]\nWantedBy=x.target\n',
  'db.service':
    '[Unit]\nStartLimitBurst=2\nStartLimitIntervalSec=1min\n[Service]\nExecStart=/db\nRestart=on-abnormal\nRestartSec=2.5\n',
  'once.service': '[Service]\nRestart=on-success\nExecStart=/once\n',
  'cache.service': '[Service]\nExecStart=/cache\n',
  'old.service': '[Service]\nExecStart=/old\n',
  'disk.service': '[Unit]\nStopWhenUnneeded=yes\n[Service]\nExecStart=/disk\n',
  'log.service':
    '[Unit]\nRequires=disk.service\nStartLimitBurst=1\nStartLimitIntervalSec=1min\n[Service]\nExecStart=/log\nRestart=always\n',
  'alert@.service': '[Unit]\nConflicts=old.service\n[Service]\nExecStart=/alert\n',
});

const block = (name: string, ...lines: string[]): string =>
  `Id=${name}.service\nNames=${name}.service\nLoadState=loaded\n${lines.join('\n')}\n`;
const show = [
  block('log', 'ActiveState=active', 'Requires=disk.service', 'Restart=always', 'RestartUSec=100ms', 'StartLimitIntervalUSec=1min', 'StartLimitBurst=1'), // oxfmt-ignore
  block('disk', 'ActiveState=active', 'StopWhenUnneeded=yes', 'RequiredBy=log.service'),
  block('web', 'ActiveState=active', 'Conflicts=old.service', 'OnFailure=alert@web.service', 'Upholds=cache.service'),
  block('db', 'ActiveState=active', 'Restart=on-abnormal', 'RestartUSec=2.5s', 'StartLimitIntervalUSec=1min', 'StartLimitBurst=2'), // prettier-ignore
  block('once', 'ActiveState=active', 'Restart=on-success'),
  block('cache', 'ActiveState=active'),
  block('old', 'ActiveState=active'),
  block('alert@web', 'ActiveState=inactive', 'Conflicts=old.service'),
].join('\n');

const listing = (name: string, state: string, ...lines: string[]): string =>
  `\t-> Unit ${name}.service:\n\t\tUnit Load State: loaded\n\t\tUnit Active State: ${state}\n${lines.map((line) => `\t\t${line}\n`).join('')}`;
const dump = `-> By units:\n${[
  listing('web', 'active', 'Conflicts: old.service (origin-file)', 'OnFailure: alert@web.service (origin-file)', 'Upholds: cache.service (origin-file)'), // prettier-ignore
  listing('db', 'active', 'Restart: on-abnormal', 'RestartSec: 2.500s'),
  listing('once', 'active', 'Restart: on-success'),
  listing('cache', 'active'),
  listing('old', 'active'),
  listing('alert@web', 'inactive', 'Conflicts: old.service (origin-file)'),
].join('')}`;

const scenarios = `
scenario "after a failure" {
  crash 'web.service'
  expect 'alert@web.service' alive and not 'old.service' alive
}
scenario "again" {
  crash 'db.service'
  run 2400ms
  expect not 'db.service' alive
  run 100ms
  expect 'db.service' alive
  crash 'once.service'
  run 1min
  expect not 'once.service' alive
}
scenario "upheld" {
  destroy 'cache.service'
  expect 'cache.service' alive
  crash 'web.service'
  destroy 'cache.service'
  expect not 'cache.service' alive
}
scenario "conflict" {
  destroy 'web.service'
  create 'web.service'
  expect 'web.service' alive and not 'old.service' alive
  create 'old.service'
  expect 'old.service' alive and not 'web.service' alive
}
`;
const limited = `
scenario "limit" {
  crash 'db.service'  run 3s  crash 'db.service'  run 3s
  expect 'db.service' alive
  crash 'db.service'  run 10min
  expect not 'db.service' alive
}
scenario "unneeded" {
  crash 'log.service'  run 1s
  expect 'log.service', 'disk.service' alive
  crash 'log.service'
  expect 'disk.service' alive
  run 1s
  expect not 'log.service' alive and not 'disk.service' alive
}
`;

describe('what systemd does by itself', () => {
  it('is what its man pages say', async () => {
    await comesTrue(readFileSync(new URL('fixtures/jobs.aft', import.meta.url), 'utf8'));
  });

  for (const [what, sources, own] of [
    ['unit files', unitFiles, scenarios + limited],
    ['systemctl show', files({ 'units.txt': show }), scenarios + limited],
    ['the dump of systemd --test', files({ 'units.txt': dump }), scenarios],
  ] as const)
    it(`comes from ${what}`, async () => {
      const text = textOf(sources);
      assert.deepEqual(errorsIn(await loadPrinted(text)), []);
      await comesTrue(text + own);
    });

  it('is notified of a crash, with the line that states it', async () => {
    const { model } = await loadPrinted(textOf(unitFiles));
    const idOf = (name: string): number => model.entities.findIndex((each) => each.name === name);
    const [policy] = policiesOf(model).filter(({ name }) => name === 'default');
    assert.ok(policy);
    const toldBy = (name: string): string[] =>
      crash(model, [idOf(name)], policy).notified.flatMap(({ because }) =>
        because.filter(({ text }) => text.includes(' holds ')).map(({ text }) => text),
      );
    assert.deepEqual(toldBy("'web.service'"), [
      `"'web.service'" holds "jobs.'web.service OnFailure=alert@web.service'" (web.service:3: OnFailure=alert@web.service)`,
    ]);
    assert.deepEqual(toldBy("'db.service'"), [
      `"'db.service'" holds "jobs.'db.service Restart=on-abnormal'" (db.service:6: Restart=on-abnormal)`,
    ]);
    assert.deepEqual(toldBy("'cache.service'"), [
      `"'cache.service'" holds "jobs.'web.service Upholds=cache.service'" (web.service:4: Upholds=cache.service)`,
    ]);
  });

  it('is nothing where no unit asks for it', () => {
    const text = textOf(files({ 'a.service': '[Service]\nExecStart=/a\nRestart=no\n' }));
    assert.doesNotMatch(text, /systemd"|root pd|space/);
  });

  it('is the same as by a closure over the statements', async () => {
    const names = fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 3, maxLength: 8, selector: String });
    const few = fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 3, selector: String });
    const demands = fc.record({ pulled: few, demanded: few });
    let [started, stopped, pulls, refusals] = [0, 0, 0, 0];
    await fc.assert(
      fc.asyncProperty(names, names, names, demands, async (failures, requirements, conflicts, others) => {
        // r0 to r3 run, a0 to a3 do not.
        const lines = (
          pairs: readonly (readonly [number, number])[],
          kind: string,
          own: number,
          to: string,
        ): string => {
          const others = pairs.flatMap(([from, other]) => (from === own ? [`${to}${String(other)}.service`] : []));
          return `${kind}=${others.join(' ')}\n`;
        };
        const show = [0, 1, 2, 3].flatMap((own) => [
          block(`r${String(own)}`, `ActiveState=active\n${lines(failures, 'OnFailure', own, 'a')}`),
          block(
            `a${String(own)}`,
            `ActiveState=inactive\n${lines([...requirements, ...others.pulled], 'Requires', own, 'a')}${lines(requirements, 'After', own, 'a')}${lines(others.demanded, 'Requisite', own, 'a')}${lines(conflicts, 'Conflicts', own, 'r')}`,
          ),
        ]);
        const alive = new Set(['r1', 'r2', 'r3']);
        const wanted = new Set(failures.flatMap(([from, to]) => (from === 0 ? [to] : [])));
        const from = (pairs: readonly (readonly [number, number])[], own: number): number[] =>
          pairs.flatMap(([source, to]) => (source === own && to !== own ? [to] : []));
        for (const own of wanted) for (const other of from([...requirements, ...others.pulled], own)) wanted.add(other);
        const can = new Set<number>();
        for (let size = -1; size !== can.size;) {
          size = can.size;
          for (const own of wanted)
            if (from([...requirements, ...others.demanded], own).every((other) => can.has(other))) can.add(own);
        }
        for (const own of can) alive.add(`a${String(own)}`);
        for (const [from, to] of conflicts) if (can.has(from)) alive.delete(`r${String(to)}`);
        started += can.size;
        pulls += others.pulled.filter(([source, to]) => can.has(source) && can.has(to)).length;
        refusals += others.demanded.filter(([source]) => wanted.has(source) && !can.has(source)).length;
        stopped += 3 + can.size - alive.size;
        const listed = [0, 1, 2, 3].flatMap((own) => [`r${String(own)}`, `a${String(own)}`]);
        const expected = listed.map((name) => `${alive.has(name) ? '' : 'not '}'${name}.service' alive`).join(' and ');
        const text = textOf(files({ 'units.txt': show.join('\n') }));
        await comesTrue(`${text}\nscenario "x" {\n  crash 'r0.service'\n  run 1s\n  expect ${expected}\n}\n`);
      }),
      { numRuns: runs(25, 500) },
    );
    const counts = [started, stopped, pulls, refusals];
    assert.ok(started > 10 && stopped > 4 && pulls > 2 && refusals > 2, counts.join(' '));
  });

  it('waits as long as the man page says', () => {
    const spans = { '5': 5000, '100ms': 100, '1min 30s': 90_000, '2h30': 7_230_000, '1.5us': 0.002, '1d': 86_400_000 };
    for (const [text, milliseconds] of Object.entries(spans)) assert.equal(timeSpan(text), milliseconds, text);
    for (const text of ['infinity', '', '5 parsecs', 'x', '9999999999y']) assert.equal(timeSpan(text), undefined, text);
  });
});
