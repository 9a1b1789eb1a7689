/**
 * Imports Terraform and OpenTofu: folders of `.tf` files, the JSON of `show -json` for a state or a plan, and state
 * files. Never throws for bad input.
 */
import type { Finding } from '../../model/finding.ts';
import type { Span } from '../../model/span.ts';
import { failedImport, type ImportFault, fileStart, type Occurrence, summarize } from '../import/import-findings.ts';
import { orderCycles } from '../import/order-cycles.ts';
import type { ImportFile } from '../import/import-format.ts';
import type { ImportOutcome } from '../import/imported.ts';
import { readYaml, type YamlAdvice } from '../kubernetes/yaml-documents.ts';
import type { YamlNode } from '../kubernetes/yaml-value.ts';
import { dependenciesOf, type Dependency, moduleNodes } from './dependencies.ts';
import { instancesOf, type TerraformInstance } from './instances.ts';
import { readPlanConfiguration } from './plan-configuration.ts';
import { jsonEntry, jsonText } from './json-values.ts';
import { isShown, readShown, unknownVersion } from './show-json.ts';
import { terraformModel } from './terraform-model.ts';
import { folderOf, readConfiguration } from './tf-files.ts';
import { t } from '../../model/common/translation.ts';

const isSource = (name: string): boolean => /\.(?:tf|tofu)$/.test(name);
const isInJson = (name: string): boolean => /\.(?:tf|tofu)\.json$/.test(name);

/** Returns true for the files in a folder that Terraform reads, and those of modules in it. */
export const isTerraformPath = (path: string): boolean =>
  (isSource(path) || isInJson(path)) && !path.split('/').some((part) => part === '.terraform' || part === '.git');

const blockStart =
  /^[ \t]*(?:resource|data|module|provider|variable|output)[ \t]+"[^"\n]*"[^\n{=]*\{|^[ \t]*(?:terraform|locals)[ \t]*\{/m;
