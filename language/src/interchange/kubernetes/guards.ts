/**
 * Models the guards of objects: disruption budgets refuse evictions and say how many pods a workload needs; a
 * Crossplane `Usage` refuses the deletion of what is used.
 */
import { increase } from '../../model/common/increase.ts';
import { areTogether, type Cluster, type ClusterLink, link } from './cluster.ts';
import type { KubernetesObject } from './kubernetes-objects.ts';
import { entriesAt, itemsAt, nodeAt, numberAt, textAt, textsAt } from './kubernetes-spec.ts';
import { workloadOf } from './workloads.ts';
import type { YamlNode } from './yaml-value.ts';

/** The annotation by which a user says how many of its pods a workload needs. */
const needsAnnotation = 'aftermath/needs';

/** Returns the relations of budgets, and the needs that they or an annotation give to workloads. */
export function budgetLinks(cluster: Cluster): ClusterLink[] {
  const asked = podsOfAsking(cluster);
  const budgets = cluster
    .ofKind('policy', 'PodDisruptionBudget')
    .map((budget) => ({ budget, pods: selectedBy(budget, cluster) }));
  const counts = new Map<KubernetesObject, number>();
  for (const pod of budgets.flatMap(({ pods }) => pods)) increase(counts, pod);
  const fromBudgets = budgets.flatMap(({ budget, pods }) => {
    const spec = nodeAt(budget.body, 'spec');
    const stated = nodeAt(spec, 'minAvailable') ?? nodeAt(spec, 'maxUnavailable');
    const least = Math.min(pods.length, leastOf(budget, pods, cluster));
    if (stated === undefined || least < 1) return [];
    const at = { uri: budget.uri, place: stated.place };
    const isShared = (pod: KubernetesObject): boolean => (counts.get(pod) ?? 0) > 1;
    const vetoes = [
      ...vetoesOf(budget, { pods: pods.filter((pod) => !isShared(pod)), least: leastOf(budget, pods, cluster), at }),
      // Kubernetes evicts no pod of several budgets.
      ...pods
        .filter((pod) => isShared(pod) && !isIgnored(pod))
        .map((pod) =>
          link('protects', [budget, pod], { ...at, words: 'one of several budgets of the pod' }, { as: 'eviction' }),
        ),
    ];
    const [workload, ...others] = new Set(pods.map((pod) => scaledBy(pod, cluster)));
    const isOneWorkload = workload !== undefined && others.length === 0 && !pods.includes(workload);
    if (!isOneWorkload || asked.has(workload)) return vetoes;
    const needed = { least };
    return [...vetoes, ...pods.map((pod) => link('needs', [workload, pod], at, { group: needed }))];
  });
  return [...fromBudgets, ...[...asked].flatMap(([workload, pods]) => askedNeeds(workload, pods))];
}

/**
 * Returns what a budget protects. Only ready pods count as healthy; one that is not ready may be evicted while enough
 * are healthy, or always if the budget says so.
 */
function vetoesOf(
  budget: KubernetesObject,
  {
    pods,
    least,
    at,
  }: { readonly pods: readonly KubernetesObject[]; readonly least: number; readonly at: Parameters<typeof link>[2] },
): ClusterLink[] {
  const asking = pods.filter((pod) => !isIgnored(pod));
  const healthy = asking.filter(isReady);
  const isFree = healthy.length >= least || textAt(budget.body, 'spec', 'unhealthyPodEvictionPolicy') === 'AlwaysAllow';
  const kept = isFree ? healthy : asking;
  const group = { least: isFree ? Math.min(least, kept.length) : kept.length };
  return kept.map((pod) => link('protects', [budget, pod], at, { as: 'eviction', group }));
}

/** Returns true for a pod that is evicted without a look at budgets: it waits to run, or is ending already. */
const isIgnored = ({ body }: KubernetesObject): boolean =>
  textAt(body, 'status', 'phase') === 'Pending' || nodeAt(body, 'metadata', 'deletionTimestamp') !== undefined;

/** Returns true unless the status of a pod says that it is not ready. */
const isReady = ({ body }: KubernetesObject): boolean =>
  !itemsAt(body, 'status', 'conditions').some(
    (condition) => textAt(condition, 'type') === 'Ready' && textAt(condition, 'status') !== 'True',
  );

/** Returns what scales a pod: the workload that makes it, or what else controls it, or itself. */
function scaledBy(pod: KubernetesObject, cluster: Cluster): KubernetesObject {
  const workload = workloadOf(pod, cluster);
  return workload === pod ? (cluster.controllersOf(pod).at(-1) ?? pod) : workload;
}

/** Returns the workloads that say how many of their pods they need, with these pods. */
function podsOfAsking({ ofKind, objects, controllersOf }: Cluster): ReadonlyMap<KubernetesObject, KubernetesObject[]> {
  const asking = new Map(
    objects
      .filter(({ body }) => nodeAt(body, 'metadata', 'annotations', needsAnnotation) !== undefined)
      .map((object): [KubernetesObject, KubernetesObject[]] => [object, []]),
  );
  if (asking.size === 0) return asking;
  for (const pod of ofKind('', 'Pod')) {
    for (const workload of controllersOf(pod)) if (workload !== pod) asking.get(workload)?.push(pod);
  }
  return asking;
}

