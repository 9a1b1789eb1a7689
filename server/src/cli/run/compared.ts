/** The comparison of `aftermath diff`: opens the models of both sides, and runs their scenarios and checks. */
import type { Change, Result, Side } from '../../../../language/src/analysis/compare/change.ts';
import type { Check, Scenario } from '../../../../language/src/model/scenario.ts';
import { exploreCheck } from '../../../../language/src/simulation/explore/explore-check.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { scenarioSteps } from '../../../../language/src/simulation/play/scenario-result.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { allChanges, openedChanges, type OpenedPair, type Results } from '../../questions/compare-opened.ts';
import {
  addResult,
  areSame,
  mostRunBytes,
  noResults,
  resultOfCheck,
  resultOfScenario,
} from '../../questions/compare-runs.ts';
import { type OpenedModel, openModel } from '../../questions/files/open-models.ts';
import type { ComparedSide, ComparedSides } from '../input/compared-sides.ts';
import type { Context, ExitCode } from '../input/command.ts';
import { finish, type Work } from '../input/interruption.ts';
import { divided } from '../shards/divided.ts';
import { explored } from './explored.ts';

/** A model of both sides with what changed. */
export interface ComparedPair extends OpenedPair {
  /** Relative to the compared folders, or as the user named the one of the head. */
  readonly file: string;
  /** The worst first. */
  readonly changes: readonly Change[];
}

/** A pair to compare; of what another file imports only scenarios and checks are left to compare. */
type Pair = OpenedPair & { readonly file: string; readonly isPart: boolean };

