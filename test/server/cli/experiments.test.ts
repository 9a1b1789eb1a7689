/** `aftermath experiments`: text, JSON of the schema, refusals. */
import assert from 'node:assert/strict';
import { parseAllDocuments } from 'yaml';
import { aftermath, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';

const files = {
  'shop.aft': `pd db
pd logs
pd api[2] { needs db  needs logs as soft }
pd site { needs 1 of api[*] }

scenario "one may go" {
  crash api[0]
  expect not site broken
}
`,
  'cluster.aft': `node 'node/n1' : Node
node 'node/n2#77' : Node
object 'shop/pod/web-1' : Pod { namespace: "shop: {x}"  dies with 'node/n1' }
object 'shop/pod/web-3' : Pod { namespace: "shop: {x}"  dies with 'node/n1' }
object 'shop/pod/web-2' : Pod { namespace: "shop"  dies with 'node/n2#77' }
object 'shop/pod/web-4' : Pod { namespace: "shop"  dies with 'node/n2#77' }
root object 'a: "b" #c' { needs 1 of 'shop/pod/web-1', 'shop/pod/web-2'  needs 1 of 'shop/pod/web-3', 'shop/pod/web-4' }
pd 'pod/x' : Pod
pd y { needs 1 of 'pod/x', z }
pd z

scenario "n1: may \\"go\\" # away" {
  crash 'node/n1', 'pod/x'
  expect 'a: "b" #c' alive
}
`,
  'broken.aft': 'pd a {',
  'alone.aft': 'pd a\npd b\n',
};
const run = (...args: string[]) => {
  let outcome = { code: -1, output: '', notes: '' };
  return inFolder(files, async (folder) => {
    outcome = await aftermath(['experiments', ...args], { folder });
  }).then(() => outcome);
};

describe('aftermath experiments', () => {
  it('lists crashes with their claims, what is at stake, and the scenario that says so', async () => {
    assert.deepEqual(await run('shop.aft'), {
      code: 0,
      output: `Experiments under the policy default (PD depth 0, space depth 0)
in shop.aft

1. crash logs, api[0]
  api[1] goes on, degraded
  site works without api[0]
  at stake: api[1], site; no scenario says so

2. crash logs, api[1]
  api[0] goes on, degraded
  site works without api[1]
  at stake: api[0], site; no scenario says so

2 experiments for 4 claims: no smaller set tests them all; 9 of 15 crashes are survived
`,
      notes: '',
    });
  });

  it('prints JSON of the schema, with the line of each claim', async () => {
    const { code, output } = await run('shop.aft', '--json');
    assert.equal(code, 0);
    const { experiments, atLeast } = parsed(output) as Record<string, unknown> & { experiments: readonly object[] };
    assert.equal(atLeast, experiments.length);
    assert.match(output, /"text": "site works without api\[1\]",\n.*\n.*\n.*\n.*\n +"file": "shop\.aft",\n +"line": 4/);
  });

  it('has nothing to test where nothing needs anything', async () => {
    assert.match((await run('alone.aft')).output, /\nNo claims to test; 3 of 3 crashes are survived\n$/);
  });

  it('writes objects of Chaos Mesh and LitmusChaos for pods and nodes, and names what is neither', async () => {
    const read = async (tool: string) => {
      const { code, output, notes } = await run('cluster.aft', '--format', tool);
      assert.equal(code, 0, notes);
      const objects = parseAllDocuments(output).map((each) => {
        assert.deepEqual([...each.errors, ...each.warnings], []);
        return each.toJS() as {
          kind: string;
          metadata: { name: string; annotations: Record<string, string> };
          spec: unknown;
        };
      });
      return { objects, notes };
    };
    const mesh = await read('chaos-mesh');
    assert.equal(mesh.notes, 'Experiment 2 is left out: z is neither a pod nor a node that runs pods.\n');
    const [first, second] = mesh.objects;
    assert.deepEqual(first, {
      apiVersion: 'chaos-mesh.org/v1alpha1',
      kind: 'PodChaos',
      metadata: {
        name: 'aftermath-1-1',
        annotations: {
          'aftermath/experiment': '1',
          'aftermath/claims': `'a: "b" #c' works without 'shop/pod/web-1'; 'a: "b" #c' works without 'shop/pod/web-3'; y works without 'pod/x'`,
          'aftermath/scenario': 'n1: may "go" # away',
        },
      },
      spec: {
        ...{ action: 'pod-failure', mode: 'all', duration: '5m' },
        selector: { nodes: ['n1'], namespaces: ['shop: {x}'] },
      },
    });
    assert.deepEqual(second?.spec, { action: 'pod-kill', mode: 'all', selector: { pods: { default: ['x'] } } });
    const litmus = await read('litmus');
    assert.deepEqual(
      [litmus.notes, litmus.objects.map(({ kind }) => kind)],
      [mesh.notes, ['ChaosEngine', 'ChaosEngine']],
    );
    assert.deepEqual(litmus.objects[0]?.metadata, first.metadata);
    const engine = (name: string, variable: string, value: string, more: object) => ({
      ...{ engineState: 'active', annotationCheck: 'false', ...more, chaosServiceAccount: 'litmus-admin' },
      experiments: [{ name, spec: { components: { env: [{ name: variable, value }] } } }],
    });
    assert.deepEqual(
      litmus.objects.map(({ spec }) => spec),
      [
        engine('node-drain', 'TARGET_NODE', 'n1', {}),
        engine('pod-delete', 'TARGET_PODS', 'x', { appinfo: { appns: 'default' } }),
      ],
    );
  });

  it('names only a scenario with the crash itself, under a policy that reaches as far', async () => {
    const model = (step: string): string => `policy careful { pdDepth: 1 }
policy 'as far' { pdDepth: 0  spaceDepth: 2 }
pd fs { manages files }
space files
pd app { requests files }
scenario "it" { ${step} }
`;
    const steps: readonly (readonly [string, string | undefined])[] = [
      ['crash fs  expect app alive', 'it'],
      ["crash fs under 'as far'  within 1s expect app alive", 'it'],
      ['crash fs under careful  expect app destroyed', undefined],
      ['destroy fs  expect app alive', undefined],
      ['crash fs', undefined],
    ];
    for (const [step, title] of steps) {
      const { output } = await aftermath(['experiments', '-', '--json'], { input: model(step) });
      const { experiments } = parsed(output) as { experiments: readonly object[] };
      const named = experiments.map((each) => ({ scenario: undefined, ...each }));
      assert.deepEqual(named.map(({ scenario }) => scenario), [title], step); // oxfmt-ignore
    }
  });

  it('selects replicas of one controller by their labels, once for all that stand for each other', async () => {
    const web = (number: number, node: number): string =>
      `object 'shop/pod/web-${String(number)}' : Pod { namespace: "shop"  controller: "shop/replicaset/web"  labels: ["app=web", "tier=front"]  dies with 'node/n${String(node)}' }`;
    const model = `node 'node/n1' : Node
node 'node/n2' : Node
node 'node/n3' : Node
object 'shop/deployment/web' : Deployment
object 'shop/replicaset/web' : ReplicaSet { controller: "shop/deployment/web" }
${web(1, 1)}
${web(2, 2)}
${web(3, 3)}
root object service { needs 1 of 'shop/pod/web-1', 'shop/pod/web-2', 'shop/pod/web-3' }
scenario "two" { destroy 'shop/pod/web-1', 'shop/pod/web-2' expect service alive }
`;
    await inFolder({ 'pods.aft': model }, async (folder) => {
      const ask = (...args: string[]) => aftermath(['experiments', 'pods.aft', ...args], { folder });
      assert.match((await ask()).output, /end 'shop\/pod\/web-1', 'shop\/pod\/web-2'\n.*\n.*scenario "two"/);
      const specsOf = (output: string) =>
        parseAllDocuments(output).map((each) => (each.toJS() as { spec: unknown }).spec);
      const selector = { namespaces: ['shop'], labelSelectors: { app: 'web', tier: 'front' } };
      const two = { action: 'pod-kill', mode: 'fixed', value: '2', selector };
      assert.deepEqual(specsOf((await ask('--format', 'chaos-mesh')).output), [two]);
      const [engine] = specsOf((await ask('--format', 'litmus')).output);
      assert.deepEqual(engine, {
        ...{ engineState: 'active', annotationCheck: 'false', chaosServiceAccount: 'litmus-admin' },
        appinfo: { appns: 'shop', applabel: 'app=web,tier=front', appkind: 'deployment' },
        experiments: [
          { name: 'pod-delete', spec: { components: { env: [{ name: 'PODS_AFFECTED_PERC', value: '67' }] } } },
        ],
      });
    });
  });

  it('refuses a tool that it does not know, and two formats', async () => {
    const unknown = await run('shop.aft', '--format', 'gremlin');
    assert.deepEqual(
      [unknown.code, unknown.notes],
      [2, 'aftermath: The option "--format" takes chaos-mesh or litmus; "gremlin" is neither.\n'],
    );
    assert.equal((await run('shop.aft', '--format', 'litmus', '--json')).code, 2);
    const { code, output, notes } = await run('shop.aft', '--format', 'litmus');
    assert.deepEqual([code, output], [0, '']);
    assert.match(notes, /^Experiment 1 is left out: logs, api\[0\] are neither pods nor nodes that run pods\.\n/);
  });

  it('refuses a model with errors, and wrong use', async () => {
    assert.equal((await run('broken.aft')).code, 1);
    const { code, output } = await run('broken.aft', '--json');
    assert.deepEqual([code, Object.keys(parsed(output))], [1, ['version', 'command', 'files', 'counts']]);
    assert.deepEqual([(await run('none.aft')).code, (await run('shop.aft', '--policy', 'x')).code], [2, 2]);
  });
});
