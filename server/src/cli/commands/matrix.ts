/**
 * `aftermath matrix`: reports the consequences of a crash of each PD and node under each policy, or of another end.
 */
import { itemAt } from '../../../../language/src/model/common/lookup.ts';
import {
  alreadyIn,
  type CrashCell,
  type CrashRow,
  crashableIn,
  crashRows,
} from '../../../../language/src/analysis/crash/crash-matrix.ts';
import {
  endableIn,
  type EndCell,
  endPoliciesOf,
  type EndRow,
  endRows,
  vetoesIn,
} from '../../../../language/src/analysis/plan/end-matrix.ts';
import { policiesOf } from '../../../../language/src/analysis/facts/policies.ts';
import { matrixWords, refusedText, rowTitle } from '../../../../language/src/view/report/matrix.ts';
import { type MatrixEvent, matrixEvents } from '../../../../language/src/view/report/question.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { didYouMean } from '../../questions/files/nearest-names.ts';
import { paint } from '../text/colours.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { type ChosenPolicy, policyJson } from '../../questions/plans/crash-policy.ts';
import { policyFrom } from '../input/policy-options.ts';
import { shardOption } from '../input/shard.ts';
import { divided } from '../shards/divided.ts';
import { allRows, boundedRows, isUnlisted, mostNames } from '../run/matrix-rows.ts';
import { writeJson } from '../text/json.ts';
import { readSort, type SortKey, sortKeys, sortMatrixRows } from '../input/matrix-sort.ts';
import { openAsked, supposedJson, suppositionOptions } from '../run/supposition.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';
import { reportErrors } from '../text/report-errors.ts';
import { tableText } from '../text/table-text.ts';
import { entityName, type Model } from '../../../../language/src/model/model.ts';

