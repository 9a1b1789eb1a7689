/**
 * The command *New Model*: opens an unsaved model that beginners can change and simulate at once.
 */
import { openNewModel } from './model-document.ts';
import { starterModel } from './starter-model.ts';

/** Opens a new model in the editor. */
export async function newModel(): Promise<void> {
  await openNewModel(starterModel);
}
