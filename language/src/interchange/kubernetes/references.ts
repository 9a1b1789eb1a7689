/**
 * Follows the references of objects: configuration and accounts that a pod needs to start, the pods that a service
 * selects, the services that an ingress or a route leads to, the target of an autoscaler.
 */
import { tableOf } from '../../model/common/table.ts';
import { areTogether, type Cluster, type ClusterLink, link } from './cluster.ts';
import { groupOf, type KubernetesObject } from './kubernetes-objects.ts';
import { itemsAt, nodeAt, textAt, textsAt } from './kubernetes-spec.ts';
import { isLasting, makesPodsWith, podPathOf, standIns, workloadOf } from './workloads.ts';
import type { YamlNode } from './yaml-value.ts';

/** The references of a pod to configuration: the kind, the path to the name, the path to the word `optional`. */
const sources: readonly (readonly [kind: string, name: readonly string[]])[] = [
  ['ConfigMap', ['configMap', 'name']],
  ['Secret', ['secret', 'secretName']],
  ['Secret', ['secret', 'name']],
  ['ConfigMap', ['configMapRef', 'name']],
  ['Secret', ['secretRef', 'name']],
  ['ConfigMap', ['valueFrom', 'configMapKeyRef', 'name']],
  ['Secret', ['valueFrom', 'secretKeyRef', 'name']],
];

/**
 * Returns what pods need to start. Stated once for all pods of a workload, by their template; optional references
 * and those to objects that the files lack are left out.
 */
export function configurationLinks(cluster: Cluster): ClusterLink[] {
  return cluster.objects.flatMap((object) => {
    const path = podPathOf(object);
    if (path === undefined || workloadOf(object, cluster) !== object) return [];
    const spec = nodeAt(object.body, ...path, 'spec');
    const found = new Map<KubernetesObject, YamlNode>();
    const add = (kind: string, name: YamlNode | undefined): void => {
      const target = cluster.find('', kind, textAt(name) ?? '', object.namespace);
      if (name !== undefined && target !== undefined && !found.has(target)) found.set(target, name);
    };
    for (const part of partsOf(spec)) {
      for (const [kind, to] of sources) {
        if (textAt(part, ...to.slice(0, -1), 'optional') !== 'true') add(kind, nodeAt(part, ...to));
      }
    }
    add('ServiceAccount', nodeAt(spec, 'serviceAccountName') ?? nodeAt(spec, 'serviceAccount'));
    for (const secret of itemsAt(spec, 'imagePullSecrets')) add('Secret', nodeAt(secret, 'name'));
    return [...found].map(([target, { place }]) =>
      link('needs', [object, target], { uri: object.uri, place }, { as: 'start' }),
    );
  });
}

/** Returns the parts of a pod that may name a configuration: volumes, projected ones too, and variables. */
function partsOf(spec: YamlNode | undefined): readonly YamlNode[] {
  const volumes = itemsAt(spec, 'volumes');
  const containers = ['initContainers', 'containers'].flatMap((name) => itemsAt(spec, name));
  return [
    ...volumes,
    ...volumes.flatMap((volume) => itemsAt(volume, 'projected', 'sources')),
    ...containers.flatMap((each) => [...itemsAt(each, 'envFrom'), ...itemsAt(each, 'env')]),
  ];
}

/** Returns the needs of services: one of the pods that they select, or of the workloads that make such pods. */
export function serviceLinks(cluster: Cluster): ClusterLink[] {
  const makers = standIns(cluster).filter(isLasting);
  return cluster.ofKind('', 'Service').flatMap((service) => {
    const selector = nodeAt(service.body, 'spec', 'selector');
    if (selector === undefined) return [];
    const { namespace } = service;
    const labels = textsAt(selector);
    const made = makers.filter((each) => areTogether(each.namespace, namespace) && makesPodsWith(each, labels));
    const at = { uri: service.uri, place: selector.place };
    const group = { least: 1 };
    return [...cluster.podsWith(namespace, labels), ...made].map((pod) => link('needs', [service, pod], at, { group }));
  });
}

