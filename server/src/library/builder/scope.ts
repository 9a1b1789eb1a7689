/**
 * Collects what the builder has been told so far: declarations in their order, each with the contents of its body.
 */
import { type EntityKind, entityKinds } from '../../../../language/src/model/entity-kind.ts';
import { type RelationKind, relationKinds } from '../../../../language/src/model/relation.ts';
import { fieldsOf } from './untyped.ts';
import { body, wholeNumber, joined, name, emptyPiece, type Piece, say, unsaid, word } from './piece.ts';
import { type StepPiece, stepsInBraces } from './steps.ts';
import { entitiesOf, named, type Term, type Value, written } from './terms.ts';

/** The properties of an entity besides its kind and name. */
export interface EntityOptions {
  readonly type?: string;
  readonly absent?: boolean;
  readonly root?: boolean;
  readonly protected?: boolean;
  readonly doomed?: boolean;
  /** The number of copies; without one it is a single entity. */
  readonly copies?: number;
  /** The class that it is an instance of. */
  readonly is?: { readonly name: string };
  /** The machine that it runs. */
  readonly runs?: { readonly name: string };
  readonly settings?: Readonly<Record<string, Value>>;
  /** Values of the author's own, which mean nothing in the language. */
  readonly data?: Readonly<Record<string, Value>>;
  readonly documentation?: string;
  /** The steps of its destructor. */
  readonly onDestroy?: readonly StepPiece[];
}

/** The word and the number of a relation. */
export interface RelationOptions {
  /** Rights of a hold, type of a request, strength of a need. */
  readonly as?: string;
  /** Of a need: how many of the targets have to work. */
  readonly least?: number;
}

/** A class to declare. */
export interface ClassOptions extends Pick<EntityOptions, 'type' | 'runs' | 'settings' | 'data' | 'documentation'> {
  readonly for?: EntityKind;
  readonly extends?: { readonly name: string };
}

/** A declared entity: a term for all its copies, to which more can be added. */
export interface Entity extends Term {
  readonly name: string;
  /** One of its copies, from 0. */
  readonly copy: (index: number) => Part;
  /** The members from its class, by name. */
  readonly part: (partName: string) => Part;
  /** Everything that is nested in it directly. */
  readonly contents: Term;
  /** Declares an entity in it. */
  readonly add: (kind: EntityKind, entityName: string, options?: EntityOptions) => Entity;
  /** Declares a relation of it to one or more others. */
  readonly relate: (kind: RelationKind, targets: Term | readonly Term[], options?: RelationOptions) => Entity;
}

/** An entity without a declaration of its own. */
export type Part = Pick<Entity, 'part' | 'contents'> & Term;

/** A declaration with its body. */
interface Node {
  readonly head: Piece;
  readonly options: EntityOptions;
  readonly relations: Piece[];
  readonly inner: Map<string, Node>;
  readonly around: Node | undefined;
}

/** The first name of a term's path, where it has one. */
const roots = new WeakMap<Term, string>();

/** The declarations of entities and classes, and the relations between them. */
export interface Scope {
  readonly declare: (kind: EntityKind, entityName: string, options?: EntityOptions) => Entity;
  readonly declareClass: (className: string, options?: ClassOptions) => Entity;
  readonly pieces: () => readonly Piece[];
}

/** Makes an empty scope. */
export function createScope(): Scope {
  const tops = new Map<string, Node>();
  const atTop: Piece[] = [];
  const problems: Piece[] = [];

  const enter = (table: Map<string, Node>, key: string, node: Node): void => {
    if (table.has(key)) problems.push(unsaid(`"${key}" is declared twice in the same place.`));
    else table.set(key, node);
  };
  const add = (
    around: { readonly node: Node; readonly term: Term } | undefined,
    kind: EntityKind,
    key: string,
    options: EntityOptions,
  ): Entity => {
    const node: Node = {
      head: headOf(kind, key, options),
      options,
      relations: [],
      inner: new Map(),
      around: around?.node,
    };
    enter(around?.node.inner ?? tops, key, node);
    const single = around === undefined ? name(key) : say`${around.term.piece}.${name(key)}`;
    const root = (around === undefined ? undefined : roots.get(around.term)) ?? key;
    return handle(node, { key, single, isCopied: options.copies !== undefined, root });
  };
  const handle = (
    node: Node,
    {
      key,
      single,
      isCopied,
      root,
      isClass = false,
    }: { key: string; single: Piece; isCopied: boolean; root: string; isClass?: boolean },
  ): Entity => {
    const whole = partOf(isCopied ? say`${single}[*]` : single, root);
    const entity: Entity = {
      ...whole,
      name: key,
      copy: (index) => partOf(say`${single}[${wholeNumber(index)}]`, root),
      add: (kind, inner, options = {}) => add({ node, term: whole }, kind, inner, fieldsOf(options)),
      relate: (kind, targets, options = {}) => {
        const list = Array.isArray(targets) ? (targets as readonly Term[]) : [targets as Term];
        const said = relationOf(kind, entitiesOf(list), fieldsOf(options));
        if (isClass || list.every((target) => isClear(node, roots.get(target)))) node.relations.push(said);
        else atTop.push(say`${whole.piece} ${said}`);
        return entity;
      },
    };
    roots.set(entity, root);
    return entity;
  };
  return {
    declare: (kind, key, options = {}) => add(undefined, kind, key, fieldsOf(options)),
    declareClass: (key, given = {}) => {
      const options = fieldsOf(given);
      const node: Node = { head: classHead(key, options), options, relations: [], inner: new Map(), around: undefined };
      enter(tops, key, node);
      return handle(node, { key, single: name(key), isCopied: false, root: key, isClass: true });
    },
    pieces: () => [...problems, ...[...tops.values()].map(pieceOf), ...atTop],
  };
}

