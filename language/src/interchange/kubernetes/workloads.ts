/**
 * The workloads of a cluster: the kinds that make pods from a template. Where the files lack the pods, as manifests do,
 * the workload stands for them.
 */
import type { Cluster } from './cluster.ts';
import type { KubernetesObject } from './kubernetes-objects.ts';
import { nodeAt, numberAt, textsAt } from './kubernetes-spec.ts';

/** The kinds that keep their pods running. */
const lasting = ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'ReplicationController'];

/** The paths to the pod templates of the kinds that make pods; a pod is its own. */
const podPaths: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['Pod', []],
  ['CronJob', ['spec', 'jobTemplate', 'spec', 'template']],
  ...[...lasting, 'Job'].map((kind) => [kind, ['spec', 'template']] as const),
]);

/** Returns the path to the pod that an object is, or makes; undefined for any other object. */
export const podPathOf = ({ kind }: KubernetesObject): readonly string[] | undefined => podPaths.get(kind);

/** Returns true for a workload whose pods run as long as it exists. */
export const isLasting = ({ kind }: KubernetesObject): boolean => lasting.includes(kind);

/**
 * Returns the outermost controller of an object that makes pods: of a pod its deployment, even if a custom resource
 * controls that. The object itself if there is none.
 */
export const workloadOf = (object: KubernetesObject, { controllersOf }: Pick<Cluster, 'controllersOf'>) =>
  controllersOf(object).findLast((each) => podPathOf(each) !== undefined) ?? object;

/**
 * Returns the workloads that stand for their pods: the files have none of these, though there are some. What a cluster
 * has printed together with pods lacks no pods. `O(objects)`.
 */
export function standIns(cluster: Cluster): readonly KubernetesObject[] {
  const pods = cluster.ofKind('', 'Pod');
  const withPods = new Set(pods.flatMap(cluster.controllersOf));
  return cluster.objects.filter(
    (object) =>
      object.kind !== 'Pod' &&
      podPathOf(object) !== undefined &&
      !withPods.has(object) &&
      (object.uid === undefined || pods.length === 0) &&
      workloadOf(object, cluster) === object &&
      numberAt(object.body, 'spec', 'replicas') !== 0,
  );
}

/** Returns true if the pods that a workload makes have all these labels. */
export function makesPodsWith(workload: KubernetesObject, labels: ReadonlyMap<string, string>): boolean {
  const made = textsAt(nodeAt(workload.body, ...(podPathOf(workload) ?? [])), 'metadata', 'labels');
  return labels.size > 0 && [...labels].every(([name, value]) => made.get(name) === value);
}
