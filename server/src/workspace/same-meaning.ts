/**
 * Compares the meaning of files before and after names in them are changed: each name refers to the same declaration,
 * and there are no new errors. Both texts have the same structure, so declarations are compared by their position in
 * the tree.
 */
import { AstUtils, isReference, type AstNode, type Reference } from 'langium';
import { referencesOf } from '../../../language/src/dsl/names/link.ts';
import { isBuiltIn } from '../../../language/src/dsl/types/built-ins.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import type { Trial } from './change.ts';
import type { ModelDocument } from './model-cache.ts';
import type { Declared } from './name-at.ts';
import { newFault } from './new-fault.ts';
import type { Workspace } from './workspace.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** A declaration and its new name. */
export interface Renaming {
  readonly target: Declared;
  readonly from: string;
  readonly to: string;
}

/** Returns a sentence about the first difference; nothing if there is none. */
export function* differenceInMeaning(
  workspace: Workspace,
  trial: Trial,
  documents: readonly ModelDocument[],
  renaming: Renaming | undefined,
): Generator<undefined, string | undefined> {
  const pairs = documents.flatMap((before) => {
    const after = trial.find(before.uri.toString());
    return after === undefined ? [] : [{ before, after }];
  });
  for (const { before, after } of pairs) {
    yield* workspace.models.make(before);
    yield* trial.models.make(after);
  }
  for (const { before, after } of pairs) {
    const fault = newFault(workspace.models.of(before).findings, trial.models.of(after).findings, isFault);
    if (fault?.code === 'name/duplicate' && renaming !== undefined)
      return t`There is already a "${renaming.to}" in that place.`;
    const difference = (yield* otherMeaning(before, after, renaming)) ?? fault?.message;
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** Returns the references in text order. */
function inOrder(document: ModelDocument): readonly Reference[] {
  const placed = referencesOf(document).filter((each) => isReference(each) && each.$refNode !== undefined);
  const distinct = [...new Set(placed)];
  return distinct.sort((a, b) => (a.$refNode?.offset ?? 0) - (b.$refNode?.offset ?? 0));
}

/** The number of references compared in a step. */
const comparedInStep = 500;

function* otherMeaning(
  before: ModelDocument,
  after: ModelDocument,
  renaming: Renaming | undefined,
): Generator<undefined, string | undefined> {
  const old = inOrder(before);
  yield;
  const now = inOrder(after);
  if (old.length !== now.length) return t`${nameOfFile(before)} would be read differently.`;
  for (const [index, reference] of old.entries()) {
    if (index % comparedInStep === 0) yield;
    const other = now[index];
    if (other === undefined || keyOf(reference, renaming) === keyOf(other, undefined)) continue;
    const line = String((reference.$refNode?.range.start.line ?? 0) + 1);
    const name = other.$refText;
    return t`"${name}" in line ${line} of ${nameOfFile(before)} would then mean something else.`;
  }
  return undefined;
}

/** Returns a key for the target of a reference that is the same in both texts. */
function keyOf({ ref }: Reference, renaming: Renaming | undefined): string {
  if (ref === undefined) return '';
  if (isBuiltIn(ref)) return `${ref.group}/${ref === renaming?.target ? renaming.to : ref.name}`;
  return `${AstUtils.getDocument(ref).uri.toString()}#${pathOf(ref)}`;
}

function pathOf(node: AstNode): string {
  const steps: string[] = [];
  for (let each = node; each.$container !== undefined; each = each.$container) {
    steps.push(`${each.$containerProperty ?? ''}@${String(each.$containerIndex ?? '')}`);
  }
  return steps.reverse().join('/');
}

const isFault = ({ code, severity }: Finding): boolean => severity === 'error' || code === 'scenario/duplicate';

const nameOfFile = ({ uri }: ModelDocument): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);
