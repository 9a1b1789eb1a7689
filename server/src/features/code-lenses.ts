/**
 * The lenses above entities: the dependents of each, the effects of its crash, and a command that simulates the crash,
 * for clients that can run it. Crashes are computed only for visible entities. Where a name is unknown, the entities that
 * it may concern get none; where the text is not read, nothing does.
 */
import { startOf } from '../../../language/src/analysis/deletion/at-start.ts';
import type { AstNode } from 'langium';
import { brokenAtStart } from '../../../language/src/analysis/crash/broken-before.ts';
import { defaultPolicyOf } from '../../../language/src/analysis/facts/policies.ts';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import type { EntityId } from '../../../language/src/model/entity-kind.ts';
import type { Span } from '../../../language/src/model/span.ts';
import type { CheckedModel, ModelDocument } from '../workspace/model-cache.ts';
import { declarationSpan } from '../workspace/name-at.ts';
import type { LensSettings } from '../workspace/settings.ts';
import { doubtIn, isWhole } from '../workspace/whole.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { dependentsIn } from './dependents.ts';
import { entityName } from '../../../language/src/model/model.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The key of a lens: the document, and the span of the entity's name. */
export interface LensSource {
  readonly document: string;
  readonly span: Span;
}

/** `facts`: a text, requested when the lens is visible. `crash`: simulates the crash. */
export type Lens = { readonly span: Span } & (
  | { readonly kind: 'facts'; readonly source: LensSource }
  /** Without `pd`, the command asks which copy crashes. */
  | { readonly kind: 'crash'; readonly uri: string; readonly pd: string | undefined }
);

/** The number of entities handled per step. */
const chunk = 50;

/** Returns the lenses of a document, in text order. */
export function* codeLenses(
  workspace: Workspace,
  document: ModelDocument,
  settings: LensSettings,
): Generator<undefined, readonly Lens[]> {
  const isDoubtful = settings.enable ? doubtIn(workspace, document) : undefined;
  if (isDoubtful === undefined) return [];
  yield;
  const model = workspace.models.of(document);
  const uri = document.uri.toString();
  const lenses: Lens[] = [];
  let count = 0;
  for (const entity of entitiesOf(document.parseResult.value.declarations)) {
    if (++count % chunk === 0) yield;
    const span = declarationSpan(workspace, entity);
    const [first, ...copies] = span === undefined ? [] : model.entitiesAt(span);
    const source = { document: uri, span: span ?? lenses[0]?.span ?? nowhere(uri) };
    if (first === undefined || span === undefined || !isFirstOnLine(document, entity)) continue;
    if (isDoubtful(entity)) continue;
    if (factsOf(model, [first, ...copies], settings).length > 0 || (settings.crash && canCrash(model, first)))
      lenses.push({ span, kind: 'facts', source });
    if (settings.crash && canCrash(model, first)) {
      const pd = copies.length > 0 ? undefined : model.model.entities[first]?.name;
      lenses.push({ span, kind: 'crash', uri, pd });
    }
  }
  return lenses;
}

const nowhere = (uri: string): Span => ({ uri, start: { line: 0, character: 0 }, end: { line: 0, character: 0 } });

function* entitiesOf(members: readonly AstNode[]): Iterable<ast.Entity> {
  for (const member of members) {
    if (!ast.isEntity(member)) continue;
    yield member;
    yield* entitiesOf(member.members);
  }
}

function isFirstOnLine({ textDocument }: ModelDocument, { $cstNode }: ast.Entity): boolean {
  if ($cstNode === undefined) return false;
  const { line } = $cstNode.range.start;
  return textDocument.getText({ start: { line, character: 0 }, end: $cstNode.range.start }).trim() === '';
}

function canCrash({ model }: CheckedModel, id: EntityId): boolean {
  const entity = startOf(model).model.entities[id];
  return entity !== undefined && (entity.kind === 'pd' || entity.kind === 'node') && !entity.absent;
}

/** Returns the text of a lens, such as `3 holders · crash: destroys 4`; nothing if its entity is gone. */
export function lensTitle(
  workspace: Workspace,
  { document: uri, span }: LensSource,
  settings: LensSettings,
): string | undefined {
  const document = workspace.find(uri);
  if (document === undefined) return undefined;
  const model = workspace.models.of(document);
  const ids = model.entitiesAt(span);
  const [first] = ids;
  if (first === undefined) return undefined;
  if (!settings.crash || !canCrash(model, first)) return factsOf(model, ids, settings).join(' · ');
  const crash = crashOf(model, first, { isCopy: ids.length > 1, isWhole: isWhole(workspace, document) });
  return [...factsOf(model, ids, settings), ...stateAtStart(model, first), crash].join(' · ');
}

function factsOf({ model }: CheckedModel, ids: readonly EntityId[], { dependents }: LensSettings): readonly string[] {
  if (!dependents) return [];
  const index = dependentsIn(model);
  const of = (which: 'holders' | 'others') => new Set(ids.flatMap((id) => [...(index.get(id)?.[which] ?? [])])).size;
  return [holdersText(of('holders')), dependentsText(of('others'))].filter((text) => text !== '');
}

const holdersText = (count: number): string => (count === 0 ? '' : count === 1 ? t`1 holder` : t`${count} holders`);
const dependentsText = (count: number): string =>
  count === 0 ? '' : count === 1 ? t`1 dependent` : t`${count} dependents`;

/** Says that an entity is broken, or else degraded, before anything happens. */
function stateAtStart({ model }: CheckedModel, id: EntityId): readonly string[] {
  const { isBroken, isShort } = brokenAtStart(model);
  if (isBroken(id)) return [t`broken`];
  return isShort(id) ? [t`degraded`] : [];
}

function crashOf(
  model: CheckedModel,
  id: EntityId,
  { isCopy, isWhole }: { readonly isCopy: boolean; readonly isWhole: boolean },
): string {
  const { destroyed, degraded, broken } = model.crash(id, defaultPolicyOf(model.model));
  const of = isCopy ? t`crash of ${entityName(model.model, id)}` : t`crash`;
  // What an error leaves out could only add to this.
  const least = isWhole ? '' : t`at least `;
  const effects = [
    t`destroys ${least}${String(destroyed.length)}`,
    ...(degraded.length === 0 ? [] : [t`degrades ${degraded.length}`]),
    ...(broken.length === 0 ? [] : [t`breaks ${broken.length}`]),
  ];
  return `${of}: ${effects.join(', ')}`;
}
