/**
 * Reads folders of `.tf` files into a configuration. A folder is a module; modules with a local `source` are read from
 * their folders. `dependencies.ts` says what it means.
 */
import { append } from '../../model/common/append.ts';
import type { Finding } from '../../model/finding.ts';
import { itemAt } from '../../model/common/lookup.ts';
import type { Span } from '../../model/span.ts';
import { fileFinding, placeSpan } from '../import/import-findings.ts';
import type { ImportFile } from '../import/import-format.ts';
import {
  type ConfigModule,
  type ConfigResource,
  type ModuleCall,
  once,
  type Repeat,
  type Said,
} from './configuration.ts';
import { argumentOf, blockIn, type HclArgument, type HclBlock, readHcl } from './hcl.ts';
import { addressIn, isTrueWord, referencesAndNames, textArgument } from './hcl-arguments.ts';
import { blocksOf, type Placed, type TfFile, wholeBlock } from './override-files.ts';
import { removedIn } from './removed-blocks.ts';
import { type Reference, referenceOf, referencesOfValue } from './references.ts';
import { type HclValue, keysOf, type ValueOf, hclValue } from './values.ts';
import { t } from '../../model/common/translation.ts';

/** A configuration from files, as far as it could be read. */
export interface ReadConfiguration {
  readonly root: ConfigModule | undefined;
  readonly findings: readonly Finding[];
  /** Modules whose files are not among those given: their sources and places. */
  readonly missing: readonly { readonly source: string; readonly place: Span }[];
}

/** Folders with this file are read when a module names them. */
const mostCopies = 1000;
const deepest = 50;

/** Returns the folder of a file, with a slash at its end; empty for a file without one. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Reads the module in the outermost folder of the files given. */
export function readConfiguration(files: readonly ImportFile[]): ReadConfiguration {
  const findings: Finding[] = [];
  const folders = new Map<string, TfFile[]>();
  const blocks: TfFile[] = [];
  // Of "net.tf" and "net.tofu", OpenTofu reads only the second.
  const names = new Set(files.map(({ name }) => name));
  const isReplaced = (name: string): boolean => name.endsWith('.tf') && names.has(`${name.slice(0, -2)}tofu`);
  const known = new Set<string>();
  for (const file of files.filter(({ name }) => !isReplaced(name))) {
    // Two modules may lead to one file by two paths.
    const folder = resolved('', folderOf(file.name));
    const path = `${folder}${file.name.slice(folderOf(file.name).length)}`;
    if (known.has(path)) continue;
    known.add(path);
    const read = readHcl(file.text);
    if ('fault' in read) findings.push(broken(file, read));
    else
      blocks.push({
        name: file.name,
        uri: file.uri,
        text: file.text.split(/\r\n|\r|\n/),
        folder,
        blocks: read.blocks,
      });
  }
  for (const file of blocks) append(folders, file.folder, file);
  // A module outside of the folders given has a longer path: it leads up from there.
  const paths = [...new Set(files.map(({ name }) => folderOf(name)))];
  const [outermost] = paths.sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  const root = outermost === undefined ? undefined : resolved('', outermost);
  const reading: Reading = { folders, missing: [], around: [] };
  const isBroken = findings.length > 0 || root === undefined;
  return { root: isBroken ? undefined : readModule(root, new Map(), reading), findings, missing: reading.missing };
}

interface Reading {
  readonly folders: ReadonlyMap<string, readonly TfFile[]>;
  readonly missing: { readonly source: string; readonly place: Span }[];
  readonly around: readonly string[];
}

