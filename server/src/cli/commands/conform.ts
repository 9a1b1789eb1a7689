/**
 * `aftermath conform`: compares a log with a model, and names the first line that no run explains.
 */
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { mappingName } from '../../../../language/src/interchange/log/mapping.ts';
import { writeTrace } from '../../../../language/src/simulation/play/recording/trace.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { readCount } from '../input/count-option.ts';
import { beginWork } from '../input/interruption.ts';
import { readTime } from '../input/size-options.ts';
import { compareLog, traceOfLog } from '../../questions/compare-log.ts';
import { standardInput } from '../../questions/files/places.ts';
import { draftOf, openLogs } from '../../questions/read-logs.ts';
import { type OpenedModel, openModel } from '../../questions/files/open-models.ts';
import { conformanceJson, writeConformance } from '../text/conform-text.ts';
import { writeJson } from '../text/json.ts';
import { reportErrors } from '../text/report-errors.ts';
import { writeText } from '../text/write-text.ts';

const mostStates = 1_000_000_000;

/** The command `conform`. */
export const conformCommand: Command = {
  name: 'conform',
  summary: 'compare a log with a model, naming the first line that no run explains',
  usage: 'FILE LOG... [--mapping MAPPING] [--save TRACE]',
  operands: { least: 2 },
  options: {
    mapping: { value: 'MAPPING', summary: `what each line means (default: the nearest ${mappingName})` },
    draft: { summary: `draft the mapping from the log, and print it` },
    states: { value: 'N', summary: 'the most states to follow without one more line (default 50000)' },
    timeout: { value: 'TIME', summary: 'how long it may take, such as 30s or 10m (default: no limit)' },
    save: { value: 'TRACE', isWritten: true, summary: 'write the run that explains the log to the file TRACE' },
    force: { summary: 'replace TRACE if it exists' },
  },
  details: [
    [
      'LOG is JSON lines, "journalctl -o json", Kubernetes events or a watch, text of OTP or',
      'logback, or any text; "-" is the standard input. Several logs are merged by time.',
      'The mapping says which line is which event, message, state, value, end, fault or action.',
    ],
    [
      'The log fits if some run of the model explains its lines, in their order. If none does,',
      'the first line that no run explains is named, with what could come there, and the change',
      'to the log that would explain the most lines. The exit code is 1 if no run explains the',
      'log, and 3 if not all runs were followed.',
    ],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const { flags, operands, values } = context;
  const [file = '', ...named] = operands;
  const logs = [...new Set(named)];
  const states = readCount(context, 'states', { least: 1, most: mostStates });
  if ('refusal' in states) return refuse(context, states.refusal);
  const timeout = readTime(context, 'timeout');
  if ('refusal' in timeout) return refuse(context, timeout.refusal);
  const wrong = wrongUse(context, [file, ...logs]);
  if (wrong !== undefined) return refuse(context, wrong);
  const opened = await openModel(file, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  if (opened.value.errors.length > 0) return reportErrors(context, 'conform', opened.value);
  if (flags.has('draft')) return draft(context, opened.value, logs);
  const read = await openLogs(opened.value.model, logs, values.get('mapping'), context);
  if ('refusal' in read) return refuse(context, read.refusal);
  const program = compileModel(opened.value.model);
  const total = read.value.log.lines.length;
  const work = beginWork(context, timeout.value);
  const comparing = compareLog(program, read.value, states.value);
  let next = comparing.next();
  while (next.done !== true) {
    const { explained, states: visited } = next.value;
    const goesOn = await work.shouldContinue(
      () => `${String(explained)} of ${String(total)} lines explained, ${String(visited)} states`,
    );
    next = comparing.next(!goesOn);
  }
  work.end();
  const answer = next.value;
  const saved = await save(context, read.value.mappingFile, () => traceOfLog(program, read.value, answer));
  const shown = { file: opened.value.file, logs, opened: read.value, answer, stop: work.stopped() };
  if (flags.has('json')) writeJson(context.output, 'conform', { ...conformanceJson(shown), out: saved.out });
  else writeConformance(context, shown);
  if (saved.refusal !== undefined) return refuse(context, saved.refusal);
  const codes = { fits: exitCodes.fine, 'does not fit': exitCodes.findings, undecided: exitCodes.undecided };
  return codes[answer.verdict];
}

function wrongUse({ flags, values }: Context, read: readonly string[]): string | undefined {
  if ([...read, values.get('mapping')].filter((name) => name === standardInput).length > 1)
    return 'Only one of the model, the logs and the mapping can come from the standard input.';
  if (flags.has('force') && !values.has('save')) return '--force applies to the file of --save; give both.';
  if (!flags.has('draft')) return undefined;
  const other = ['mapping', 'save', 'states'].find((name) => values.has(name));
  if (other !== undefined) return `--draft compares nothing; leave out --${other}.`;
  return flags.has('json') ? 'A drafted mapping is JSON already; leave out --json.' : undefined;
}

async function draft(context: Context, { model }: OpenedModel, logs: readonly string[]): Promise<ExitCode> {
  const drafted = await draftOf(model, logs, context);
  if ('refusal' in drafted) return refuse(context, drafted.refusal);
  const { text, rules, others } = drafted.value;
  if (rules === 0) {
    return refuse(
      context,
      'No line names an entity of the model together with an event, a state or a fault, so no rule can be drafted. Write the mapping by hand; its "names" say what the log calls each entity.',
    );
  }
  context.output.write(text);
  const lines = `${String(others)} ${others === 1 ? 'line is' : 'lines are'}`;
  context.notes.write(
    `Save it as ${mappingName} and read it: ${lines} not about the model, and "complete" is for you to fill in.\n`,
  );
  return exitCodes.fine;
}

async function save(
  { flags, folder, operands, values }: Context,
  mappingFile: string,
  make: () => Parameters<typeof writeTrace>[0] | undefined,
): Promise<{ readonly out?: string; readonly refusal?: string }> {
  const out = values.get('save');
  const trace = out === undefined ? undefined : make();
  if (out === undefined || trace === undefined) return {};
  const written = await writeText(out, writeTrace(trace), {
    folder,
    force: flags.has('force'),
    sources: [...operands, mappingFile],
  });
  return 'refusal' in written ? written : { out };
}
