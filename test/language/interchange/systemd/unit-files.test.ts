/** Units from folders of unit files, compared with what systemd itself says of the same files. */
import assert from 'node:assert/strict';
import { readDump } from '../../../../language/src/interchange/systemd/dump.ts';
import {
  type DependencyIndex,
  indexDependencies,
} from '../../../../language/src/interchange/systemd/dependency-index.ts';
import { importSystemd, recognizeSystemd } from '../../../../language/src/interchange/systemd/systemd.ts';
import { readUnitFiles } from '../../../../language/src/interchange/systemd/unit-files.ts';
import { readUnitText, splitWords } from '../../../../language/src/interchange/systemd/unit-file.ts';
import { pathUnit, specified } from '../../../../language/src/interchange/systemd/unit-names.ts';
import { type DependencyKind, inverses, isUnitPath } from '../../../../language/src/interchange/systemd/unit.ts';
import { withImportedOrigins } from '../../../../language/src/interchange/import/origins.ts';
import { originText } from '../../../../language/src/model/origin.ts';
import { assertWithin } from '../../../within.ts';
import { findingLines, fixture, relationLines } from '../fixture.ts';
import { readNaively, stoppedWith, stopPairs } from './naive-systemd.ts';
import { shopUnits } from './shop-units.ts';
import { stopIn } from '../stops.ts';

const dump = fixture('../systemd/fixtures/shop-dump.txt');
const kinds = Object.keys(inverses) as DependencyKind[];

