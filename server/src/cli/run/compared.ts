/** The comparison of `aftermath diff`: opens the models of both sides, and runs their scenarios and checks. */
import type { Change, Result } from '../../../../language/src/analysis/compare/change.ts';
import { exploreCheck } from '../../../../language/src/simulation/explore/explore-check.ts';
import { verdictOf } from '../../../../language/src/simulation/explore/judgement/verdict.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { scenarioSteps } from '../../../../language/src/simulation/play/scenario-result.ts';
import type { Answer } from '../../../../language/src/model/answer.ts';
import { allChanges, openedChanges, type OpenedPair, type Results } from '../../questions/compare-opened.ts';
import { type OpenedModel, openModel } from '../../questions/open-models.ts';
import type { ComparedSide, ComparedSides } from '../input/compared-sides.ts';
import type { Context } from '../input/command.ts';
import { finish, type Work } from '../input/interruption.ts';
import { explored } from './explored.ts';

/** A model of both sides with what changed. */
export interface ComparedPair extends OpenedPair {
  /** Relative to the compared folders, or as the user named the one of the head. */
  readonly file: string;
  /** The worst first. */
  readonly changes: readonly Change[];
}

/** The models to compare, before anything is computed. */
export interface OpenedSides {
  readonly pairs: readonly (OpenedPair & { readonly file: string })[];
  /** The files that only one side has. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The time limit of runs. */
export interface RunLimits {
  /** Milliseconds for each scenario and check; undefined to leave them out. */
  readonly time: number | undefined;
  readonly work: Work;
}

/** The most bytes that the states of a check may take. */
const mostBytes = 2 ** 30;

/** Opens the models of both sides and matches them. What another one imports is compared as a part of that. */
export async function openSides({ base, head }: ComparedSides, context: Context): Promise<Answer<OpenedSides>> {
  const before = await openSide(base, context);
  if ('refusal' in before) return before;
  const after = await openSide(head, context);
  if ('refusal' in after) return after;
  const [old, now] = [before.value, after.value];
  if (base.isFile && head.isFile) {
    const [[, one] = [], [file, other] = []] = [[...old][0], [...now][0]];
    if (one === undefined || other === undefined || file === undefined) throw new Error('Each side has a file.');
    return { value: { pairs: [{ base: one, head: other, file }], added: [], removed: [] } };
  }
  if (base.isFile || head.isFile)
    return { refusal: `"${base.name}" and "${head.name}" must both be files, or both be folders.` };
  const imported = new Set([...importedBy(old), ...importedBy(now)]);
  const pairs = [...now].flatMap(([file, other]) => {
    const one = old.get(file);
    return one === undefined || imported.has(file) ? [] : [{ base: one, head: other, file }];
  });
  const only = (those: ReadonlyMap<string, OpenedModel>, others: ReadonlyMap<string, OpenedModel>): string[] =>
    [...those.keys()].filter((file) => !others.has(file));
  return { value: { pairs, added: only(now, old), removed: only(old, now) } };
}

type Opened = ReadonlyMap<string, OpenedModel>;

async function openSide(side: ComparedSide, context: Context): Promise<Answer<Opened>> {
  const opened = new Map<string, OpenedModel>();
  for (const file of side.files) {
    const { readInput, readFile } = context;
    // What is in a revision was written to the disk.
    const own = side.prefix === '' && readFile !== undefined ? { readFile } : {};
    const model = await openModel(file, { folder: side.folder, readInput, ...own });
    if ('refusal' in model) return { refusal: side.prefix === '' ? model.refusal : `${side.prefix} ${model.refusal}` };
    const { nameOf } = model.value;
    const named = (uri: string): string => `${side.prefix}${nameOf(uri)}`;
    opened.set(inside(side, file), { ...model.value, file: `${side.prefix}${file}`, nameOf: named });
  }
  return { value: opened };
}

/** Returns a file's name without the folder that its side is. */
function inside({ isFile, name, prefix }: ComparedSide, file: string): string {
  const folder = `${name.slice(prefix.length).replace(/[/\\]+$/u, '')}/`;
  return !isFile && file.startsWith(folder) ? file.slice(folder.length) : file;
}

/** Returns the URIs of the files that a model's declarations are in. */
const filesIn = ({ entities, relations, places, policies }: OpenedModel['sources']): string[] => [
  ...new Set([entities, relations, places, policies].flatMap((spans) => spans.map(({ uri }) => uri))),
];

/** Returns the files of a side that others of its files import. */
function importedBy(opened: Opened): string[] {
  const files = new Map(
    [...opened].map(([file, { file: shown, nameOf, sources }]) => [shown, { file, nameOf, sources }]),
  );
  return [...files.values()].flatMap(({ file, nameOf, sources }) =>
    filesIn(sources)
      .map(nameOf)
      .flatMap((shown) => {
        const other = files.get(shown)?.file;
        return other === undefined || other === file ? [] : [other];
      }),
  );
}

/** Compares a pair; nothing if it was interrupted. */
export async function comparePair(
  pair: OpenedPair & { readonly file: string },
  limits: RunLimits,
): Promise<ComparedPair | undefined> {
  const { work } = limits;
  const compared = await finish(work, () => openedChanges(pair), { progress: () => `comparing ${pair.file}` });
  if ('last' in compared) return undefined;
  const isSame = JSON.stringify(pair.base.model) === JSON.stringify(pair.head.model);
  const none: Results = { scenario: new Map(), check: new Map() };
  const run = async (opened: OpenedModel): Promise<Results> =>
    limits.time === undefined || isSame ? none : await resultsOf(opened, limits.time, work);
  const [before, after] = [await run(pair.base), await run(pair.head)];
  if (work.stopped() === 'interrupted') return undefined;
  return { ...pair, changes: allChanges(compared.value, before, after) };
}

/** Runs the scenarios and explores the checks of a model, each for at most so many milliseconds. */
export async function resultsOf({ model }: OpenedModel, time: number, work: Work): Promise<Results> {
  const program = compileModel(model);
  const [scenario, check] = [new Map<string, Result>(), new Map<string, Result>()];
  for (const each of model.scenarios) {
    work.allow(time);
    const begin = (): ReturnType<typeof scenarioSteps> => scenarioSteps(program, each, 1);
    const result = await finish(work, begin, { progress: () => `running "${each.title}"` });
    scenario.set(each.title, 'last' in result ? 'undecided' : result.value.passed ? 'passed' : 'failed');
  }
  for (const each of model.checks) {
    work.allow(time);
    const begin = (): ReturnType<typeof exploreCheck> => exploreCheck(program, each, { bytes: mostBytes });
    const verdict = verdictOf(each, await explored(work, begin, () => `exploring "${each.title}"`));
    check.set(each.title, verdict === 'bounded' ? 'passed' : verdict);
  }
  work.allow(undefined);
  return { scenario, check };
}
