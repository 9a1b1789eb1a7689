/**
 * Indexes the nodes and references of one file by type, in a single walk of each declaration. The result is kept with
 * the declaration, so that no rule has to walk it again, even in later versions of the file.
 */
import type { AstNode, Reference } from 'langium';
import { once, oncePer } from '../../model/common/once-per.ts';
import type * as ast from '../generated/ast.ts';
import { oncePerDeclaration } from './declaration-state.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { append } from '../../model/common/append.ts';

/** A name in the tree that refers to a declaration. */
export interface NameUse {
  /** The node with the name as a property. */
  readonly node: AstNode;
  readonly property: string;
  readonly reference: Reference;
}

/** Nodes of a file by type, in the order of the text, and their references. */
export interface TreeIndex {
  readonly document: ast.Document;
  /** Returns the nodes whose `$type` is exactly this. */
  readonly all: <K extends keyof ast.AftermathAstType>(type: K) => readonly ast.AftermathAstType[K][];
  /** Every node except the file itself. */
  readonly nodes: readonly AstNode[];
  readonly uses: readonly NameUse[];
}

/** The nodes and references of one declaration. */
interface Part {
  readonly nodes: readonly AstNode[];
  /** The type of each of its nodes as one character: a search through a text is the fastest there is. */
  readonly types: string;
  readonly uses: readonly NameUse[];
}

/** Returns the index of a file, built once for each tree. Cost: O(nodes of new declarations). */
export const indexTree = oncePer((document: ast.Document): TreeIndex => {
  const parts = document.declarations.map(partOf);
  return join(document, parts, keptLists(parts));
});

/** Returns the index of some declarations of a file. */
export const indexDeclarations = (document: ast.Document, declarations: readonly ast.Declaration[]): TreeIndex =>
  join(document, declarations.map(partOf));

/** Returns the index of a detached node below a file, with everything below it. */
export const indexPart = (document: ast.Document, root: AstNode): TreeIndex => join(document, [buildPart(root)]);

type OfType<K> = Extract<ast.Declaration, { readonly $type: K }>;

/** Returns the declarations of a file that have a type, in the order of the text; found once for each tree. */
export const declarationsOf = <K extends ast.Declaration['$type']>(document: ast.Document, type: K) =>
  // The list of a type holds only declarations of that type: they were added by their `$type`.
  (declarationsByType(document).get(type) ?? []) as readonly OfType<K>[];

const declarationsByType = oncePer((document: ast.Document): ReadonlyMap<string, readonly ast.Declaration[]> => {
  const byType = new Map<string, ast.Declaration[]>();
  for (const declaration of document.declarations) append(byType, declaration.$type, declaration);
  return byType;
});

/** Returns the references in a declaration. */
export const usesOf = (declaration: ast.Declaration): readonly NameUse[] => partOf(declaration).uses;

/** Returns the nodes of a declaration, itself first. */
export const nodesOf = (declaration: ast.Declaration): readonly AstNode[] => partOf(declaration).nodes;

/** A declaration never changes, even if the trees of several versions contain it in turn. */
const partOf = oncePerDeclaration((declaration): Part => buildPart(declaration));

function join(document: ast.Document, joined: readonly Part[], lists: Lists = new Map()): TreeIndex {
  const nodes = once(() => joined.flatMap((part) => part.nodes));
  const uses = once(() => joined.flatMap((part) => part.uses));
  return {
    document,
    all: (type: string): readonly never[] => {
      const found = lists.get(type) ?? nodesOfType(type, joined);
      lists.set(type, found);
      // The list of a type holds only nodes of that type: the characters are those of their `$type`.
      return found as readonly never[];
    },
    get nodes() {
      return nodes();
    },
    get uses() {
      return uses();
    },
  };
}

/** The nodes of the types that were asked for. */
type Lists = Map<string, readonly AstNode[]>;

/** Of each part that is the first of a file: the parts of the latest index that begins with it, and its lists. */
const latest = new WeakMap<Part, { readonly parts: readonly Part[]; readonly lists: Lists }>();

/** Returns the lists of the index before that an edit has left as they are; more are added when they are asked for. */
function keptLists(parts: readonly Part[]): Lists {
  const [first] = parts;
  if (first === undefined) return new Map();
  const before = latest.get(first) ?? { parts: [], lists: new Map<string, readonly AstNode[]>() };
  const changed = typesOfDifference(before.parts, parts);
  const lists = new Map([...before.lists].filter(([type]) => !changed.includes(characterOf(type))));
  latest.set(first, { parts, lists });
  return lists;
}

/** Returns the types of the nodes between what two files have in common at their starts and at their ends. */
function typesOfDifference(one: readonly Part[], other: readonly Part[]): string {
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start++;
  let end = 0;
  while (end < least - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  const different = [one, other].flatMap((parts) => parts.slice(start, parts.length - end));
  return different.map(({ types }) => types).join('');
}

/** Returns the nodes of a type. */
function nodesOfType(type: string, parts: readonly Part[]): AstNode[] {
  const [found, searched]: [AstNode[], string] = [[], characterOf(type)];
  for (const { nodes, types } of parts) {
    for (let at = types.indexOf(searched); at >= 0; at = types.indexOf(searched, at + 1)) found.push(itemAt(nodes, at));
  }
  return found;
}

const characters = new Map<string, string>();

/** Returns the character for a type, always the same one. */
function characterOf(type: string): string {
  const known = characters.get(type) ?? String.fromCharCode(characters.size);
  characters.set(type, known);
  return known;
}

function buildPart(root: AstNode): Part {
  const nodes: AstNode[] = [];
  const uses: NameUse[] = [];
  const visit = (node: AstNode): void => {
    for (const property in node) {
      if (property.startsWith('$')) continue;
      const value: unknown = Reflect.get(node, property);
      if (Array.isArray(value)) for (const item of value) visitValue(node, property, item);
      else visitValue(node, property, value);
    }
  };
  const visitValue = (node: AstNode, property: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('$refText' in value) {
      uses.push({ node, property, reference: value as Reference });
      return;
    }
    if ('$type' in value) add(value as AstNode);
  };
  const add = (node: AstNode): void => {
    nodes.push(node);
    visit(node);
  };
  add(root);
  // A list grown item by item has spare capacity; there are tens of thousands of these lists.
  return { nodes: nodes.slice(), types: nodes.map(({ $type }) => characterOf($type)).join(''), uses: uses.slice() };
}
