/**
 * `aftermath verify`: explores every run of the checks of models and reports counterexamples.
 */
import type { Check } from '../../../../language/src/model/scenario.ts';
import { exploreCheck } from '../../../../language/src/simulation/explore/explore-check.ts';
import { statesSaved } from '../../../../language/src/simulation/explore/saved-search.ts';
import { exploreDeeper } from '../../../../language/src/simulation/explore/deepening.ts';
import type { Exploration } from '../../../../language/src/simulation/explore/judgement/verdict.ts';
import { progressText } from '../../../../language/src/simulation/explore/judgement/verdict-text.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { readSearchLimits, type CheckLimits } from '../input/search-limits.ts';
import { engineOfProgram, mostThreads } from '../../search/search-threads.ts';
import { writeFindings } from '../text/findings-text.ts';
import { beginWork, type Work } from '../input/interruption.ts';
import { shardOption } from '../input/shard.ts';
import { explored } from '../run/explored.ts';
import { isSaved, keepSearch, type KeptSearch, keptOptions } from '../verdicts/kept-search.ts';
import { writeJson } from '../text/json.ts';
import { resultOptions } from '../text/result-file.ts';
import { junitOption, writeJunit } from '../verdicts/junit-file.ts';
import { junitOfChecks } from '../verdicts/junit-results.ts';
import { nearOrListed } from '../../questions/files/nearest-names.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';
import { openEach, type UnreadableFile } from '../verdicts/tested.ts';
import { exploreWithSpin } from '../spin/spin-engine.ts';
import { type ChosenEngine, engineOptions, readEngine } from '../spin/engine-option.ts';
import {
  addCombinations,
  type ChosenChecks,
  combinationsOf,
  type OneCombination,
  verifyInShards,
} from '../verdicts/verified-shards.ts';
import { writeSarif } from '../verdicts/verified-sarif.ts';
import {
  countVerdicts,
  type Verified,
  type VerifiedFile,
  verifyJson,
  summaryText,
  type VerifyReport,
  writeVerified,
} from '../verdicts/verified.ts';

/** The command `verify`. */
export const verify: Command = {
  name: 'verify',
  summary: 'explore every run of a check and show a shortest one that breaks it',
  usage: 'FILE... [--check TITLE] [--memory 4g] [--timeout 10m] [options]',
  operands: { least: 1 },
  takesFolders: true,
  options: {
    check: { value: 'TITLE', summary: 'only the checks with this title' },
    memory: { value: 'SIZE', summary: 'how much memory the program may take, such as 512m (default 4g)' },
    symmetry: { value: 'on|off', summary: 'treat states that differ only in interchanged copies as one (default on)' },
    deepen: { summary: 'explore with no fault first, then one of each, two, and so on, as time allows' },
    compact: { summary: 'keep only a 61-bit fingerprint of each state (hash compaction)' },
    bitstate: { summary: 'keep only three bits of each state (bit-state hashing)' },
    reduction: { value: 'on|off', summary: 'leave out of states and orders what makes no difference (default on)' },
    ...keptOptions,
    full: { summary: 'show the last state of a broken run in full' },
    coverage: { summary: 'list the transitions, states and faults that no run reached' },
    threads: { value: 'N', summary: 'how many threads may search (default: as many as cores are idle)' },
    timeout: { value: 'TIME', summary: 'how long each check may take, such as 30s or 10m (default: no limit)' },
    ...engineOptions,
    shard: shardOption,
    junit: junitOption,
    sarif: { summary: 'print SARIF 2.1.0 for code review instead of text' },
    force: resultOptions.force,
  },
  details: [
    [
      'Prints a line for each check. Below one that is broken: what is broken, and the steps',
      'of a run that breaks it; none is shorter. Below any: what was not explored, and why.',
      'The line ends with the time, states per second, and the memory that states took.',
    ],
    [
      'The exit code is 1 if a check fails. It is 3 if none does, but not everything was',
      'explored: a bound or the horizon of a check, memory or time came first, or Ctrl+C.',
      'A check that passes within its own bounds and horizon says so.',
    ],
    [
      'With --compact and --bitstate a state may be taken for another one and left out, so a check',
      'never passes: the probability of that is printed, and the exit code is 3 unless one fails.',
    ],
    [
      'With --save a search that Ctrl+C, time or memory ends is written to a file, and --resume goes on',
      'with it as if it had not been ended: same verdict, counts and runs.',
    ],
    [
      '"--junit -" prints the XML instead of text. In it a check that is not decided is skipped.',
      'In SARIF a violation is a result at the property or the text that breaks it.',
    ],
  ],
  run,
};

