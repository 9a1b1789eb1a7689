/**
 * Reads all objects of a running cluster through its API server, as `kubectl get` would print them. Reads only, and of
 * config maps and secrets only the metadata.
 */
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { type ApiAnswer, type ApiLimits, type ApiStop, apiReader, Unreachable, usualLimits } from './api-requests.ts';
import type { ClusterAccess } from './kubeconfig.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** The objects read. */
export interface ReadCluster {
  /** A `List` in JSON, one field a line. */
  readonly text: string;
  readonly objects: number;
  /** The kinds that the user may not read. */
  readonly forbidden: readonly string[];
}

/** The kinds to read, and the receiver of progress. */
export interface ClusterWish extends ApiStop {
  /** Of objects in namespaces, only those of these; default: all. */
  readonly namespaces?: readonly string[] | undefined;
  /** Called after each page with the number of objects so far. */
  readonly onProgress?: ((objects: number) => void) | undefined;
}

type Get = (path: string, accept?: string) => Promise<ApiAnswer>;

/** A kind of objects that can be listed. */
interface ApiKind {
  readonly kind: string;
  readonly apiVersion: string;
  /** The paths of the lists that hold its objects. */
  readonly lists: readonly string[];
  /** True if each path is that of one object. */
  readonly isOne?: true;
}

const pageSize = 500;
const atOnce = 4;
const mostObjects = 200_000;
/** The number of times that a list which expired while it was read is begun again. */
const newStarts = 2;
const metadataOnly = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';
/** Kinds whose contents are nobody's business here. */
const confidential: ReadonlySet<string> = new Set(['ConfigMap', 'Secret']);
/** Records of what happens, which come and go and hold nothing. */
const records: ReadonlySet<string> = new Set(['Event', 'Lease', 'ComponentStatus', 'EndpointSlice', 'Endpoints']);

/** Reads a cluster. Refuses, in one sentence, if its API server cannot be read. */
export async function readCluster(
  access: ClusterAccess,
  { namespaces, signal, onProgress }: ClusterWish = {},
  limits: ApiLimits = usualLimits,
): Promise<Answer<ReadCluster>> {
  const get = apiReader(access, { ...limits, signal });
  try {
    const kinds = await kindsOf(get, namespaces);
    const found: unknown[][] = kinds.map(() => []);
    const forbidden = new Set<string>();
    let objects = 0;
    const waiting = [...kinds.entries()];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [index, kind] = next;
        for (const list of kind.lists) {
          const items = await itemsOf(kind, list, get);
          if (items === undefined) forbidden.add(kind.kind);
          else found[index]?.push(...items);
          objects += items?.length ?? 0;
          onProgress?.(objects);
        }
        if (objects > mostObjects)
          throw new Unreachable(t`The cluster has more than ${String(mostObjects)} objects. Import the output of kubectl for some namespaces.`); // oxfmt-ignore
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const list = { apiVersion: 'v1', kind: 'List', items: found.flat() };
    return { value: { text: `${JSON.stringify(list, undefined, 1)}\n`, objects, forbidden: [...forbidden].sort() } };
  } catch (error) {
    if (error instanceof Unreachable) return { refusal: error.message };
    throw error;
  }
}

/** Returns the kinds that can be listed: of the core, then of each group in its preferred version. */
async function kindsOf(get: Get, namespaces: readonly string[] | undefined): Promise<ApiKind[]> {
  const groups = await get('/apis');
  const core = await get('/api/v1');
  if (core.status !== 200) throw new Unreachable(refusedMessage(core.status));
  const versions = arrayIn(groups.body, 'groups').flatMap((group) => {
    const version = textIn(fieldOf(group, 'preferredVersion'), 'groupVersion');
    return version === undefined || version.startsWith('metrics.k8s.io/') ? [] : [version];
  });
  const kinds = kindsIn(core.body, { apiVersion: 'v1', path: '/api/v1', namespaces });
  for (const apiVersion of versions) {
    const path = `/apis/${apiVersion}`;
    const answer = await get(path);
    if (answer.status === 200) kinds.push(...kindsIn(answer.body, { apiVersion, path, namespaces }));
  }
  return kinds;
}

/** Returns the names of the namespaces; undefined if the user may not list them. Refuses as `readCluster` does. */
export async function readNamespaces(
  access: ClusterAccess,
  { signal }: ApiStop = {},
  limits: ApiLimits = usualLimits,
): Promise<Answer<readonly string[] | undefined>> {
  try {
    const path = '/api/v1/namespaces';
    const get = apiReader(access, { ...limits, signal });
    const { status } = await get('/api/v1');
    if (status !== 200) throw new Unreachable(refusedMessage(status));
    const items = await itemsOf({ kind: 'Namespace', apiVersion: 'v1', lists: [path] }, path, get);
    return { value: items?.flatMap((item) => textIn(fieldOf(item, 'metadata'), 'name') ?? []).sort() };
  } catch (error) {
    if (error instanceof Unreachable) return { refusal: error.message };
    throw error;
  }
}

