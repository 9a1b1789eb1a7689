/**
 * The meaning of a position in a document: a name with its declaration, a word of the language, the path of an import.
 * Hover, definition, references and highlights all start here.
 */
import { GrammarUtils, isReference, type AstNode, type LeafCstNode, type Reference } from 'langium';
import { leafAtOffset } from '../../../language/src/dsl/syntax/tree/places.ts';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { isBody } from '../../../language/src/dsl/types/bodies.ts';
import { isBuiltIn, labelNamed, type BuiltInName } from '../../../language/src/dsl/types/built-ins.ts';
import { expectedType } from '../../../language/src/dsl/types/expectation.ts';
import type { Span } from '../../../language/src/model/span.ts';
import type { ModelDocument } from './model-cache.ts';
import type { Workspace } from './workspace.ts';

/** A declaration that a name can refer to. */
export type Declared = ast.Named | ast.EntityAction | ast.Class;

/** The meaning of a position. */
export type NameAt = { readonly span: Span } & (
  | {
      readonly kind: 'name';
      /** The declaration; absent if unresolved. */
      readonly target: Declared | undefined;
      /** True if the name is that of the declaration itself. */
      readonly isDeclaration: boolean;
      /** The node that contains the name. */
      readonly node: AstNode;
    }
  | { readonly kind: 'label'; readonly label: BuiltInName }
  /** A word after `as`. */
  | { readonly kind: 'as'; readonly word: string; readonly relation: string }
  /** A fixed word: a legal value of a setting, or the user's own. */
  | { readonly kind: 'word'; readonly word: string; readonly node: AstNode }
  | { readonly kind: 'import'; readonly node: ast.Import }
  | { readonly kind: 'title'; readonly node: ast.Scenario | ast.Check | ast.View }
  | { readonly kind: 'keyword'; readonly word: string; readonly node: AstNode }
);

/** Finds the name or word at an offset, or that ends there. */
export function nameAt(document: ModelDocument, offset: number): NameAt | undefined {
  const [here, before] = [offset, offset - 1].map((at) => leafAt(document, at));
  const isNameHere = here !== undefined && isWordLike(here);
  const leaf = isNameHere || before === undefined || !isWordLike(before) ? here : before;
  return leaf === undefined ? undefined : nameOfLeaf(document, leaf);
}

function leafAt({ parseResult }: ModelDocument, offset: number): LeafCstNode | undefined {
  if (offset < 0) return undefined;
  const leaf = leafAtOffset(parseResult.value, offset);
  return leaf === undefined || leaf.hidden || leaf.length === 0 ? undefined : leaf;
}

const isWordLike = ({ text }: LeafCstNode): boolean => /^[\p{L}_'"]/u.test(text);

/** Classifies a leaf of the tree, if it is a name, a word of the language or a path. */
export function nameOfLeaf(document: ModelDocument, leaf: LeafCstNode): NameAt | undefined {
  const span = spanOfLeaf(document, leaf);
  const node = leaf.astNode;
  const property = GrammarUtils.findAssignment(leaf)?.feature;
  const value = property === undefined ? undefined : valueOf(node, property, leaf);
  if (isReference(value)) {
    // A resolved reference refers to one of these, as the grammar says.
    const target = value.ref as Declared | undefined;
    if (target !== undefined && isBuiltIn(target) && target.group === 'label' && !isLabelPlace(node))
      return { kind: 'word', span, word: target.name, node };
    return { kind: 'name', span, target, isDeclaration: target === node, node };
  }
  if (ast.isImport(node) && property === 'path') return { kind: 'import', span, node };
  if ((ast.isScenario(node) || ast.isCheck(node) || ast.isView(node)) && property === 'title')
    return { kind: 'title', span, node };
  if (property === 'type' && isBody(node) && node.type !== undefined) {
    return { kind: 'label', span, label: labelNamed(node.type) };
  }
  if (property === 'as' && (ast.isRelationTarget(node) || ast.isRelated(node))) return asWord(node, span);
  if (property === 'name' && isDeclared(node)) return { kind: 'name', span, target: node, isDeclaration: true, node };
  return /^[a-z]+$/.test(leaf.text) ? { kind: 'keyword', span, word: leaf.text, node } : undefined;
}

/** Returns true if an undeclared bare word is where a type label is wanted. */
export const isLabelPlace = (node: AstNode): boolean =>
  ast.isNameReference(node) && expectedType(node).kind === 'label' && !isFinalizer(node);

/** A finalizer is no type, though it is just as free a word. */
function isFinalizer({ $container }: ast.NameReference): boolean {
  const setting = ast.isListLiteral($container) ? $container.$container : $container;
  return ast.isSetting(setting) && setting.property.$refText === 'finalizers';
}

/** Returns the reference of a leaf, of several in one property. */
function valueOf(node: AstNode, property: string, leaf: LeafCstNode): unknown {
  const value = (node as unknown as Readonly<Record<string, unknown>>)[property];
  const isHere = (each: unknown): each is Reference => isReference(each) && each.$refNode?.offset === leaf.offset;
  return Array.isArray(value) ? value.find(isHere) : value;
}

function asWord(node: ast.RelationTarget | ast.Related, span: Span): NameAt {
  const word = node.as ?? '';
  const relation = ast.isRelated(node) ? node.kind : node.$container.kind;
  return relation === 'requests'
    ? { kind: 'label', span, label: labelNamed(word) }
    : { kind: 'as', span, word, relation };
}

/** Returns true if a node declares a name. */
export const isDeclared = (node: AstNode): node is Declared =>
  ast.isEntityAction(node) || ast.isClass(node) || (ast.isNamed(node) && node.$type !== 'BuiltIn');

/** Returns the name of a declaration. */
export const declarationName = (node: Declared): string => (ast.isSetting(node) ? node.property.$refText : node.name);

/** Returns the location of a declaration's name; nothing for what no file declares. */
export function declarationSpan(workspace: Pick<Workspace, 'find'>, node: Declared): Span | undefined {
  const cst = GrammarUtils.findNodeForProperty(node.$cstNode, ast.isSetting(node) ? 'property' : 'name');
  const uri = cst === undefined ? undefined : documentUri(workspace, node);
  return cst === undefined || uri === undefined ? undefined : { uri, ...cst.range };
}

/** Returns the URI of the document of a node, if it is still known. */
export function documentUri(workspace: Pick<Workspace, 'find'>, node: AstNode): string | undefined {
  let root: AstNode = node;
  while (root.$container !== undefined) root = root.$container;
  const uri = root.$document?.uri.toString();
  return uri === undefined || workspace.find(uri) === undefined ? undefined : uri;
}

const spanOfLeaf = (document: ModelDocument, { range }: LeafCstNode): Span => ({
  uri: document.uri.toString(),
  ...range,
});
