/**
 * Reads the files of a Compose project into one: overrides, `include`, `extends`, variables of `.env`. Finds files among
 * those that are given; what is missing is reported.
 */
import type { Finding } from '../../model/finding.ts';
import type { Span } from '../../model/span.ts';
import { fileFinding, type Occurrence, summarize } from '../import/import-findings.ts';
import type { ImportFile } from '../import/import-format.ts';
import { readYaml, type YamlAdvice } from '../kubernetes/yaml-documents.ts';
import { type ComposeValue, entriesIn, entryIn, readYamlValue, textIn, textsIn } from './compose-values.ts';
import { readEnvironment, type ComposeVariables } from './interpolation.ts';
import { merged } from './merging.ts';
import { t } from '../../model/common/translation.ts';

/** A project: the sections of all its files. */
export interface ComposeProject {
  readonly services: ReadonlyMap<string, ComposeValue>;
  readonly networks: ReadonlyMap<string, ComposeValue>;
  readonly volumes: ReadonlyMap<string, ComposeValue>;
  readonly variables: ComposeVariables;
}

/** A project as far as it could be read, and the files that it refers to. */
export interface ReadProject {
  readonly project: ComposeProject | undefined;
  readonly findings: readonly Finding[];
  /** The paths that it refers to, found or not. */
  readonly referred: readonly string[];
}

const advice: YamlAdvice = {
  larger: t`Import a smaller file.`,
  deeper: t`as no Compose file is. Choose the file that "docker compose" reads.`,
  broken: t`Correct the line; "docker compose config" checks it, too.`,
  tags: ['!reset', '!override'],
};

const repeatedKey = {
  code: 'import/repeated-name',
  severity: 'warning',
  message: (names: string, count: number) =>
    t`${count === 1 ? t`1 key is` : t`${String(count)} keys are`} already in the same map: ${names}. The first of each counts; rename or remove the others.`,
} as const;

const mostFiles = 200;
const deepest = 50;

interface Reader {
  readonly files: ReadonlyMap<string, ImportFile>;
  readonly findings: Finding[];
  readonly referred: Set<string>;
  readonly documents: Map<string, ComposeValue | undefined>;
  readonly variables: ComposeVariables;
}

/** The file that refers to others, and those that lead to it. */
interface Extending {
  readonly file: ImportFile;
  readonly reader: Reader;
  readonly around: readonly string[];
}

