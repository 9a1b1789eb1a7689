/** Units of systemd from a dump and from `systemctl show`: stops and their order as systemd's rules say. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { startPlan } from '../../../../language/src/analysis/plan/start-plan.ts';
import { printImported } from '../../../../language/src/interchange/print-imported.ts';
import { importSystemd, recognizeSystemd } from '../../../../language/src/interchange/systemd/systemd.ts';
import { inverses } from '../../../../language/src/interchange/systemd/unit.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { runs } from '../../../properties.ts';
import { assertWithin } from '../../../within.ts';
import { findingLines, fixture, relationLines } from '../fixture.ts';
import { endedWith, readNaively, startedWith, stoppedWith, stopPairs } from './naive-systemd.ts';
import { loadPrinted } from '../load-printed.ts';
import { failureIn, stopIn } from '../stops.ts';

const file = (text: string) => ({ name: 'units.txt', uri: 'test:/units.txt', text });

function imported(text: string): Model {
  const { value, findings } = importSystemd([file(text)]);
  if (value === undefined) throw new Error(findings.map(({ message }) => message).join('\n'));
  return value.model;
}

/** One stated dependency between units by their numbers. */
interface Stated {
  readonly kind: keyof typeof inverses | 'Before';
  readonly from: number;
  readonly to: number;
}

const names = ['a.service', 'b@1.service', 'c.socket', 'd.target', 'e-x.slice', 'f\\x2dg.mount', 'h.timer'];
const kinds = Object.keys(inverses) as (keyof typeof inverses)[];
const common = ['After', 'Before', 'After', 'Before', 'After', 'Requires', 'PartOf', 'Requires'] as const;
const numbers = fc.nat({ max: names.length - 1 });
const system = fc.record({
  // Orders lead from higher to lower numbers, so that they form no cycle.
  stated: fc.array(
    fc
      .record({ kind: fc.constantFrom(...kinds, ...common), from: numbers, to: numbers })
      .map(({ kind, from, to }): Stated => {
        if (kind !== 'After' && kind !== 'Before') return { kind, from, to };
        const [low, high] = [Math.min(from, to), Math.max(from, to)];
        return kind === 'After' ? { kind, from: high, to: low } : { kind, from: low, to: high };
      })
      .filter(({ from, to }) => from !== to),
    { minLength: 6, maxLength: 24 },
  ),
  stopped: fc.uniqueArray(numbers, { maxLength: 3 }),
  unneeded: fc.uniqueArray(numbers, { maxLength: 3 }),
});

/** Returns the dependencies that a unit has in listings: stated ones, and the inverse ones of others. */
const listed = (stated: readonly Stated[], unit: number): [string, string, string][] =>
  stated.flatMap(({ kind, from, to }): [string, string, string][] => {
    const inverse = kind === 'Before' ? 'After' : inverses[kind];
    if (from === unit) return [[kind, names[to] ?? '', 'origin-file']];
    return to === unit ? [[inverse, names[from] ?? '', 'destination-file']] : [];
  });

const dumpOf = (stated: readonly Stated[], stopped: readonly number[], unneeded: readonly number[] = []): string =>
  `-> By units:\n${names
    .map((name, unit) => {
      const fields = listed(stated, unit).map(([key, other, reason]) => `\t\t${key}: ${other} (${reason})\n`);
      const job = stopped.includes(unit) ? '' : `\t\t-> Job ${String(unit)}:\n\t\t\tAction: ${name} -> start\n`;
      return `\t-> Unit ${name}:\n\t\tUnit Load State: loaded\n\t\tUnit Active State: inactive\n${unneeded.includes(unit) ? '\t\tStopWhenUnneeded: yes\n' : ''}${fields.join('')}${job}`;
    })
    .join('')}`;

const showOf = (stated: readonly Stated[], stopped: readonly number[], unneeded: readonly number[] = []): string =>
  names
    .map((name, unit) => {
      const byKey = new Map<string, string[]>();
      for (const [key, other] of listed(stated, unit)) byKey.set(key, [...(byKey.get(key) ?? []), other]);
      const lines = [...byKey].map(([key, others]) => `${key}=${others.join(' ')}\n`);
      const state = stopped.includes(unit) ? 'inactive' : 'active';
      return `Type=simple\nId=${name}\nNames=${name}\nLoadState=loaded\nActiveState=${state}\nStopWhenUnneeded=${unneeded.includes(unit) ? 'yes' : 'no'}\n${lines.join('')}`;
    })
    .join('\n');