describe('unit files', () => {
  it('have the dependencies that systemd says, and no others', () => {
    const mine = indexDependencies(readUnitFiles(shopUnits).units);
    const judge = indexDependencies(readDump({ name: 'dump', uri: 'test:/dump', text: dump }));
    const loaded = (index: DependencyIndex) => index.units.filter(({ isLoaded }) => isLoaded).map(({ name }) => name);
    const both = new Set(loaded(judge).filter((name) => loaded(mine).includes(name)));
    assert.deepEqual(
      loaded(judge).filter((name) => !both.has(name)),
      [],
    );
    const edges = (index: DependencyIndex) =>
      [...both]
        .flatMap((name) => index.from(name, kinds).filter(({ to }) => both.has(to)))
        .map(({ kind, from, to }) => `${from} ${kind} ${to}`)
        .sort();
    assert.deepEqual(edges(mine), edges(judge));
    assert.ok(edges(judge).length > 300, String(edges(judge).length));
  });

  it('stop together, and in the order, that the rules of systemd say', () => {
    const { value } = importSystemd(shopUnits);
    assert.ok(value !== undefined);
    const read = readNaively(dump);
    const loaded = [...read.fields].filter(([, fields]) => fields.get('Unit Load State')?.[0] === 'loaded');
    // Nothing but a failure starts the one, and nothing but its start the other.
    const failures = ['alert@web.service', 'system-alert.slice'];
    const running = loaded.flatMap(([name]) => (failures.includes(name) ? [] : [name]));
    const units = { ...read, running: new Set(running) };
    let [taken, ordered] = [0, 0];
    for (const unit of units.running) {
      const stopped = stoppedWith(units, unit);
      const pairs = stopPairs(units, stopped);
      assert.deepEqual(stopIn(value.model, unit), { stopped, pairs });
      taken += stopped.length - 1;
      ordered += pairs.length;
    }
    assert.ok(taken > 100 && ordered > 200, [taken, ordered].join(' '));
  });

  it('name the line that states a dependency, or the default that implies it', () => {
    const { value } = importSystemd(shopUnits);
    assert.ok(value !== undefined);
    const { model } = withImportedOrigins(value, shopUnits, ({ name }) => name);
    const origins = new Map(relationLines(model).map((line, id) => [line, model.relations[id]?.origin]));
    const originOf = (line: string) => {
      const origin = origins.get(line);
      return origin && originText(origin);
    };
    const folder = 'lib/systemd/system';
    assert.equal(
      originOf("'web.service' stops with 'db@main.service'"),
      `${folder}/web.service:3: Requires=db@main.service`,
    );
    assert.equal(
      originOf("'web.service' stops with 'sysinit.target'"),
      `${folder}/web.service:1: DefaultDependencies=yes: Requires=sysinit.target`,
    );
    assert.equal(
      originOf("'shop.target' stops with 'late.service'"),
      'etc/systemd/system/shop.target.requires/late.service:1: shop.target.requires/late.service',
    );
    assert.equal(
      originOf("'data.mount' destroyed after 'db@main.service'"),
      `${folder}/db@.service:5: After=data.mount`,
    );
    for (const { origin } of [...model.relations, ...model.entities]) assert.ok(origin !== undefined);
  });

  it('take what others require and no folder has as running', () => {
    const one = {
      name: 'a.service',
      uri: 'test:/a.service',
      text: '[Unit]\nRequires=b.service\nAfter=b.service c.service\n',
    };
    const { value, findings } = importSystemd([one]);
    assert.deepEqual(findingLines(findings), [
      'information import/missing-file 2',
      'information import/missing-file 1',
    ]);
    assert.deepEqual(
      value?.model.entities.map(({ name, absent }) => [name, absent]),
      [
        ["'a.service'", false],
        ["'system.slice'", false],
        ["'-.slice'", false],
        ["'b.service'", false],
      ],
    );
    assert.equal(recognizeSystemd([one]), '"a.service" has a section of a unit, such as [Unit]');
  });

  it('are read from the output of "systemctl cat", with their lines', () => {
    const output = [
      '$ systemctl cat web db old',
      '# /usr/lib/systemd/system/web.service',
      '# /usr/lib/systemd/system/web.service',
      ...['[Unit]', 'Description=The shop', 'Requires=db.service', '', '# a remark on /etc/db.conf', '[Service]', ''],
      '# /etc/systemd/system/web.service.d/override.conf',
      ...['[Service]', 'Restart=always', 'nonsense', ''],
      '# /etc/systemd/system/db.service',
      ...['[Unit]', 'Before=web.service', ''],
      '# Unit old.service is masked.',
    ].join('\r\n');
    const file = { name: 'units.txt', uri: 'test:/units.txt', text: output };
    const { value, findings } = importSystemd([file]);
    const { value: same } = importSystemd([
      { name: 'web.service', uri: 'test:/w', text: '[Unit]\nDescription=The shop\nRequires=db.service\n[Service]' },
      { name: 'web.service.d/a.conf', uri: 'test:/o', text: '[Service]\nRestart=always' },
      { name: 'db.service', uri: 'test:/d', text: '[Unit]\nBefore=web.service' },
      { name: 'old.service', uri: 'test:/m', text: '' },
    ]);
    assert.ok(value !== undefined && same !== undefined);
    const named = ({ model }: typeof value) => model.entities.map(({ name, absent }) => [name, absent]);
    assert.deepEqual(named(value).sort(), named(same).sort());
    assert.deepEqual(relationLines(value.model).sort(), relationLines(same.model).sort());
    const origins = withImportedOrigins(value, [file], ({ name }) => name).model.relations.map(
      ({ origin }) => origin && originText(origin),
    );
    for (const line of ['6: Requires=db.service', '13: Restart=always', '18: Before=web.service'])
      assert.ok(origins.includes(`units.txt:${line}`), line);
    assert.deepEqual(findingLines(findings), ['warning import/left-out 14', 'information import/missing-file 1']);
    assert.match(recognizeSystemd([file]) ?? '', /has a section of a unit/);
  });

  it('have names, which are asked for where they are missing', () => {
    const nameless = importSystemd([{ name: '-', uri: 'test:/-', text: '[Unit]\nAfter=a.service\n' }]);
    assert.match(nameless.findings[0]?.message ?? '', /^The name of the unit is missing: /);
    // A unit file may begin with a path.
    const own = importSystemd([
      { name: 'b.service', uri: 'test:/b', text: '# /etc/systemd/system/a.service\n[Unit]\n' },
    ]);
    assert.ok(own.value?.model.entities.some(({ name }) => name === "'b.service'"));
  });

  it('are instances of a template in an output where it says which, and asked for where it does not', () => {
    const template = ['# /lib/systemd/system/getty@.service', '[Unit]', 'BindsTo=dev-%i.device', ''].join('\n');
    const own = '# /lib/systemd/system/ssh.service\n[Service]\n';
    const dropIn = '# /etc/systemd/system/getty@tty1.service.d/a.conf\n[Service]\nRestart=no\n';
    const read = (text: string) => importSystemd([{ name: 'units.txt', uri: 'test:/units.txt', text }]);
    const namesIn = (text: string): readonly string[] => read(text).value?.model.entities.map(({ name }) => name) ?? [];
    for (const text of [
      template + dropIn,
      template.replace('getty@', 'getty@tty1'),
      `${template}${own}Requires=x\n[Unit]\nAfter=getty@tty1.service\n`,
    ])
      for (const name of ["'getty@tty1.service'", "'dev-tty1.device'"]) assert.ok(namesIn(text).includes(name), text);
    assert.ok(namesIn(own + template).includes("'ssh.service'"));
    const left = read(own + template).findings.find(({ code }) => code === 'import/left-out');
    assert.match(
      left?.message ?? '',
      /^"systemctl cat" does not say of which instance a template is: "getty@\.service"\./,
    );
    assert.equal(left?.span.start.line, 2);
    const alone = read(template);
    assert.deepEqual(
      alone.findings.map(({ severity, code, message }) => [severity, code, message]),
      [['error', 'import/wrong-format', left.message]],
    );
    // A folder has templates without instances.
    const inFolder = importSystemd([
      { name: 'a.service', uri: 'test:/a', text: '[Service]' },
      { name: 'getty@.service', uri: 'test:/g', text: template },
    ]);
    assert.ok(!inFolder.findings.some(({ code }) => code === 'import/left-out'));
  });

  it('are named if they are of no unit', () => {
    const file = (name: string, text = '[Service]') => ({ name, uri: `test:/${name}`, text });
    const said = (...names: readonly string[]) =>
      importSystemd(names.map((name) => file(name)))
        .findings.filter(({ message }) => message.includes('left out, because'))
        .map(({ severity, message }) => `${severity}: ${message}`);
    const lost = (severity: string) =>
      `${severity}: 1 drop-in is left out, because the files have no such unit: "gone.service.d/a.conf". Import the folder that has the unit, too, if it matters.`;
    assert.deepEqual(said('gone.service.d/a.conf'), [lost('error')]);
    assert.deepEqual(said('gone.service.d/a.conf', 'a.service'), [lost('information')]);
    for (const ofMany of ['service.d', 'a-.service.d', 'a-b.service.d', 'x@.service.d', 'system.slice.d'])
      assert.deepEqual(said(`${ofMany}/a.conf`, 'a-b.service', 'x@.service'), []);
    assert.deepEqual(said('x@.service'), [
      'error: 1 template is left out, because no unit names an instance: "x@.service". If one matters, add a link with the name of an instance, such as "getty@tty1.service".',
    ]);
  });

  it('are read as the manual says', () => {
    const { statements, broken } = readUnitText({
      name: 'u',
      uri: 'test:/u',
      text: '; x\n[Unit]\nA = b \\\n#c\n  d\\\n\nnonsense\n[Service]\nE=\n',
    });
    assert.deepEqual(
      statements.map(({ section, key, value, place }) => [section, key, value, place.line]),
      [
        ['Unit', 'A', 'b  d', 2],
        ['Service', 'E', '', 8],
      ],
    );
    assert.deepEqual(
      broken.map(({ text }) => text),
      ['nonsense'],
    );
    assert.deepEqual(splitWords('a "b c" \'d\' e'), ['a', 'b c', 'd', 'e']);
    assert.equal(pathUnit('//var/lib/a-b é/', 'mount'), 'var-lib-a\\x2db\\x20\\xc3\\xa9.mount');
    assert.equal(specified('%i %I %p %j %N %% %q', 'a-b@c-d.service'), 'c-d c/d a-b b a-b@c-d % %q');
    assert.deepEqual(['x/a.service', 'a.service.d/b.conf', 'a/b.conf', 'README'].map(isUnitPath), [
      true,
      true,
      false,
      false,
    ]);
  });

  it('count only in the section where systemd reads them', () => {
    const files = Object.entries({
      'a.service':
        '[Unit]\nRestart=always\nStartLimitIntervalSec=30\n[Service]\nStartLimitIntervalSec=0\nStartLimitBurst=3\nRequires=b.service\nRestart=on-failure\n[X-Own]\nAfter=b.service\n',
      'b.service':
        '[Service]\nFailureAction=reboot\nStartLimitAction=none\nRestartSteps=0\n[Install]\nWantedBy=a.service\n',
      'c.service': '[Unit]\nWantsMountsFor=/srv\nOnSuccess=b.service\n[Service]\nRestart=always\n',
      'srv.mount': '[Mount]\nWhere=/srv\nWhat=/dev/sda1\n',
    }).map(([name, text]) => ({ name, uri: `test:/${name}`, text }));
    const { value, findings } = importSystemd(files);
    assert.ok(value !== undefined);
    const { entities } = value.model;
    const restart = entities.find(({ name }) => name.includes('Restart=on-failure'));
    assert.deepEqual(
      restart?.settings.slice(2).map(({ name, value: own }) => [name, own]),
      [
        ['interval', { kind: 'duration', milliseconds: 30_000 }],
        ['burst', { kind: 'number', numerator: 3, denominator: 1 }],
      ],
    );
    const lines = relationLines(value.model);
    assert.ok(!lines.includes("'a.service' stops with 'b.service'"));
    assert.ok(lines.includes("'srv.mount' destroyed after 'c.service'"));
    assert.ok(!lines.includes("'c.service' stops with 'srv.mount'"));
    assert.deepEqual(
      findings.slice(0, 2).map(({ message }) => message),
      [
        '3 statements are in a section where systemd ignores them: "Restart= in [Unit]", "StartLimitIntervalSec= in [Service]", "Requires= in [Service]". Move them to the section of the man page.',
        '2 statements that systemd acts on after an end are left out: "FailureAction=reboot", "OnSuccess=b.service". Answers are without them.',
      ],
    );
  });

  it('are imported by the hundred within a second, with a chain of templates that ends', () => {
    const many = Array.from({ length: 500 }, (_, unit) => ({
      name: `u${String(unit)}.service`,
      uri: `test:/u${String(unit)}.service`,
      text: `[Unit]\nAfter=u${String(unit + 1)}.service u${String(unit + 7)}.service\nPartOf=u${String(unit + 1)}.service\n[Service]\nPrivateTmp=yes\n`,
    }));
    const endless = { name: 'x@.service', uri: 'test:/x', text: '[Unit]\nWants=x@%ii.service\n' };
    const before = process.cpuUsage();
    const { value } = importSystemd([...many, endless, { ...endless, name: 'x@a.service', uri: 'test:/xa' }]);
    assert.ok((value?.model.entities.length ?? 0) > 500);
    assertWithin(2, before, '500 units');
  });
});
