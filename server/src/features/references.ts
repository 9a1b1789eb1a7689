/**
 * Finds all references to a name, in all files of the workspace or in one.
 */
import { GrammarUtils, type AstNode } from 'langium';
import { type BuiltInName, isBuiltIn } from '../../../language/src/dsl/types/built-ins.ts';
import { referencesOf } from '../../../language/src/dsl/names/link.ts';
import { indexTree } from '../../../language/src/dsl/names/tree-index.ts';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { declarationSpan, isLabelPlace, nameAt, type Declared, type NameAt } from '../workspace/name-at.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { comparePositions, type Span } from '../../../language/src/model/span.ts';

/** An occurrence of a name. */
export interface NameOccurrence {
  readonly span: Span;
  /** `write` where it is declared or given a value. */
  readonly access: 'read' | 'write';
  readonly isDeclaration: boolean;
}

/** Returns all occurrences of the name at an offset, its declaration first; one document per step. */
export function* occurrencesAt(
  workspace: Workspace,
  document: ModelDocument,
  offset: number,
  within: readonly ModelDocument[],
): Generator<undefined, readonly NameOccurrence[]> {
  const target = meantAt(document, offset);
  return target === undefined ? [] : yield* occurrencesOf(workspace, target, within);
}

/** Returns all occurrences of a declaration in some documents, its declaration first; one document per step. */
export function* occurrencesOf(
  workspace: Pick<Workspace, 'find' | 'models'>,
  target: Declared,
  within: readonly ModelDocument[],
): Generator<undefined, readonly NameOccurrence[]> {
  const occurrences: NameOccurrence[] = [];
  const declared = isBuiltIn(target) || !isNamedNode(target) ? undefined : declarationSpan(workspace, target);
  const uris = new Set(within.map(({ uri }) => uri.toString()));
  if (declared !== undefined && uris.has(declared.uri))
    occurrences.push({ span: declared, access: 'write', isDeclaration: true });
  for (const each of within) {
    workspace.models.link(each);
    for (const occurrence of references(each, target)) occurrences.push(occurrence);
    for (const occurrence of labels(each, target)) occurrences.push(occurrence);
    yield;
  }
  return distinct(occurrences);
}

/** Returns the declaration that an offset names, whether in a file, built in or a type label. */
function meantAt(document: ModelDocument, offset: number): Declared | undefined {
  const found: NameAt | undefined = nameAt(document, offset);
  if (found?.kind === 'label') return found.label;
  return found?.kind === 'name' ? found.target : undefined;
}

const isNamedNode = (node: AstNode): node is ast.Named | ast.EntityAction | ast.Class =>
  ast.isNamed(node) || ast.isEntityAction(node) || ast.isClass(node);

function references(document: ModelDocument, target: AstNode): readonly NameOccurrence[] {
  const uri = document.uri.toString();
  return referencesOf(document).flatMap((reference): readonly NameOccurrence[] => {
    if (!('ref' in reference) || reference.ref !== target || reference.$refNode === undefined) return [];
    const { range, astNode } = reference.$refNode;
    if (isLabel(target) && !isLabelPlace(astNode)) return [];
    return [{ span: { uri, ...range }, access: isWritten(astNode) ? 'write' : 'read', isDeclaration: false }];
  });
}

/** Returns true if a name is given its value here. */
export function isWritten(node: AstNode): boolean {
  if (ast.isSetting(node)) return true;
  const container = node.$container;
  if (container === undefined || !(ast.isAssignment(container) || ast.isSetStep(container))) return false;
  return container.target === node;
}

const isLabel = (target: AstNode): target is BuiltInName => isBuiltIn(target) && target.group === 'label';

/** Type labels are no references: they occur where entities have them. */
function labels(document: ModelDocument, target: AstNode): readonly NameOccurrence[] {
  if (!isLabel(target)) return [];
  const uri = document.uri.toString();
  const tree = indexTree(document.parseResult.value);
  const at = (node: AstNode, property: 'type' | 'as'): readonly NameOccurrence[] => {
    const cst = GrammarUtils.findNodeForProperty(node.$cstNode, property);
    return cst === undefined ? [] : [{ span: { uri, ...cst.range }, access: 'read', isDeclaration: false }];
  };
  return [
    ...[...tree.all('Entity'), ...tree.all('Class')].flatMap((entity) =>
      entity.type === target.name ? at(entity, 'type') : [],
    ),
    ...tree.all('RelationTarget').flatMap((node) => (isRequestedAs(node, target.name) ? at(node, 'as') : [])),
  ].sort(({ span: a }, { span: b }) => comparePositions(a.start, b.start));
}

const isRequestedAs = ({ as, $container }: ast.RelationTarget, label: string): boolean =>
  as === label && $container.kind === 'requests';

function distinct(occurrences: readonly NameOccurrence[]): readonly NameOccurrence[] {
  const seen = new Set<string>();
  return occurrences.filter(({ span }) => {
    const key = `${span.uri}#${String(span.start.line)}:${String(span.start.character)}`;
    return !seen.has(key) && seen.add(key);
  });
}