function askedNeeds(workload: KubernetesObject, pods: readonly KubernetesObject[]): ClusterLink[] {
  const stated = nodeAt(workload.body, 'metadata', 'annotations', needsAnnotation);
  const least = Math.min(pods.length, numberAt(stated) ?? 0);
  if (stated === undefined || least < 1) return [];
  const group = { least };
  return pods.map((pod) => link('needs', [workload, pod], { uri: workload.uri, place: stated.place }, { group }));
}

/** Returns the pods of a budget: none without a selector, all of the namespace with an empty one. */
function selectedBy({ body, namespace }: KubernetesObject, { podsWith, ofKind }: Cluster): readonly KubernetesObject[] {
  const selector = nodeAt(body, 'spec', 'selector');
  if (selector?.read().is !== 'map') return [];
  const labels = textsAt(selector, 'matchLabels');
  const pods =
    labels.size > 0
      ? podsWith(namespace, labels)
      : ofKind('', 'Pod').filter((pod) => areTogether(pod.namespace, namespace));
  const rules = itemsAt(selector, 'matchExpressions').map(ruleOf);
  return pods.filter((pod) => rules.every((fits) => fits(pod)));
}

/** Returns the test that an expression of a selector is. */
function ruleOf(rule: YamlNode): (pod: KubernetesObject) => boolean {
  const key = textAt(rule, 'key') ?? '';
  const values = new Set(itemsAt(rule, 'values').map((value) => textAt(value) ?? ''));
  const valueIn = ({ labels }: KubernetesObject): string | undefined =>
    labels.find((label) => label.startsWith(`${key}=`))?.slice(key.length + 1);
  switch (textAt(rule, 'operator')) {
    case 'In':
      return (pod) => values.has(valueIn(pod) ?? '\0');
    case 'NotIn':
      return (pod) => !values.has(valueIn(pod) ?? '\0');
    case 'Exists':
      return (pod) => valueIn(pod) !== undefined;
    case 'DoesNotExist':
      return (pod) => valueIn(pod) === undefined;
    default:
      return () => false;
  }
}

/** Returns the number of pods that a budget keeps. Percentages are of the wished replicas and rounded up. */
function leastOf({ body }: KubernetesObject, pods: readonly KubernetesObject[], cluster: Cluster): number {
  const controllers = new Map<KubernetesObject, number>();
  for (const pod of pods) increase(controllers, scaledBy(pod, cluster));
  let wished = 0;
  for (const [controller, count] of controllers) wished += numberAt(controller.body, 'spec', 'replicas') ?? count;
  const share = (name: string): number | undefined => {
    const text = textAt(body, 'spec', name);
    const percent = /^(\d{1,3})%$/.exec(text ?? '')?.[1];
    return percent === undefined ? numberAt(body, 'spec', name) : Math.ceil((wished * Number(percent)) / 100);
  };
  const most = share('maxUnavailable');
  return share('minAvailable') ?? (most === undefined ? 0 : wished - most);
}

/** Returns the relations of Crossplane's usages. */
export function usageLinks(cluster: Cluster): ClusterLink[] {
  return cluster.objects.flatMap((usage) => {
    const isUsage = /^(?:apiextensions|protection)\.crossplane\.io$/.test(usage.group) && usage.kind.endsWith('Usage');
    if (!isUsage) return [];
    const [used, by] = ['of', 'by'].map((name) => referred(nodeAt(usage.body, 'spec', name), usage, cluster));
    const stated = nodeAt(usage.body, 'spec', 'of');
    if (used === undefined || stated === undefined) return [];
    const at = { uri: usage.uri, place: entriesAt(stated)[0]?.place ?? stated.place };
    if (by === undefined || by === used) return [link('protects', [usage, used], at)];
    return [
      link('protects', [usage, used], at),
      link('destroyed after', [used, by], at),
      // In a cluster, Crossplane makes the user the owner of the usage.
      ...(usage.owners.length > 0 ? [] : [link('stops with', [usage, by], at)]),
    ];
  });
}

/** Returns the object that a usage names, or the first with the labels that it names. */
function referred(node: YamlNode | undefined, usage: KubernetesObject, cluster: Cluster): KubernetesObject | undefined {
  const version = textAt(node, 'apiVersion') ?? '';
  const group = version.includes('/') ? version.slice(0, version.indexOf('/')) : '';
  const kind = textAt(node, 'kind') ?? '';
  const name = textAt(node, 'resourceRef', 'name');
  const namespace = textAt(node, 'resourceRef', 'namespace') ?? usage.namespace;
  if (name !== undefined)
    return cluster.find(group, kind, name, namespace) ?? cluster.find(group, kind, name, undefined);
  const labels = [...textsAt(node, 'resourceSelector', 'matchLabels')].map(([key, value]) => `${key}=${value}`);
  if (labels.length === 0) return undefined;
  return cluster.ofKind(group, kind).find((each) => labels.every((label) => each.labels.includes(label)));
}
