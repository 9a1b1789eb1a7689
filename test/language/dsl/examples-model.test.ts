/** The models of the examples: what exists in them, and what is said between it. */
import assert from 'node:assert/strict';
import { filesIn } from './aftermath-texts.ts';
import { entityLines, modelOfText, relationLines } from './load-text.ts';

interface Expected {
  readonly entities: readonly string[];
  readonly relations: readonly string[];
  /** How many policies, events, machines, channels, collectors, scenarios and checks there are. */
  readonly others: readonly number[];
}

const expectedModels: Readonly<Record<string, Expected>> = {
  'examples/boxes.aft': {
    entities: ['node x', 'object x.q', 'object x.r', 'node y', 'object y.s', 'object y.t', 'pd y.main'],
    relations: ['x.q refers y.s', 'x.r refers y.t', 'y.s refers x.r', 'y.t refers x.q', 'y.main refers y.t'],
    others: [0, 0, 0, 1, 1, 5, 1],
  },
  'examples/deletion.aft': {
    entities: [
      'root object a : Job',
      'object a.child : Pod',
      'root object b : Job',
      'object both : Pod',
      'object held : Pod',
      'root object app',
      'object app.net',
      'object app.vm',
      'object cache',
    ],
    relations: [
      '(a owns a.child)',
      'a owns both',
      'a owns held as nonblocking',
      'b owns both',
      '(app owns app.net)',
      'app.net destroyed after app.vm notify told',
      '(app owns app.vm)',
      'app refers cache as runtime',
    ],
    others: [0, 0, 0, 0, 0, 8, 0],
  },
  'examples/job-recovery.aft': {
    entities: [
      'absent object job : Job',
      'absent object job.config : ConfigMap',
      'absent object job.service : Service',
      'absent object job.region-operator : ConsistentRegionOperator',
      'absent object job.region : ConsistentRegion',
      'absent object job.pe[0] : ProcessingElement',
      'absent object job.pe[0].pod : Pod',
      'absent object job.pe[1] : ProcessingElement',
      'absent object job.pe[1].pod : Pod',
      'pd operator runs JobOperator',
      'root object client',
    ],
    relations: [
      '(job owns job.config)',
      '(job owns job.service)',
      '(job owns job.region-operator)',
      '(job owns job.region)',
      '(job owns job.pe[0])',
      '(job.pe[0] owns job.pe[0].pod)',
      '(job owns job.pe[1])',
      '(job.pe[1] owns job.pe[1].pod)',
    ],
    others: [0, 1, 1, 0, 0, 7, 0],
  },
  'examples/job.aft': {
    entities: [
      'absent object job : Job',
      'absent object job.config : ConfigMap',
      'absent object job.pod[0] : Pod',
      'absent object job.pod[1] : Pod',
      'absent object job.pod[2] : Pod',
      'absent object job.pod[3] : Pod',
      'absent object job.pod[4] : Pod',
      'pd operator runs JobOperator',
    ],
    relations: [
      '(job owns job.config)',
      '(job owns job.pod[0])',
      '(job owns job.pod[1])',
      '(job owns job.pod[2])',
      '(job owns job.pod[3])',
      '(job owns job.pod[4])',
    ],
    others: [0, 1, 1, 0, 0, 2, 0],
  },
  'examples/keepalive.aft': {
    entities: [
      'node x',
      'absent object x.q runs Box',
      'absent object x.r runs Box',
      'pd x.main runs Main',
      'node y',
      'absent object y.s runs Box',
      'absent object y.t runs Box',
      'absent pd y.sleeper runs Sleeper',
    ],
    relations: [],
    others: [0, 5, 3, 1, 1, 7, 0],
  },
  'examples/kv-store.aft': {
    entities: [
      'space disk1 : block',
      'resource disk1.block1 : block',
      'space disk2 : block',
      'resource disk2.block2 : block',
      'space files : file',
      'resource files.file1 : file',
      'resource files.file2 : file',
      'space database : table',
      'resource database.table1 : table',
      'pd blockServer1',
      'pd blockServer2',
      'pd fileServer',
      'pd db',
      'pd app',
    ],
    relations: [
      'files maps disk1',
      'files maps disk2',
      'files.file1 maps disk1.block1',
      'files.file2 maps disk2.block2',
      'database maps files',
      'database.table1 maps files.file1',
      'blockServer1 manages disk1',
      'blockServer1 holds disk1.block1',
      'blockServer2 manages disk2',
      'blockServer2 holds disk2.block2',
      'fileServer manages files',
      'fileServer requests disk1',
      'fileServer requests disk2',
      'fileServer holds files.file1',
      'fileServer holds files.file2',
      'fileServer holds disk1.block1 as rw',
      'fileServer holds disk2.block2 as rw',
      'db manages database',
      'db requests files',
      'db holds database.table1',
      'app requests database',
      'app holds database.table1 as r',
    ],
    others: [1, 0, 0, 0, 0, 4, 1],
  },
  'examples/machine.aft': {
    entities: ['pd a runs Worker', 'pd b runs Worker', 'pd coordinator runs Coordinator'],
    relations: [],
    others: [0, 3, 2, 0, 0, 3, 1],
  },
  'examples/murano.aft': {
    entities: [
      'root object environment',
      'object environment.app',
      'object environment.app.net',
      'object environment.app.vm[0]',
      'object environment.app.vm[1]',
      'object environment.region',
      'object stack',
      'object scratch',
      'object snapshot',
      'object backup',
    ],
    relations: [
      '(environment owns environment.app)',
      '(environment.app owns environment.app.net)',
      'environment.app.net destroyed after environment.app.vm[0] notify leaves',
      'environment.app.net destroyed after environment.app.vm[1] notify leaves',
      '(environment.app owns environment.app.vm[0])',
      '(environment.app owns environment.app.vm[1])',
      'environment.app refers scratch as runtime',
      '(environment owns environment.region)',
      'environment.region destroyed after stack notify update',
      'environment refers stack',
      'environment refers snapshot',
      'environment refers backup',
    ],
    others: [2, 0, 0, 0, 0, 12, 0],
  },
  'examples/region-operator.aft': {
    entities: [
      'pd apiServer',
      'region apiServer.orders runs RegionResource',
      'region apiServer.audits runs RegionResource',
      'pd operator',
      'pd operator.fsm runs RegionOperator',
      'pd operator.rest runs RegionApi',
      'pd operator.ordersWatch runs RegionWatch',
      'pd operator.auditsWatch runs RegionWatch',
      'node host',
      'pd host.source runs PolledElement',
      'pd host.sink runs PolledElement',
      'pd host.archive runs PolledElement',
    ],
    relations: [
      'apiServer.orders contains host.source',
      'apiServer.orders contains host.sink',
      'apiServer.audits contains host.sink',
      'apiServer.audits contains host.archive',
      'host.source feeds host.sink',
      'host.sink feeds host.archive',
    ],
    others: [0, 34, 7, 2, 0, 7, 0],
  },
  'examples/streams.aft': {
    entities: [
      'pd source runs ProcessingElement',
      'pd sink runs ProcessingElement',
      'region orders runs ConsistentRegion',
    ],
    relations: ['source feeds sink', 'orders contains source', 'orders contains sink'],
    others: [0, 13, 2, 0, 0, 3, 1],
  },
  'examples/web-app.aft': {
    entities: [
      'root object environment',
      'object environment.app',
      'object environment.app.net : Network',
      'object environment.app.vm1 : Instance',
      'object environment.app.vm2 : Instance',
    ],
    relations: [
      '(environment owns environment.app)',
      '(environment.app owns environment.app.net)',
      'environment.app.net destroyed after environment.app.vm1 notify detach',
      'environment.app.net destroyed after environment.app.vm2 notify detach',
      '(environment.app owns environment.app.vm1)',
      '(environment.app owns environment.app.vm2)',
    ],
    others: [0, 0, 0, 0, 0, 2, 0],
  },
};

describe('the model of an example', () => {
  for (const { name, text } of filesIn('examples')) {
    it(`is what its text says: ${name}`, async () => {
      const model = await modelOfText(text);
      const { policies, events, machines, channels, collectors, scenarios, checks } = model;
      const others = [policies, events, machines, channels, collectors, scenarios, checks];
      const actual: Expected = {
        entities: entityLines(model),
        relations: relationLines(model),
        others: others.map(({ length }) => length),
      };
      assert.deepEqual(actual, expectedModels[name]);
    });
  }

  it('is there for each of them', () => {
    assert.deepEqual(
      filesIn('examples').map(({ name }) => name),
      Object.keys(expectedModels),
    );
  });

  it('is plain data that JSON can hold', async () => {
    for (const { text } of filesIn('examples')) {
      const model = await modelOfText(text);
      const withoutNothing = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
      assert.deepEqual(withoutNothing(structuredClone(model)), withoutNothing(model));
    }
  });
});
