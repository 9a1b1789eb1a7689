/**
 * Reads the annotations of Helm and Argo CD: the release or application of an object, hooks, and waves.
 */
import { append } from '../../model/common/append.ts';
import { required } from '../../model/common/lookup.ts';
import { type AddedObject, type Cluster, type ClusterLink, link } from './cluster.ts';
import type { KubernetesObject } from './kubernetes-objects.ts';
import { nodeAt, textAt } from './kubernetes-spec.ts';
import type { YamlNode } from './yaml-value.ts';

/** Relations, and what they lead to besides the objects. */
export interface ReleasedRelations {
  readonly links: readonly ClusterLink[];
  readonly added: readonly AddedObject[];
}

const annotation = ({ body }: KubernetesObject, name: string): YamlNode | undefined =>
  nodeAt(body, 'metadata', 'annotations', name);

/** Returns the phases in which Helm or Argo CD runs an object as a hook. */
export const hookOf = (object: KubernetesObject): string | undefined =>
  textAt(annotation(object, 'helm.sh/hook')) ?? textAt(annotation(object, 'argocd.argoproj.io/hook'));

/** Returns the releases of Helm: uninstalling one deletes its objects, but no hooks and nothing that is to be kept. */
export function helmReleases({ objects }: Cluster): ReleasedRelations {
  const releases = new Map<string, AddedObject>();
  const links = objects.flatMap((object) => {
    const stated = releaseOf(object);
    const isKept = textAt(annotation(object, 'helm.sh/resource-policy')) === 'keep' || hookOf(object) !== undefined;
    if (stated === undefined || isKept) return [];
    const { name, namespace, node } = stated;
    const { uri } = object;
    const key = JSON.stringify([name, namespace]);
    const known = releases.get(key) ?? added('Release', name, { namespace, uri, place: node.place });
    releases.set(key, known);
    return [link('stops with', [object, known], { uri, place: node.place })];
  });
  return { links, added: [...releases.values()] };
}

function releaseOf(
  object: KubernetesObject,
): { readonly name: string; readonly namespace: string | undefined; readonly node: YamlNode } | undefined {
  const { body } = object;
  const label = (name: string): YamlNode | undefined => nodeAt(body, 'metadata', 'labels', name);
  const isHelm = [label('app.kubernetes.io/managed-by'), label('heritage')].some((each) => textAt(each) === 'Helm');
  const labelled = isHelm ? (label('app.kubernetes.io/instance') ?? label('release')) : undefined;
  const node = annotation(object, 'meta.helm.sh/release-name') ?? labelled;
  const name = textAt(node);
  if (node === undefined || name === undefined) return undefined;
  return { name, namespace: textAt(annotation(object, 'meta.helm.sh/release-namespace')) ?? object.namespace, node };
}

const cascade = 'resources-finalizer.argocd.argoproj.io';

/**
 * Returns the applications of Argo CD: one with its finalizer deletes its objects and waits for them. The objects of
 * one application go in the reverse order of their waves.
 */
export function argoApplications({ objects, ofKind }: Cluster): ReleasedRelations {
  const applications = new Map(
    ofKind('argoproj.io', 'Application').map((application) => [application.name, application]),
  );
  const waves = new Map<string, Waved[]>();
  const links: ClusterLink[] = [];
  for (const object of objects) {
    const { uri } = object;
    const tracked = trackedBy(object);
    const wave = annotation(object, 'argocd.argoproj.io/sync-wave');
    const application = tracked === undefined ? undefined : applications.get(tracked.name);
    if (application !== undefined && tracked !== undefined && application !== object) {
      const at = { uri, place: tracked.node.place };
      if (hookOf(object) === undefined && application.finalizers.some((name) => name.startsWith(cascade)))
        links.push(link('stops with', [object, application], at), link('waits for', [application, object], at));
    }
    const number = Number(textAt(wave) ?? '0');
    if ((wave === undefined && tracked === undefined) || hookOf(object) !== undefined) continue;
    if (Number.isSafeInteger(number))
      append(waves, tracked?.name ?? '', { object, number, place: (wave ?? tracked?.node)?.place ?? object.place });
  }
  const ordered = [...waves].map(([application, items]) => waveLinks(application, items));
  return {
    links: [...links, ...ordered.flatMap((each) => each.links)],
    added: ordered.flatMap((each) => each.added),
  };
}

interface Waved extends Pick<ClusterLink, 'place'> {
  readonly object: KubernetesObject;
  readonly number: number;
}

/** Returns the order of waves by a barrier between each two, which is small even for large waves. */
function waveLinks(application: string, items: readonly Waved[]): ReleasedRelations {
  const byNumber = new Map<number, Waved[]>();
  for (const item of items) append(byNumber, item.number, item);
  const numbers = [...byNumber.keys()].sort((a, b) => a - b);
  const parts = numbers.slice(1).map((number, index): ReleasedRelations => {
    const earlier = required(byNumber.get(required(numbers[index])));
    const later = required(byNumber.get(number));
    const [first] = later;
    const { uri, place } = { uri: required(first).object.uri, place: required(first).place };
    const name = application === '' ? String(number) : `${application}:${String(number)}`;
    const barrier = added('Wave', name, { namespace: undefined, uri, place });
    const links = [
      ...earlier.flatMap((each) => [
        link('destroyed after', [each.object, barrier], { uri: each.object.uri, place: each.place }),
        link('needs', [barrier, each.object], { uri: each.object.uri, place: each.place }, { as: 'start' }),
      ]),
      ...later.flatMap((each) => [
        link('destroyed after', [barrier, each.object], { uri: each.object.uri, place: each.place }),
        link('needs', [each.object, barrier], { uri: each.object.uri, place: each.place }, { as: 'start' }),
      ]),
    ];
    return { links, added: [barrier] };
  });
  return { links: parts.flatMap((each) => each.links), added: parts.flatMap((each) => each.added) };
}

/** Returns the application that tracks an object, and where it says so. */
function trackedBy(object: KubernetesObject): { readonly name: string; readonly node: YamlNode } | undefined {
  const id = annotation(object, 'argocd.argoproj.io/tracking-id');
  const node = id ?? nodeAt(object.body, 'metadata', 'labels', 'argocd.argoproj.io/instance');
  const text = textAt(node);
  if (node === undefined || text === undefined) return undefined;
  const name = text.split(':', 1)[0] ?? text;
  return { name: name.slice(name.indexOf('_') + 1), node };
}

const added = (kind: string, name: string, at: Pick<AddedObject, 'namespace' | 'uri' | 'place'>): AddedObject => ({
  kind,
  group: '',
  name,
  uid: undefined,
  isAdded: true,
  ...at,
});
