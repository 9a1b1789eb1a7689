/**
 * Names the declarations of a model so that no two of a kind have one name, although files that import each other may
 * declare the same. All that is lowered names a declaration by this name, so that what reads a model compares texts.
 */
import { AstUtils, type LangiumDocuments } from 'langium';
import { cleanName } from '../../model/language-names.ts';
import { defaultPolicy } from '../../model/policy.ts';
import * as ast from '../generated/ast.ts';
import { giveUp } from './collector.ts';
import { visibleSymbols } from '../names/visible.ts';
import * as builtIns from '../types/built-ins.ts';
import { symbolsOf } from '../types/symbols.ts';

/** A declaration at file level that others name, or an event of a machine. */
type Declared = ast.Channel | ast.Class | ast.Collector | ast.Entity | ast.Event | ast.Machine | ast.Policy;

/** The names of the declarations of a file and its imports. */
export interface ModelNames {
  /** Returns the name of a declaration in the model. One inside an entity has that of its text. */
  readonly of: (declaration: Declared) => string;
  /** Returns the name of a predefined policy, which one of the same name may replace for others. */
  readonly ofPredefined: (policy: string) => string;
  /** Returns the names of the predefined policies that are meant although others replace them, by their own names. */
  readonly meantPredefined: () => ReadonlyMap<string, string>;
  /** Equal texts mean equal names of what a declaration names, so that its lowered form can be kept. */
  readonly version: string;
}

const namedAlike = ['entities', 'classes', 'machines', 'policies', 'channels', 'collectors'] as const;
const builtInEvents = [...builtIns.events.keys()].filter((name) => name !== 'done');

/**
 * Names the declarations of some files. A bare name is what the file itself sees by it; others have the name of their
 * file before theirs (`near:Go`), or an event of a machine that of its machine (`Door.Go`). Cost: O(names).
 */
export function namesInModel(
  document: ast.Document,
  files: readonly ast.Document[],
  documents: LangiumDocuments,
): ModelNames {
  const renamed = new Map<Declared, string>();
  const visible = visibleSymbols(document, documents);
  const hidden = files.map(symbolsOf).filter((each) => !visible.includes(each));
  const labels = createLabels(files);
  const name = (declarations: readonly Declared[], names: Set<string>, otherwise: (of: Declared) => string): void => {
    const [first] = declarations;
    if (first === undefined) return;
    if (names.has(first.name)) for (const each of declarations) renamed.set(each, otherwise(each));
    names.add(first.name);
  };
  const withFile = (each: Declared): string => `${labels.of(each)}:${each.name}`;

  for (const kind of files.length > 1 ? namedAlike : []) {
    const names = new Set<string>();
    for (const symbols of visible) for (const each of symbols[kind].values()) name(each, names, withFile);
    if (kind === 'policies')
      for (const each of builtIns.policies.keys()) if (each !== defaultPolicy.name) names.add(each);
    for (const symbols of hidden) for (const each of symbols[kind].values()) name(each, names, withFile);
  }
  const names = new Set<string>(builtInEvents);
  const withMachine = (each: Declared): string => {
    const machine = each.$container;
    if (!ast.isMachine(machine) || !isKnownToFile(each.name, machine, documents)) return withFile(each);
    return `${renamed.get(machine) ?? machine.name}.${each.name}`;
  };
  for (const group of [visible, hidden]) {
    for (const { events } of group) for (const each of events.values()) name(each, names, withFile);
    for (const { machineEvents } of group) for (const each of machineEvents.values()) name(each, names, withMachine);
  }

  const replaced = new Set(visible.flatMap(({ policies }) => [...policies.keys()]));
  const meant = new Map<string, string>();
  return {
    of: (declaration) => renamed.get(declaration) ?? declaration.name,
    ofPredefined: (policy) => {
      if (policy === defaultPolicy.name || !replaced.has(policy)) return policy;
      meant.set(policy, `built-in:${policy}`);
      return `built-in:${policy}`;
    },
    meantPredefined: () => meant,
    version: JSON.stringify([...renamed].map(([{ $type }, given]) => [$type, given])),
  };
}

/** Returns the name in the model of the event that a part of a text names. */
export function eventName({ event: { ref: event } }: NamesEvent, { names }: { readonly names: ModelNames }): string {
  return names.of(event ?? giveUp());
}

type NamesEvent = ast.Send | ast.Raise | ast.Cancel | ast.Message | ast.EventTrigger | ast.EventReference;

/** Returns true if the file of a machine means another event by the name of one of the machine's own. */
function isKnownToFile(event: string, machine: ast.Machine, documents: LangiumDocuments): boolean {
  return builtInEvents.includes(event) || visibleSymbols(machine, documents).some(({ events }) => events.has(event));
}

/** Calls each file by the shortest end of its path that no other file has. */
function createLabels(files: readonly ast.Document[]): { readonly of: (node: Declared) => string } {
  let labels: ReadonlyMap<ast.Document, string> | undefined;
  return {
    of: (node) => {
      labels ??= shortestLabels(files);
      return labels.get(AstUtils.getDocument<ast.Document>(node).parseResult.value) ?? '';
    },
  };
}

function shortestLabels(files: readonly ast.Document[]): Map<ast.Document, string> {
  const paths = files.map((file) => {
    const { path } = AstUtils.getDocument(file).uri;
    return path.replace(/\.aft$/u, '').split('/').filter((part) => part !== '').map(cleanName); // oxfmt-ignore
  });
  const ending = (path: readonly string[], length: number): string => path.slice(-length).join('/');
  return new Map(
    files.map((file, index) => {
      const path = paths[index] ?? [];
      const isOwn = (length: number): boolean =>
        paths.every((other, at) => at === index || ending(other, length) !== ending(path, length));
      const length = path.findIndex((_, at) => isOwn(at + 1)) + 1;
      return [file, length > 0 ? ending(path, length) : `${ending(path, path.length)}#${String(index)}`];
    }),
  );
}