function readModule(folder: string, inputs: ReadonlyMap<string, HclValue>, reading: Reading): ConfigModule {
  const all = blocksOf(reading.folders.get(folder) ?? []);
  const ofType = (type: string): Placed[] => all.filter(({ block }) => block.type === type);
  const localArguments = ofType('locals').flatMap(({ file, block }) =>
    block.arguments.map((argument) => [argument.name, { file, argument }] as const),
  );
  const known = valuesOf(ofType('variable'), new Map(localArguments), inputs);
  const providers = new Map<string, Said[]>();
  for (const { file, block } of ofType('provider')) {
    const alias = textArgument(argumentOf(block, 'alias'));
    providers.set(`${block.labels[0] ?? ''}${alias === undefined ? '' : `.${alias}`}`, saidIn(file, block));
  }
  const resources = [...ofType('resource'), ...ofType('data')].flatMap((each) => resourceOf(each, all, known));
  const removed = ofType('removed').map(({ file, block }) => ({ block, place: placeOf(file, block) }));
  const module: ConfigModule = {
    resources: [...resources, ...removedIn(removed, resources, reading.missing)],
    calls: new Map(
      ofType('module').map((each) => [each.block.labels[0] ?? '', callOf(each, { folder, known, reading })]),
    ),
    outputs: new Map(ofType('output').map((each) => [each.block.labels[0] ?? '', saidOf(each)])),
    locals: new Map(localArguments.map(([name, { file, argument }]) => [name, said(file, argument)])),
    providers,
  };
  return module;
}

/** Returns what is known of variables and locals. */
function valuesOf(
  variables: readonly Placed[],
  locals: ReadonlyMap<string, { readonly argument: HclArgument }>,
  inputs: ReadonlyMap<string, HclValue>,
): ValueOf {
  const defaults = new Map(
    variables.map((each) => [each.block.labels[0] ?? '', argumentOf(wholeBlock(each), 'default')]),
  );
  let depth = 0;
  const known: ValueOf = ([first, name = '', ...rest]) => {
    const argument = first === 'local' ? locals.get(name)?.argument : first === 'var' ? defaults.get(name) : undefined;
    if (depth >= deepest) return undefined;
    depth++;
    const value = first === 'var' && inputs.has(name) ? inputs.get(name) : argument && hclValue(argument.value, known);
    depth--;
    return rest.reduce<HclValue | undefined>(
      (inner, key) =>
        typeof inner === 'object' && inner !== null && 'object' in inner ? inner.object.get(key) : undefined,
      value,
    );
  };
  return known;
}

/** The arguments by which a resource or a call describes only itself. */
const structural = new Set(['source', 'version', 'provider', 'providers']);

function resourceOf(placed: Placed, all: readonly Placed[], known: ValueOf): ConfigResource[] {
  const { file } = placed;
  const block = wholeBlock(placed);
  const [type, name] = block.labels;
  if (type === undefined || name === undefined) return [];
  const mode = block.type === 'data' ? 'data' : 'managed';
  const own = `${mode === 'data' ? 'data.' : ''}${type}.${name}`;
  const lifecycle = blockIn(block, 'lifecycle');
  const [given] = referencesAndNames(argumentOf(block, 'provider'));
  const provider = given ?? type.split('_', 1)[0] ?? '';
  const data: [string, string | boolean][] = [];
  for (const { block: other } of all) {
    const to = addressIn(argumentOf(other, 'to'));
    if (other.type === 'moved' && to === own) data.push(['moved_from', addressIn(argumentOf(other, 'from')) ?? '']);
    if (other.type === 'import' && to === own)
      data.push(['imported', textArgument(argumentOf(other, 'id')) ?? 'by its id']);
  }
  const atEnd = block.blocks.some(
    (each) => each.type === 'provisioner' && addressIn(argumentOf(each, 'when')) === 'destroy',
  );
  if (atEnd) data.push(['destroy_provisioner', true]);
  return [
    {
      mode,
      type,
      name,
      place: placeOf(file, block),
      provider,
      says: saidOf(placed),
      repeat: repeatOf(block, known),
      isCreatedFirst: isTrueWord(argumentOf(lifecycle, 'create_before_destroy')),
      isProtected: isTrueWord(argumentOf(lifecycle, 'prevent_destroy')),
      data,
    },
  ];
}

