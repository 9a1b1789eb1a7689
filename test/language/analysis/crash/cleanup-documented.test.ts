/** Crash cleanup, compared with the cases documented in the CellulOS sources. */
import assert from 'node:assert/strict';
import { crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import { findPolicy } from '../../../../language/src/analysis/facts/policies.ts';
import type { Depth } from '../../../../language/src/model/policy.ts';
import { buildModel } from '../../build-model.ts';
import { depths, destroyed, list } from './cleanup-expectations.ts';

/** The wiki example: the crash of block server 1 under every pair of depths, the documented column. */
const wiki = buildModel(`
  pd bs1
  pd bs2
  pd fs
  pd db
  pd app
  space disk1: block
  resource disk1.block1
  space disk2: block
  resource disk2.block2
  space fileSpace: file
  resource fileSpace.file1
  resource fileSpace.file2
  space database: table
  resource database.table1
  bs1 manages disk1
  bs1 holds disk1.block1
  bs2 manages disk2
  bs2 holds disk2.block2
  fs manages fileSpace
  fs holds fileSpace.file1, fileSpace.file2, disk1.block1, disk2.block2
  db manages database
  db holds database.table1
  app holds database.table1
  fs requests bs1, bs2 as block
  db requests fs as file
  app requests db as table
  fileSpace maps disk1, disk2
  database maps fileSpace
  fileSpace.file1 maps disk1.block1
  fileSpace.file2 maps disk2.block2
  database.table1 maps fileSpace.file1
`);

const disk = ['disk1', 'disk1.block1'];
const files = ['fileSpace', 'fileSpace.file1', 'fileSpace.file2'];
const tables = ['database', 'database.table1'];

const wikiRows: readonly (readonly [Depth, Depth, readonly string[], readonly string[]])[] = [
  [0, 0, ['bs1'], disk],
  [0, 1, ['bs1'], [...disk, ...files]],
  [0, 2, ['bs1'], [...disk, ...files, ...tables]],
  [0, 'unlimited', ['bs1'], [...disk, ...files, ...tables]],
  [1, 0, ['bs1', 'fs'], [...disk, ...files]],
  [1, 1, ['bs1', 'fs'], [...disk, ...files]],
  [1, 2, ['bs1', 'fs'], [...disk, ...files, ...tables]],
  [2, 0, ['bs1', 'fs', 'db'], [...disk, ...files, ...tables]],
  [2, 1, ['bs1', 'fs', 'db'], [...disk, ...files, ...tables]],
  [2, 2, ['bs1', 'fs', 'db'], [...disk, ...files, ...tables]],
  [2, 'unlimited', ['bs1', 'fs', 'db'], [...disk, ...files, ...tables]],
  [3, 0, ['bs1', 'fs', 'db', 'app'], [...disk, ...files, ...tables]],
  [3, 2, ['bs1', 'fs', 'db', 'app'], [...disk, ...files, ...tables]],
  ['unlimited', 'unlimited', ['bs1', 'fs', 'db', 'app'], [...disk, ...files, ...tables]],
];

describe('the crash of the first block server in the CellulOS wiki', () => {
  for (const [pdDepth, spaceDepth, pds, spaces] of wikiRows) {
    it(`destroys what the documentation says at PD depth ${pdDepth} and space depth ${spaceDepth}`, () => {
      assert.deepEqual(destroyed(wiki, 'bs1', depths(pdDepth, spaceDepth)).sort(), [...pds, ...spaces].sort());
    });
  }

  it('takes block 1 and the request from the file server, and nothing else from anyone', () => {
    const { degraded, notified } = crash(wiki.model, wiki.id('bs1'), depths(0, 0));
    assert.deepEqual(list(wiki, degraded), ['fs']);
    assert.deepEqual(notified, []);
  });

  it('notifies the file server that its space is lost when space distance destroys it', () => {
    const { degraded, notified } = crash(wiki.model, wiki.id('bs1'), depths(0, 1));
    assert.deepEqual(list(wiki, degraded), ['fs', 'db']);
    assert.deepEqual(
      notified.map(({ manager, event, subject }) => [...wiki.names([manager]), event, ...wiki.names([subject])]),
      [['fs', 'lost', 'fileSpace']],
    );
  });

  it('notifies the second block server, not the first, that block 2 is free when the file server dies', () => {
    const { notified } = crash(wiki.model, wiki.id('bs1'), depths(1, 0));
    assert.deepEqual(
      notified.map(({ manager, event, subject, by = -1 }) => [event, ...wiki.names([manager, subject, by])]),
      [['freed', 'bs2', 'disk2.block2', 'fs']],
    );
  });
});

/** The system tests GPICL001 to 003, with one resource for each of the ten requests of a client. */
const blockPart = `
  pd dummy
  space TB: block
  resource TB.r[10]
  pd blockS
  blockS manages TB
  blockS holds TB.r[*]
  pd blockC
  blockC requests TB
  blockC holds TB.r[*]
`;
const filePart = `
  space TF: file
  resource TF.r[10]
  TF maps TB
  pd fileS
  fileS manages TF
  fileS requests TB
  fileS holds TF.r[*]
  pd fileC
  fileC requests TF
  fileC holds TF.r[*]
`;
const dbPart = `
  space TD: table
  resource TD.r[10]
  TD maps TF
  pd dbS
  dbS manages TD
  dbS requests TF
  dbS holds TD.r[*]
  pd dbC
  dbC requests TD
  dbC holds TD.r[*]
`;

const systemTests: readonly (readonly [string, string, string, readonly string[], readonly string[]])[] = [
  ['GPICL001', blockPart, 'space-direct', ['dummy', 'blockC'], ['blockC']],
  ['GPICL001', blockPart, 'space-recursive', ['dummy', 'blockC'], ['blockC']],
  ['GPICL001', blockPart, 'pd-direct', ['dummy'], []],
  ['GPICL001', blockPart, 'pd-recursive', ['dummy'], []],
  [
    'GPICL002',
    blockPart + filePart,
    'space-recursive',
    ['dummy', 'blockC', 'fileS', 'fileC'],
    ['blockC', 'fileS', 'fileC'],
  ],
  ['GPICL002', blockPart + filePart, 'pd-direct', ['dummy', 'fileC'], ['fileC']],
  ['GPICL002', blockPart + filePart, 'pd-recursive', ['dummy'], []],
  [
    'GPICL003',
    blockPart + filePart + dbPart,
    'space-direct',
    ['dummy', 'blockC', 'fileS', 'fileC', 'dbS', 'dbC'],
    ['blockC', 'fileS'],
  ],
  [
    'GPICL003',
    blockPart + filePart + dbPart,
    'space-recursive',
    ['dummy', 'blockC', 'fileS', 'fileC', 'dbS', 'dbC'],
    ['blockC', 'fileS', 'fileC', 'dbS', 'dbC'],
  ],
  ['GPICL003', blockPart + filePart + dbPart, 'pd-direct', ['dummy', 'fileC', 'dbS', 'dbC'], ['fileC', 'dbS']],
  ['GPICL003', blockPart + filePart + dbPart, 'pd-recursive', ['dummy'], []],
];

describe('the crash of the block server in the system tests', () => {
  for (const [test, text, name, survivors, losers] of systemTests) {
    it(`${test} leaves ${survivors.join(', ')} under ${name}`, () => {
      const built = buildModel(text);
      const policy = findPolicy(built.model, name);
      assert.ok(policy);
      const cleanup = crash(built.model, built.id('blockS'), policy);
      const gone = new Set(cleanup.destroyed.map(({ entity }) => entity));
      const pds = built.model.entities.filter(({ kind, id }) => kind === 'pd' && !gone.has(id));
      assert.deepEqual(
        pds.map((pd) => pd.name),
        survivors,
      );
      assert.deepEqual(list(built, cleanup.degraded), losers);
    });
  }
});
