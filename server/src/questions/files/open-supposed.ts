/**
 * Opens a model as it would be under a supposition.
 */
import { createLoader } from '../../../../language/src/dsl/load.ts';
import { supposed, supposedFile } from '../../../../language/src/dsl/suppose.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { isNothing, supposedName, type Supposition } from '../../../../language/src/model/supposition.ts';
import { type Instead, type OpenedModel, openModel } from './open-models.ts';
import { pathOf } from './places.ts';
import { readOther, type TextSource } from './read-text.ts';

/** Opens the model of one file; with errors of its own it is returned as it is. */
export async function openSupposed(
  name: string,
  supposition: Supposition,
  surroundings: TextSource & Instead,
): Promise<Answer<OpenedModel>> {
  const opened = await openModel(name, surroundings);
  if ('refusal' in opened || isNothing(supposition) || opened.value.errors.length > 0) return opened;
  const { uri, textOf, nameOf } = opened.value;
  const file = supposedFile(uri, opened.value, supposition);
  const loader = createLoader(
    async (each) => (each === file.uri ? file.text : (textOf(each) ?? (await readOther(pathOf(each), surroundings)))),
    (each) => (each === file.uri ? { adopted: uri } : {}),
  );
  const made = supposed(await loader.load(file.uri), file);
  if ('refusal' in made) return made;
  return {
    value: {
      ...opened.value,
      ...made.value.loaded,
      errors: [],
      nameOf: (each) => (each === file.uri ? supposedName : nameOf(each)),
      textOf: (each) => (each === file.uri ? file.text : textOf(each)),
    },
  };
}
