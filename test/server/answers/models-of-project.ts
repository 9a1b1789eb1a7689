/** The models of the project: examples, models with known bugs, and fixtures without errors. */
import { readdir, readFile } from 'node:fs/promises';
import { loadModel } from '../../../language/src/dsl/load.ts';
import { printModel } from '../../../language/src/interchange/printing/print-model.ts';
import type { Model } from '../../../language/src/model/model.ts';

const root = new URL('../../../', import.meta.url);
const folders = ['language/examples/', 'language/faults/', 'test/language/', 'test/fixtures/'];

export interface ProjectModel {
  readonly name: string;
  readonly model: Model;
  readonly text: string;
}

/**
 * Yields the models of the project that have no errors and something to end, without their machines; except for the
 * examples, one of every `oneOf`. Those with more than `most` entities are left alone.
 */
export async function* modelsOfProject(oneOf: number, most: number): AsyncIterable<ProjectModel> {
  for (const folder of folders) {
    const names = await readdir(new URL(folder, root), { recursive: true });
    const files = names.filter((each) => each.endsWith('.aft')).sort();
    const few = folder === 'language/examples/' ? files : files.filter((_, index) => index % oneOf === 0);
    for (const name of few) {
      const file = new URL(name, new URL(folder, root));
      const { model, errors } = await loadModel(file.href, readText);
      if (errors.length > 0 || model.entities.length === 0 || model.entities.length > most) continue;
      const structure = withoutMachines(model);
      const text = printModel(structure);
      // Suppressions of findings are not printed.
      const printed = await loadModel(file.href, () => Promise.resolve(text));
      if (printed.errors.length === 0) yield { name: folder + name, model: printed.model, text };
    }
  }
}

/** Removes settings of machines, which mean nothing without them; keeps those of deletion. */
const withoutMachines = (model: Model): Model => ({
  ...model,
  entities: model.entities.map((entity) => ({
    ...entity,
    settings: entity.settings.filter(({ name }) => ['finalizers', 'deletion', 'namespace'].includes(name)),
  })),
});

const readText = (uri: string): Promise<string | undefined> => readFile(new URL(uri), 'utf8').catch(() => undefined);
