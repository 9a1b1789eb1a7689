/**
 * `simulate --rare`: estimates how probable it is that a run with failures and repairs breaks a check.
 */
import { type RareEstimate, rareCheck } from '../../../../language/src/simulation/sampling/rare-check.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { type Context, type ExitCode, exitCodes, type Option, refuse } from '../input/command.ts';
import { readCount } from '../input/count-option.ts';
import { beginWork, finish, stopWords } from '../input/interruption.ts';
import { readSeed } from '../input/seed-option.ts';
import { readTime } from '../input/size-options.ts';
import { type OpenedModel, openModel } from '../../questions/files/open-models.ts';
import { inOneLine } from '../../questions/files/places.ts';
import { paint } from '../text/colours.ts';
import { precise } from '../../../../language/src/analysis/points/availability-words.ts';
import { writeJson } from '../text/json.ts';
import { reportErrors } from '../text/report-errors.ts';
import { tableText } from '../text/table-text.ts';
import { noneOf } from './run-source.ts';

/** The options of rare events. */
export const rareOptions = {
  rare: { value: 'TITLE', summary: 'estimate how probable it is that failures break this check' },
  within: { value: 'TIME', summary: 'rare: how long a run is, such as 1000h (default: the horizon of the check)' },
} as const satisfies Readonly<Record<string, Option>>;

const mostEstimates = 100_000;

/** The options that go with `--rare`. */
const fitting: ReadonlySet<string> = new Set(['rare', 'within', 'seed', 'runs', 'timeout', 'json']);

/** Estimates a rare event, as the options say. */
export async function estimateRare(context: Context): Promise<ExitCode> {
  const { flags, operands, output, values } = context;
  const [file = ''] = operands;
  const other = [...values.keys(), ...flags].find((name) => !fitting.has(name));
  if (other !== undefined) return refuse(context, `--${other} does not go with --rare.`);
  const [seed, timeout, within] = [readSeed(context), readTime(context, 'timeout'), readTime(context, 'within')];
  const runs = readCount(context, 'runs', { least: 2, most: mostEstimates });
  for (const read of [seed, timeout, within, runs]) if ('refusal' in read) return refuse(context, read.refusal);
  if ('refusal' in seed || 'refusal' in timeout || 'refusal' in within || 'refusal' in runs) return exitCodes.refused;
  const opened = await openModel(file, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  if (opened.value.errors.length > 0) return reportErrors(context, 'simulate', opened.value);
  const { model } = opened.value;
  const title = values.get('rare') ?? '';
  const check = model.checks.find((each) => each.title === title);
  if (check === undefined) {
    const titles = model.checks.map((each) => each.title);
    return refuse(context, noneOf('check', title, titles));
  }
  const work = beginWork(context, timeout.value);
  const options = { within: within.value, seed: seed.value, estimates: runs.value };
  const done = await finish(work, () => rareCheck(compileModel(model), check, options), { progress: progressText });
  work.end();
  const found = 'value' in done ? done.value : done.last;
  if (found !== undefined && 'refusal' in found) return refuse(context, found.refusal);
  const stop = 'value' in done ? undefined : work.stopped();
  const answer: Answered = { opened: opened.value, title, seed: seed.value, found };
  if (flags.has('json')) writeJson(output, 'simulate', { ...rareJson(answer), isInterrupted: stop !== undefined });
  else writeRare(context, answer);
  if (stop === undefined) return exitCodes.fine;
  context.notes.write(`${stopWords[stop]} after ${String(found?.estimates ?? 0)} estimates.\n`);
  return exitCodes.undecided;
}

interface Answered {
  readonly opened: OpenedModel;
  readonly title: string;
  readonly seed: number;
  readonly found: RareEstimate | undefined;
}

const progressText = (known: RareEstimate | undefined): string =>
  known === undefined
    ? 'estimate 1'
    : `estimate ${String(known.estimates + 1)}: ${precise(known.probability)} (${precise(known.low)} to ${precise(known.high)})`;

function rareJson({ opened, title, seed, found }: Answered): object {
  const { probability, low, high, within, estimates, steps, levels } = found ?? noEstimate;
  const tried = levels.map(({ tries, arrived, failed }) => ({ tries, arrived, failed }));
  return {
    file: opened.file,
    seed,
    rare: { check: title, within, ...(found && { probability, low, high }), estimates, steps, levels: tried },
  };
}

const noEstimate = { probability: 0, low: 0, high: 1, within: 0, estimates: 0, steps: 0, levels: [] };

function writeRare({ output }: Context, { opened, title, seed, found }: Answered): void {
  output.write(
    `${paint(output, 'heading', inOneLine(`${opened.file}: ${title}, with failures and repairs, seed ${String(seed)}`))}\n`,
  );
  if (found === undefined) {
    output.write('No estimate is complete.\n');
    return;
  }
  const { probability, low, high, within, estimates, steps, levels } = found;
  const hours = within / 3_600_000;
  if (probability === 0) {
    output.write(
      `No run broke the check within ${String(hours)} h: the probability is too small for this effort, or 0.\n`,
    );
  } else {
    output.write(
      `Probability to break within ${String(hours)} h: ${precise(probability)} (95 % confidence: ${precise(low)} to ${precise(high)})\n`,
    );
  }
  output.write(`${String(estimates)} estimates by importance splitting, ${String(steps)} steps\n\n`);
  const columns = ['level', 'tries', 'arrived', 'broke the check'].map((text) => ({
    title: text,
    align: 'right' as const,
  }));
  const rows = levels.map(({ tries, arrived, failed }, index) => [index + 1, tries, arrived, failed].map(String));
  output.write(tableText(columns, rows));
}
