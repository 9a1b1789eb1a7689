/**
 * `aftermath availability`: how often the goals of a model fail, and for how long, from mean times to failure and repair.
 */
import { type Availability, availabilityOf } from '../../../../language/src/analysis/points/availability.ts';
import { type FailureGoal, singlePoints } from '../../../../language/src/analysis/points/single-points.ts';
import type { EntityId } from '../../../../language/src/model/entity-kind.ts';
import { goalWords } from '../../../../language/src/analysis/points/goal-words.ts';
import { paint } from '../text/colours.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { policyJson, policyText } from '../../questions/plans/crash-policy.ts';
import { policyFrom, policyOptions } from '../input/policy-options.ts';
import { readTime } from '../input/size-options.ts';
import { writeJson } from '../text/json.ts';
import { findSubjects } from '../../questions/plans/find-subjects.ts';
import { openAsked, supposedJson, suppositionOptions } from '../run/supposition.ts';
import { inOneLine } from '../../questions/files/places.ts';
import { reportErrors } from '../text/report-errors.ts';
import { availabilityLines } from '../text/availability-text.ts';
import { entityName, type Model, relationOf } from '../../../../language/src/model/model.ts';
import { printExpression } from '../../../../language/src/model/machines/print-expression.ts';

/** The command `availability`. */
export const availabilityCommand: Command = {
  name: 'availability',
  summary: 'compute how often goals fail, from mean times to failure and repair',
  usage: 'FILE [--goal NAME] [--within TIME] [--roots] [POLICY]',
  operands: { least: 1, most: 1 },
  options: {
    goal: { value: 'NAME', summary: 'only the goals of this entity' },
    within: { value: 'TIME', summary: 'also the probability of a failure within this time, such as 1000h' },
    roots: { summary: 'let root PDs fail too' },
    ...policyOptions,
    ...suppositionOptions,
  },
  details: [
    [
      'PDs and nodes fail after "mttf" and are repaired after "mttr", both exponentially distributed,',
      'each independently of the others. For each goal (what the "needs" of one declaration ask for):',
      'availability, mean time to the first failure, mean time between failures, mean downtime.',
      'POLICY is --policy NAME or --pd-depth N --space-depth N.',
    ],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const [file = ''] = context.operands;
  const within = readTime(context, 'within');
  if ('refusal' in within) return refuse(context, within.refusal);
  const opened = await openAsked(file, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  if (opened.value.errors.length > 0) return reportErrors(context, 'availability', opened.value);
  const { model } = opened.value;
  const chosen = policyFrom(model, context);
  if ('refusal' in chosen) return refuse(context, chosen.refusal);
  const subjects = findSubjects(model, context.values.get('goal'));
  if ('refusal' in subjects) return refuse(context, subjects.refusal);
  const goals = singlePoints(model, chosen.value.policy, {
    ...{ sizeLimit: 1, countLimit: 1, roots: context.flags.has('roots') },
    ...(subjects.value !== undefined && { subjects: subjects.value }),
  });
  const answers = goals.map((goal): Answered => {
    return { goal, found: goal.isBroken ? undefined : availabilityOf(model, goal, { time: within.value }) };
  });
  if (context.flags.has('json')) {
    writeJson(context.output, 'availability', {
      file: opened.value.file,
      ...supposedJson(context),
      policy: policyJson(chosen.value),
      ...(within.value !== undefined && { within: within.value }),
      goals: answers.map((each) => goalJson(model, each)),
    });
    return exitCodes.fine;
  }
  const { output } = context;
  const title = `Availability under ${policyText(chosen.value)}`;
  output.write(`${paint(output, 'heading', inOneLine(title))}\nin ${opened.value.file}\n`);
  if (goals.length === 0) output.write('\nNothing alive in the model needs anything, so no goal can fail.\n');
  for (const { goal, found } of answers) {
    output.write(`\n${paint(output, 'heading', inOneLine(goalWords(model, goal)))}\n`);
    const lines = goal.isBroken
      ? ['fails before anything crashes']
      : availabilityLines(model, found, context.values.get('within'));
    for (const line of lines) output.write(`  ${inOneLine(line)}\n`);
  }
  return exitCodes.fine;
}

interface Answered {
  readonly goal: FailureGoal;
  readonly found: Availability | undefined;
}

function goalJson(model: Model, { goal, found }: Answered): object {
  const { needs, pds, least, isBroken } = goal;
  const namesOf = (ids: readonly EntityId[]): readonly string[] => ids.map((id) => entityName(model, id));
  const number = (value: number | undefined): number | undefined =>
    value !== undefined && Number.isFinite(value) ? value : undefined;
  return {
    pds: namesOf(pds),
    needs: namesOf([...new Set(needs.map((id) => relationOf(model, id).target))]),
    ...(least !== undefined && { least }),
    isBroken,
    ...(found !== undefined && {
      unavailability: number(found.unavailability),
      ...{ mttf: number(found.mttf), mtbf: number(found.mtbf), downtime: number(found.downtime) },
      neverFails: found.mttf === Number.POSITIVE_INFINITY,
      probabilityWithin: number(found.withinTime),
      states: found.states,
      unrated: namesOf(found.unrated),
      computed: found.computed.map(({ entity, from }) => ({
        ...{ name: entityName(model, entity), from: printExpression(from, (id) => entityName(model, id)) },
      })),
      timeless: namesOf(found.timeless),
    }),
  };
}
