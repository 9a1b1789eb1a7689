/** `aftermath diff`: reports how the consequences of crashes and orderly ends differ between two versions of models. */
import { relative } from 'node:path';
import { directionOf } from '../../../../language/src/analysis/compare/change.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { comparedSides, type ComparedSides } from '../input/compared-sides.ts';
import { failRules, type FailRule, readFailRules } from '../input/fail-rules.ts';
import { beginWork } from '../input/interruption.ts';
import { shardOption } from '../input/shard.ts';
import { readTime } from '../input/size-options.ts';
import { type ComparedPair, comparePairs, openSides } from '../run/compared.ts';
import { usualRunTime } from '../../questions/compare-runs.ts';
import { pathOf, referenceTo } from '../../questions/files/places.ts';
import { diffMarkdown } from '../text/diff/diff-markdown.ts';
import { diffSarif } from '../text/diff/diff-sarif.ts';
import { diffJson, type DiffReport, writeDiff } from '../text/diff/diff-text.ts';
import { writeJson } from '../text/json.ts';
import { reportErrors } from '../text/report-errors.ts';

/** The command `diff`. */
export const diffCommand: Command = {
  name: 'diff',
  summary: 'show how the consequences of events change between two versions',
  usage: 'BASE HEAD | BASE..HEAD [PATH] [--markdown | --sarif] [--fail-on RULE]',
  operands: { least: 1, most: 2 },
  options: {
    markdown: { summary: 'print Markdown for a comment on a change, of at most 65,536 characters' },
    sarif: { summary: 'print SARIF 2.1.0 with locations in the files of HEAD' },
    'fail-on': { value: 'RULE', several: true, summary: 'exit with 1 if a change matches; several with commas' },
    quick: { summary: 'skip scenarios and checks' },
    timeout: { value: 'TIME', summary: 'how long each scenario and check may take (default 10s)' },
    shard: shardOption,
  },
  details: [
    [
      'BASE and HEAD are two files or two folders, each also as REVISION:PATH in git; or two git',
      'revisions with ".." between them, and PATH, the working directory by default. Compares',
      'the crash of each PD and node under each policy; the orderly end of each root object, of',
      'whatever is protected and of whatever others end with; the teardown of everything;',
      'minimal cut sets of up to two; what is doomed at the start; metrics with budgets;',
      'scenarios, checks and findings. Entities are matched by name.',
    ],
    [
      'Rules of --fail-on:',
      ...Object.entries(failRules).map(([name, { summary }]) => `  ${name.padEnd(17)} ${summary}`),
    ],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const [one, other] = ['json', 'markdown', 'sarif'].filter((each) => context.flags.has(each));
  if (one !== undefined && other !== undefined) return refuse(context, `Give either --${one} or --${other}, not both.`);
  const rules = readFailRules(context);
  if ('refusal' in rules) return refuse(context, rules.refusal);
  const time = readTime(context, 'timeout');
  if ('refusal' in time) return refuse(context, time.refusal);
  const sides = await comparedSides(context);
  if ('refusal' in sides) return refuse(context, sides.refusal);
  try {
    const limit = context.flags.has('quick') ? undefined : (time.value ?? usualRunTime);
    return await compare(context, sides.value, { time: limit, rules: rules.value });
  } finally {
    await sides.value.remove();
  }
}

async function compare(
  context: Context,
  sides: ComparedSides,
  { time, rules }: { readonly time: number | undefined; readonly rules: readonly FailRule[] },
): Promise<ExitCode> {
  const opened = await openSides(sides, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  const { pairs, added, removed } = opened.value;
  const faulty = pairs.flatMap(({ base, head }) => [base, head]).find(({ errors }) => errors.length > 0);
  if (faulty !== undefined) return reportErrors(context, 'diff', faulty);
  const work = beginWork(context);
  const compared = await comparePairs(context, pairs, { time, work });
  work.end();
  if ('code' in compared) return compared.code;
  const { files } = compared;
  const changes = files.flatMap((file) => file.changes);
  const failed = rules.flatMap(({ text, matches }) => {
    const count = changes.filter(matches).length;
    return count === 0 ? [] : [{ rule: text, count }];
  });
  const report: DiffReport = { base: sides.base.name, head: sides.head.name, files, added, removed, failed };
  if (context.flags.has('json')) writeJson(context.output, 'diff', diffJson(report));
  else if (context.flags.has('sarif')) {
    const isFailing = (change: ComparedPair['changes'][number]): boolean =>
      rules.some(({ matches }) => matches(change));
    const log = diffSarif(report, { artifact: artifactIn(sides.head, context), isFailing });
    context.output.write(`${JSON.stringify(log, undefined, 2)}\n`);
  } else if (context.flags.has('markdown')) context.output.write(diffMarkdown(report));
  else writeDiff(context.output, report);
  if (failed.length > 0) return exitCodes.findings;
  return changes.some(isUndecided) ? exitCodes.undecided : exitCodes.fine;
}

/** Files of a git revision are where they are in the work tree. */
const artifactIn =
  ({ folder }: ComparedSides['head'], context: Context) =>
  (uri: string): string =>
    referenceTo(uri, () => relative(folder, pathOf(uri)), context);

const isUndecided = (change: ComparedPair['changes'][number]): boolean =>
  (change.kind === 'check' || change.kind === 'scenario') &&
  change.to === 'undecided' &&
  directionOf(change) === 'worse';
