/** Crash cleanup of the key-value stack, as the scenarios of that example expect it. */
import assert from 'node:assert/strict';
import { crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import { depths, list, reason } from './cleanup-expectations.ts';
import { careful, kvStore } from '../kv-store.ts';

describe('the key-value stack', () => {
  const built = kvStore();
  const policy = depths(0, 0);

  it('loses only the disk when its server crashes', () => {
    const cleanup = crash(built.model, built.id('blockServer1'), policy);
    assert.deepEqual(list(built, cleanup.destroyed), ['blockServer1', 'disk1', 'disk1.block1']);
    assert.deepEqual(list(built, cleanup.degraded), ['fileServer']);
    assert.deepEqual(list(built, cleanup.dangling), ['files', 'files.file1']);
  });

  it('keeps database and application under careful, the application without its table', () => {
    const cleanup = crash(built.model, built.id('blockServer1'), careful);
    assert.deepEqual(
      cleanup.order.map((layer) => built.names(layer)),
      [
        ['blockServer1'],
        ['disk1', 'disk1.block1'],
        ['files', 'files.file1', 'files.file2'],
        ['database', 'database.table1'],
        ['fileServer'],
      ],
    );
    assert.deepEqual(list(built, cleanup.degraded), ['db', 'app']);
    assert.deepEqual(list(built, cleanup.dangling), []);
  });

  it('frees at both block servers what the dead file server held', () => {
    const cleanup = crash(built.model, built.id('fileServer'), policy);
    assert.deepEqual(
      cleanup.notified.map(({ manager, event, subject }) => [event, ...built.names([manager, subject])]),
      [
        ['freed', 'blockServer1', 'disk1.block1'],
        ['freed', 'blockServer2', 'disk2.block2'],
      ],
    );
    assert.deepEqual(list(built, cleanup.degraded), ['db']);
    assert.deepEqual(list(built, cleanup.dangling), ['database', 'database.table1']);
    assert.deepEqual(reason(cleanup.notified[0]), [
      '"fileServer" crashed',
      '"fileServer" holds "disk1.block1"',
      '"disk1.block1" is in "disk1"',
      '"disk1" is managed by "blockServer1"',
    ]);
  });

  it('keeps the second disk in every crash but that of its own server', () => {
    for (const { id, kind } of built.model.entities) {
      if (kind !== 'pd' || id === built.id('blockServer2')) continue;
      const cleanup = crash(built.model, id, depths('unlimited', 'unlimited'));
      assert.ok(!list(built, cleanup.destroyed).includes('disk2'));
    }
  });

  it('explains each loss by the shortest chain, each fact with its relation or entity', () => {
    const cleanup = crash(built.model, built.id('blockServer1'), depths(2, 0));
    const [db] = cleanup.destroyed.filter(({ entity }) => entity === built.id('db'));
    assert.deepEqual(reason(db), [
      '"blockServer1" crashed',
      '"disk1" is managed by "blockServer1"',
      '"fileServer" requests "disk1"',
      '"files" is managed by "fileServer"',
      '"db" requests "files"',
    ]);
    assert.deepEqual([db?.by, db?.distance], ['pd distance', 2]);
    const last = db?.because.at(-1)?.relation ?? -1;
    assert.equal(built.model.relations[last]?.source, built.id('db'));
    const [app] = cleanup.degraded;
    assert.deepEqual(app?.because.at(-1)?.text, '"app" requests "database"');
  });

  it('gives an answer that survives a round trip through JSON', () => {
    const cleanup = crash(built.model, built.id('blockServer1'), careful);
    assert.equal(JSON.stringify(JSON.parse(JSON.stringify(cleanup))), JSON.stringify(cleanup));
    assert.match(JSON.stringify(cleanup), /"because":\[\{"text":"\\"blockServer1\\" crashed"/);
  });
});