/** The models to compare, before anything is computed. */
export interface OpenedSides {
  readonly pairs: readonly Pair[];
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

/**
 * Opens the models of both sides and matches them. What another one imports is compared as a part of that, save its own
 * scenarios and checks.
 */
export async function openSides({ base, head }: ComparedSides, context: Context): Promise<Answer<OpenedSides>> {
  const before = await openSide(base, context);
  if ('refusal' in before) return before;
  const after = await openSide(head, context);
  if ('refusal' in after) return after;
  const [old, now] = [before.value, after.value];
  if (base.isFile && head.isFile) {
    const [[, one] = [], [file, other] = []] = [[...old][0], [...now][0]];
    if (one === undefined || other === undefined || file === undefined) throw new Error('Each side has a file.');
    return { value: { pairs: [{ base: one, head: other, file, isPart: false }], added: [], removed: [] } };
  }
  if (base.isFile || head.isFile)
    return { refusal: `"${base.name}" and "${head.name}" must both be files, or both be folders.` };
  const imported = new Set([...importedBy(old), ...importedBy(now)]);
  const pairs = [...now].flatMap(([file, other]) => {
    const one = old.get(file);
    if (one === undefined || (imported.has(file) && ![one, other].some(runs))) return [];
    return [{ base: one, head: other, file, isPart: imported.has(file) }];
  });
  const only = (those: ReadonlyMap<string, OpenedModel>, others: ReadonlyMap<string, OpenedModel>): string[] =>
    [...those.keys()].filter((file) => !others.has(file));
  return { value: { pairs, added: only(now, old), removed: only(old, now) } };
}

/** Returns true if a model has scenarios or checks of its own. */
const runs = ({ model }: OpenedModel): boolean => model.scenarios.length + model.checks.length > 0;

type Opened = ReadonlyMap<string, OpenedModel>;

async function openSide(side: ComparedSide, context: Context): Promise<Answer<Opened>> {
  const opened = new Map<string, OpenedModel>();
  for (const file of side.files) {
    const { readInput, readFile } = context;
    // What is in a revision was written to the disk.
    const own = side.prefix === '' && readFile !== undefined ? { readFile } : {};
    const model = await openModel(file, { folder: side.folder, readInput, ...own });
    if ('refusal' in model) return { refusal: side.prefix === '' ? model.refusal : `${side.prefix} ${model.refusal}` };
    const { nameOf, uri } = model.value;
    const named = (uri: string): string => `${side.prefix}${nameOf(uri)}`;
    opened.set(inside(side, file), { ...model.value, file: named(uri), nameOf: named });
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
  const files = new Map([...opened].map(([file, { uri }]) => [uri, file]));
  return [...opened.values()].flatMap(({ uri, sources }) =>
    filesIn(sources).flatMap((other) => (other === uri ? [] : (files.get(other) ?? []))),
  );
}

/** One piece of a comparison: what follows from the models, or one scenario or check of a side. */
type Piece = { readonly pair: Pair } & (
  | { readonly kind: 'changes' }
  | { readonly kind: 'scenario'; readonly side: Side; readonly run: Scenario }
  | { readonly kind: 'check'; readonly side: Side; readonly run: Check }
);

/** The result of a piece, as plain data. */
type Part = { readonly changes: readonly Change[] } | { readonly result: Result };

/** Compares a pair; nothing if it was interrupted. */
export async function comparePair(pair: Pair, limits: RunLimits): Promise<ComparedPair | undefined> {
  const pieces = piecesOf(pair, limits);
  const parts = await partsOf(pieces, limits);
  return parts === undefined ? undefined : together(pair, pieces, parts);
}

/** Compares pairs, or computes a shard of that; returns the exit code if that is all. */
export async function comparePairs(
  context: Context,
  pairs: readonly Pair[],
  limits: RunLimits,
): Promise<{ readonly files: readonly ComparedPair[] } | { readonly code: ExitCode }> {
  const pieces = pairs.flatMap((pair) => piecesOf(pair, limits));
  const found = await divided<Part>(context, {
    ...{ name: 'diff', models: pairs.flatMap(({ base, head }) => [base.model, head.model]), pieces: pieces.length },
    compute: (from, to) => partsOf(pieces.slice(from, to), limits),
  });
  return 'code' in found ? found : { files: pairs.map((pair) => together(pair, pieces, found.parts)) };
}

function piecesOf(pair: Pair, { time }: RunLimits): Piece[] {
  const isSame = areSame(pair.base.model, pair.head.model);
  const sides = time === undefined || isSame ? [] : (['base', 'head'] as const);
  return [
    ...(pair.isPart ? [] : [{ pair, kind: 'changes' } as const]),
    ...sides.flatMap((side): Piece[] => [
      ...pair[side].model.scenarios.map((run) => ({ pair, kind: 'scenario', side, run }) as const),
      ...pair[side].model.checks.map((run) => ({ pair, kind: 'check', side, run }) as const),
    ]),
  ];
}

async function partsOf(pieces: readonly Piece[], limits: RunLimits): Promise<readonly Part[] | undefined> {
  const parts: Part[] = [];
  for (const piece of pieces) {
    const part = await partOf(piece, limits);
    if (part === undefined || limits.work.stopped() === 'interrupted') return undefined;
    parts.push(part);
  }
  return parts;
}

async function partOf(piece: Piece, { time = Infinity, work }: RunLimits): Promise<Part | undefined> {
  const { pair } = piece;
  work.allow(piece.kind === 'changes' ? undefined : time);
  if (piece.kind === 'changes') {
    const compared = await finish(work, () => openedChanges(pair), { progress: () => `comparing ${pair.file}` });
    return 'last' in compared ? undefined : { changes: compared.value };
  }
  const program = compileModel(pair[piece.side].model);
  const result =
    piece.kind === 'scenario'
      ? await scenarioResult(program, piece.run, work)
      : await checkResult(program, piece.run, work);
  work.allow(undefined);
  return { result };
}

/** Puts the results of the pieces of a pair together. */
function together(pair: Pair, pieces: readonly Piece[], parts: readonly Part[]): ComparedPair {
  const changes: Change[] = [];
  const results = { base: noResults(), head: noResults() };
  for (const [place, part] of parts.entries()) {
    const piece = pieces[place];
    if (piece?.pair !== pair) continue;
    if ('changes' in part) changes.push(...part.changes);
    else if (piece.kind !== 'changes') addResult(results[piece.side][piece.kind], piece.run.title, part.result);
  }
  return { ...pair, changes: allChanges(changes, results.base, results.head) };
}

/** Runs the scenarios and explores the checks of a model, each for at most so many milliseconds. */
export async function resultsOf({ model }: OpenedModel, time: number, work: Work): Promise<Results> {
  const program = compileModel(model);
  const results = noResults();
  for (const each of model.scenarios) {
    work.allow(time);
    addResult(results.scenario, each.title, await scenarioResult(program, each, work));
  }
  for (const each of model.checks) {
    work.allow(time);
    addResult(results.check, each.title, await checkResult(program, each, work));
  }
  work.allow(undefined);
  return results;
}

async function scenarioResult(program: Program, scenario: Scenario, work: Work): Promise<Result> {
  const begin = (): ReturnType<typeof scenarioSteps> => scenarioSteps(program, scenario, 1);
  const result = await finish(work, begin, { progress: () => `running "${scenario.title}"` });
  return 'last' in result ? 'undecided' : resultOfScenario(result.value);
}

async function checkResult(program: Program, check: Check, work: Work): Promise<Result> {
  const begin = (): ReturnType<typeof exploreCheck> => exploreCheck(program, check, { bytes: mostRunBytes });
  return resultOfCheck(check, await explored(work, begin, () => `exploring "${check.title}"`));
}
