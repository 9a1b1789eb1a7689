/**
 * The models in folders that are given instead of files: those that the project file includes and neither it nor the
 * settings of VS Code exclude, as in the editor.
 */
import { stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { URI } from 'vscode-uri';
import { editorSettingsFile, readExclusions } from '../../../../language/src/dsl/project-file.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { nodeFiles } from '../../workspace/files/node-files.ts';
import { readTextFile } from '../../workspace/files/regular-file.ts';
import { createSelection, type Exclusion } from '../../workspace/selection.ts';
import { projectFilesOf } from './open-models.ts';
import { pathOf, standardInput } from './places.ts';
import type { TextSource } from './read-text.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** Returns files in place of the folders among these names: the models in each, in the order of their paths. */
export async function modelsAmong(
  names: readonly string[],
  surroundings: TextSource,
): Promise<Answer<readonly string[]>> {
  // Of files from elsewhere no folder can be read.
  if (surroundings.readFile !== undefined) return { value: names };
  const selection = createSelection({ projects: projectFilesOf(surroundings), excluded: excludedFrom });
  const found: string[] = [];
  for (const name of names) {
    const path = resolve(surroundings.folder, name);
    if (name === standardInput || !(await isFolder(path))) {
      found.push(name);
      continue;
    }
    const root = URI.parse(pathToFileURL(path).href).toString();
    const models = await nodeFiles.list(root, (entry) => selection.keeps(entry, root));
    if (models.length === 0) return { refusal: t`"${name}" is a folder without models, or all in it are excluded.` };
    for (const model of models) found.push(join(name, relative(path, pathOf(model))));
  }
  return { value: found };
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

/** Returns what the nearest settings of VS Code at a folder or above it exclude. */
async function excludedFrom(root: string): Promise<readonly Exclusion[]> {
  for (let folder = pathOf(root); ; folder = dirname(folder)) {
    const text = await readTextFile(join(folder, editorSettingsFile));
    if (typeof text === 'string') {
      const base = URI.parse(pathToFileURL(folder).href).toString();
      return [{ base, patterns: readExclusions(text) }];
    }
    if (dirname(folder) === folder) return [];
  }
}
