/**
 * The hover of a name: its kind, its documentation and its facts. At most fifteen lines.
 */
import { bodiesOf } from '../../../language/src/dsl/types/bodies.ts';
import { AstUtils, type AstNode } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { isBuiltIn, type BuiltInName } from '../../../language/src/dsl/types/built-ins.ts';
import { documentationOf } from '../../../language/src/dsl/lowering/documentation.ts';
import { importedUri } from '../../../language/src/dsl/names/visible.ts';
import type { Span } from '../../../language/src/model/span.ts';
import { builtInLines, declarationLines, importLines, titleLines } from '../hover/declaration-hover.ts';
import { dataLine, entityFacts, entityTitle } from '../hover/entity-hover.ts';
import { keywordLines } from './keyword-hover.ts';
import { code, documentationLines, joinLines } from '../hover/markdown.ts';
import { droppedOrderLines, policyLines } from '../hover/plan-hover.ts';
import type { CheckedModel, ModelDocument } from '../workspace/model-cache.ts';
import { declarationSpan, nameAt, type Declared, type NameAt } from '../workspace/name-at.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { tableOf } from '../../../language/src/model/common/table.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The text of a hover, and the name it is about. */
export interface HoverText {
  readonly span: Span;
  readonly markdown: string;
}

/** Returns the hover of the name at an offset. */
export function hoverAt(workspace: Workspace, document: ModelDocument, offset: number): HoverText | undefined {
  const found = nameAt(document, offset);
  const lines = found === undefined ? [] : linesOf(workspace, document, found);
  return found === undefined || lines.length === 0
    ? undefined
    : { span: found.span, markdown: joinLines(lines.slice(0, 15)) };
}

/** Returns the description of a declaration, as seen from a document. */
export function describeDeclared(workspace: Workspace, document: ModelDocument, node: Declared): string {
  return joinLines(declaredLines(workspace, document, node));
}

function linesOf(workspace: Workspace, document: ModelDocument, found: NameAt): readonly string[] {
  switch (found.kind) {
    case 'name': {
      if (found.target === undefined) return [];
      const [first, ...others] = declaredLines(workspace, document, found.target);
      return first === undefined ? [] : [first, ...dropLines(workspace.models.of(document), found.node), ...others];
    }
    case 'label':
      return declaredLines(workspace, document, found.label);
    case 'as':
      return [`**${wordsAfterAs[found.relation] ?? t`word`}** ${code(found.word)}`];
    case 'word':
      return wordLines(found.word, found.node);
    case 'import': {
      const uri = importedUri(found.node.path, AstUtils.getDocument(found.node).uri).toString();
      return importLines(found.node, workspace.find(uri)?.parseResult.value);
    }
    case 'title':
      return [...titleLines(found.node), ...documentationLines(documentationOf(found.node))];
    case 'keyword':
      return [...keywordLines(found.word, found.node), ...dropLines(workspace.models.of(document), found.node)];
  }
}

/** Describes a fixed word, with the setting that accepts it. */
function wordLines(word: string, node: AstNode): readonly string[] {
  const setting = AstUtils.getContainerOfType(node, ast.isSetting);
  const target = setting?.property.ref;
  const isOfLanguage = target !== undefined && isBuiltIn(target) && target.valueType.kind === 'enum';
  const of = setting === undefined ? '' : t` of ${code(setting.property.$refText)}`;
  const title = `**${isOfLanguage ? t`value` : t`word`}** ${code(word)}${of}`;
  return isOfLanguage ? [title, target.documentation] : [title];
}

const wordsAfterAs: Readonly<Partial<Record<string, string>>> = tableOf({
  holds: t`rights`,
  refers: t`usage`,
  owns: t`ownership`,
  needs: t`strength`,
});

function declaredLines(workspace: Workspace, document: ModelDocument, node: Declared): readonly string[] {
  const model = workspace.models.of(document);
  if (ast.isEntity(node)) {
    const span = declarationSpan(workspace, node);
    const facts = span === undefined ? [] : entityFacts(model, model.entitiesAt(span));
    const documentation = bodiesOf(node).flatMap((body) => documentationLines(documentationOf(body)));
    return [entityTitle(node), ...documentation, ...dataLine(node), ...facts];
  }
  if (isBuiltIn(node)) return [...builtInLines(node), ...builtInFacts(model, node)];
  const [first, ...others] = declarationLines(node, model);
  const documentation = documentationLines(documentationOf(node));
  const facts = ast.isPolicy(node) ? policyLines(model, node.name) : [];
  return first === undefined ? [] : [first, ...documentation, ...others, ...facts];
}

function builtInFacts(model: CheckedModel, { group, name }: BuiltInName): readonly string[] {
  if (group === 'label') return labelFacts(model, name);
  if (group === 'data') return dataFacts(model, name);
  return group === 'policy' ? policyLines(model, name) : [];
}

/** Returns what gives way of the relations that a verb, or the name of a target, declares. */
function dropLines(model: CheckedModel, node: AstNode): readonly string[] {
  const target = AstUtils.getContainerOfType(node, ast.isRelationTarget);
  const isVerb = ast.isRelation(node) || ast.isSubjectRelation(node);
  const targets = target === undefined ? (isVerb ? node.targets : []) : [target];
  const own = AstUtils.getDocument(node).uri.toString();
  const places = targets.flatMap(({ $cstNode }) => $cstNode?.range.start ?? []);
  const isHere = ({ uri, start }: Span): boolean =>
    uri === own && places.some(({ line, character }) => line === start.line && character === start.character);
  return places.length === 0 ? [] : droppedOrderLines(model, isHere);
}

function labelFacts({ model }: CheckedModel, label: string): readonly string[] {
  const count = model.entities.filter(({ type }) => type === label).length;
  return count === 0 ? [] : [t`entities ${String(count)}`];
}

/** Counts the entities that have a key of data. */
function dataFacts({ model }: CheckedModel, key: string): readonly string[] {
  const count = model.entities.filter(({ data }) => data.some(({ name }) => name === key)).length;
  return count === 0 ? [] : [t`entities ${String(count)}`];
}