/** Returns the name of a file without its folder. */
export const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Returns a path as seen from the folder of a file, without `.` and `..` where possible. */
export function pathFrom(file: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${folderOf(file)}${path}`).split('/')) {
    if (part === '.' || (part === '' && parts.length > 0)) continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..' && parts.at(-1) !== '') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}

/** Reads a project: the first file, with the other main files as overrides. */
export function readProject(given: readonly ImportFile[], main: readonly ImportFile[]): ReadProject {
  const [first] = main;
  const environment = pathFrom(first?.name ?? '', '.env');
  const files = new Map(given.map((file) => [file.name, file]));
  const dotEnv = files.get(environment);
  const reader: Reader = {
    files,
    findings: [],
    referred: new Set([environment]),
    documents: new Map(),
    variables: {
      values: readEnvironment(dotEnv === undefined ? [] : [dotEnv.text]),
      unset: new Set(),
      required: new Set(),
    },
  };
  let whole: ComposeValue | undefined;
  for (const file of main) {
    const value = withIncludes(file, reader, []);
    if (value !== undefined) whole = whole === undefined ? value : merged(whole, value);
  }
  const project = whole && {
    services: sectionOf(whole, 'services'),
    networks: sectionOf(whole, 'networks'),
    volumes: sectionOf(whole, 'volumes'),
    variables: reader.variables,
  };
  return { project, findings: reader.findings, referred: [...reader.referred] };
}

const sectionOf = (value: ComposeValue, key: string): ReadonlyMap<string, ComposeValue> =>
  new Map(entriesIn(entryIn(value, key)));

/** Reads a file; undefined, with findings, if it cannot be read. */
function documentOf(file: ImportFile, reader: Reader): ComposeValue | undefined {
  if (reader.documents.has(file.name)) return reader.documents.get(file.name);
  const { value: documents, findings } = readYaml(file.text, file.uri, advice);
  reader.findings.push(...findings);
  const repeated: Occurrence[] = [];
  const options = { uri: file.uri, variables: reader.variables, repeated };
  const parts = (documents ?? []).map((node) => readYamlValue(node, options));
  reader.findings.push(...summarize(file.uri, repeatedKey, repeated));
  if (parts.includes(undefined)) reader.findings.push(tooLarge(file));
  const whole = parts.flatMap((part) => (part?.is === 'map' ? [part] : []));
  const [first, ...others] = whole;
  const value = first && others.reduce((all: ComposeValue, each) => merged(all, each), first);
  reader.documents.set(file.name, value);
  return value;
}

/** Returns a file whose services are extended, together with all files that it includes. */
function withIncludes(file: ImportFile, reader: Reader, around: readonly string[]): ComposeValue | undefined {
  const own = documentOf(file, reader);
  if (own === undefined || around.includes(file.name) || around.length > deepest) return own;
  const services = entriesIn(entryIn(own, 'services')).map(
    ([name, service]) => [name, extended(service, { file, reader, around: [`${file.name} ${name}`] })] as const,
  );
  let whole: ComposeValue = withServices(own, services);
  const include = entryIn(own, 'include');
  const items = include?.is === 'list' ? include.items : [];
  for (const item of items) {
    const value = included(item, { file, reader, around: [...around, file.name] });
    if (value !== undefined) whole = merged(value, whole);
  }
  return whole;
}

/** Returns what an item of `include` adds: its files, each over those before it, with the `.env` of their folder. */
function included(item: ComposeValue, { file, reader, around }: Extending): ComposeValue | undefined {
  const paths = item.is === 'map' ? textsIn(entryIn(item, 'path')) : textsIn(item);
  const [main] = paths;
  if (main === undefined) return undefined;
  const stated = textsIn(entryIn(item, 'env_file')).map(({ text }) => pathFrom(file.name, text));
  const beside = isRemote(main.text) ? [] : [pathFrom(pathFrom(file.name, main.text), '.env')];
  const environments = stated.length > 0 ? stated : beside;
  const texts = environments.flatMap((path) => {
    reader.referred.add(path);
    return reader.files.get(path)?.text ?? [];
  });
  const values = new Map([...readEnvironment(texts), ...reader.variables.values]);
  const own = { ...reader, variables: { ...reader.variables, values } };
  return paths.reduce<ComposeValue | undefined>((whole, { text, place }) => {
    const found = fileAt(file.name, { text, place }, own);
    const value = found && withIncludes(found, own, around);
    return whole === undefined || value === undefined ? (value ?? whole) : merged(whole, value);
  }, undefined);
}

function withServices(
  value: ComposeValue,
  services: readonly (readonly [string, ComposeValue])[],
): ComposeValue & { is: 'map' } {
  const entries = new Map(value.is === 'map' ? value.entries : []);
  const { place } = value;
  if (services.length > 0) entries.set('services', { is: 'map', place, entries: new Map(services) });
  return { is: 'map', place, entries };
}

/** Returns a service with what it extends. */
function extended(service: ComposeValue, { file, reader, around }: Extending): ComposeValue {
  const extend = entryIn(service, 'extends');
  if (extend === undefined || service.is !== 'map') return service;
  const name = textIn(extend) ?? textIn(entryIn(extend, 'service'));
  const other = entryIn(extend, 'file');
  const path = textIn(other);
  const place = other?.place ?? extend.place;
  const base = path === undefined ? file : fileAt(file.name, { text: path, place }, reader);
  const key = `${base?.name ?? ''} ${name ?? ''}`;
  if (base === undefined || name === undefined) return service;
  if (around.includes(key) || around.length > deepest) {
    if (!reader.findings.some(({ message }) => message === endless)) reader.findings.push(endlessAt(extend.place));
    return service;
  }
  const found = entryIn(entryIn(documentOf(base, reader), 'services'), name);
  if (found === undefined) {
    reader.findings.push(missing(t`"${base.name}" has no service "${name}" to extend. Correct the name`, extend.place));
    return service;
  }
  const entries = new Map(service.entries);
  entries.delete('extends');
  const inherited = extended(found, { file: base, reader, around: [...around, key] });
  return { ...merged(inherited, { ...service, entries }), place: service.place };
}

/** Returns the file that another one refers to; undefined, with a finding, if it is not there. */
function fileAt(
  from: string,
  { text, place }: { readonly text: string; readonly place: Span },
  reader: Reader,
): ImportFile | undefined {
  if (isRemote(text)) {
    reader.findings.push(
      missing(
        t`"${text}" is elsewhere: an import fetches nothing. Write out the project with "docker compose config"`,
        place,
      ),
    );
    return undefined;
  }
  const path = pathFrom(from, text);
  if (reader.referred.size < mostFiles) reader.referred.add(path);
  const file = reader.files.get(path);
  if (file === undefined) reader.findings.push(missingFile(path, place));
  return file;
}

/** Returns true for a project that Compose fetches: an artifact of a registry, or a repository of Git. */
const isRemote = (path: string): boolean => /^(?:[a-z][a-z0-9+.-]{0,20}:\/\/|github\.com\/|git@)/i.test(path);

/** Returns the finding that a file is not there. */
export const missingFile = (path: string, span: Span): Finding =>
  missing(t`The file "${path}" is missing; the import continues without it. Put it in its place`, span);

const missing = (what: string, span: Span): Finding => ({
  code: 'import/missing-file',
  severity: 'warning',
  message: t`${what} and import again.`,
  span,
  related: [],
});

const endless = t`Services extend each other in a cycle. Compose refuses this; remove one "extends".`;
const endlessAt = (span: Span): Finding => ({
  code: 'import/left-out',
  severity: 'warning',
  message: endless,
  span,
  related: [],
});

const tooLarge = ({ uri }: ImportFile): Finding =>
  fileFinding(uri, {
    code: 'import/too-large',
    severity: 'error',
    message: t`The aliases of the file repeat its values more than 100000 times. Write the file without aliases of aliases.`,
  });
