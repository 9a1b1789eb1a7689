/**
 * The options `--save` and `--resume` of `verify`: a search that is ended early is written to a file, and goes on from
 * there.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import type { Check } from '../../../../language/src/model/scenario.ts';
import { counted } from '../../../../language/src/model/common/word-list.ts';
import type { ExploreLimits } from '../../../../language/src/simulation/explore/explore-limits.ts';
import type { Limit } from '../../../../language/src/simulation/explore/judgement/verdict.ts';
import type { Savable } from '../../../../language/src/simulation/explore/saved-search.ts';
import type { Arguments, Context, Option } from '../input/command.ts';
import type { CheckLimits } from '../input/search-limits.ts';
import { version } from '../text/version.ts';
import { writeText } from '../text/write-text.ts';
import { readSearchFile, searchFile, type SearchOf } from './search-file.ts';
import type { VerifiedFile } from './verified.ts';
import type { ChosenChecks } from './verified-shards.ts';

/** The options. */
export const keptOptions = {
  save: { value: 'SEARCH', isWritten: true, summary: 'write a search that is ended early to the file SEARCH' },
  resume: { value: 'SEARCH', summary: 'go on with the search that --save has written' },
} as const satisfies Readonly<Record<string, Option>>;

/** Returns true if a search is to be saved. */
export const isSaved = ({ values }: Pick<Arguments, 'values'>): boolean => values.has('save');

/** The search of one check, which may go on with one that was saved, and may be saved. */
export interface KeptSearch {
  readonly limits: Pick<ExploreLimits, 'keep' | 'resume'>;
  /** Saves it if it was ended early, and says so. Refuses where it cannot be saved, unless that was said before. */
  readonly save: (files: readonly VerifiedFile[]) => Promise<Answer<undefined>>;
}

/**
 * Begins the search that the options speak of. Refuses other than one check, options that do not go together, to go on
 * with another search, and to write over another file.
 */
export function keepSearch(context: Context, files: readonly ChosenChecks[], limits: CheckLimits): Answer<KeptSearch> {
  const { flags, folder, notes, operands, values } = context;
  const [to, from] = [values.get('save'), values.get('resume')];
  const given = to !== undefined ? 'save' : from !== undefined ? 'resume' : undefined;
  if (given === undefined) return { value: nothingKept };
  const other = [...flags, ...values.keys()].find((name) => apart.has(name));
  if (other !== undefined) return { refusal: `--${given} does not go with --${other}, whose searches are not saved.` };
  const [one, ...others] = files.flatMap(({ opened, checks }) => checks.map((check) => ({ opened, check })));
  // No model could be read without errors, which are said instead.
  if (one === undefined) return { value: nothingKept };
  if (others.length > 0) return { refusal: `--${given} is for the search of one check; choose one with --check.` };
  const path = (name: string | undefined): string | undefined => name && resolve(folder, name);
  const isReplaced = flags.has('force') || path(to) === path(from);
  if (to !== undefined && !isReplaced && existsSync(resolve(folder, to)))
    return { refusal: `"${to}" is already there; choose another name, or overwrite it with --force.` };
  const of = searchOf(one.opened.model, one.check, limits);
  const read = from === undefined ? undefined : readSearchFile(from, folder, of, limits.memory);
  if (read !== undefined && 'refusal' in read) return read;
  let kept: Savable | undefined;
  let isTold = false;
  const keep = (search: Savable): void => {
    kept = search;
    if (!('isEarly' in search) || isTold) return;
    isTold = true;
    notes.write(`The search will not be saved: ${search.refusal}.\n`);
  };
  const save: KeptSearch['save'] = async ([{ results: [result] } = { results: [] }]) => {
    const isEnded = result?.exploration.unexplored.some(({ limit }) => early.has(limit)) === true;
    if (to === undefined || result === undefined || !isEnded || isTold) return { value: undefined };
    if (kept === undefined || 'refusal' in kept) {
      const why =
        kept?.refusal ?? (result.exploration.broken.length > 0 ? failed : read === undefined ? notBegun : notWhole);
      return { refusal: `The search is not saved: ${why}.` };
    }
    const content = searchFile(of, kept.pieces());
    const written = await writeText(to, content, { folder, force: isReplaced, sources: operands });
    if ('refusal' in written) return written;
    notes.write(`Saved ${counted(result.exploration.states, 'state')}; go on with --resume ${to}\n`);
    return written;
  };
  return { value: { limits: { resume: read?.value, ...(to !== undefined && { keep }) }, save } };
}

const nothingKept: KeptSearch = { limits: {}, save: () => Promise.resolve({ value: undefined }) };

/** Options with which no search is saved. */
const apart: ReadonlySet<string> = new Set(['compact', 'bitstate', 'deepen', 'shard', 'engine']);

/** The limits that end a search early. */
const early: ReadonlySet<Limit> = new Set(['time', 'cancelled', 'memory']);

const failed = 'a violation is found, with which the check fails';
const notBegun = 'it was ended before it began';
const notWhole = 'it was ended while it read what was saved before, which is still there';

function searchOf(model: Model, { title }: Check, { symmetry, reduces }: CheckLimits): SearchOf {
  const word = (isOn: boolean): string => (isOn ? 'on' : 'off');
  return {
    version,
    model: createHash('sha256').update(JSON.stringify(model)).digest('hex'),
    check: title,
    options: `--symmetry ${word(symmetry)} --reduction ${word(reduces)}`,
  };
}
