/**
 * Every file in test/fixtures/faulty has one error (a few have several, as their name or first line says). Its complete
 * findings are recorded beside it; everything around the error survives.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadModel } from '../../language/src/dsl/load.ts';
import type { Finding } from '../../language/src/model/finding.ts';

const folder = new URL('../fixtures/faulty/', import.meta.url);
const record = new URL('findings.txt', folder);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.aft'))
  .sort();

/** Files that are not cut down to a single fault, with how many findings they have. */
const several: Readonly<Record<string, number>> = {
  'cut-off-in-expression.aft': 2,
  'three-faults-in-three-places.aft': 3,
  'two-faults-far-apart.aft': 2,
  // The word that begins the next line is taken for the value, so that the machine has no initial state.
  'variable-without-value.aft': 2,
};

const loaded = new Map<string, ReturnType<typeof loadModel>>();

/** Loads a file once for all that is asked about it. */
function load(name: string): ReturnType<typeof loadModel> {
  const known =
    loaded.get(name) ?? loadModel(`test:/${name}`, () => Promise.resolve(readFileSync(new URL(name, folder), 'utf8')));
  loaded.set(name, known);
  return known;
}

const line = ({ span, severity, code, message }: Finding): string =>
  `  ${String(span.start.line + 1)}:${String(span.start.character + 1)} ${severity} ${code} ${message}`;

describe('a faulty file', () => {
  it('has exactly the findings that are recorded', async () => {
    const blocks: string[] = [];
    for (const name of names) blocks.push([name, ...(await load(name)).findings.map(line)].join('\n'));
    const actual = `${blocks.join('\n')}\n`;
    if (process.env.UPDATE_SNAPSHOTS === '1') writeFileSync(record, actual);
    assert.equal(actual, readFileSync(record, 'utf8'));
  });

  for (const name of names) {
    it(`${name} has one finding for each fault`, async () => {
      const { findings } = await load(name);
      assert.equal(findings.length, several[name] ?? 1, findings.map(line).join('\n'));
    });
  }

  it('keeps everything before and after the fault', async () => {
    const without = ['cut-off-in-expression.aft', 'cut-off-in-text.aft', 'fault-at-the-start.aft'];
    for (const name of names.filter((each) => !without.includes(each))) {
      const { model } = await load(name);
      const entities = model.entities.map((entity) => entity.name);
      assert.ok(entities.includes('disk') && entities.includes('disk.block1'), `${name} keeps the disk`);
      assert.ok(entities.includes('server'), `${name} keeps the server`);
      assert.ok(model.scenarios.length + model.checks.length > 0, `${name} keeps the scenario behind the fault`);
    }
  });

  it('is one of at least sixty', () => {
    assert.ok(names.length >= 60);
  });
});
