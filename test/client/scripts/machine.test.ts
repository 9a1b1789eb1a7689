/** The programs that `npm test` reports missing on a machine, and the command to install them. */
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canInstall, installCommand, missingPrograms } from '../../../client/scripts/machine.mjs';

const browser = 'chromium-headless-shell';
const all = [browser, 'gcc', 'tcc', 'spin', 'scram', 'procps', 'slurm-wlm', 'munge', 'openssh-client'];

describe('the programs that the tests need of a machine', () => {
  let folder = '';
  const machine = (isRoot: boolean, ...programs: readonly string[]) => {
    for (const program of programs) {
      writeFileSync(join(folder, program), '#!/bin/sh\n');
      chmodSync(join(folder, program), 0o755);
    }
    return { env: { PATH: folder }, isRoot };
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'aft-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('are all missing on an empty one', () => {
    assert.deepEqual(missingPrograms(machine(false)), all);
  });

  it('may have other names', () => {
    const names = ['google-chrome', 'gcc', 'tcc', 'spin', 'scram', 'ps', 'sbatch', 'munge', 'ssh-keygen'];
    assert.deepEqual(missingPrograms(machine(false, ...names)), []);
  });

  it('include the browser that CHROMIUM names, and no other', () => {
    const { env } = machine(false, 'chromium', 'mine');
    const missing = (chromium: string) => missingPrograms({ env: { ...env, CHROMIUM: chromium }, isRoot: false });
    assert.ok(!missing(join(folder, 'mine')).includes(browser));
    assert.ok(missing(join(folder, 'gone')).includes(browser));
  });

  it('are installed automatically as root on Debian only', () => {
    assert.ok(!canInstall(machine(true)));
    assert.ok(canInstall(machine(true, 'apt-get')));
    assert.ok(!canInstall(machine(false)));
  });

  it('come with one command', () => {
    const missing = [browser, 'gcc'];
    assert.match(
      installCommand(missing, machine(false)),
      /^sudo apt-get .*chromium-headless-shell gcc {3}\(on Debian; /,
    );
    const debian = 'apt-get update && apt-get install -y chromium-headless-shell gcc';
    assert.equal(installCommand(missing, machine(true, 'apt-get')), debian);
    assert.equal(installCommand(missing, machine(false)), debian.replaceAll('apt-get', 'sudo apt-get'));
    assert.equal(installCommand(missing, machine(false, 'brew')), 'brew install chromium gcc');
  });
});