function partOf(piece: Piece, root: string): Part {
  const contents = named(say`${piece}.*`);
  const part: Part = { ...named(piece), contents, part: (inner) => partOf(say`${piece}.${name(inner)}`, root) };
  roots.set(part, root);
  roots.set(contents, root);
  return part;
}

/** Returns true if a name means what is declared at the top where a body says it. */
function isClear(node: Node, root: string | undefined): boolean {
  if (root === undefined) return false;
  for (let each: Node | undefined = node; each !== undefined; each = each.around)
    if (each.inner.has(root)) return false;
  return true;
}

const noKind = (what: string, kind: string, kinds: readonly string[]): string =>
  `There is no ${what} "${kind}"; there are ${kinds.join(', ')}.`;

function headOf(kind: EntityKind, key: string, options: EntityOptions): Piece {
  if (!entityKinds.includes(kind)) return unsaid(noKind('kind of entities', kind, entityKinds));
  const words = (['absent', 'protected', 'doomed', 'root'] as const).filter((each) => options[each] === true);
  const copies = options.copies === undefined ? emptyPiece : say`[${wholeNumber(options.copies, 1)}]`;
  const is = options.is === undefined ? emptyPiece : say` is ${name(options.is.name)}`;
  return say`${word([...words, kind].join(' '))} ${name(key)}${copies}${is}${tailOf(options)}`;
}

function classHead(key: string, options: ClassOptions): Piece {
  const kind = options.for === undefined ? emptyPiece : word(` for ${options.for}`);
  const base = options.extends === undefined ? emptyPiece : say` extends ${name(options.extends.name)}`;
  return say`class ${name(key)}${kind}${base}${tailOf(options)}`;
}

const tailOf = ({ type, runs }: Pick<EntityOptions, 'type' | 'runs'>): Piece =>
  say`${type === undefined ? emptyPiece : say` : ${name(type)}`}${runs === undefined ? emptyPiece : say` runs ${name(runs.name)}`}`;

function relationOf(kind: RelationKind, targets: readonly Piece[], { as, least }: RelationOptions): Piece {
  if (!relationKinds.includes(kind)) return unsaid(noKind('relation', kind, relationKinds));
  if (targets.length === 0) return unsaid(`The relation "${kind}" has no target.`);
  const number = least === undefined ? emptyPiece : say`${wholeNumber(least, 1)} of `;
  const with_ = as === undefined ? emptyPiece : say` as ${name(as)}`;
  const list = targets.map((target, index) =>
    least === undefined || index === targets.length - 1 ? say`${target}${with_}` : target,
  );
  return say`${word(kind)} ${number}${joined(list, ', ')}`;
}

function pieceOf({ head, options, relations, inner }: Node): Piece {
  const { settings = {}, data = {}, documentation, onDestroy } = options;
  const values = Object.entries(data).map(([key, value]) => say`${name(key)}: (${written(value)})`);
  const members = [
    ...settingLines(settings),
    ...(values.length === 0 ? [] : [say`data ${body(values)}`]),
    ...relations,
    ...[...inner.values()].map(pieceOf),
    ...(onDestroy === undefined ? [] : [say`on destroy ${stepsInBraces(onDestroy)}`]),
  ];
  const said = members.length === 0 ? head : say`${head} ${body(members)}`;
  return documentation === undefined ? said : say`${word(commentOf(documentation))}\n${said}`;
}

const commentOf = (text: string): string =>
  `/** ${text
    .replaceAll('*/', '* /')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.trim())
    .join('\n * ')} */`;

/** Returns settings, one below the other. */
export const settingLines = (settings: Readonly<Record<string, Value>>): Piece[] =>
  Object.entries(settings).map(([key, value]) => say`${name(key)}: ${written(value)}`);