/** The command `matrix`. */
export const matrix: Command = {
  name: 'matrix',
  summary: 'show what the crash of each PD or node does under each policy',
  usage: 'FILE [--event EVENT] [--sort KEY] [--policy NAME] [--shard I/N]',
  operands: { least: 1, most: 1 },
  options: {
    event: { value: 'EVENT', summary: `what happens to each: ${matrixEvents.join(', ')} (default crash)` },
    sort: { value: 'KEY', summary: `the order of the rows: ${sortKeys.join(', ')}` },
    policy: { value: 'NAME', summary: 'only this policy' },
    ...suppositionOptions,
    shard: shardOption,
  },
  details: [
    [
      'A row for each PD and node, a column for each policy: the predefined ones and those of the',
      'model. A cell says how many entities are destroyed/degraded/broken/untouched.',
      'Sorted by a number, the one with the greatest sum over all policies comes first;',
      'without --sort the order is that of the model.',
    ],
    [
      'Other events than a crash: a row for each entity that they can be planned for, and a',
      'column for "default" and each other policy of the model; "refused" where it is protected.',
    ],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const [file = ''] = context.operands;
  const sort = readSort(context.values.get('sort'));
  if ('refusal' in sort) return refuse(context, sort.refusal);
  const opened = await openAsked(file, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  if (opened.value.errors.length > 0) return reportErrors(context, 'matrix', opened.value);
  const event = readMatrixEvent(context.values.get('event'));
  if ('refusal' in event) return refuse(context, event.refusal);
  const end = event.value;
  const { model } = opened.value;
  const chosen = choosePolicies(model, end, context);
  if ('refusal' in chosen) return refuse(context, chosen.refusal);

  const policies = chosen.value.map(({ policy }) => policy);
  const entities = end === 'crash' ? crashableIn(model) : endableIn(model, end);
  const found = await divided<CrashRow | EndRow>(context, {
    ...{ name: 'matrix', models: [model], pieces: entities.length },
    compute: (from, to) => {
      const those = entities.slice(from, to);
      const rows = end === 'crash' ? crashRows(model, { policies, pds: those }) : endRows(model, end, policies, those);
      const keeps = context.flags.has('json') || context.values.has('shard');
      return allRows(context, { rows, count: those.length, keeps });
    },
  });
  if ('code' in found) return found.code;
  const rows = sortMatrixRows(boundedRows(found.parts), sort.value, (id) => entityName(model, id));
  const sorted: SortedMatrix = { end, policies: policies.map(({ name }) => name), rows };
  if (context.flags.has('json'))
    writeMatrixJson(context, opened.value, { matrix: sorted, chosen: chosen.value, sort: sort.value });
  else writeMatrixText(context, opened.value, sorted);
  return exitCodes.fine;
}

/** Reads the value of `--event`. */
function readMatrixEvent(text: string | undefined): Answer<MatrixEvent> {
  const event = matrixEvents.find((each) => each === (text ?? 'crash'));
  if (event !== undefined) return { value: event };
  const known = `The events are ${matrixEvents.join(', ')}.`;
  return { refusal: `There is no matrix of "${text ?? ''}".${didYouMean(text ?? '', matrixEvents)} ${known}` };
}

/** A matrix in the order in which it is shown. */
interface SortedMatrix {
  readonly end: MatrixEvent;
  readonly policies: readonly string[];
  readonly rows: readonly (CrashRow | EndRow)[];
}

function choosePolicies(model: Pick<Model, 'policies'>, end: MatrixEvent, context: Context) {
  if (context.values.has('policy')) {
    const chosen = policyFrom(model, context);
    return 'refusal' in chosen ? chosen : { value: [chosen.value] };
  }
  const all = end === 'crash' ? policiesOf(model) : endPoliciesOf(model);
  return { value: all.map((policy): ChosenPolicy => ({ name: policy.name, policy })) };
}

function writeMatrixText(
  { output }: Context,
  { model, file }: OpenedModel,
  { end, policies, rows }: SortedMatrix,
): void {
  const { each, none } = matrixWords[end];
  const what = rowTitle(model, end, rows);
  output.write(
    `${paint(output, 'heading', `${each} of each ${what}: destroyed/degraded/broken/untouched`)}\nin ${file}\n\n`,
  );
  if (rows.length === 0) {
    output.write(`The model has no ${none}.\n`);
    return;
  }
  const widths = policies.map((_, place) =>
    shownFates.map((fate) =>
      rows.reduce((most, { cells }) => Math.max(most, String(itemAt(cells, place).counts[fate]).length), 0),
    ),
  );
  const columns = [
    { title: what, align: 'left' } as const,
    ...policies.map((title) => ({ title, align: 'right' }) as const),
  ];
  const lines = rows.map(({ entity, cells }) => [
    entityName(model, entity),
    ...cells.map((cell, place) =>
      vetoesIn(cell).length > 0
        ? refusedText
        : shownFates
            .map((fate, part) => String(cell.counts[fate]).padStart(itemAt(itemAt(widths, place), part)))
            .join('/'),
    ),
  ]);
  output.write(tableText(columns, lines));
  const blocking = rows.flatMap(({ entity, cells }) => {
    const names = [...new Set(cells.flatMap(({ blocked }) => blocked))].map((id) => entityName(model, id));
    return names.length === 0 ? [] : [`  ${entityName(model, entity)}: ${names.join(', ')}\n`];
  });
  if (blocking.length > 0) output.write(`\nOf the broken, blocked in a call:\n${blocking.join('')}`);
  for (const fate of ['broken', 'dangling'] as const) {
    const names = alreadyIn(rows, fate).map((id) => entityName(model, id));
    if (names.length > 0) output.write(`\nAlready ${fate} before any ${matrixWords[end].event}: ${names.join(', ')}\n`);
  }
}

const shownFates = ['destroyed', 'degraded', 'broken', 'untouched'] as const;

function writeMatrixJson(
  context: Context,
  { model, file }: OpenedModel,
  {
    matrix: { end, rows },
    chosen,
    sort,
  }: { matrix: SortedMatrix; chosen: readonly ChosenPolicy[]; sort: SortKey | undefined },
): void {
  const names = (ids: readonly number[]): readonly string[] => ids.map((id) => entityName(model, id));
  const uncounted = rows.flatMap(({ cells }) => cells.filter(isUnlisted)).length;
  if (uncounted > 0) {
    const what = `${uncounted === 1 ? '1 cell has' : `${String(uncounted)} cells have`} only counts`;
    context.notes.write(
      `aftermath: ${what}: a matrix lists ${String(mostNames)} names. Ask for one --policy, or for single events.\n`,
    );
  }
  writeJson(context.output, 'matrix', {
    file,
    ...supposedJson(context),
    event: end,
    sort,
    policies: chosen.map(policyJson),
    rows: rows.map(({ entity, cells }) => ({
      name: entityName(model, entity),
      cells: cells.map((cell) => cellJson(cell, names)),
    })),
  });
}

function cellJson(cell: CrashCell | EndCell, names: (ids: readonly number[]) => readonly string[]): object {
  const { policy, counts, destroyed, degraded, broken, blocked, dangling, already } = cell;
  const vetoes = vetoesIn(cell).map(({ text }) => text);
  const shown = { policy, ...(vetoes.length > 0 && { refused: vetoes }), counts };
  if (isUnlisted(cell)) return { ...shown, unlisted: true };
  return {
    ...shown,
    destroyed: names(destroyed),
    degraded: names(degraded),
    broken: names(broken),
    blocked: names(blocked),
    dangling: names(dangling),
    already: {
      broken: names(already.broken),
      degraded: names(already.degraded),
      dangling: names(already.dangling),
    },
  };
}
