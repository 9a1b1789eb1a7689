/** What is released: only what is ready, with checksums that are signed. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { obstacles, sign } from '../../../client/scripts/release.mjs';

describe('a release', () => {
  const ready = {
    ...{ status: '', version: '1.2.0', changelog: '# Changelog\n\n## 1.2.0 (2026-01-01)\n\n- News.\n' },
    ...{ origin: 'git@example.org:a/b.git\n', repository: 'git+https://example.org/a/b.git' },
  };

  it('is made of what is ready', () => {
    assert.deepEqual(obstacles(ready), []);
    assert.deepEqual(obstacles({ ...ready, origin: '' }), []);
  });

  it('is refused otherwise, with what to do', () => {
    const [changed] = obstacles({ ...ready, status: ' M README.md' });
    assert.match(changed ?? '', /Commit them first/u);
    const [elsewhere] = obstacles({ ...ready, origin: 'https://example.org/fork/b' });
    assert.match(elsewhere ?? '', /"origin" is https:\/\/example\.org\/fork\/b/u);
    const [unnamed, unreleased] = obstacles({ ...ready, changelog: '## Unreleased\n\n## 1.2.01\n' });
    assert.match(unnamed ?? '', /no heading "## 1\.2\.0"/u);
    assert.match(unreleased ?? '', /still has a heading/u);
  });

  it('has checksums whose signature holds, and no longer does when one is changed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'aft-'));
    try {
      const keygen = (args: readonly string[], input = ''): string =>
        execFileSync('ssh-keygen', args, { cwd: folder, input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });
      keygen(['-q', '-t', 'ed25519', '-N', '', '-f', 'key']);
      writeFileSync(join(folder, 'a.vsix'), 'extension');
      writeFileSync(join(folder, 'b.tgz'), 'library');
      await sign(folder, ['a.vsix', 'b.tgz'], join(folder, 'key'));
      const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
      assert.equal(sums.split('\n')[0], `${createHash('sha256').update('extension').digest('hex')}  a.vsix`);
      writeFileSync(join(folder, 'signers'), `me ${readFileSync(join(folder, 'key.pub'), 'utf8')}`);
      const verify = (text: string): string =>
        keygen(['-Y', 'verify', '-f', 'signers', '-I', 'me', '-n', 'file', '-s', 'SHA256SUMS.sig'], text);
      assert.match(verify(sums), /^Good "file" signature for me/u);
      assert.throws(() => verify(sums.replace('a.vsix', 'c.vsix')));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
