/** The import of workloads: those that a custom resource controls, and those of manifests, which have no pods. */
import assert from 'node:assert/strict';
import { planOf } from '../../../../language/src/analysis/plan/plan.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { relationLines } from '../fixture.ts';
import { importText } from './import-text.ts';

const modelOf = (...objects: readonly object[]) => {
  const { value, findings } = importText(objects.map((object) => JSON.stringify(object)).join('\n---\n'), 'a.yaml');
  assert.ok(value !== undefined, JSON.stringify(findings));
  return value.model;
};
const linesOf = (...objects: readonly object[]): readonly string[] => relationLines(modelOf(...objects));

const labels = { app: 'web', tier: 'front' };
const spec = {
  serviceAccountName: 'web',
  volumes: [
    { name: 'a', secret: { secretName: 'keys' } },
    { name: 'b', persistentVolumeClaim: { claimName: 'data' } },
  ],
};
const workload = (kind: string, name: string, more: object = {}) => ({
  ...{ apiVersion: 'apps/v1', kind, metadata: { name } },
  spec: { ...more, template: { metadata: { labels }, spec } },
});
const named = (kind: string, name: string, more: object = {}) => ({ apiVersion: 'v1', kind, metadata: { name }, ...more }); // oxfmt-ignore
const service = (selector: object) => named('Service', 'web', { spec: { selector } });
const ownedBy = (kind: string, name: string, version = 'apps/v1') => ({
  ownerReferences: [{ apiVersion: version, kind, name, controller: true, blockOwnerDeletion: true }],
});

describe('an object that acts on others', () => {
  const other = (apiVersion: string, kind: string, name: string, more: object = {}, at: object = {}) => ({
    ...{ apiVersion, kind, metadata: { name, ...at } },
    ...more,
  });
  const web = workload('Deployment', 'web');
  const [first, second] = [named('Service', 'a'), named('Service', 'b')];

  it('needs the target of an autoscaler, by group, kind and name', () => {
    const scaled = (apiVersion: string) =>
      other('autoscaling/v2', 'HorizontalPodAutoscaler', 'web', {
        spec: { scaleTargetRef: { apiVersion, kind: 'Deployment', name: 'web' } },
      });
    assert.deepEqual(linesOf(web, scaled('apps/v1')), ["'horizontalpodautoscaler/web' needs 'deployment/web'"]);
    assert.deepEqual(linesOf(web, scaled('acme.io/v1')), []);
  });

  it('needs the target of a vertical autoscaler, and of one of KEDA, which means a deployment', () => {
    const vertical = other('autoscaling.k8s.io/v1', 'VerticalPodAutoscaler', 'web', {
      spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } },
    });
    const byEvents = (kind?: string) =>
      other('keda.sh/v1alpha1', 'ScaledObject', 'web', { spec: { scaleTargetRef: { name: 'web', kind } } });
    assert.deepEqual(linesOf(web, vertical), ["'verticalpodautoscaler/web' needs 'deployment/web'"]);
    assert.deepEqual(linesOf(web, byEvents()), ["'scaledobject.keda.sh/web' needs 'deployment/web'"]);
    assert.deepEqual(linesOf(web, byEvents('StatefulSet')), []);
  });

  it('needs the services of the routes of Traefik', () => {
    const route = (kind: string, ...services: readonly object[]) =>
      other('traefik.io/v1alpha1', kind, 'r', { spec: { routes: [{ match: 'Host(`a`)', services }] } });
    assert.deepEqual(linesOf(first, second, route('IngressRoute', { name: 'a' }, { name: 'far', namespace: 'x' })), [
      "'ingressroute.traefik.io/r' needs 'service/a'",
    ]);
    assert.deepEqual(linesOf(first, second, route('IngressRouteTCP', { name: 'a' }, { name: 'b' })), [
      "'ingressroutetcp.traefik.io/r' needs 'service/a' as soft",
      "'ingressroutetcp.traefik.io/r' needs 'service/b' as soft",
    ]);
    assert.deepEqual(linesOf(first, route('IngressRoute', { name: 'a', kind: 'TraefikService' })), []);
  });

  it('needs the gateway and the service of a route, and several services as soft', () => {
    const group = 'gateway.networking.k8s.io';
    const gateway = other(`${group}/v1`, 'Gateway', 'edge', {}, { namespace: 'infra' });
    const route = (...names: readonly string[]) =>
      other(`${group}/v1`, 'HTTPRoute', 'r', {
        spec: {
          parentRefs: [{ name: 'edge', namespace: 'infra' }],
          rules: names.map((name) => ({ backendRefs: [{ name, port: 80 }] })),
        },
      });
    assert.deepEqual(linesOf(gateway, first, second, route('a', 'a')), [
      "'httproute/r' needs 'infra/gateway/edge'",
      "'httproute/r' needs 'service/a'",
    ]);
    assert.deepEqual(linesOf(gateway, first, second, route('a', 'b')), [
      "'httproute/r' needs 'infra/gateway/edge'",
      "'httproute/r' needs 'service/a' as soft",
      "'httproute/r' needs 'service/b' as soft",
    ]);
  });

  it('needs the role and the account of a binding, and the service of a webhook', () => {
    const apiGroup = 'rbac.authorization.k8s.io';
    const role = other(`${apiGroup}/v1`, 'ClusterRole', 'read');
    const binding = other(`${apiGroup}/v1`, 'RoleBinding', 'b', {
      roleRef: { apiGroup, kind: 'ClusterRole', name: 'read' },
      subjects: [{ kind: 'ServiceAccount', name: 'web' }, { kind: 'User', name: 'eve' }], // oxfmt-ignore
    }, { namespace: 'shop' }); // oxfmt-ignore
    const account = other('v1', 'ServiceAccount', 'web', {}, { namespace: 'shop' });
    const hook = other('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', 'h', {
      webhooks: [{ clientConfig: { service: { name: 'a', namespace: 'default' } } }, { clientConfig: { url: 'x' } }],
    });
    assert.deepEqual(linesOf(role, account, binding, first, hook), [
      "'shop/rolebinding/b' needs 'clusterrole/read'",
      "'shop/rolebinding/b' needs 'shop/serviceaccount/web'",
      "'validatingwebhookconfiguration/h' needs 'service/a'",
    ]);
  });
});