const shownStart =
  /^\s*\{(?:(?=[^]*"format_version")(?=[^]*"(?:terraform_version|planned_values|values)")|(?=[^]*"terraform_version")(?=[^]*"lineage"))/;
const looksAt = 200_000;

/** Returns what shows that files are of Terraform, if they are. */
export function recognizeTerraform(files: readonly ImportFile[]): string | undefined {
  for (const { name, text } of files) {
    const start = text.slice(0, looksAt);
    if (shownStart.test(start))
      return t`"${name}" is the JSON of a Terraform state or plan, by its version and its values`;
    if (isSource(name) && blockStart.test(start))
      return t`"${name}" has blocks of Terraform, such as resource or module`;
  }
  return undefined;
}

/** Returns the usual files of local modules outside of the files given. */
export function terraformAlsoReads(files: readonly ImportFile[]): readonly string[] {
  const sources = files.filter(({ name }) => isSource(name));
  if (sources.length === 0) return [];
  return readConfiguration(sources).missing.flatMap(({ source, place }) => {
    const caller = files.find(({ uri }) => uri === place.uri)?.name ?? '';
    if (!/^\.{1,2}(?:\/|$)/.test(source)) return [];
    // Where a folder cannot be listed, the usual names have to do.
    return [...allFiles, ...usualFiles].map((name) => `${folderOf(caller)}${source.replace(/\/$/, '')}/${name}`);
  });
}

const allFiles = ['*.tf', '*.tofu'];
const usualFiles = ['main.tf', 'variables.tf', 'outputs.tf', 'locals.tf', 'data.tf', 'providers.tf', 'versions.tf'];

/** Returns the model of a configuration, a state or a plan, with findings `import/…`. */
export function importTerraform(files: readonly ImportFile[]): ImportOutcome {
  const [first] = files;
  const uri = first?.uri ?? '';
  if (first === undefined || files.every(({ text }) => text.trim() === ''))
    return failedImport(uri, 'import/empty', emptyMessage);
  const large = files.find(({ text }) => text.length > longestText);
  if (large !== undefined) return failedImport(large.uri, 'import/too-large', tooLarge(large.text.length));
  const [inJson, own] = [files.filter(({ name }) => isInJson(name)), files.filter(({ name }) => !isInJson(name))];
  const shown = own.find(({ text }) => /^\s*\{/.test(text));
  if (shown !== undefined) return importShown(shown);
  if (!own.some(({ text }) => blockStart.test(text)))
    return failedImport(uri, 'import/wrong-format', inJson.length > 0 ? inJsonMessage : wrongMessage);
  const { value, findings } = importFiles(own, uri);
  return { value, findings: [...findings, ...leftOutFindings(inJson)] };
}

const leftOutFindings = (inJson: readonly ImportFile[]): Finding[] =>
  summarize(
    inJson[0]?.uri ?? '',
    inJsonFiles,
    inJson.map(({ name, uri }) => ({ about: name, uri, place: { line: 0, start: 0, end: 0 } })),
  );

const longestText = 24_000_000;

function importFiles(files: readonly ImportFile[], uri: string): ImportOutcome {
  const { root, findings, missing } = readConfiguration(files);
  if (root === undefined) return { value: undefined, findings };
  const nodes = moduleNodes(root);
  const { instances: all, unknown } = instancesOf(nodes);
  const byAddress = new Map(all.toReversed().map((each) => [each.address, each]));
  const instances = all.filter((each) => byAddress.get(each.address) === each);
  const repeated = all.filter((each) => byAddress.get(each.address) !== each);
  if (instances.length === 0) return failedImport(uri, 'import/wrong-format', noResources);
  const dependencies = dependenciesOf(nodes);
  const absent = missing.map(({ source, place }) => occurrence(source, place));
  const again = repeated.map(({ address, place }) => occurrence(address, place));
  const uncounted = unknown.map(({ address, place }) => occurrence(address, place));
  return {
    value: terraformModel(instances, dependencies, fileStart(uri)),
    findings: [
      ...findings,
      ...summarize(missing[0]?.place.uri ?? uri, missingModules, absent),
      ...summarize(unknown[0]?.place.uri ?? uri, unknownCounts, uncounted),
      ...summarize(uri, repeatedAddresses, again),
      ...cycleFindings(dependencies),
    ],
  };
}

const occurrence = (about: string, { uri, start, end }: Span): Occurrence => ({
  about,
  uri,
  place: { line: start.line, start: start.character, end: end.character },
});

function importShown({ text, uri }: ImportFile): ImportOutcome {
  const { value: documents, findings } = readYaml(text, uri, advice);
  const [root] = documents ?? [];
  if (documents === undefined) return { value: undefined, findings };
  const other = root && otherState(root);
  if (other !== undefined) return failedImport(uri, 'import/wrong-format', other);
  if (root === undefined || !isShown(root)) return failedImport(uri, 'import/wrong-format', wrongMessage);
  const version = unknownVersion(root);
  if (version !== undefined) return failedImport(uri, 'import/wrong-format', wrongVersion(version.slice(0, 20)));
  const { instances, dependencies, repeated } = readShown(root, uri);
  if (instances.length === 0) return failedImport(uri, 'import/wrong-format', noResources);
  const all = withConfiguration(root, { uri, instances, dependencies });
  return {
    value: terraformModel(instances, all, fileStart(uri)),
    findings: [...findings, ...summarize(uri, repeatedAddresses, repeated), ...cycleFindings(all)],
  };
}

/** Returns what to do with a file of Terraform's that has no resources to read. */
function otherState(root: YamlNode): string | undefined {
  if (jsonEntry(root, 'encrypted_data') !== undefined) return encrypted;
  const backend = jsonText(jsonEntry(jsonEntry(root, 'backend'), 'type'));
  return backend === undefined ? undefined : elsewhere(backend.slice(0, 40));
}

/** Adds what the configuration of a plan says about its resources. */
function withConfiguration(
  root: YamlNode,
  {
    uri,
    dependencies,
  }: {
    readonly uri: string;
    readonly instances: readonly TerraformInstance[];
    readonly dependencies: readonly Dependency[];
  },
): readonly Dependency[] {
  const configuration = readPlanConfiguration(root, uri);
  if (configuration === undefined) return dependencies;
  const known = new Set(dependencies.map(({ from, to }) => `${from} ${to}`));
  const stated = dependenciesOf(moduleNodes(configuration)).filter(({ from, to }) => !known.has(`${from} ${to}`));
  return [...dependencies, ...stated];
}

/** Returns a finding for each group of resources that depend on each other: a shortest cycle. */
function cycleFindings(dependencies: readonly Dependency[]): Finding[] {
  const addresses = new Set(dependencies.flatMap(({ from, to }) => [from, to]));
  return orderCycles(
    [...addresses],
    dependencies,
    (cycle) =>
      t`The resources depend on each other in a cycle: ${cycle}. Terraform refuses it; remove one of these references.`,
  );
}

const advice: YamlAdvice = {
  larger: t`Let "terraform show -json" print a smaller state.`,
  deeper: t`as no state or plan is. Choose the file that "terraform show -json" has written.`,
  broken: t`Let "terraform show -json" print it again.`,
};
const plural = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${String(count)} ${many}`;

const missingModules: ImportFault = {
  code: 'import/missing-file',
  severity: 'information',
  message: (names, count) =>
    t`${plural(count, t`module is`, t`modules are`)} not among the files and left out: ${names}. Import the JSON of "terraform show -json" if its resources matter.`,
};
const inJsonFiles: ImportFault = {
  code: 'import/left-out',
  severity: 'warning',
  message: (names, count) =>
    t`${plural(count, t`file with a configuration in JSON is`, t`files with a configuration in JSON are`)} left out: ${names}. Import the JSON of "terraform show -json", which has all resources.`,
};
const unknownCounts: ImportFault = {
  code: 'import/left-out',
  severity: 'information',
  message: (names, count) =>
    t`Only Terraform knows "count" or "for_each" of ${plural(count, t`block`, t`blocks`)}: ${names}. ${count === 1 ? t`It counts` : t`Each counts`} as one instance; the JSON of "terraform show -json" has all.`,
};
const repeatedAddresses: ImportFault = {
  code: 'import/repeated-name',
  severity: 'warning',
  message: (names, count) =>
    t`${plural(count, t`address is`, t`addresses are`)} repeated in the file: ${names}. The first of each counts.`,
};

const emptyMessage = t`The file is empty. Choose the output of "terraform show -json", or a folder of ".tf" files.`;
const wrongMessage = t`The file is neither the output of "terraform show -json" nor a ".tf" file with blocks. Choose another file, or let "import auto" find the format.`;
const inJsonMessage = t`The configuration is written in JSON, which is not read. Import the JSON of "terraform show -json", which has all resources.`;
const noResources = t`There is no resource to import. Choose a plan or a state with resources, or the folder with all ".tf" files.`;
const wrongVersion = (version: string): string =>
  t`The file has the format version "${version}"; 0.x and 1.x of "terraform show -json" and 4 of state files can be read. Let Terraform 0.12 or newer write it.`;
const encrypted = t`The state is encrypted by OpenTofu. Let "tofu show -json" print it, and import that.`;
const elsewhere = (backend: string): string =>
  t`The file only says that the backend "${backend}" keeps the state. Let "terraform show -json" print the state, and import that.`;
const tooLarge = (length: number): string =>
  t`The file has ${String(length)} characters; at most ${String(longestText)} can be read. ${advice.larger}`;
