/**
 * Compares a model before and after a change in all that a result can depend on: if it is the same, so are the crash
 * matrix, every plan, every run and every verdict.
 */
import type { Setting } from '../../../language/src/model/entity.ts';
import type { Model } from '../../../language/src/model/model.ts';
import type { FileChange } from '../workspace/change.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type CompareModels, faultOfChange } from './same-model.ts';

/** Returns a sentence about a result that the change may alter in one of some documents; nothing if there is none. */
export function* whatMayDiffer(
  workspace: Workspace,
  documents: readonly ModelDocument[],
  change: FileChange,
): Generator<undefined, string | undefined> {
  return yield* faultOfChange(workspace, documents, change, equalModel);
}

function* equalModel(old: Model, now: Model, file: string): ReturnType<CompareModels> {
  const readsTypes = JSON.stringify(old).includes('"name":"type"');
  const before = contentOf(old, readsTypes);
  yield;
  return before === contentOf(now, readsTypes)
    ? undefined
    : `Results of ${file} could change: its model would not be the same.`;
}

/** Returns all of a model but places, documentation, classes, and labels that nothing reads. */
function contentOf(model: Model, readsTypes: boolean): string {
  const entities = model.entities.map((entity) => ({
    ...entity,
    classes: undefined,
    settings: byName(entity.settings),
    data: byName(entity.data),
    // The label of an instance is at least the name of its class; requests and similarity ask for those of resources.
    type: readsTypes || entity.kind === 'resource' || entity.kind === 'space' ? entity.type : undefined,
  }));
  return JSON.stringify({ ...model, entities }, (key, value: unknown) =>
    key === 'place' || key === 'documentation' ? undefined : value,
  );
}

const byName = (settings: readonly Setting[]): readonly Setting[] =>
  settings.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
