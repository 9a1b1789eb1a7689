/**
 * Models what holds objects: namespaces and definitions delete their content directly and wait until it is gone; claims
 * wait for pods, volumes for claims; a node takes its pods along.
 */
import { type Cluster, hasFinished, type ClusterLink, link } from './cluster.ts';
import type { KubernetesObject } from './kubernetes-objects.ts';
import { itemsAt, nodeAt, textAt } from './kubernetes-spec.ts';
import { isLasting, podPathOf, standIns } from './workloads.ts';
import type { YamlNode } from './yaml-value.ts';

/** Returns the relations between objects and their namespaces. */
export function namespaceLinks({ objects, find }: Cluster): ClusterLink[] {
  return objects.flatMap((object) => {
    const { namespace, uri } = object;
    const around = namespace === undefined ? undefined : find('', 'Namespace', namespace, undefined);
    if (around === undefined || around === object) return [];
    return contentLinks(around, object, {
      uri,
      place: object.namespacePlace ?? object.place,
      words: `namespace: ${around.name}`,
    });
  });
}

/** Returns the relations between definitions and their instances. */
export function definitionLinks({ ofKind, objects }: Cluster): ClusterLink[] {
  const definitions = new Map(
    ofKind('apiextensions.k8s.io', 'CustomResourceDefinition').map((definition) => {
      const group = textAt(definition.body, 'spec', 'group') ?? '';
      return [JSON.stringify([group, textAt(definition.body, 'spec', 'names', 'kind') ?? '']), definition];
    }),
  );
  return objects.flatMap((object) => {
    const definition = definitions.get(JSON.stringify([object.group, object.kind]));
    if (definition === undefined || definition === object) return [];
    return contentLinks(definition, object, {
      uri: object.uri,
      place: object.kindPlace ?? object.place,
      words: `kind: ${object.kind}`,
    });
  });
}

const contentLinks = (
  around: KubernetesObject,
  inner: KubernetesObject,
  at: Pick<ClusterLink, 'uri' | 'place' | 'words'>,
): ClusterLink[] => [link('stops with', [inner, around], at), link('waits for', [around, inner], at)];

/** Returns the relations between pods and their nodes: a pod goes with its node, even in a crash. */
export function nodeLinks({ ofKind, find }: Cluster): ClusterLink[] {
  return ofKind('', 'Pod').flatMap((pod) => {
    const name = nodeAt(pod.body, 'spec', 'nodeName');
    const node = find('', 'Node', textAt(name) ?? '', undefined);
    if (name === undefined || node === undefined || hasFinished(pod)) return [];
    return [link('dies with', [pod, node], { uri: pod.uri, place: name.place, words: `nodeName: ${node.name}` })];
  });
}

/** Returns the relations between pods, claims and volumes. */
export function storageLinks(cluster: Cluster): ClusterLink[] {
  return [
    ...cluster.ofKind('', 'Pod').flatMap((pod) => podClaims(pod, cluster)),
    ...standIns(cluster).flatMap((workload) => workloadClaims(workload, cluster)),
    ...volumeLinks(cluster),
  ];
}

function podClaims(pod: KubernetesObject, { find }: Cluster): ClusterLink[] {
  if (hasFinished(pod)) return [];
  return itemsAt(pod.body, 'spec', 'volumes').flatMap((volume) => {
    const stated = nodeAt(volume, 'persistentVolumeClaim', 'claimName') ?? nodeAt(volume, 'ephemeral');
    if (stated === undefined) return [];
    const own = `${pod.name}-${textAt(volume, 'name') ?? ''}`;
    const claim = find('', 'PersistentVolumeClaim', textAt(stated) ?? own, pod.namespace);
    return claim === undefined ? [] : claimLinks(pod, claim, stated, true);
  });
}

/** Returns the relations between a workload that stands for its pods and the claims in their template. */
function workloadClaims(workload: KubernetesObject, { find }: Cluster): ClusterLink[] {
  const template = nodeAt(workload.body, ...(podPathOf(workload) ?? []));
  return itemsAt(template, 'spec', 'volumes').flatMap((volume) => {
    const stated = nodeAt(volume, 'persistentVolumeClaim', 'claimName');
    const claim = find('', 'PersistentVolumeClaim', textAt(stated) ?? '', workload.namespace);
    if (stated === undefined || claim === undefined) return [];
    return claimLinks(workload, claim, stated, isLasting(workload));
  });
}

/** Returns the relations between a claim and its user, for which it waits if that runs. */
function claimLinks(user: KubernetesObject, claim: KubernetesObject, { place }: YamlNode, isRunning: boolean) {
  const at = { uri: user.uri, place, words: `claimName: ${claim.name}` };
  return [
    link('needs', [user, claim], at, { as: 'start' }),
    ...(isRunning && isHeldBy(claim, 'kubernetes.io/pvc-protection') ? [link('waits for', [claim, user], at)] : []),
  ];
}

function volumeLinks({ ofKind, find }: Cluster): ClusterLink[] {
  return ofKind('', 'PersistentVolume').flatMap((volume) => {
    const reference = nodeAt(volume.body, 'spec', 'claimRef');
    const claims = claimOf(volume, reference, { ofKind, find });
    if (claims === undefined) return [];
    const [claim, stated] = claims;
    const policy = nodeAt(volume.body, 'spec', 'persistentVolumeReclaimPolicy');
    const at = { uri: stated.uri, place: stated.node.place, words: `claim ${claim.name}, volume ${volume.name}` };
    return [
      link('needs', [claim, volume], at),
      ...(isHeldBy(volume, 'kubernetes.io/pv-protection') ? [link('waits for', [volume, claim], at)] : []),
      ...(policy !== undefined && textAt(policy) === 'Delete'
        ? [
            link('stops with', [volume, claim], {
              uri: volume.uri,
              place: policy.place,
              words: 'persistentVolumeReclaimPolicy: Delete',
            }),
          ]
        : []),
    ];
  });
}

/** Returns the claim that a volume is bound to, and what says so: its own reference, or else the claim's. */
function claimOf(
  volume: KubernetesObject,
  reference: YamlNode | undefined,
  { ofKind, find }: Pick<Cluster, 'ofKind' | 'find'>,
): readonly [KubernetesObject, { readonly uri: string; readonly node: YamlNode }] | undefined {
  if (reference !== undefined) {
    const name = textAt(reference, 'name') ?? '';
    const claim = find('', 'PersistentVolumeClaim', name, textAt(reference, 'namespace'));
    const uid = textAt(reference, 'uid');
    // A claim of that name with another uid is a later one.
    if (claim === undefined || (uid !== undefined && claim.uid !== undefined && claim.uid !== uid)) return undefined;
    return [claim, { uri: volume.uri, node: nodeAt(reference, 'name') ?? reference }];
  }
  const claim = ofKind('', 'PersistentVolumeClaim').find(
    (each) => textAt(each.body, 'spec', 'volumeName') === volume.name,
  );
  const stated = nodeAt(claim?.body, 'spec', 'volumeName');
  return claim === undefined || stated === undefined ? undefined : [claim, { uri: claim.uri, node: stated }];
}

/** Returns true if the cluster keeps an object in use: always, unless the object is from a cluster and says no more. */
const isHeldBy = ({ uid, finalizers }: KubernetesObject, name: string): boolean =>
  uid === undefined || finalizers.includes(name);