/** How to explore checks. */
interface Exploring {
  /** What goes on with a search, and saves one. */
  readonly kept: KeptSearch['limits'];
  readonly limits: CheckLimits;
  readonly engine: ChosenEngine;
  readonly work: Work;
  /** Bytes that the program takes before it explores. */
  readonly own: number;
  /** True if results are written as they come. */
  readonly isText: boolean;
}

async function run(context: Context): Promise<ExitCode> {
  const { flags, output, values } = context;
  const form = readForm(context);
  if ('refusal' in form) return refuse(context, form.refusal);
  const limits = readSearchLimits(context, mostThreads);
  if ('refusal' in limits) return refuse(context, limits.refusal);
  const engine = await readEngine(context);
  if ('refusal' in engine) return refuse(context, engine.refusal);
  const { files, unreadable } = await openEach(context);
  const [missing] = unreadable;
  // Without one of the files the shards of different machines would not be of the same work.
  if (missing !== undefined && (values.has('shard') || context.plan !== undefined))
    return refuse(context, missing.message);
  const isThere = checkThereIsOne(files, unreadable, context);
  if ('refusal' in isThere) return refuse(context, isThere.refusal);
  const chosen = files.map((opened) => ({ opened, checks: checksOf(opened, values.get('check')) }));
  const kept = keepSearch(context, chosen, limits.value);
  if ('refusal' in kept) return refuse(context, kept.refusal);

  const work = isSaved(context) ? beginWork(context, Infinity, Infinity) : beginWork(context);
  const own = context.memory?.used() ?? 0;
  const exploring = {
    kept: kept.value.limits,
    limits: limits.value,
    engine: engine.value,
    work,
    own,
    isText: form.value === 'text',
  };
  const verified = await verifyAll(context, chosen, exploring);
  if ('code' in verified) return verified.code;
  const report: VerifyReport = { files: verified.files, unreadable };
  if (form.value === 'json') writeJson(output, 'verify', verifyJson(report, flags.has('full'), engine.value.name));
  else if (form.value === 'sarif') writeSarif(context, report);
  else if (form.value === 'text' && files.length > 0) output.write(summaryText(report));
  for (const { message } of unreadable) refuse(context, message);
  const saved = await kept.value.save(verified.files);
  if ('refusal' in saved) return refuse(context, saved.refusal);
  const written = await writeJunit(context, () => junitOfChecks(report));
  if ('refusal' in written) return refuse(context, written.refusal);
  return exitCodeOf(report);
}

/** The printed form. */
type Form = 'text' | 'json' | 'sarif' | 'junit';

function readForm({ flags, values }: Context): Answer<Form> {
  const given: readonly Form[] = [
    ...(flags.has('json') ? (['json'] as const) : []),
    ...(flags.has('sarif') ? (['sarif'] as const) : []),
    ...(values.get('junit') === '-' ? (['junit'] as const) : []),
  ];
  if (given.length > 1) return { refusal: 'Give only one of --json, --sarif and --junit -.' };
  return { value: given[0] ?? 'text' };
}

const checksOf = ({ model, errors }: OpenedModel, title: string | undefined): readonly Check[] =>
  errors.length > 0 ? [] : model.checks.filter((check) => title === undefined || check.title === title);

/**
 * Returns why there is nothing to verify; a file that could not be judged is accepted, because it is reported by
 * itself.
 */
function checkThereIsOne(
  files: readonly OpenedModel[],
  unreadable: readonly UnreadableFile[],
  { values }: Context,
): Answer<undefined> {
  const title = values.get('check');
  const isUnclear = unreadable.length > 0 || files.some(({ errors }) => errors.length > 0);
  if (isUnclear || files.some((opened) => checksOf(opened, title).length > 0)) return { value: undefined };
  const titles = files.flatMap(({ model }) => model.checks.map((check) => check.title));
  if (title !== undefined && titles.length > 0) {
    return { refusal: `There is no check "${title}".${nearOrListed(title, titles)}` };
  }
  const [only, ...others] = files;
  const subject = only !== undefined && others.length === 0 ? `"${only.file}" has no` : 'None of the files has a';
  return { refusal: `${subject} check, so there is nothing to verify.` };
}

