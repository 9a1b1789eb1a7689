/**
 * What stands at a position of a document: a name and what it means, a word of the language, the
 * path of an import. Hover, definition, references and highlights all begin here.
 */
import { CstUtils, GrammarUtils, isReference, type AstNode, type LeafCstNode, type Reference } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { isBuiltIn, labelNamed, type BuiltInName } from '../../../language/src/dsl/types/built-ins.ts';
import { expectedType } from '../../../language/src/dsl/types/expectation.ts';
import type { Span } from '../../../language/src/model/span.ts';
import type { ModelDocument } from './model-cache.ts';
import type { Workspace } from './workspace.ts';

/** A node that a name can stand for. */
export type Declared = ast.Named | ast.EntityAction;

export type NameAt = { readonly span: Span } & (
  | {
      readonly kind: 'name';
      /** What it means; absent where it is not resolved. */
      readonly target: Declared | undefined;
      /** Whether it stands where its target is declared. */
      readonly isDeclaration: boolean;
      /** The node that the name is a part of. */
      readonly node: AstNode;
    }
  | { readonly kind: 'label'; readonly label: BuiltInName }
  /** A word behind `as`. */
  | { readonly kind: 'as'; readonly word: string; readonly relation: string }
  /** A word that stands for itself: a legal value of a setting, or the user's own. */
  | { readonly kind: 'word'; readonly word: string; readonly node: AstNode }
  | { readonly kind: 'import'; readonly node: ast.Import }
  | { readonly kind: 'title'; readonly node: ast.Scenario | ast.Check }
  | { readonly kind: 'keyword'; readonly word: string; readonly node: AstNode }
);

/** Finds what stands at an offset, or ends there. */
export function nameAt(document: ModelDocument, offset: number): NameAt | undefined {
  const root = document.parseResult.value.$cstNode;
  if (root === undefined) return undefined;
  const [here, before] = [offset, offset - 1].map((at) => leafAt(root, at));
  const isNameHere = here !== undefined && isWordLike(here);
  const leaf = isNameHere || before === undefined || !isWordLike(before) ? here : before;
  return leaf === undefined ? undefined : nameOfLeaf(document, leaf);
}

function leafAt(root: AstNode['$cstNode'], offset: number): LeafCstNode | undefined {
  if (root === undefined || offset < 0) return undefined;
  const leaf = CstUtils.findLeafNodeAtOffset(root, offset);
  return leaf === undefined || leaf.hidden || leaf.length === 0 ? undefined : leaf;
}

const isWordLike = ({ text }: LeafCstNode): boolean => /^[\p{L}_'"]/u.test(text);

/** Says what a piece of the text is, if it is a name, a word of the language or a path. */
export function nameOfLeaf(document: ModelDocument, leaf: LeafCstNode): NameAt | undefined {
  const span = spanOfLeaf(document, leaf);
  const node = leaf.astNode;
  const property = GrammarUtils.findAssignment(leaf)?.feature;
  const value = property === undefined ? undefined : valueOf(node, property, leaf);
  if (isReference(value)) {
    // A reference that is resolved names one of these; the grammar says so.
    const target = value.ref as Declared | undefined;
    if (target !== undefined && isBuiltIn(target) && target.group === 'label' && !isLabelPlace(node))
      return { kind: 'word', span, word: target.name, node };
    return { kind: 'name', span, target, isDeclaration: target === node, node };
  }
  if (ast.isImport(node) && property === 'path') return { kind: 'import', span, node };
  if ((ast.isScenario(node) || ast.isCheck(node)) && property === 'title') return { kind: 'title', span, node };
  if (property === 'type' && ast.isEntity(node) && node.type !== undefined) {
    return { kind: 'label', span, label: labelNamed(node.type) };
  }
  if (property === 'as' && (ast.isRelationTarget(node) || ast.isRelated(node))) return asWord(node, span);
  if (property === 'name' && isDeclared(node)) return { kind: 'name', span, target: node, isDeclaration: true, node };
  return /^[a-z]+$/.test(leaf.text) ? { kind: 'keyword', span, word: leaf.text, node } : undefined;
}

/** Whether a bare word that nothing declares stands where a type label is wanted. */
export const isLabelPlace = (node: AstNode): boolean =>
  ast.isNameReference(node) && expectedType(node).kind === 'label' && !isFinalizer(node);

/** What still has to be done to an object before it ends is no type, though it is as free. */
function isFinalizer({ $container }: ast.NameReference): boolean {
  const setting = ast.isListLiteral($container) ? $container.$container : $container;
  return ast.isSetting(setting) && setting.property.$refText === 'finalizers';
}

/** The reference, of several in one property, that a leaf is. */
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

/** Whether a node declares a name. */
export const isDeclared = (node: AstNode): node is Declared =>
  ast.isEntityAction(node) || (ast.isNamed(node) && node.$type !== 'BuiltIn');

/** The name of a declaration. */
export const nameOf = (node: Declared): string => (ast.isSetting(node) ? node.property.$refText : node.name);

/** Where the name of a declaration is written; nothing for what no file declares. */
export function declarationSpan(workspace: Pick<Workspace, 'find'>, node: Declared): Span | undefined {
  const cst = GrammarUtils.findNodeForProperty(node.$cstNode, ast.isSetting(node) ? 'property' : 'name');
  const uri = cst === undefined ? undefined : documentUri(workspace, node);
  return cst === undefined || uri === undefined ? undefined : { uri, ...cst.range };
}

/** The URI of the document that a node is in, if that is known still. */
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
