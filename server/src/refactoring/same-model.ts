/**
 * Compares a model before and after a change: the same entities with the same relations, and the same crash matrix.
 * Names and the order of declarations may differ.
 */
import { crashRows, type CrashRow } from '../../../language/src/analysis/crash/crash-matrix.ts';
import type { EntityId } from '../../../language/src/model/entity-kind.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import { type FileChange, tryChange } from '../workspace/change.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { newFault } from '../workspace/new-fault.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { itemAt } from '../../../language/src/model/lookup.ts';
import { entityName, type Model } from '../../../language/src/model/model.ts';

/** Returns the name of an entity after the change, by its qualified name. */
export type NewName = (name: string) => string;

/** The most PDs of a model whose crash matrix is compared. */
const mostPds = 500;

/** Returns a sentence about the difference between two models of a file, whose name is given; nothing if there is none. */
export type CompareModels = (old: Model, now: Model, file: string) => Generator<undefined, string | undefined>;

/** Returns a sentence about the first difference in one of some documents; nothing if there is none. */
export function* whatChanges(
  workspace: Workspace,
  documents: readonly ModelDocument[],
  change: FileChange,
  newName: NewName = (name) => name,
): Generator<undefined, string | undefined> {
  return yield* faultOfChange(workspace, documents, change, (old, now, file) => sameModel(old, now, file, newName));
}

/** Tries a change; returns the first new error in one of some documents, or what a comparison says of its models. */
export function* faultOfChange(
  workspace: Workspace,
  documents: readonly ModelDocument[],
  change: FileChange,
  compare: CompareModels,
): Generator<undefined, string | undefined> {
  const trial = yield* tryChange(documents, change);
  for (const document of documents) {
    const tried = trial.find(document.uri.toString());
    if (tried === undefined) continue;
    yield* workspace.models.make(document);
    yield* trial.models.make(tried);
    const [old, now] = [workspace.models.of(document), trial.models.of(tried)];
    const fault = newFault(old.findings, now.findings, isError);
    if (fault !== undefined) return `That would cause an error: ${fault.message}`;
    const difference = yield* compare(old.model, now.model, fileName(document));
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function* sameModel(old: Model, now: Model, file: string, newName: NewName): ReturnType<CompareModels> {
  if (isOther(entityLines(old, newName), entityLines(now))) return `The model of ${file} would have other entities.`;
  if (isOther(relationLines(old, newName), relationLines(now)))
    return `The model of ${file} would have other relations.`;
  if (old.entities.filter(({ kind }) => kind === 'pd').length > mostPds)
    return `The model has more than ${String(mostPds)} protection domains, so their crashes cannot be compared.`;
  const [before, after] = [yield* matrixLines(old, newName), yield* matrixLines(now)];
  return isOther(before, after) ? `The crash matrix of ${file} would change.` : undefined;
}

/** Returns the last part of a document's path. */
const fileName = ({ uri }: ModelDocument): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);

const isOther = (before: readonly string[], after: readonly string[]): boolean =>
  before.toSorted().join('\n') !== after.toSorted().join('\n');

const isError = ({ severity }: Finding): boolean => severity === 'error';

const same: NewName = (name) => name;

function entityLines({ entities, machines }: Model, newName = same): readonly string[] {
  return entities.map(({ name, kind, type, root, absent, machine }) => {
    const runs = machine === undefined ? '' : itemAt(machines, machine).name;
    return [newName(name), kind, type ?? '', root, absent, runs].join(' | ');
  });
}

function relationLines(model: Model, newName = same): readonly string[] {
  const nameOf = (id: EntityId): string => newName(entityName(model, id));
  return model.relations.map(({ kind, source, target, as, notify, nested }) =>
    [nameOf(source), kind, nameOf(target), as ?? '', notify ?? '', nested].join(' | '),
  );
}

function* matrixLines(model: Model, newName = same): Generator<undefined, readonly string[]> {
  const lines: string[] = [];
  for (const row of crashRows(model)) {
    lines.push(...linesOf(row, (id) => newName(entityName(model, id))));
    yield;
  }
  return lines;
}

function linesOf({ entity: pd, cells }: CrashRow, nameOf: (id: EntityId) => string): readonly string[] {
  const names = (ids: readonly EntityId[]): string => ids.map(nameOf).sort().join(', ');
  return cells.map(({ policy, destroyed, broken, degraded, dangling }) =>
    [nameOf(pd), policy, ...[destroyed, broken, degraded, dangling].map(names)].join(' | '),
  );
}
