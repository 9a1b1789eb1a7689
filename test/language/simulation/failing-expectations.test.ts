/**
 * Failing expectations: the actual value, in words that answer the question, and why.
 */
import assert from 'node:assert/strict';
import type { FailedExpectation } from '../../../language/src/simulation/play/scenario-result.ts';
import { runScenarios } from './run-scenarios.ts';

const stack = `
space disk { resource block }
pd server { manages disk  holds disk.block }
pd client { requests disk  holds disk.block as rw }
pd user { needs client }
pd visitor { needs user }
object owner { object owned }
object pointer { refers owner.owned  phase: pending }
pd many[30]
`;

async function failuresOf(steps: string): Promise<readonly FailedExpectation[]> {
  const [result] = await runScenarios(`${stack}\nscenario "x" { ${steps} }`);
  assert.deepEqual(result?.errors, []);
  return result.failures;
}

/** What is found, and the reasons, of the only expectation that fails. */
async function told(steps: string): Promise<{ readonly found: string; readonly because: readonly string[] }> {
  const [failure, ...others] = await failuresOf(steps);
  assert.ok(failure !== undefined && others.length === 0, 'Exactly one expectation fails.');
  return { found: failure.found, because: failure.because.map(({ text }) => text) };
}

const answers: readonly (readonly [steps: string, found: string])[] = [
  ['expect client degraded', 'client is alive, but not degraded'],
  ['crash client expect user degraded', 'user is alive and broken, but not degraded'],
  ['destroy client expect client crashed', 'client is destroyed, but not by its own crash'],
  ['expect not client alive', 'client is alive'],
  ['expect client destroyed or not client alive', 'client is alive'],
  ['expect client == user', '(client == user) is false'],
  ['expect owner == none', '(owner == none) is false'],
  ['expect client holds disk', 'client holds disk.block as rw'],
  ['expect user holds disk.block', 'user holds nothing'],
  ['expect not client holds disk.block', 'client holds disk.block as rw'],
  ['expect client holds disk.block as r', 'client holds disk.block as rw'],
  ['expect (count p in pds: p crashed) == 2', '(count p in pds: (p crashed)) is 0'],
  ['expect pointer.phase == "pending"', 'pointer.phase is the word pending'],
  ['set pointer.phase = "a" expect pointer.phase == "b"', 'pointer.phase is a'],
  ['expect tcb(client) == [disk]', 'tcb(client) is [server]'],
];

describe('a failing expectation', () => {
  for (const [steps, found] of answers) {
    it(`finds that ${found}: ${steps}`, async () => {
      assert.equal((await told(steps)).found, found);
    });
  }

  it('shows the set that something is not in', async () => {
    assert.match((await told('expect disk in pds')).found, /^disk is not in pds, which is \[server, client, user, /);
  });

  it('says why something ended, though something else ended later', async () => {
    const { because } = await told('crash server crash many[0] expect disk.block alive');
    assert.deepEqual(because, ['"server" crashed', '"disk" is managed by "server"', '"disk.block" is in "disk"']);
  });

  it('says what a degraded PD lost', async () => {
    const { because } = await told('crash server expect not client degraded');
    assert.deepEqual(because, ['"client" no longer requests "disk"', '"client" no longer holds "disk.block"']);
  });

  it('says which chain of needs leads to what is not alive', async () => {
    const { because } = await told('crash client expect not visitor broken');
    assert.deepEqual(because, ['"visitor" needs "user"', '"user" needs "client", and "client" is not alive']);
  });

  it('says what a dangling reference points to', async () => {
    const { because } = await told('destroy owner expect not pointer dangling');
    assert.deepEqual(because, ['"pointer" refers "owner.owned", and "owner.owned" is not alive']);
  });

  it('says that something is deleted because its owner is gone', async () => {
    const { because } = await told('delete owner run 1s expect owner.owned alive');
    assert.deepEqual(because, ['"owner", which owns "owner.owned", is gone', '"owner.owned" is deleted']);
  });

  it('says why the first of all does not satisfy the condition', async () => {
    const { because } = await told('crash user crash visitor expect all p in pds: p alive');
    assert.deepEqual(because, ['"user" crashed']);
  });

  it('shows the first of many', async () => {
    const { found } = await told('expect many[*] destroyed');
    assert.match(found, /^many\[0\] is alive; .*many\[19\] is alive; and 10 more$/);
  });

  it('shows of a long log the lines around the first that differs', async () => {
    const { found } = await told(`${lines(40)} expect log "0"`);
    assert.equal(found, 'log "0", "1", "2", "3", … (40 lines; the first that differs is line 2)');
  });
});

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `log "${index}"`).join(' ');
