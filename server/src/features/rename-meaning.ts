/**
 * Finds the names that mean something without being declared or referred to: types of entities, keys of data, and
 * settings with a fixed meaning. Another name would then mean something else, or the same as one that exists.
 */
import { URI } from 'langium';
import { fixedSettings } from '../../../language/src/model/fixed-settings.ts';
import type { EntityKind } from '../../../language/src/model/entity-kind.ts';
import { indexTree } from '../../../language/src/dsl/names/tree-index.ts';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { kindOf, labelOf } from '../../../language/src/dsl/types/bodies.ts';
import * as builtIns from '../../../language/src/dsl/types/built-ins.ts';
import { symbolsOf } from '../../../language/src/dsl/types/symbols.ts';
import { t } from '../../../language/src/model/common/translation.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { declarationName, type Declared } from '../workspace/name-at.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { occurrencesOf } from './references.ts';

/** Yields, and returns a sentence about what else the new name of a declaration would change; nothing if it is only a name. */
export function* otherMeaning(
  workspace: Workspace,
  documents: readonly ModelDocument[],
  target: Declared,
  name: string,
): Generator<undefined, string | undefined> {
  if (name === declarationName(target)) return undefined;
  if (builtIns.isBuiltIn(target)) {
    if (target.group === 'data' && documents.some((each) => symbolsOf(each.parseResult.value).data.has(name)))
      return t`There is already data "${name}", and both would be one.`;
    return target.group === 'label' ? joinedTypes(documents, target.name, name) : settledByName('object', target, name);
  }
  if (ast.isClass(target)) return yield* typeOfClass(workspace, documents, target, name);
  if (ast.isParameter(target)) {
    const { $container: owner } = target;
    return settledByName(ast.isClass(owner) ? kindOf(owner) : owner.for, target, name);
  }
  return ast.isSetting(target) ? settledByName('object', target, name) : undefined;
}

/** Returns a sentence if a setting of a kind, or of any, has its meaning by the old or the new name. */
function settledByName(kind: EntityKind | undefined, target: Declared, name: string): string | undefined {
  const fixed = new Set(kind === undefined ? Object.values(fixedSettings).flat() : fixedSettings[kind]);
  if (kind === undefined || kind === 'object') fixed.add('deletion');
  const settled = [name, declarationName(target)].find((each) => fixed.has(each));
  return settled === undefined
    ? undefined
    : t`A setting "${settled}" has a meaning in the language, so the model would change.`;
}

/** Returns a sentence if two types of entities would be one, or a class would go on to give the old one. */
function joinedTypes(documents: readonly ModelDocument[], old: string, name: string): string | undefined {
  const types = typesOf(documents);
  if (types.has(name)) return t`There is already a type "${name}", and both would be one.`;
  return types.get(old) === 'class'
    ? t`"${old}" is also the type that the class "${old}" gives. Give the class a type first.`
    : undefined;
}

/** Returns a sentence if the name of a class is the type of its instances, and something else names that type. */
function* typeOfClass(
  workspace: Workspace,
  documents: readonly ModelDocument[],
  target: ast.Class,
  name: string,
): Generator<undefined, string | undefined> {
  if (!isTypedByName(target)) return undefined;
  const [place] = yield* occurrencesOf(workspace, builtIns.labelNamed(target.name), documents);
  if (place !== undefined) {
    const { path } = URI.parse(place.span.uri);
    const [line, file] = [String(place.span.start.line + 1), path.slice(path.lastIndexOf('/') + 1)];
    return t`"${target.name}" in line ${line} of ${file} is the type that the class gives. Give the class a type first.`;
  }
  return typesOf(documents).get(name) === 'label'
    ? t`There is already a type "${name}", and both would be one.`
    : undefined;
}

/** Returns the types that entities have, by a label or else by the name of their class. */
function typesOf(documents: readonly ModelDocument[]): ReadonlyMap<string, 'label' | 'class'> {
  const trees = documents.map(({ parseResult }) => indexTree(parseResult.value));
  const classes = trees.flatMap((tree) => tree.all('Class'));
  const bodies = [...classes, ...trees.flatMap((tree) => tree.all('Entity'))];
  return new Map([
    ...bodies.flatMap(({ type }) => (type === undefined ? [] : [[type, 'label'] as const])),
    ...classes.filter(isTypedByName).map((each) => [each.name, 'class'] as const),
  ]);
}

const isTypedByName = (one: ast.Class): boolean => labelOf(one) === one.name && one.type === undefined;
