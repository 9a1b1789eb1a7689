/**
 * Gives an object another owner, or a space another manager. Most such changes alter what an end takes along, and then
 * they are refused with that.
 */
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { mayBeCopied } from '../../../language/src/dsl/types/bodies.ts';
import { indexTree } from '../../../language/src/dsl/names/tree-index.ts';
import { qualifiedName } from '../../../language/src/dsl/types/symbols.ts';
import type { TextEdit } from '../../../language/src/model/finding.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { entityMeant, linked, movedName, subjectOf, tried, unnested } from './nesting.ts';
import { fullPath, isWithin, nameAsWritten, outermost } from './paths.ts';
import type { Refactoring } from './refactoring.ts';
import { withoutTarget } from './relation-text.ts';
import { edit, wholeText } from './whole-text.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The most owners that are offered: each is a trial. */
const mostOffers = 3;

/** Yields, and returns a change for each of the next owners that an object, or a space, might have. */
export function* changeOwner(
  workspace: Workspace,
  document: ModelDocument,
  entity: ast.Entity,
): Generator<undefined, readonly Refactoring[]> {
  if ((entity.kind !== 'object' && entity.kind !== 'space') || mayBeCopied(entity)) return [];
  const documents = linked(workspace, document);
  const owner = ownerOf(documents, entity);
  if (owner === undefined) return [];
  const refactorings: Refactoring[] = [];
  for (const other of others(document, entity, owner.entity)) {
    const [verb, word] = entity.kind === 'object' ? ['owns', t`owner`] : ['manages', t`manager`];
    const isNested = owner.removal === undefined;
    const line = `${fullPath(other)} ${verb} ${isNested ? nameAsWritten(entity) : fullPath(entity)}`;
    refactorings.push(
      yield* tried(workspace, documents, {
        title: t`Change the ${word} of "${entity.name}" from "${owner.entity.name}" to "${other.name}"`,
        edits:
          owner.removal === undefined
            ? unnested(workspace, documents, document, entity, line)
            : [owner.removal, lineAfter(workspace, document, entity, line)],
        kept: {
          keeps: 'answers',
          ...(isNested && { newName: movedName(qualifiedName(entity), entity.name) }),
        },
      }),
    );
  }
  return refactorings;
}

interface Owner {
  readonly entity: ast.Entity;
  /** The edit that takes its relation away; absent if it owns by nesting. */
  readonly removal: TextEdit | undefined;
}

/** Returns the only owner, or manager, that the text gives an entity. */
function ownerOf(documents: readonly ModelDocument[], entity: ast.Entity): Owner | undefined {
  const { $container: around, kind } = entity;
  if (kind === 'object' && ast.isEntity(around) && around.kind === 'object')
    return { entity: around, removal: undefined };
  const verb = kind === 'object' ? 'owns' : 'manages';
  const owners = documents.flatMap((document) => {
    const tree = indexTree(document.parseResult.value);
    const relations = [...tree.all('Relation'), ...tree.all('SubjectRelation')].filter((each) => each.kind === verb);
    return relations.flatMap((relation) => {
      const subject = subjectOf(relation);
      return relation.targets
        .filter((target) => entityMeant(target.entity) === entity)
        .map((target) => ({ entity: subject, removal: withoutTarget(document, relation, target) }));
    });
  });
  const [only, ...more] = owners;
  return only?.entity === undefined || more.length > 0 ? undefined : { entity: only.entity, removal: only.removal };
}

/** Returns the nearest others of the owner's kind: those around it first, then those of the file. */
function others(document: ModelDocument, entity: ast.Entity, owner: ast.Entity): readonly ast.Entity[] {
  const all = indexTree(document.parseResult.value).all('Entity');
  const fitting = all.filter(
    (each) => each.kind === owner.kind && each !== owner && !mayBeCopied(each) && !isWithin(each, entity),
  );
  const isNear = (each: ast.Entity): boolean => isWithin(owner, each) || each.$container === owner.$container;
  return [...fitting.filter(isNear), ...fitting.filter((each) => !isNear(each))].slice(0, mostOffers);
}

function lineAfter({ services }: Workspace, document: ModelDocument, entity: ast.Entity, line: string): TextEdit {
  const { end } = wholeText(document, outermost(entity), services.aftermath.parser.Lexer);
  const lead = document.textDocument.getText().slice(0, end).endsWith('\n') ? '' : '\n';
  return edit(document, end, end, `${lead}${line}\n`);
}
