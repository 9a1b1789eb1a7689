/** While nobody does anything, the language server rests. Reads `/proc`, so it needs Linux. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { checkout } from '../client/scripts/processes.mjs';
import { startClient } from './server/language-client.ts';

const seconds = 60;
/** Of a second of one core. */
const most = 0.005;
const ticksPerSecond = 100;

/** Returns the processor time that a process has used, in seconds. */
function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  // After the name, which may contain anything, fields 12 and 13 are the ticks.
  const fields = stat.replace(/^.*\) /su, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Waits until a process has finished what it was asked to do: it has rested for three seconds. */
async function rest(pid: number): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    const before = processorTime(pid);
    await setTimeout(1000);
    quiet = processorTime(pid) - before < 0.02 ? quiet + 1 : 0;
  }
}

describe('while nothing happens', () => {
  it('a server with a hundred open models uses less than 0.5 % of a core', async () => {
    const client = await startClient();
    const { pid } = client.process;
    assert.ok(pid !== undefined);
    const model = readFileSync(join(checkout, 'language/examples/kv-store.aft'), 'utf8');
    for (let count = 0; count < 100; count += 1) await client.open(`file:///models/${String(count)}.aft`, model);
    await client.diagnostics('file:///models/99.aft');
    await rest(pid);
    const before = processorTime(pid);
    assert.ok(before > 0.1, 'it has worked');
    await setTimeout(1000 * seconds);
    const share = (processorTime(pid) - before) / seconds;
    await client.stop();
    assert.ok(share < most, `${(100 * share).toFixed(2)} %`);
  });

  it('the extension watches no files but models', () => {
    const sources = globSync('client/src/**/*.ts', { cwd: checkout }).map((file) =>
      readFileSync(join(checkout, file), 'utf8'),
    );
    const watched = sources.flatMap((text) =>
      [...text.matchAll(/createFileSystemWatcher\((\w+)/gu)].map(([, name = '']) =>
        new RegExp(`const ${name} = (.*);`, 'u').exec(text)?.at(1),
      ),
    );
    assert.deepEqual(watched, ["'**/*.aft'"]);
  });
});
