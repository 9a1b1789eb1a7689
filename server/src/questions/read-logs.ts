/** Reads the files of logs, and finds their mapping. */
import { dirname, join, relative, resolve } from 'node:path';
import { draftMapping, type Draft } from '../../../language/src/interchange/log/draft.ts';
import { mappingName } from '../../../language/src/interchange/log/mapping.ts';
import type { LogFile } from '../../../language/src/interchange/log/read-log.ts';
import type { Answer } from '../../../language/src/model/common/answer.ts';
import { itemAt } from '../../../language/src/model/common/lookup.ts';
import type { Model } from '../../../language/src/model/model.ts';
import { openedLog, type OpenedLog } from './compare-log.ts';
import { shownName, standardInput } from './files/places.ts';
import { readAnyText, readOther, type TextSource } from './files/read-text.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Reads logs by the mapping that is given, or the nearest `.aftermath-log.json` in or above the folder of the first. */
export async function openLogs(
  model: Model,
  names: readonly string[],
  mappingFile: string | undefined,
  surroundings: TextSource,
): Promise<Answer<OpenedLog>> {
  const files = await readLogFiles(names, surroundings);
  if ('refusal' in files) return files;
  const found = mappingFile ?? (await nearestMapping(itemAt(names, 0), surroundings));
  if (found === undefined) {
    return {
      refusal: t`There is no ${mappingName} in the folder of the log or above it. Draft one with "aftermath conform --draft", or name one with --mapping.`,
    };
  }
  const text = await readAnyText(found, surroundings);
  if ('refusal' in text) return text;
  return openedLog(model, files.value, { name: shownName(found), text: text.value });
}

/** Drafts the mapping of logs. */
export async function draftOf(
  model: Model,
  names: readonly string[],
  surroundings: TextSource,
): Promise<Answer<Draft>> {
  const files = await readLogFiles(names, surroundings);
  return 'refusal' in files ? files : { value: draftMapping(model, files.value) };
}

async function readLogFiles(names: readonly string[], surroundings: TextSource): Promise<Answer<readonly LogFile[]>> {
  const files: LogFile[] = [];
  for (const name of names) {
    const text = await readAnyText(name, surroundings);
    if ('refusal' in text) return text;
    files.push({ name: shownName(name), text: text.value });
  }
  return { value: files };
}

async function nearestMapping(log: string, surroundings: TextSource): Promise<string | undefined> {
  const first = log === standardInput ? surroundings.folder : dirname(resolve(surroundings.folder, log));
  for (let folder = first; ; folder = dirname(folder)) {
    const path = join(folder, mappingName);
    if (typeof (await readOther(path, surroundings)) === 'string') return relative(surroundings.folder, path);
    if (dirname(folder) === folder) return undefined;
  }
}
