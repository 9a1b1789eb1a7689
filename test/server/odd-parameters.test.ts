/** Malformed parameters of our own requests: refused in a sentence, and nothing is logged. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ErrorCodes } from 'vscode-languageserver/node';
import * as clusters from '../../server/src/protocol/cluster-protocol.ts';
import * as debug from '../../server/src/protocol/debug-protocol.ts';
import { reduceRunRequest } from '../../server/src/protocol/reduction-protocol.ts';
import * as machines from '../../server/src/protocol/machine-protocol.ts';
import { parameterShapes } from '../../server/src/protocol/shapes/parameter-shapes.ts';
import { fencePictureRequest } from '../../server/src/protocol/fence-protocol.ts';
import { changesGraphRequest } from '../../server/src/protocol/changes-protocol.ts';
import { compareLogRequest } from '../../server/src/protocol/log-protocol.ts';
import * as own from '../../server/src/protocol/protocol.ts';
import * as suppose from '../../server/src/protocol/suppose-protocol.ts';
import * as system from '../../server/src/protocol/system-protocol.ts';
import * as trees from '../../server/src/protocol/tree-protocol.ts';
import { runs } from '../properties.ts';
import { changed, junk, kindOf, partsOf } from './changed-values.ts';
import { startClient, type LanguageClient } from './language-client.ts';

const uri = 'untitled:model';
const text = `event Go
machine M for pd { var count: 0..3 = 0 initial state A { on Go do { count := count + 1 } } }
pd a runs M
pd b { needs a }
scenario "s" {
  send Go to a
  crash a
}
check "c" { may send Go to a  never a.count > 3 }
`;

const noCluster = { kubeconfig: '/no/kubeconfig' };

/** Valid parameters, with required fields only, where that can be said by one example. */
const examples: readonly (readonly [{ readonly method: string }, readonly object[]])[] = [
  [own.graphRequest, [{ uri }]],
  [own.crashChoicesRequest, [{ uri }]],
  [suppose.supposeRequest, [{ uri, with: [], without: [] }]],
  [suppose.suppositionRequest, [{ uri }]],
  [suppose.suppositionEditsRequest, [{ uri }]],
  [fencePictureRequest, [{ uri, info: 'aftermath draw', text: 'pd a' }]],
  [own.planRequest, [{ uri, question: { kind: 'plan', end: 'crash', of: 'a' } }]],
  [changesGraphRequest, [{ uri, question: { kind: 'changes', base: uri, name: 'before' } }]],
  [own.entityAtRequest, [{ uri, position: { line: 2, character: 4 } }]],
  [own.modelChoicesRequest, [{ uri }]],
  [
    own.reportRequest,
    [
      { uri, question: { kind: 'matrix' } },
      { uri, question: { kind: 'plan', end: 'crash', of: 'a' } },
      { uri, question: { kind: 'isolation' } },
      { uri, question: { kind: 'comparison', first: 'a', second: 'b' } },
      { uri, question: { kind: 'points' } },
      { uri, question: { kind: 'changes', base: uri, name: 'x' } },
    ],
  ],
  [trees.treeRequest, [{ uri, by: 'kind' }]],
  [trees.treeWayRequest, [{ uri, by: 'host', name: 'a' }]],
  [trees.outlineRequest, [{ uri }]],
  [machines.exploredStatesRequest, [{ uri, title: 'c' }]],
  [machines.exploredRunRequest, [{ uri, title: 'c', state: 's1' }]],
  [own.scenariosRequest, [{ uri }]],
  [own.runScenarioRequest, [{ uri, title: 's' }]],
  [own.verifyRequest, [{ uri, title: 'c' }]],
  [own.verifyProgressRequest, [{ uri, title: 'c' }]],
  [
    own.openRunRequest,
    [
      {
        uri,
        question: {
          ...{ kind: 'scenario', title: 's', variant: 0 },
          branches: [
            { after: 1, move: { kind: 'crash', entity: 'b' } },
            { after: 1, move: { kind: 'send', event: 'Go', to: 'a' } },
            { after: 1, move: { kind: 'set', entity: 'a', variable: 'count', value: '2' } },
            { after: 1, move: { kind: 'draw', draw: 0 } },
            { after: 1, move: { kind: 'lose', entry: 0 } },
            { after: 0, move: { kind: 'reduced', draws: [1], steps: 1, from: 2, isMinimal: true } },
          ],
        },
      },
      { uri, question: { kind: 'random', seed: 1, steps: 5 } },
      { uri, question: { kind: 'trace', file: 'x' } },
      { uri, question: { kind: 'counterexample', check: 'c', variant: 0, steps: 2, draws: [0, 1] } },
    ],
  ],
  [
    own.runRowsRequest,
    [
      { id: 1, from: 0, to: 3 },
      { id: 1, steps: [0, 2] },
    ],
  ],
  [
    own.runStepRequest,
    [
      { id: 1, step: 1 },
      { id: 1, step: 1, full: true },
    ],
  ],
  [own.runChoicesRequest, [{ id: 1, step: 1 }]],
  [own.runStretchRequest, [{ id: 1, from: 0, to: 3 }]],
  [own.findStepsRequest, [{ id: 1, filter: { without: ['life'], text: 'a', entity: 'b', onlyMarked: true } }]],
  [own.runDifferenceRequest, [{ id: 1, other: 2, step: 2, common: 1 }]],
  [reduceRunRequest, [{ id: 1 }]],
  [own.runTraceRequest, [{ id: 1 }]],
  [own.modelHashRequest, [{ uri }]],
  [compareLogRequest, [{ uri, logs: [{ name: 'x', text: 'x' }], mapping: { name: 'y', text: 'y' } }]],
  [own.closeRunRequest, [{ id: 7 }]],
  [own.importRequest, [{ uri, format: 'osmosis', files: [{ name: 'x', uri, text: 'x' }] }]],
  [system.importedHowRequest, [{ uri }]],
  [system.filesWrittenRequest, [{ uris: [uri] }]],
  [system.importFilesRequest, [{ uri, format: 'auto', sources: ['x'], files: [{ name: 'x', uri, text: 'x' }] }]],
  [system.driftRequest, [{ uri, files: [{ name: 'x', uri, text: 'x' }] }]],
  [debug.placePointsRequest, [{ id: 1, uri, wishes: [{ uri, line: 1 }] }]],
  [debug.stopPlacesRequest, [{ uri }]],
  [
    debug.findStopRequest,
    [{ id: 1, uri, from: -1, direction: 'forward', points: [{ id: 4, uri, line: 1 }], kinds: ['error', 'stuck'] }],
  ],
  [debug.inspectRunRequest, [{ id: 1, step: 1 }]],
  [debug.inspectActorRequest, [{ id: 1, step: 1, actor: 0 }]],
  [debug.evaluateRequest, [{ id: 1, uri, step: 1, actor: 0, text: 'count + 1' }]],
  [clusters.clusterContextsRequest, [{ source: noCluster }]],
  [clusters.clusterNamespacesRequest, [{ source: noCluster }]],
  [clusters.readClusterRequest, [{ source: noCluster }]],
  [machines.machinesRequest, [{ uri }]],
  [machines.statechartRequest, [{ uri, machine: 'M' }]],
  [machines.machineStateRequest, [{ id: 1, step: 1, entity: 'a' }]],
];

