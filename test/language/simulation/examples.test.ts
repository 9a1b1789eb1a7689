import { readFile } from 'node:fs/promises';
import { assertPasses } from './run-scenarios.ts';

describe('the scenarios of the examples', () => {
  for (const name of [
    'kv-store',
    'web-app',
    'machine',
    'job',
    'deletion',
    'streams',
    'boxes',
    'keepalive',
    'region-operator',
    'murano',
    'job-recovery',
  ]) {
    it(`of ${name}.aft come true`, async () => {
      await assertPasses(await readFile(new URL(`../../../language/examples/${name}.aft`, import.meta.url), 'utf8'));
    });
  }
});