describe('the output of several commands', () => {
  it('may be JSON one after the other, with the line of each object', () => {
    const text = [named('Pod', 'a'), { kind: 'List', items: [named('Pod', 'b')] }]
      .map((each) => JSON.stringify(each))
      .join('\n');
    const { value, findings } = importText(`${text}\n`, 'a.json');
    const lines = value?.model.entities.map(({ name }, id) => [name, value.sources.entities[id]?.start.line]);
    assert.deepEqual([lines, findings], [[["'pod/a'", 0], ["'pod/b'", 1]], []]); // oxfmt-ignore
    assert.equal(importText(`${text}\nx`, 'a.json').value, undefined);
  });
});

describe('a workload without its pods', () => {
  const web = workload('Deployment', 'web');

  it('stands for them to services', () => {
    assert.deepEqual(linesOf(web, service({ app: 'web' })), ["'service/web' needs 'deployment/web'"]);
    const two = modelOf(web, workload('StatefulSet', 'old'), service(labels));
    assert.deepEqual(
      two.relations.map(({ quorum }) => quorum?.least),
      [1, 1],
    );
    const plan = planOf(two, { kind: 'delete', targets: [0] }, defaultPolicy);
    assert.deepEqual(plan.broken, []);
    const all = planOf(two, { kind: 'delete', targets: [0, 1] }, defaultPolicy);
    assert.deepEqual(
      all.broken.map(({ entity }) => entity),
      [2],
    );
  });

  it('does not if the labels differ, it has no replicas, it ends by itself, or another workload makes the pods', () => {
    assert.deepEqual(linesOf(web, service({ app: 'web', tier: 'back' })), []);
    assert.deepEqual(linesOf(web, service({})), []);
    assert.deepEqual(linesOf(workload('Deployment', 'web', { replicas: 0 }), service(labels)), []);
    assert.deepEqual(linesOf(workload('Job', 'web'), service(labels)), []);
    const inner = workload('ReplicaSet', 'web-1');
    const set = { ...inner, metadata: { ...inner.metadata, ...ownedBy('Deployment', 'web') } };
    assert.deepEqual(linesOf(web, set, service(labels)), [
      "'deployment/web' owns 'replicaset/web-1'",
      "'service/web' needs 'deployment/web'",
    ]);
  });

  it('does not if the files have its pods, or pods of the cluster that it is from', () => {
    const pod = named('Pod', 'web-1', { metadata: { name: 'web-1', labels, ...ownedBy('Deployment', 'web') } });
    assert.deepEqual(linesOf(web, pod, service(labels)), [
      "'deployment/web' owns 'pod/web-1'",
      "'service/web' needs 'pod/web-1'",
    ]);
    const live = { ...web, metadata: { name: 'web', uid: 'w' } };
    assert.deepEqual(linesOf(live, named('Pod', 'other'), service(labels)), []);
    assert.deepEqual(linesOf(live, service(labels)), ["'service/web' needs 'deployment/web'"]);
  });

  it('is in the namespace "default" if it says none', () => {
    const at = (namespace: string) => ({ metadata: { name: 'web', namespace } });
    const placed = (namespace: string) => ({ ...service(labels), ...at(namespace) });
    assert.deepEqual(linesOf(web, placed('default')), ["'service/web' needs 'deployment/web'"]);
    assert.deepEqual(linesOf(web, placed('other')), []);
    assert.deepEqual(linesOf(web, { ...named('ServiceAccount', 'web'), ...at('default') }), [
      "'deployment/web' needs 'serviceaccount/web' as start",
    ]);
  });

  it('keeps the claims in its template', () => {
    const claim = named('PersistentVolumeClaim', 'data');
    assert.deepEqual(linesOf(web, claim), [
      "'deployment/web' needs 'persistentvolumeclaim/data' as start",
      "'persistentvolumeclaim/data' waits for 'deployment/web'",
    ]);
    assert.deepEqual(linesOf(workload('Job', 'once'), claim), [
      "'job/once' needs 'persistentvolumeclaim/data' as start",
    ]);
  });
});