describe('our own requests with parameters of another shape', () => {
  let client: LanguageClient;
  before(async () => {
    client = await startClient();
    await client.open(uri, text);
    for (const id of [1, 2]) {
      const opened = await client.ask(own.openRunRequest, {
        uri,
        question: { kind: 'random', seed: id, steps: 5 },
      });
      assert.equal('id' in opened && opened.id, id, JSON.stringify(opened));
    }
  });
  after(async () => {
    assert.equal(await client.stop(), 0);
  });

  const ask = async (
    method: string,
    parameters: unknown,
  ): Promise<{ readonly error?: Error & { readonly code: number } }> => {
    try {
      await client.request(method, parameters);
      return {};
    } catch (error) {
      assert.ok(error instanceof Error && 'code' in error && typeof error.code === 'number');
      return { error: Object.assign(error, { code: error.code }) };
    }
  };

  it('are all covered here', () => {
    const methods = examples.map(([{ method }]) => method);
    assert.deepEqual([...methods].sort(), [...parameterShapes.keys()].sort());
  });

  for (const [{ method }, valid] of examples) {
    it(`${method} takes those that fit and says what is wrong with the others`, async () => {
      for (const example of valid) assert.deepEqual(await ask(method, example), {}, JSON.stringify(example));
      const cases = valid.flatMap((example) => partsOf(example).map((part) => ({ example, part })));
      const made = fc.oneof(
        fc.constant(undefined),
        fc.constantFrom(...junk).map((value) => ({ value })),
      );
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...cases), made, async ({ example, part }, by) => {
          const parameters = changed(example, part.path, by);
          const { error } = await ask(method, parameters);
          assert.deepEqual(client.log, [], JSON.stringify(parameters));
          const key = part.path.at(-1);
          const mayGo =
            typeof key === 'number' ||
            key === 'branches' ||
            key === 'full' ||
            key === 'kubeconfig' ||
            key === 'mapping';
          const isOtherKind = by === undefined ? !mayGo : kindOf(by.value) !== kindOf(part.value);
          if (!isOtherKind && error === undefined) return;
          assert.equal(error?.code, ErrorCodes.InvalidParams, JSON.stringify(parameters));
          assert.match(error.message, new RegExp(`^Invalid parameters of ${method}: .+\\.$`, 'u'));
        }),
        { numRuns: runs(40, 2000) },
      );
    });
  }
});
