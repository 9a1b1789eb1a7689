/**
 * Imports objects of Kubernetes: what `kubectl get … -o yaml` or `-o json` prints, manifests, what Helm and Kustomize
 * write, one file or several. Never throws for bad input.
 */
import type { Finding } from '../../model/finding.ts';
import { required } from '../../model/common/lookup.ts';
import { fileFinding, type ImportFault, summarize, type Occurrence } from '../import/import-findings.ts';
import type { ImportFile } from '../import/import-format.ts';
import type { ImportOutcome } from '../import/imported.ts';
import { withoutAliases } from './aliases.ts';
import { type Cluster, clusterOf, type ClusterLink, type Thing } from './cluster.ts';
import { definitionLinks, namespaceLinks, nodeLinks, storageLinks } from './containment.ts';
import { budgetLinks, usageLinks } from './guards.ts';
import { deletionFindings } from './kubernetes-deletion.ts';
import { kubernetesModel, type ModelParts } from './kubernetes-model.ts';
import { nameObjects, objectName } from './kubernetes-names.ts';
import { readObjects, type KubernetesObject } from './kubernetes-objects.ts';
import { findOwners } from './kubernetes-owners.ts';
import { findOperators } from './operators.ts';
import { configurationLinks, ingressLinks, referenceLinks, serviceLinks } from './references.ts';
import { argoApplications, helmReleases } from './releases.ts';
import { readYaml } from './yaml-documents.ts';
import { t } from '../../model/common/translation.ts';

const projectFile = '.aftermath.json';
const isProjectFile = ({ name }: ImportFile): boolean => baseOf(name) === projectFile;
const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Returns true for the files in a folder that may have objects. */
export const isKubernetesPath = (path: string): boolean => /\.(?:ya?ml|json)$/.test(path) && !path.includes('.git/');

/** Returns the paths of the project files beside the files: they may name the operators that remove finalizers. */
export const kubernetesAlsoReads = (files: readonly ImportFile[]): readonly string[] => [
  ...new Set(files.map(({ name }) => `${name.slice(0, name.lastIndexOf('/') + 1)}${projectFile}`)),
];

/**
 * Returns the model of the objects in order, followed by missing owners. The value is undefined, with an error, if a
 * file is broken or none has objects. Findings `import/…`, in the order of the lines of each file. `O(n log n)`.
 */
export function importKubernetes(files: readonly ImportFile[]): ImportOutcome {
  const given = files.filter((file) => !isProjectFile(file));
  const uri = given[0]?.uri ?? '';
  const read = readFiles(given);
  if (read.value === undefined) return { value: undefined, findings: read.findings };
  const { kept, repeated } = leaveOutRepeated(read.value);
  const notes = filesFinding(
    given.filter(({ name }) => /^kustomization\.ya?ml$/.test(baseOf(name))),
    kustomization,
  );
  if (kept.length === 0) return { value: undefined, findings: [noObjects(uri), ...notes] };
  const { value: owners, findings: ownerFindings } = findOwners(kept, uri);
  const cluster = clusterOf(kept, owners.ownerships);
  const releases = [helmReleases(cluster), argoApplications(cluster)];
  const added = releases.flatMap((each) => each.added);
  const names = nameObjects<Thing>([...kept, ...owners.absent, ...added]);
  const nameOf = (thing: Thing): string => required(names.get(thing));
  const plainName = (thing: Thing): string => nameOf(thing).replaceAll("'", '');
  const operators = findOperators(cluster, plainName, files.find(isProjectFile));
  const links = [...linksOf(cluster), ...releases.flatMap((each) => each.links)];
  const count = kept.length + owners.ownerships.length + links.length;
  if (count > mostStatements) return { value: undefined, findings: [tooMany(uri, count)] };
  const findings = [
    ...read.findings,
    ...notes,
    ...summarize(uri, repeatedObject, repeated),
    ...ownerFindings,
    ...deletionFindings(kept, owners.ownerships, links, { uri, nameOf: plainName }),
    ...operators.findings,
  ];
  const order = new Map(files.map((file, index) => [file.uri, index]));
  const at = ({ span }: Finding): number => order.get(span.uri) ?? 0;
  findings.sort((a, b) => at(a) - at(b) || a.span.start.line - b.span.start.line);
  const parts: ModelParts = { ...owners, objects: kept, added, links, removedBy: operators.removedBy, nameOf };
  return { value: kubernetesModel(parts), findings };
}

/** The most objects and relations: a large cluster has a third of that, and each takes about 6 KB until it is written. */
const mostStatements = 150_000;

/** Returns the relations that the objects themselves give, ownership aside. */
const linksOf = (cluster: Cluster): ClusterLink[] => [
  ...namespaceLinks(cluster),
  ...definitionLinks(cluster),
  ...nodeLinks(cluster),
  ...storageLinks(cluster),
  ...configurationLinks(cluster),
  ...serviceLinks(cluster),
  ...ingressLinks(cluster),
  ...referenceLinks(cluster),
  ...budgetLinks(cluster),
  ...usageLinks(cluster),
];

