/** The key-value stack of the examples, for tests without the parser. */
import { defaultPolicy, type Policy } from '../../../language/src/model/policy.ts';
import { buildModel, type Built } from '../build-model.ts';

/** Kills the direct dependents of a lost space, and drops the spaces that map to it. */
export const careful: Policy = { ...defaultPolicy, name: 'careful', pdDepth: 1, spaceDepth: 2 };

/** The model in the notation of the test builder. */
export const kvStoreText = `
  space disk1: block
  resource disk1.block1
  space disk2: block
  resource disk2.block2
  space files: file
  files maps disk1, disk2
  resource files.file1
  files.file1 maps disk1.block1
  resource files.file2
  files.file2 maps disk2.block2
  space database: table
  database maps files
  resource database.table1
  database.table1 maps files.file1

  pd blockServer1
  blockServer1 manages disk1
  blockServer1 holds disk1.*
  pd blockServer2
  blockServer2 manages disk2
  blockServer2 holds disk2.*
  pd fileServer
  fileServer manages files
  fileServer requests disk1, disk2
  fileServer holds files.*
  fileServer holds disk1.block1 as rw
  fileServer holds disk2.block2 as rw
  pd db
  db manages database
  db requests files
  db holds database.*
  pd app
  app requests database
  app holds database.table1 as r
`;

/** Returns the model, with additional lines at its end. */
export function kvStore(more = ''): Built {
  return buildModel(kvStoreText + more, [careful]);
}