/** Verifies the checks one after the other, or one shard of their combinations; a merge has been given the results. */
async function verifyAll(
  context: Context,
  files: readonly ChosenChecks[],
  exploring: Exploring,
): Promise<{ readonly files: readonly VerifiedFile[] } | { readonly code: ExitCode }> {
  const { flags, merged, notes, output, values } = context;
  const { work, isText, engine } = exploring;
  const details = { listsUnreached: flags.has('coverage'), isFull: flags.has('full') };
  const write = (opened: OpenedModel, result: Verified): void => {
    if (isText) writeVerified(output, opened, result, details);
  };
  for (const { opened } of files) {
    if (isText && opened.errors.length > 0) writeFindings(notes, opened.errors, opened.nameOf);
    if (opened.errors.length === 0 && opened.model.checks.length === 0) notes.write(`${opened.file} has no check.\n`);
  }
  if (values.has('shard') || merged !== undefined) {
    const explore = (one: OneCombination): Promise<Exploration> => exploreOne(one, exploring);
    const shared = await verifyInShards(context, files, {
      explore,
      members: engine.members,
      isInterrupted: () => work.stopped() === 'interrupted',
    });
    if ('files' in shared)
      for (const { opened, results } of shared.files) for (const each of results) write(opened, each);
    return shared;
  }
  const before = statesBefore(exploring.kept);
  const verified: VerifiedFile[] = [];
  for (const { opened, checks } of files) {
    const results: Verified[] = [];
    for (const check of checks) {
      const began = context.clock?.();
      const exploration = await exploreCombinations({ opened, check }, exploring);
      const took = began === undefined || context.clock === undefined ? undefined : context.clock() - began;
      const result = { check, exploration, took, before };
      results.push(result);
      write(opened, result);
    }
    verified.push({ opened, results });
  }
  return { files: verified };
}

/** Explores a check: SPIN each combination by itself, and as often as a swarm has members until one finds something. */
async function exploreCombinations(
  { opened, check }: Omit<OneCombination, 'variant' | 'member'>,
  exploring: Exploring,
): Promise<Exploration> {
  const { engine, work } = exploring;
  const whole = { opened, check, variant: undefined, member: undefined };
  if (engine.name === 'aftermath') return exploreOne(whole, exploring);
  const pieces = combinationsOf(opened, check, engine.members);
  const explorations: (Exploration | undefined)[] = [];
  for (const piece of pieces) {
    const isFound = explorations.some(
      (each, place) => (each?.broken.length ?? 0) > 0 && pieces[place]?.variant === piece.variant,
    );
    const isOver = isFound || work.stopped() === 'interrupted';
    explorations.push(isOver ? undefined : await exploreOne(piece, exploring));
  }
  return addCombinations(pieces, explorations);
}

/** Explores a check, or one combination of it, until it is done, out of time or interrupted. */
async function exploreOne(
  { opened: { model }, check, variant, member }: OneCombination,
  { limits: { memory, timeout, symmetry, reduces, deepens, hashing, threads }, kept, engine, work, own }: Exploring,
): Promise<Exploration> {
  const began = performance.now();
  work.allow(timeout, engine.name === 'spin' ? undefined : memory);
  if (engine.name === 'spin') {
    const bytes = member === undefined ? memory : Math.min(memory, engine.memberBytes);
    return exploreWithSpin({ program: compileModel(model), check, variant, member, bytes, work });
  }
  const limits = {
    bytes: memory - Math.min(memory / 2, own),
    engine: engineOfProgram(threads),
    symmetry,
    reduces,
    hashing,
    variant,
    ...kept,
  };
  return explored(
    work,
    () => (deepens ? exploreDeeper : exploreCheck)(compileModel(model), check, limits),
    (progress) => {
      const passed = performance.now() - began;
      const found = Math.max(0, progress.states - statesBefore(kept));
      return progressText(progress, Math.round((1000 * found) / Math.max(1, passed)));
    },
  );
}

/** Returns the number of states of the search that goes on, if one does. */
const statesBefore = ({ resume }: KeptSearch['limits']): number => (resume === undefined ? 0 : statesSaved(resume));

function exitCodeOf({ files, unreadable }: VerifyReport): ExitCode {
  if (unreadable.length > 0) return exitCodes.refused;
  const { failed, bounded, undecided } = countVerdicts(files);
  if (failed > 0 || files.some(({ opened }) => opened.errors.length > 0)) return exitCodes.findings;
  return bounded + undecided > 0 ? exitCodes.undecided : exitCodes.fine;
}
