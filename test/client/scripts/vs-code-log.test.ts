/** The log files that VS Code writes in the walks: what its Output panel shows. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAsyncRotatingLogger } from '../../../client/scripts/vs-code-log.mjs';

describe('the log of the VS Code server', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'aft-'));
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it('has a line for each message of the level or above, with time and level', async () => {
    const file = join(root, 'a', 'b.log');
    const logger = await createAsyncRotatingLogger('b', file);
    logger.debug('hidden');
    logger.warn('one');
    logger.setLevel(4);
    logger.info('hidden');
    logger.error('two');
    assert.equal(logger.getLevel(), 4);
    assert.match(readFileSync(file, 'utf8'), /^\d{4}-\d\d-\d\d [\d:.]+ \[warning\] one\n[^\n]* \[error\] two\n$/);
  });

  it('is returned as given, and empty in a missing folder', async () => {
    const file = join(root, 'a', 'b.log');
    const logger = await createAsyncRotatingLogger('b', file);
    logger.clearFormatters();
    logger.info('one\n');
    logger.critical('two');
    assert.equal(readFileSync(file, 'utf8'), 'one\ntwo');
    rmSync(join(root, 'a'), { recursive: true });
    logger.info('three');
  });
});
