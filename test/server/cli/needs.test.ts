/** Needs in runs and checks: what may not come to life waits, in a scenario with a finding, in a check as an owed restart. */
import assert from 'node:assert/strict';
import { aftermath } from './command-line.ts';

const text = `pd api[3]
pd lb { needs 2 of api[*] }
pd db
node host { pd app { needs db as start } }
pd left { needs right }
pd right { needs left }
scenario "needs" {
  expect not left broken
  crash api[0]
  expect not lb broken
  crash api[1]
  expect lb broken
  unlink lb needs api[0]
  expect lb broken
  restart api[1]
  expect not lb broken
  crash db
  crash host
  restart host
  expect host alive and not host.app alive
  restart host.app
  expect not host.app alive
  restart db
  restart host.app
  expect host.app alive
  crash db
  expect host.app alive and not host.app broken
}
check "the application never comes back before its database" {
  fault crash of db up to 1
  fault crash of host.app up to 1
  host.app crashed leads to host.app alive
}
check "without a restart of its database, it stays away" fails {
  fault halt of db up to 1
  fault crash of host.app up to 1
  host.app crashed leads to host.app alive
}
`;

describe('needs', () => {
  it('have a number, and what needs another as a start waits for it', async () => {
    const { code, output } = await aftermath(['test', '-'], { input: text });
    assert.equal(code, 0, output);
    assert.match(output, /"host\.app" stays dead: it needs "db" as start, which is not alive\./);
    assert.match(output, /"host\.app" cannot be restarted: it needs "db" as start, which is not alive\./);
  });

  it('hold back a restart that is owed, until they are met', async () => {
    const { code, output } = await aftermath(['verify', '-'], { input: text });
    assert.equal(code, 0, output);
    assert.match(output, /2 checks: 2 passed/);
  });

  it('name the count in the reasons of a crash', async () => {
    const input = 'node rack { pd api[2] }\npd spare\npd lb { needs 2 of rack.api[*], spare }\n';
    const { output } = await aftermath(['crash', '-', 'rack'], { input });
    assert.match(output, /2 of 3 are needed by "lb"; "rack\.api\[0\]" and "rack\.api\[1\]" are gone/);
  });

  it('"as start" are refused by the export to SPIN, with their name', async () => {
    const input =
      'pd db\npd app { needs db as start }\ncheck "c" { fault crash of app up to 1 app crashed leads to app alive }\n';
    const { code, notes } = await aftermath(['export', 'promela', '-'], { input });
    assert.equal(code, 1);
    assert.match(notes, /a need "as start" of an entity that starts/);
  });
});
