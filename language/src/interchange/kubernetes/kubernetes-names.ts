/**
 * Names Kubernetes objects as kubectl does: `deployment/web`, outside the namespace `default` with a prefix:
 * `prod/deployment/web`. A name depends on its object alone if possible.
 */
import { writeName } from '../../model/language-names.ts';
import type { KubernetesIdentity } from './kubernetes-objects.ts';

/** An object with its namespace. */
export type Placed = KubernetesIdentity & { readonly namespace: string | undefined };

/**
 * Returns the name of an object if no other claims it. Kinds that are not built into Kubernetes carry their group, as
 * in `service.serving.knative.dev/web`.
 */
export function objectName({ kind, group, name, namespace }: Placed): string {
  const own = group.includes('.') && !group.endsWith('.k8s.io') ? `.${group}` : '';
  const place = namespace === undefined || namespace === 'default' ? '' : `${namespace}/`;
  return `${place}${kind.toLowerCase()}${own}/${name}`.replace(/'/g, '_');
}

/**
 * Returns a name of the language for each object. If several claim one name, the first gets it, and the others append
 * the beginning of their uid: `'job/load#5f0c21aa'`.
 */
export function nameObjects<T extends Placed>(objects: readonly T[]): ReadonlyMap<T, string> {
  const names = new Map<T, string>();
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  for (const object of objects) {
    const wished = objectName(object);
    const { uid = '' } = object;
    const marks = uid === '' ? [''] : ['', `#${uid.slice(0, 8)}`, `#${uid}`];
    let name = marks.map((mark) => writeName(`${wished}${mark}`)).find((each) => !taken.has(each));
    for (let count = counts.get(wished) ?? 2; name === undefined; count += 1) {
      const counted = writeName(`${wished}#${String(count)}`);
      if (!taken.has(counted)) name = counted;
      counts.set(wished, count + 1);
    }
    taken.add(name);
    names.set(object, name);
  }
  return names;
}