describe('units of systemd', () => {
  it('stop with others, and in an order, as the rules of systemd say', () => {
    let [stops, taken, ordered] = [0, 0, 0];
    fc.assert(
      fc.property(system, ({ stated, stopped, unneeded }) => {
        const dump = dumpOf(stated, stopped, unneeded);
        const units = readNaively(dump);
        const model = imported(dump);
        const shown = imported(showOf(stated, stopped, unneeded));
        for (const unit of units.running) {
          const wanted = stoppedWith(units, unit);
          const pairs = stopPairs(units, wanted);
          assert.deepEqual(stopIn(model, unit), { stopped: wanted, pairs });
          assert.deepEqual(stopIn(shown, unit), { stopped: wanted, pairs });
          stops++;
          taken += wanted.length - 1;
          ordered += pairs.length;
        }
      }),
      { numRuns: 150 },
    );
    assert.ok(stops > 400 && taken > 200 && ordered > 150, [stops, taken, ordered].join(' '));
  });

  it('end with a unit that fails, as the rules of systemd say', () => {
    let [bound, along] = [0, 0];
    fc.assert(
      fc.property(system, ({ stated, stopped, unneeded }) => {
        const dump = dumpOf(stated, stopped, unneeded);
        const units = readNaively(dump);
        const model = imported(dump);
        for (const unit of units.running) {
          const wanted = endedWith(units, unit);
          const found = failureIn(model, unit);
          // A relation cannot tell that what would have stopped as unneeded has failed before, and passes no stop on.
          const isSure = !unneeded.some((each) => names[each] === unit);
          assert.deepEqual(isSure ? found : found.filter((name) => wanted.includes(name)), wanted);
          bound += wanted.length - 1;
          if (wanted.length > 2) along++;
        }
      }),
      { numRuns: 150 },
    );
    assert.ok(bound > 100 && along > 30, [bound, along].join(' '));
  });

  it('start others and stop others as the rules of systemd say', async () => {
    let [along, stopped] = [0, 0];
    await fc.assert(
      fc.asyncProperty(system, async ({ stated, stopped: idle }) => {
        // What a start demands follows the order, too.
        const ordered = stated.map((each) =>
          each.kind === 'Requisite'
            ? { ...each, from: Math.max(each.from, each.to), to: Math.min(each.from, each.to) }
            : each,
        );
        const dump = dumpOf(ordered, idle);
        const units = readNaively(dump);
        const { model } = await loadPrinted(printImported(importSystemd([file(dump)]).value ?? assert.fail()));
        const nameOf = (id: number): string => (model.entities[id]?.name ?? '').replaceAll("'", '');
        for (const unit of names) {
          const plan = startPlan(
            model,
            model.entities.findIndex((_, id) => nameOf(id) === unit),
          );
          const wanted = startedWith(units, unit);
          const started = plan.layers.flat().map(({ entity }) => nameOf(entity));
          assert.deepEqual([started.sort(), plan.stops.stopped.map(({ entity }) => nameOf(entity)).sort()], [wanted.started, wanted.stopped]); // oxfmt-ignore
          along += started.length;
          stopped += wanted.stopped.length;
        }
      }),
      { numRuns: runs(10, 1000) },
    );
    assert.ok(along > 80 && stopped > 2, [along, stopped].join(' '));
  });

  it('come back from the printed text', async () => {
    const dump = fixture('../systemd/fixtures/web.txt');
    const { value } = importSystemd([file(dump)]);
    assert.ok(value);
    const { model: again, findings } = await loadPrinted(printImported(value));
    assert.deepEqual(findings, []);
    const { entities, relations, policies } = value.model;
    // What systemd does has classes and a machine that only the text names.
    const units = entities.filter(({ type }) => type !== 'manager' && type !== 'job');
    assert.deepEqual(again.entities.slice(0, units.length), units);
    assert.deepEqual(again.relations, relations);
    assert.deepEqual(again.policies.slice(-1), policies);
  });

  it('have the words of the language for each dependency', () => {
    const model = imported(fixture('../systemd/fixtures/web.txt'));
    assert.deepEqual(relationLines(model), [
      "'web.service' dies with 'run-web.mount'",
      "'web.service' stops with 'db.service'",
      "'web.service' needs 'db.service' as start",
      "'web.service' destroyed after 'cache.service'",
      "'web.service' holds jobs.'web.service Restart=on-failure'",
      "'web.service' holds jobs.'cache.service StopWhenUnneeded=yes for web.service'",
      "'db.service' destroyed after 'web.service'",
      "'web-worker@1.service' dies with 'run-web.mount'",
      "'web-worker@1.service' stops with 'web.service'",
      // The mount stops the web server, which is not started again, and then nothing needs the cache.
      "'cache.service' dies with 'run-web.mount'",
      "'cache.service' stops with 'web.service'",
      'systemd manages jobs',
      "systemd holds jobs.'web.service Restart=on-failure'",
      "systemd holds jobs.'web.service Wants=cache.service'",
      "systemd holds jobs.'web.service BindsTo=run-web.mount'",
      "systemd holds jobs.'cache.service StopWhenUnneeded=yes for web.service'",
    ]);
    const [web, db] = model.entities;
    assert.deepEqual(
      web?.data.map(({ name }) => name),
      [],
    );
    assert.deepEqual([web.documentation, web.type, web.absent], ['The web server', 'service', false]);
    assert.deepEqual(
      db?.settings.map(({ name }) => name),
      ['protection'],
    );
  });

  it('pass a stop on through a unit that is not running', () => {
    const model = imported(
      dumpOf(
        [
          { kind: 'Requires', from: 0, to: 1 },
          { kind: 'PartOf', from: 1, to: 2 },
        ],
        [1],
      ),
    );
    assert.deepEqual(stopIn(model, 'c.socket').stopped, ['a.service', 'c.socket']);
  });

  it('name the jobs of a cycle that systemd might drop', () => {
    const cycle: Stated[] = [
      { kind: 'After', from: 0, to: 1 },
      { kind: 'After', from: 1, to: 0 },
    ];
    const { findings } = importSystemd([file(dumpOf(cycle, []))]);
    assert.match(
      findings[0]?.message ?? '',
      /"a.service" after "b@1.service" after "a.service"\. .+ "a.service" or "b@1/,
    );
    const required = dumpOf(cycle, []).replaceAll('a.service', 'default.target').replaceAll('d.target', 'x.target');
    const [finding] = importSystemd([file(required)]).findings;
    assert.match(finding?.message ?? '', /that is not required: "b@1\.service"\. Remove/);
  });

  it('are recognized, and nothing else', () => {
    assert.match(recognizeSystemd([file(dumpOf([], []))]) ?? '', /"-> Unit NAME:"/);
    assert.match(recognizeSystemd([file(showOf([], []))]) ?? '', /"Id=NAME"/);
    assert.equal(recognizeSystemd([file('kind: Pod')]), undefined);
  });

  it('are refused in one sentence where there are none', () => {
    for (const [text, lines] of [
      ['', ['error import/empty 1']],
      ['hello', ['error import/wrong-format 1']],
      ['-> Unit x:\n', ['error import/wrong-format 1']],
    ] as const) {
      const { value, findings } = importSystemd([file(text)]);
      assert.equal(value, undefined);
      assert.deepEqual(findingLines(findings), lines);
    }
  });

  it('count once, the first of a name', () => {
    const dump = dumpOf([{ kind: 'PartOf', from: 0, to: 1 }], []);
    const { value, findings } = importSystemd([file(`${dump}${dump}`)]);
    assert.equal(value?.model.entities.length, names.length);
    assert.deepEqual(findingLines(findings), [`warning import/repeated-name ${String(dump.split('\n').length + 1)}`]);
  });

  it('are imported by the hundred within a second', () => {
    const count = 1000;
    const blocks = Array.from({ length: count }, (_, unit) => {
      const others = [1, 2, 3, 5, 8].map(
        (step) => `\t\tAfter: u${String((unit + step) % (unit + 1))}.service (origin-file)\n`,
      );
      return `\t-> Unit u${String(unit)}.service:\n${others.join('')}\t\tRequires: u0.service (origin-file)\n\t\t\tAction: u${String(unit)}.service -> start\n`;
    });
    const before = process.cpuUsage();
    const model = imported(blocks.join(''));
    assert.equal(stopIn(model, 'u0.service').stopped.length, count);
    assertWithin(2, before, 'a dump of 1,000 units');
  });
});
