/** `aftermath report`: writes models and the answers to all questions about them into one page for a browser. */
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { beginWork } from '../input/interruption.ts';
import { readTime } from '../input/size-options.ts';
import { bookPage } from '../export/book-page.ts';
import { type BookSource, makeBook } from '../run/book.ts';
import { resultsOf } from '../run/compared.ts';
import { openEach } from '../verdicts/tested.ts';
import { writeJson } from '../text/json.ts';
import { reportErrors } from '../text/report-errors.ts';
import { deliver, resultFile, resultOptions, resultUsage } from '../text/result-file.ts';
import { usualRunTime } from '../../questions/compare-runs.ts';

/** The command `report`. */
export const reportCommand: Command = {
  name: 'report',
  summary: 'write models and what follows from them into one page for a browser',
  usage: `FILE... [--title TITLE] ${resultUsage}`,
  operands: { least: 1 },
  options: {
    title: { value: 'TITLE', summary: 'the title of the page (default: the name of the first model)' },
    quick: { summary: 'skip the results of scenarios and checks' },
    timeout: { value: 'TIME', summary: 'how long each scenario and check may take (default 10s)' },
    ...resultOptions,
  },
  details: [
    [
      'The page opens in any current browser, without a server or a network. It contains the',
      'texts of the models, their graph, plans, crash matrix, cut sets, isolation, scenarios with',
      'their runs, and checks. After #, its address names a view:',
      '  report.html#crash=db&policy=careful',
    ],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const time = readTime(context, 'timeout');
  if ('refusal' in time) return refuse(context, time.refusal);
  const { readPart } = context;
  if (readPart === undefined) return refuse(context, 'The pages of a report are missing; install Aftermath again.');
  const { files, unreadable } = await openEach(context);
  const [missing] = unreadable;
  if (missing !== undefined) return refuse(context, missing.message);
  const faulty = files.find(({ errors }) => errors.length > 0);
  if (faulty !== undefined) return reportErrors(context, 'report', faulty);
  const work = beginWork(context);
  const sources: BookSource[] = [];
  for (const opened of files) {
    const isQuick = context.flags.has('quick');
    const none = { scenario: new Map(), check: new Map() };
    sources.push({ opened, results: isQuick ? none : await resultsOf(opened, time.value ?? usualRunTime, work) });
    if (work.stopped() === 'interrupted') {
      work.end();
      context.notes.write('Interrupted: nothing is written.\n');
      return exitCodes.undecided;
    }
  }
  work.end();
  const book = makeBook(sources, context.values.get('title'));
  const page = await bookPage(book, readPart);
  const delivered = await deliver(context, context.operands, page);
  if ('refusal' in delivered) return refuse(context, delivered.refusal);
  const out = resultFile(context);
  if (context.flags.has('json')) {
    const models = book.models.map(({ name, scenarios, checks }) => ({ name, scenarios, checks }));
    writeJson(context.output, 'report', {
      ...(out === undefined ? { text: page } : { out }),
      title: book.title,
      models,
    });
  } else if (out === undefined) context.output.write(page);
  return exitCodes.fine;
}