/** Reads the objects of all files. The value is undefined if one of them cannot be read. */
function readFiles(files: readonly ImportFile[]): {
  readonly value: readonly KubernetesObject[] | undefined;
  readonly findings: readonly Finding[];
} {
  const objects: KubernetesObject[] = [];
  const findings: Finding[] = [];
  const [templates, unreadable]: [ImportFile[], ImportFile[]] = [[], []];
  let isFit = true;
  for (const file of files) {
    const { text, uri } = file;
    const unfit = unfitText(text, uri);
    const documents = unfit === undefined ? readYaml(text, uri) : { value: undefined, findings: [unfit] };
    if (documents.value === undefined && template.test(text)) {
      templates.push(file);
      continue;
    }
    findings.push(...documents.findings);
    if (documents.value === undefined) {
      // Of several files some may be empty, or no manifests.
      const isEmpty = unfit?.code === 'import/empty';
      isFit &&= files.length > 1 && (isEmpty || !kindLine.test(text));
      if (!isEmpty) unreadable.push(file);
      continue;
    }
    const read = readObjects(withoutAliases(documents.value, text), uri);
    if (
      read.value.length === 0
        ? kindLine.test(text) && template.test(text)
        : read.value.some(({ name }) => name.includes('{{'))
    ) {
      templates.push(file);
      continue;
    }
    for (const object of read.value) objects.push(object);
    if (files.length === 1 || read.value.length > 0) findings.push(...read.findings);
  }
  findings.push(...filesFinding(templates, objects.length === 0 ? helmTemplate : leftOutTemplate));
  if (!isFit || (templates.length > 0 && objects.length === 0)) return { value: undefined, findings };
  findings.push(...filesFinding(unreadable, leftOutText));
  return { value: objects, findings: findings.filter(({ severity }) => severity !== 'error') };
}

/** Removes repeated objects: of the same uid or, if neither has one, of the same name. */
function leaveOutRepeated(objects: readonly KubernetesObject[]): {
  readonly kept: readonly KubernetesObject[];
  readonly repeated: readonly Occurrence[];
} {
  const known = new Set<string>();
  const kept: KubernetesObject[] = [];
  const repeated: Occurrence[] = [];
  for (const object of objects) {
    const key = object.uid ?? JSON.stringify([object.group, objectName(object)]);
    if (known.has(key)) repeated.push({ about: objectName(object), uri: object.uri, place: object.place });
    else kept.push(object);
    known.add(key);
  }
  return { kept, repeated };
}

/** Returns a fault that prevents a text from being read as YAML. */
function unfitText(text: string, uri: string): Finding | undefined {
  if (text.replace('\uFEFF', '').trim() === '') {
    return error(
      uri,
      0,
      'import/empty',
      t`The file is empty. Let kubectl print the objects again and import the new file.`,
    );
  }
  const nul = text.search(/[\0-\u0008\u000E-\u001F]/);
  if (nul < 0) return undefined;
  const line = text.slice(0, nul).split('\n').length - 1;
  const message = t`The file is not text: line ${String(line + 1)} has bytes that no output of kubectl contains. Choose the YAML or JSON file, saved as UTF-8.`;
  return error(uri, line, 'import/binary', message);
}

const kindLine = /\bkind"?\s*:/;

/** An action of Helm's where YAML has a line, a value or an item. Texts for other programs may have it, too. */
const template = /^[ \t]{0,200}(?:- {1,200})?(?:[\w./-]{1,200}: {0,200})?\{\{/m;

const filesFinding = (files: readonly ImportFile[], fault: ImportFault): Finding[] =>
  summarize(
    '',
    fault,
    files.map(({ name, uri }) => ({ about: name, uri, place: { line: 0, start: 0, end: 0 } })),
  );

const helmTemplate = {
  code: 'import/wrong-format',
  severity: 'error',
  message: (names: string, count: number) =>
    count === 1
      ? t`The file is a template of a Helm chart, which is YAML only once it is rendered. Let "helm template NAME CHART" print the objects, and import its output.`
      : t`${String(count)} files are templates of a Helm chart, which are YAML only once they are rendered: ${names}. Let "helm template NAME CHART" print the objects, and import its output.`,
} as const;

const leftOutTemplate: ImportFault = {
  code: 'import/left-out',
  severity: 'warning',
  message: (names, count) =>
    count === 1
      ? t`${names} is a template of a Helm chart and is left out. The rest is imported. Let "helm template NAME CHART" print its objects, and import its output, too.`
      : t`${String(count)} files are templates of a Helm chart and are left out: ${names}. The rest is imported. Let "helm template NAME CHART" print their objects, and import its output, too.`,
};

const leftOutText: ImportFault = {
  code: 'import/left-out',
  severity: 'information',
  message: (names, count) =>
    count === 1
      ? t`${names} is neither YAML nor JSON and is left out. Nothing in it looks like an object.`
      : t`${String(count)} files are neither YAML nor JSON and are left out: ${names}. Nothing in them looks like an object.`,
};

const kustomization: ImportFault = {
  code: 'import/left-out',
  severity: 'information',
  message: (names, count) =>
    t`What ${count === 1 ? t`1 file` : t`${String(count)} files`} of Kustomize ${count === 1 ? t`refers` : t`refer`} to, ${count === 1 ? t`changes or generates is` : t`change or generate is`} not read: ${names}. Let "kubectl kustomize DIR" print the objects, and import its output.`,
};

const noObjects = (uri: string): Finding =>
  error(
    uri,
    0,
    'import/no-objects',
    t`The file has no Kubernetes object: nothing in it has a kind and, in its metadata, a name. Choose a file that "kubectl get … -o yaml" or "-o json" has written.`,
  );

const tooMany = (uri: string, count: number): Finding =>
  error(
    uri,
    0,
    'import/too-large',
    t`There are ${String(count)} objects and relations; at most ${String(mostStatements)} can be read. Let "kubectl get" print fewer namespaces or kinds.`,
  );

const error = (uri: string, line: number, code: string, message: string): Finding =>
  fileFinding(uri, { code, severity: 'error', message }, line);

const repeatedObject = {
  code: 'import/repeated-object',
  severity: 'warning',
  message: (names: string, count: number) =>
    t`${count === 1 ? t`1 object is` : t`${String(count)} objects are`} given again and omitted: ${names}. The first of each counts.`,
} as const;