function callOf(
  placed: Placed,
  { folder, known, reading }: { readonly folder: string; readonly known: ValueOf; readonly reading: Reading },
): ModuleCall {
  const { file } = placed;
  const block = wholeBlock(placed);
  const name = block.labels[0] ?? '';
  const source = textArgument(argumentOf(block, 'source')) ?? '';
  const inner = resolved(folder, source);
  const isThere = reading.folders.has(inner) && /^\.{1,2}(?:\/|$)/.test(source);
  const isEndless = reading.around.includes(inner) || reading.around.length >= deepest;
  if (!isThere) reading.missing.push({ source, place: placeOf(file, block) });
  const values = block.arguments.flatMap((argument) => {
    const value = hclValue(argument.value, known);
    return value === undefined ? [] : [[argument.name, value] as const];
  });
  const inputs = [placed, ...placed.over].flatMap((part) =>
    part.block.arguments
      .filter((argument) => !structural.has(argument.name))
      .map((argument) => [argument.name, said(part.file, argument)] as const),
  );
  const providers = argumentOf(block, 'providers')?.value ?? [];
  return {
    name,
    place: placeOf(file, block),
    module:
      isThere && !isEndless
        ? readModule(inner, new Map(values), { ...reading, around: [...reading.around, inner] })
        : undefined,
    inputs: new Map(inputs),
    says: inputs.flatMap(([key, own]) => (['count', 'for_each', 'depends_on'].includes(key) ? [own] : [])),
    providers: new Map(providerPairs(providers.map(({ text }) => text).join(' '))),
    repeat: repeatOf(block, known),
  };
}

/** Reads `{ aws = aws . west aws . b = aws . c }`. */
function providerPairs(text: string): [string, string][] {
  const flat = text.replace(/\s*\.\s*/g, '.');
  return [...flat.matchAll(/([\w.-]+)\s*[=:]\s*([\w.-]+)/g)].map(([, key = '', value = '']) => [key, value]);
}

function repeatOf(block: HclBlock, known: ValueOf): Repeat {
  const [count, each] = [argumentOf(block, 'count'), argumentOf(block, 'for_each')];
  if (count !== undefined) {
    const value = hclValue(count.value, known);
    const isKnown = typeof value === 'number' && Number.isInteger(value) && value >= 0;
    const length = isKnown ? Math.min(value, mostCopies) : 1;
    return { keys: Array.from({ length }, (_, index) => index), isKnown };
  }
  if (each === undefined) return once;
  const keys = keysOf(hclValue(each.value, known));
  return { keys: keys?.slice(0, mostCopies) ?? ['?'], isKnown: keys !== undefined };
}

/** Returns all references in a block and what overrides it. */
const saidOf = ({ file, block, over }: Placed): Said[] => [
  ...saidIn(file, block),
  ...over.flatMap((each) => saidIn(each.file, each.block)),
];

/** Returns all references in a block, with each argument that states them. */
function saidIn(file: TfFile, block: HclBlock): Said[] {
  const own = block.arguments.filter(({ name }) => !structural.has(name)).map((argument) => said(file, argument));
  return [...own, ...block.blocks.flatMap((inner) => saidIn(file, inner))].filter(
    ({ references }) => references.length > 0,
  );
}

function said({ uri, text }: TfFile, { name, line, start, end, value }: HclArgument): Said {
  const words = itemAt(text, line).trim();
  const references = [...referencesOfValue(value), ...(name === 'depends_on' ? quotedIn(value) : [])];
  return { references, place: placeSpan(uri, { line, start, end }), words };
}

/** Returns the references in quotes, as before Terraform 0.12. */
const quotedIn = (value: HclArgument['value']): Reference[] =>
  value.filter(({ kind }) => kind === 'text').map(({ text }) => referenceOf(text));

const placeOf = ({ uri }: TfFile, { line, start, end }: HclBlock): Span => placeSpan(uri, { line, start, end });

/** Returns the folder that a module's source means, seen from another folder. */
function resolved(folder: string, source: string): string {
  const path = `${folder}${source}`;
  // An absolute path begins with an empty part.
  const parts: string[] = path.startsWith('/') ? [''] : [];
  for (const part of path.split('/')) {
    if (part === '.' || part === '') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..' && parts.at(-1) !== '') parts.pop();
    else parts.push(part);
  }
  return parts.length === 0 ? '' : `${parts.join('/')}/`;
}

const broken = (
  { uri, name }: ImportFile,
  { line, fault }: { readonly line: number; readonly fault: string },
): Finding =>
  fileFinding(
    uri,
    {
      code: 'import/broken-text',
      severity: 'error',
      message: t`Line ${String(line + 1)} of "${name}" is broken: ${fault}. Correct it; "terraform validate" checks it, too.`,
    },
    line,
  );