describe('a workload of a custom resource', () => {
  const owner = { apiVersion: 'acme.io/v1', kind: 'Site', metadata: { name: 'main' } };
  const controlled = (object: ReturnType<typeof workload>) => ({
    ...object,
    metadata: { ...object.metadata, ...ownedBy('Site', 'main', 'acme.io/v1') },
  });
  const set = controlled(workload('StatefulSet', 'web', { replicas: 4 }));
  const pod = (name: string, from: object) => named('Pod', name, { metadata: { name, labels, ...from }, spec });
  const ofSet = ownedBy('StatefulSet', 'web');

  it('needs the configuration in its template, and so does a pod of a custom resource', () => {
    const lines = linesOf(owner, set, pod('web-0', ofSet), named('Secret', 'keys'), named('ServiceAccount', 'web'));
    assert.deepEqual(
      lines.filter((line) => line.includes('needs')),
      ["'statefulset/web' needs 'secret/keys' as start", "'statefulset/web' needs 'serviceaccount/web' as start"],
    );
    const direct = linesOf(owner, pod('main-0', ownedBy('Site', 'main', 'acme.io/v1')), named('Secret', 'keys'));
    assert.ok(direct.includes("'pod/main-0' needs 'secret/keys' as start"), direct.join('\n'));
  });

  it('has the replicas that a budget counts, and may say itself how many pods it needs', () => {
    const pods = ['web-0', 'web-1'].map((name) => pod(name, ofSet));
    const budget = {
      ...{ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'web' } },
      spec: { minAvailable: '50%', selector: { matchLabels: labels } },
    };
    const quorums = (...objects: readonly object[]) =>
      modelOf(owner, ...pods, ...objects).relations.flatMap(({ kind, source, quorum }) =>
        kind === 'needs' ? [`${String(source)} ${String(quorum?.least)}`] : [],
      );
    assert.deepEqual(quorums(set, budget), ['3 2', '3 2']);
    const asking = { ...set, metadata: { ...set.metadata, annotations: { 'aftermath/needs': '1' } } };
    assert.deepEqual(quorums(asking), ['3 1', '3 1']);
  });

  it('may be the operator that removes a finalizer', () => {
    const operator = controlled(workload('Deployment', 'acme-operator'));
    const held = { ...owner, metadata: { name: 'main', finalizers: ['acme.io/cleanup'] } };
    const { findings } = importText([held, operator].map((each) => JSON.stringify(each)).join('\n---\n'), 'a.yaml');
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['import/guessed-operator'],
    );
  });
});
