/** Policies that destroy further PDs by a metric: rules, reasons, the naive oracle and monotonicity. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Cleanup, crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import { defaultPolicy, type Policy } from '../../../../language/src/model/policy.ts';
import { buildModel, type Built, makeModel } from '../../build-model.ts';
import { runs } from '../../../properties.ts';
import { list, reason } from './cleanup-expectations.ts';
import { kvStore } from '../kv-store.ts';
import { naiveCrash } from './naive-crash.ts';
import { parts, policy, thresholdPolicy } from '../random-model.ts';

const near = (thresholds: Partial<Policy>): Policy => ({ ...defaultPolicy, name: 'near', ...thresholds });

describe('a policy with thresholds', () => {
  it('takes every PD whose similarity in the type is at least the least one, with its spaces', () => {
    const built = kvStore();
    const blockServer1 = built.id('blockServer1');
    const half = crash(built.model, blockServer1, near({ minRsi: 1 / 2, rsiType: 'block' }));
    assert.deepEqual(list(built, half.destroyed), [
      'blockServer1',
      'disk1',
      'disk1.block1',
      'fileServer',
      'db',
      'app',
      'files',
      'files.file1',
      'files.file2',
      'database',
      'database.table1',
    ]);
    const most = crash(built.model, blockServer1, near({ minRsi: 2 / 3, rsiType: 'block' }));
    assert.deepEqual(list(built, most.destroyed).slice(3), ['db', 'app', 'database', 'database.table1']);
  });

  it('says which shared resource and which measure is the reason', () => {
    const built = kvStore();
    const policy = near({ minRsi: 1 / 2, rsiType: 'block' });
    const { destroyed, degraded } = crash(built.model, built.id('blockServer2'), policy);
    const files = destroyed.find(({ entity }) => entity === built.id('files'));
    assert.deepEqual([files?.by, files?.distance], ['threshold', 1]);
    assert.deepEqual(reason(files), [
      '"blockServer2" crashed',
      '"blockServer2" holds "disk2.block2"',
      '"fileServer" holds "disk2.block2"',
      'the RSI of "fileServer" and "blockServer2" in "block" is 1/2 (1 of 2 resources), which meets the threshold of policy "near"',
      '"files" is managed by "fileServer"',
    ]);
    assert.deepEqual(reason(degraded.find(({ entity }) => entity === built.id('db'))).at(-1), '"db" requests "files"');
  });

  it('takes every PD whose fault radius is at most the greatest one, with the way to the common ancestor', () => {
    const built = buildModel(`
      space memory
      pd hypervisor
      hypervisor manages memory
      pd vm1
      vm1 requests hypervisor as page
      space calls
      vm1 manages calls
      pd process1
      process1 requests calls
      pd vm2
      vm2 requests memory
      pd process2
      process2 requests vm2 as call
      pd alone
    `);
    const crashed = built.id('process1');
    const one = crash(built.model, crashed, near({ maxFaultRadius: 1 }));
    assert.deepEqual(list(built, one.destroyed), ['process1', 'hypervisor', 'vm1', 'vm2', 'memory', 'calls']);
    const two = crash(built.model, crashed, near({ maxFaultRadius: 2 }));
    assert.equal(list(built, two.destroyed).includes('process2'), true);
    assert.equal(list(built, two.destroyed).includes('alone'), false);
    assert.deepEqual(reason(two.destroyed.find(({ entity }) => entity === built.id('process2'))), [
      '"process1" crashed',
      '"process1" requests "calls"',
      '"calls" is managed by "vm1"',
      '"vm1" requests "hypervisor" as page',
      '"memory" is managed by "hypervisor"',
      '"vm2" requests "memory"',
      '"process2" requests "vm2" as call',
      'the fault radius of "process2" and "process1" is 2, which meets the threshold of policy "near"',
    ]);
  });

  it('measures from every PD on a node that crashes, and spares roots', () => {
    const built = buildModel(`
      space files: file
      resource files.log
      node host
      pd host.idle
      pd host.busy
      host.busy holds files.log
      pd peer
      peer holds files.log
      root pd kernel
      kernel holds files.log
    `);
    const { destroyed } = crash(built.model, built.id('host'), near({ minRsi: 1, rsiType: 'file' }));
    assert.deepEqual(list(built, destroyed), ['host', 'host.idle', 'host.busy', 'peer']);
    assert.deepEqual(reason(destroyed.at(-1)).slice(0, 3), [
      '"host" crashed',
      '"host.busy" is on "host"',
      '"host.busy" holds "files.log"',
    ]);
  });

  it('measures before the crash and only once: a PD destroyed for a metric destroys no dependents', () => {
    const built = buildModel(`
      space files: file
      resource files.log
      pd a
      a holds files.log
      pd b
      b holds files.log
      space own
      b manages own
      pd client
      client requests own
      absent pd later
      later holds files.log
    `);
    const policy = near({ minRsi: 1, rsiType: 'file', spaceDepth: 'unlimited' });
    const { destroyed, degraded } = crash(built.model, built.id('a'), policy);
    assert.deepEqual(list(built, destroyed), ['a', 'b', 'own']);
    assert.deepEqual(list(built, degraded), ['client']);
  });

  it('measures the resources of all types together if it names none', () => {
    const built = kvStore();
    const { destroyed } = crash(built.model, built.id('fileServer'), near({ minRsi: 1 / 3 }));
    assert.deepEqual(list(built, destroyed).slice(4), ['db', 'app', 'database', 'database.table1']);
  });
});

describe('thresholds on random models', () => {
  it('equal the naive definition for every crash', () => {
    fc.assert(
      fc.property(parts, thresholdPolicy, ({ entities, relations }, policy) => {
        const built = makeModel(entities, relations);
        for (const id of crashable(built)) {
          const cleanup = crash(built.model, id, policy);
          const naive = naiveCrash(built.model, id, policy);
          assert.deepEqual([...destroyedNames(built, cleanup)].sort(), naive.destroyed);
          assert.deepEqual(
            cleanup.order.map((layer) => built.names(layer).sort()),
            naive.order,
          );
          assert.deepEqual(list(built, cleanup.degraded).sort(), naive.degraded);
          assert.deepEqual(list(built, cleanup.broken).sort(), naive.broken);
          assert.deepEqual(list(built, cleanup.dangling).sort(), naive.dangling);
        }
      }),
      { numRuns: runs(400, 20_000) },
    );
  });

  it('destroy no less with a lower least similarity or a higher fault radius', () => {
    const steps = [undefined, 1, 2 / 3, 1 / 2, 1 / 3, 0].map((minRsi) => ({ minRsi }));
    const radii = [undefined, 0, 1, 2, 3].map((maxFaultRadius) => ({ maxFaultRadius }));
    fc.assert(
      fc.property(parts, thresholdPolicy, ({ entities, relations }, policy) => {
        const built = makeModel(entities, relations);
        for (const id of crashable(built).slice(0, 2)) {
          for (const thresholds of [steps, radii]) {
            let before = new Set<string>();
            for (const threshold of thresholds) {
              const now = destroyedNames(built, crash(built.model, id, { ...policy, ...threshold }));
              assert.deepEqual(
                [...before].filter((name) => !now.has(name)),
                [],
              );
              before = now;
            }
          }
        }
      }),
      { numRuns: runs(200, 10_000) },
    );
  });

  it('add to what the depths destroy, and change nothing about it', () => {
    fc.assert(
      fc.property(parts, policy, thresholdPolicy, ({ entities, relations }, depths, { minRsi, rsiType }) => {
        const built = makeModel(entities, relations);
        for (const id of crashable(built).slice(0, 2)) {
          const ends = (policy: Policy): string[] =>
            crash(built.model, id, policy).destroyed.map(({ entity, by, distance }) => `${entity} ${by} ${distance}`);
          const withThresholds = new Set(ends({ ...depths, minRsi, rsiType }));
          assert.deepEqual(
            ends(depths).filter((end) => !withThresholds.has(end)),
            [],
          );
        }
      }),
      { numRuns: runs(100, 5000) },
    );
  });

  it('give reasons that begin with the crash, state the measure and end at what is destroyed', () => {
    fc.assert(
      fc.property(parts, thresholdPolicy, ({ entities, relations }, policy) => {
        const built = makeModel(entities, relations);
        for (const id of crashable(built)) {
          for (const { entity, by, because } of crash(built.model, id, policy).destroyed) {
            if (by !== 'threshold') continue;
            assert.equal(because[0]?.text, `"${built.names([id])[0]}" crashed`);
            const measured = because.find(
              ({ text }) => text.startsWith('the RSI') || text.startsWith('the fault radius'),
            );
            assert.ok(measured, 'a reason states what was measured');
            const last = because.at(-1);
            const relation = built.model.relations[last?.relation ?? -1];
            const ends = [last?.entity, relation?.source, relation?.target];
            assert.ok(ends.includes(entity), 'a reason ends at what goes');
          }
        }
      }),
      { numRuns: runs(200, 10_000) },
    );
  });
});

function crashable({ model }: Built): number[] {
  return model.entities.filter(({ kind, absent }) => (kind === 'pd' || kind === 'node') && !absent).map(({ id }) => id);
}

function destroyedNames(built: Built, cleanup: Cleanup): Set<string> {
  return new Set(list(built, cleanup.destroyed));
}