/** Returns the needs of ingresses: their one backend; of several backends each is missed, but not fatal. */
export function ingressLinks(cluster: Cluster): ClusterLink[] {
  return cluster.ofKind('networking.k8s.io', 'Ingress').flatMap((ingress) => {
    const spec = nodeAt(ingress.body, 'spec');
    const paths = itemsAt(spec, 'rules').flatMap((rule) => itemsAt(rule, 'http', 'paths'));
    const backends = [nodeAt(spec, 'defaultBackend'), ...paths.map((path) => nodeAt(path, 'backend'))];
    const services = named(
      'Service',
      backends.map((each) => nodeAt(each, 'service', 'name')),
      ingress,
      cluster,
    );
    const secrets = named('Secret', itemsAt(spec, 'tls').map((each) => nodeAt(each, 'secretName')), ingress, cluster); // oxfmt-ignore
    const strength = services.size > 1 ? 'soft' : undefined;
    const needs = (found: ReadonlyMap<KubernetesObject, YamlNode>, as: string | undefined): ClusterLink[] =>
      [...found].map(([target, { place }]) => link('needs', [ingress, target], { uri: ingress.uri, place }, { as }));
    return [...needs(services, strength), ...needs(secrets, 'soft')];
  });
}

const gateways = 'gateway.networking.k8s.io';
const roles = 'rbac.authorization.k8s.io';

/** What references lead to if they do not say it. */
type Default = readonly [group: string, kind: string];

/** By group of autoscalers, KEDA's among them, the member that refers to what they scale. */
const scaled: Readonly<Record<string, readonly [Default, string]>> = tableOf({
  autoscaling: [['', ''], 'scaleTargetRef'],
  'autoscaling.k8s.io': [['', ''], 'targetRef'],
  'keda.sh': [['apps', 'Deployment'], 'scaleTargetRef'],
});

/** The group of Traefik's routes, and that of its version 2. */
const traefik: readonly string[] = ['traefik.io', 'traefik.containo.us'];

/** Returns the references of an object that does nothing without one of each list. */
function referencesOf({ group, body }: KubernetesObject): readonly [Default, readonly (YamlNode | undefined)[]][] {
  const spec = nodeAt(body, 'spec');
  const autoscaler = scaled[group];
  if (autoscaler !== undefined) return [[autoscaler[0], [nodeAt(spec, autoscaler[1])]]];
  if (group === roles) return [[[roles, ''], [nodeAt(body, 'roleRef')]], [['', ''], itemsAt(body, 'subjects')]]; // oxfmt-ignore
  const services: Default = ['', 'Service'];
  if (group === 'admissionregistration.k8s.io')
    return [[services, itemsAt(body, 'webhooks').map((each) => nodeAt(each, 'clientConfig', 'service'))]];
  if (traefik.includes(group)) return [[services, itemsAt(spec, 'routes').flatMap((each) => itemsAt(each, 'services'))]]; // oxfmt-ignore
  if (group !== gateways) return [];
  const backends = itemsAt(spec, 'rules').flatMap((rule) => itemsAt(rule, 'backendRefs'));
  return [[[gateways, 'Gateway'], itemsAt(spec, 'parentRefs')], [services, backends]]; // oxfmt-ignore
}

/** Returns the needs of autoscalers, routes, bindings and webhooks: the one target; of several each is missed. */
export function referenceLinks(cluster: Cluster): ClusterLink[] {
  return cluster.objects.flatMap((object) =>
    referencesOf(object).flatMap(([[group, kind], references]) => {
      const found = new Map<KubernetesObject, YamlNode>();
      for (const each of references) {
        const name = nodeAt(each, 'name');
        const wanted = textAt(each, 'kind') ?? kind;
        const version = textAt(each, 'apiVersion');
        const from = textAt(each, 'group') ?? textAt(each, 'apiGroup') ?? (version === undefined ? group : groupOf(version)); // oxfmt-ignore
        const namespace = wanted === 'ClusterRole' ? undefined : (textAt(each, 'namespace') ?? object.namespace);
        const target = cluster.find(from, wanted, textAt(name) ?? '', namespace);
        if (name !== undefined && target !== undefined && !found.has(target)) found.set(target, name);
      }
      const as = found.size > 1 ? 'soft' : undefined;
      return [...found].map(([target, { place }]) =>
        link('needs', [object, target], { uri: object.uri, place }, { as }),
      );
    }),
  );
}

/** Returns the objects of a kind that names in an object lead to, with the first name of each. */
function named(
  kind: string,
  names: readonly (YamlNode | undefined)[],
  { namespace }: KubernetesObject,
  { find }: Cluster,
): ReadonlyMap<KubernetesObject, YamlNode> {
  const found = new Map<KubernetesObject, YamlNode>();
  for (const name of names) {
    const target = find('', kind, textAt(name) ?? '', namespace);
    if (name !== undefined && target !== undefined && !found.has(target)) found.set(target, name);
  }
  return found;
}
