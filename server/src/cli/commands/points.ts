/**
 * `aftermath points`: lists the crashes that make a goal of the model fail.
 */
import {
  countGoals,
  type FailureGoal,
  goalProbability,
  singlePoints,
  usualSize,
} from '../../../../language/src/analysis/points/single-points.ts';
import type { EntityId } from '../../../../language/src/model/entity-kind.ts';
import { goalWords } from '../../../../language/src/analysis/points/goal-words.ts';
import { protectionText, unlistedText } from '../../../../language/src/view/report/single-points.ts';
import { paint } from '../text/colours.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { policyJson, policyText } from '../../questions/plans/crash-policy.ts';
import { policyFrom, policyOptions } from '../input/policy-options.ts';
import { shardOption } from '../input/shard.ts';
import { divided } from '../shards/divided.ts';
import { writeJson } from '../text/json.ts';
import { findSubjects } from '../../questions/plans/find-subjects.ts';
import { openAsked, supposedJson, suppositionOptions } from '../run/supposition.ts';
import { inOneLine } from '../../questions/files/places.ts';
import { reportErrors } from '../text/report-errors.ts';
import { writeSection } from '../text/sections-text.ts';
import { entityName, type Model, relationOf } from '../../../../language/src/model/model.ts';

/** The most sets that are listed of one goal. */
const countLimit = 10_000;

/** The command `points`. */
export const pointsCommand: Command = {
  name: 'points',
  summary: 'list the minimal cut sets: which crashes make a goal fail',
  usage: 'FILE [--goal NAME] [--size N] [--roots] [POLICY] [--shard I/N]',
  operands: { least: 1, most: 1 },
  options: {
    goal: { value: 'NAME', summary: 'only the goals of this entity' },
    size: { value: 'N', summary: `list sets of up to N (default ${String(usualSize)}); all are counted` },
    roots: { summary: 'let root PDs crash too' },
    ...policyOptions,
    ...suppositionOptions,
    shard: shardOption,
  },
  details: [
    [
      'Lists, for each goal (what the "needs" of one declaration ask for), the smallest sets of',
      'PDs and nodes whose simultaneous crash makes it fail. The goal of copies fails when it',
      'fails for each of them.',
      'POLICY is --policy NAME or --pd-depth N --space-depth N.',
    ],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const [file = ''] = context.operands;
  const size = readSize(context.values.get('size'));
  if ('refusal' in size) return refuse(context, size.refusal);
  const opened = await openAsked(file, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  if (opened.value.errors.length > 0) return reportErrors(context, 'points', opened.value);
  const { model } = opened.value;
  const chosen = policyFrom(model, context);
  if ('refusal' in chosen) return refuse(context, chosen.refusal);

  const subjects = findSubjects(model, context.values.get('goal'));
  if ('refusal' in subjects) return refuse(context, subjects.refusal);

  const options = {
    // No set has more members than there are entities.
    sizeLimit: Math.min(size.value, Math.max(usualSize, opened.value.model.entities.length)),
    countLimit,
    ...(subjects.value !== undefined && { subjects: subjects.value }),
    roots: context.flags.has('roots'),
  };
  const found = await divided<FoundGoal>(context, {
    ...{ name: 'points', models: [model], pieces: countGoals(model, options) },
    compute: (from, to) => {
      const some = singlePoints(model, chosen.value.policy, { ...options, range: { from, to } });
      return Promise.resolve(some.map((each) => foundGoal(model, each)));
    },
  });
  if ('code' in found) return found.code;
  const goals = found.parts;
  if (context.flags.has('json')) {
    writeJson(context.output, 'points', {
      file: opened.value.file,
      ...supposedJson(context),
      policy: policyJson(chosen.value),
      goals: goals.map((each) => goalJson(model, each)),
    });
    return exitCodes.fine;
  }
  const title = `Minimal cut sets: crashes that make a goal fail, under ${policyText(chosen.value)}`;
  context.output.write(`${paint(context.output, 'heading', inOneLine(title))}\nin ${opened.value.file}\n`);
  if (goals.length === 0) context.output.write('\nNothing alive in the model needs anything, so no goal can fail.\n');
  for (const each of goals) writeGoal(context, model, each);
  const unasked = protectionText(model);
  if (unasked !== undefined) context.output.write(`\n${unasked}\n`);
  return exitCodes.fine;
}

/** A goal with its cut sets and its probability, as plain data. */
interface FoundGoal extends Omit<FailureGoal, 'counts' | 'total' | 'probability' | 'structure'> {
  readonly counts?: readonly string[] | undefined;
  readonly total?: string | undefined;
  readonly probability?: number | undefined;
  readonly structure?: undefined;
}

const foundGoal = (model: Model, goal: FailureGoal): FoundGoal => ({
  ...goal,
  structure: undefined,
  counts: goal.counts?.map(String),
  total: goal.total?.toString(),
  probability: goalProbability(model, goal),
});

function readSize(text: string | undefined): Answer<number> {
  if (text === undefined) return { value: usualSize };
  const size = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(size) && size > 0) return { value: size };
  return { refusal: `The option "--size" takes a whole number from 1; "${text}" is not one.` };
}

const namesOf = (model: Model, ids: readonly EntityId[]): readonly string[] => ids.map((id) => entityName(model, id));

function writeGoal({ output }: Context, model: Model, goal: FoundGoal): void {
  const heading = goalWords(model, goal);
  if (goal.isBroken) {
    output.write(`\n${paint(output, 'heading', inOneLine(heading))}: fails before anything crashes\n`);
    return;
  }
  writeSection(
    output,
    heading,
    goal.cutSets.map((set) => ({ head: namesOf(model, set).join(' and ') })),
  );
  const { probability, counts, total } = goal;
  if (probability !== undefined) output.write(`  Probability: ${probability.toPrecision(6)}\n`);
  const unlisted = unlistedText({
    ...goal,
    counts: counts?.map(BigInt),
    total: total === undefined ? undefined : BigInt(total),
  });
  if (unlisted !== undefined) output.write(`  ${unlisted}\n`);
}

function goalJson(model: Model, goal: FoundGoal): object {
  const { needs, pds, isBroken, single, cutSets, sizeLimit, isComplete, isExhaustive, least } = goal;
  const { counts, total, probability } = goal;
  const targets = new Set(needs.map((id) => relationOf(model, id).target));
  return {
    pds: namesOf(model, pds),
    needs: namesOf(model, [...targets]),
    ...(least !== undefined && { least }),
    isBroken,
    single: namesOf(model, single),
    cutSets: cutSets.map((set) => namesOf(model, set)),
    sizeLimit,
    ...(counts !== undefined && { counts }),
    ...(total !== undefined && { total }),
    ...(probability !== undefined && { probability }),
    isComplete,
    isExhaustive,
  };
}