const refusedMessage = (status: number): string =>
  status === 401 || status === 403
    ? t`The API server refuses the login (status ${String(status)}). Log in again, or choose another context.`
    : t`The server does not answer as an API server of Kubernetes does (status ${String(status)}). Check its address.`;

/** The path of a group of kinds, and the requested namespaces. */
interface ApiGroup {
  readonly apiVersion: string;
  readonly path: string;
  readonly namespaces: readonly string[] | undefined;
}

function kindsIn(body: unknown, { apiVersion, path, namespaces }: ApiGroup): ApiKind[] {
  return arrayIn(body, 'resources').flatMap((resource) => {
    const [name, kind] = [textIn(resource, 'name'), textIn(resource, 'kind')];
    const isListed = arrayIn(resource, 'verbs').includes('list');
    if (name === undefined || kind === undefined || !isListed || !/^[\w.-]+$/.test(name) || records.has(kind))
      return [];
    const within = fieldOf(resource, 'namespaced') === true ? namespaces : undefined;
    const lists = within?.map((each) => `${path}/namespaces/${encodeURIComponent(each)}/${name}`) ?? [
      `${path}/${name}`,
    ];
    if (kind !== 'Namespace' || apiVersion !== 'v1' || namespaces === undefined) return [{ kind, apiVersion, lists }];
    // A user of some namespaces may read these, but not the list of all.
    return [{ kind, apiVersion, lists: namespaces.map((each) => `${path}/${name}/${encodeURIComponent(each)}`), isOne: true }]; // oxfmt-ignore
  });
}

/** Returns the objects of a list, page by page; undefined if the user may not read them. */
async function itemsOf(
  { kind, apiVersion, isOne }: ApiKind,
  list: string,
  get: Get,
): Promise<readonly unknown[] | undefined> {
  const accept = confidential.has(kind) ? metadataOnly : undefined;
  if (isOne === true) return oneOf(await get(list), { kind, apiVersion, list });
  for (let start = 0; start <= newStarts; start += 1) {
    const items: unknown[] = [];
    let from: string | undefined = '';
    while (from !== undefined) {
      const more: string = from === '' ? '' : `&continue=${encodeURIComponent(from)}`;
      const { status, body } = await get(`${list}?limit=${String(pageSize)}${more}`, accept);
      if (status === 401 || status === 403) return undefined;
      // What is listed by no server (404, 405) has no objects; what has expired (410) is begun again.
      if (status === 410) break;
      if (status !== 200) return [];
      for (const item of arrayIn(body, 'items')) items.push(withoutContents(item, kind, apiVersion));
      if (items.length > mostObjects) return items;
      const next = textIn(fieldOf(body, 'metadata'), 'continue');
      if (next === from) throw new Unreachable(t`The API server repeats a page of ${kind} without end.`);
      from = next;
    }
    if (from === undefined) return items;
  }
  throw new Unreachable(t`The list of ${kind} expires while it is read. Import again when the cluster is less busy.`);
}

/** Returns the object of an answer, if the user may read it. */
function oneOf(
  { status, body }: ApiAnswer,
  { kind, apiVersion, list }: Pick<ApiKind, 'kind' | 'apiVersion'> & { readonly list: string },
): readonly unknown[] | undefined {
  if (status === 404)
    throw new Unreachable(t`There is no namespace "${decodeURIComponent(list.slice(list.lastIndexOf('/') + 1))}".`);
  return status === 200 ? [withoutContents(body, kind, apiVersion)] : undefined;
}

/** Returns an object as it is imported: with its kind, without what is confidential or only kept for tools. */
function withoutContents(item: unknown, kind: string, apiVersion: string): unknown {
  if (!isRecord(item)) return item;
  const { metadata, spec, status } = item;
  const kept = isRecord(metadata) ? { ...metadata } : {};
  delete kept.managedFields;
  if (isRecord(kept.annotations)) {
    const annotations = { ...kept.annotations };
    delete annotations['kubectl.kubernetes.io/last-applied-configuration'];
    kept.annotations = annotations;
  }
  const phase = textIn(status, 'phase');
  return {
    ...{ apiVersion, kind, metadata: kept },
    ...(spec !== undefined && !confidential.has(kind) && { spec }),
    ...(phase !== undefined && { status: { phase } }),
  };
}

type Fields = Record<string, unknown>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

function arrayIn(value: unknown, name: string): readonly unknown[] {
  const field = fieldOf(value, name);
  return Array.isArray(field) ? (field as readonly unknown[]) : [];
}

function textIn(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name);
  return typeof field === 'string' && field !== '' ? field : undefined;
}
