/**
 * `aftermath matrix`: reports the consequences of a crash of each PD and node under each policy.
 */
import {
  alreadyIn,
  type CrashMatrix,
  crashMatrix,
  rowWords,
} from '../../../../language/src/analysis/crash/crash-matrix.ts';
import { policiesOf } from '../../../../language/src/analysis/facts/policies.ts';
import { paint } from '../text/colours.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { type ChosenPolicy, policyJson } from '../../questions/crash-policy.ts';
import { policyFrom } from '../input/policy-options.ts';
import { writeJson } from '../text/json.ts';
import { readSort, type SortKey, sortKeys, sortRows } from '../input/matrix-sort.ts';
import { type OpenedModel, openModel } from '../../questions/open-models.ts';
import { reportErrors } from '../text/report-errors.ts';
import { tableText } from '../text/table-text.ts';
import { entityName, type Model } from '../../../../language/src/model/model.ts';

/** The command `matrix`. */
export const matrix: Command = {
  name: 'matrix',
  summary: 'show what the crash of each PD or node does under each policy',
  usage: `FILE [--sort ${sortKeys.join('|')}] [--policy NAME]`,
  operands: { least: 1, most: 1 },
  options: {
    sort: { value: 'KEY', summary: `the order of the rows: ${sortKeys.join(', ')}` },
    policy: { value: 'NAME', summary: 'only this policy' },
  },
  details: [
    [
      'A row for each PD and node, a column for each policy: the predefined ones and those of the',
      'model. A cell says how many entities are destroyed/degraded/broken/untouched.',
      'Sorted by a number, the one with the greatest sum over all policies comes first;',
      'without --sort the order is that of the model.',
    ],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const [file = ''] = context.operands;
  const sort = readSort(context.values.get('sort'));
  if ('refusal' in sort) return refuse(context, sort.refusal);
  const opened = await openModel(file, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  if (opened.value.errors.length > 0) return reportErrors(context, 'matrix', opened.value);
  const chosen = choosePolicies(opened.value.model, context);
  if ('refusal' in chosen) return refuse(context, chosen.refusal);

  const found = crashMatrix(opened.value.model, { policies: chosen.value.map(({ policy }) => policy) });
  const nameOf = (id: number): string => entityName(opened.value.model, id);
  const rows = sortRows(found.rows, sort.value, nameOf);
  const sorted = { ...found, rows };
  if (context.flags.has('json'))
    writeMatrixJson(context, opened.value, { matrix: sorted, chosen: chosen.value, sort: sort.value });
  else writeMatrixText(context, opened.value, sorted);
  return exitCodes.fine;
}

function choosePolicies(model: Pick<Model, 'policies'>, context: Context) {
  if (context.values.has('policy')) {
    const chosen = policyFrom(model, context);
    return 'refusal' in chosen ? chosen : { value: [chosen.value] };
  }
  return { value: policiesOf(model).map((policy): ChosenPolicy => ({ name: policy.name, policy })) };
}

function writeMatrixText({ output }: Context, { model, file }: OpenedModel, { policies, rows }: CrashMatrix): void {
  const what = rowWords(model, rows);
  output.write(
    `${paint(output, 'heading', `Crash of each ${what}: destroyed/degraded/broken/untouched`)}\nin ${file}\n\n`,
  );
  if (rows.length === 0) {
    output.write('The model has no PD and no node, so nothing in it can crash.\n');
    return;
  }
  const widths = policies.map((_, place) =>
    shownFates.map((fate) =>
      rows.reduce((most, { cells }) => Math.max(most, String(cells[place]?.counts[fate] ?? 0).length), 0),
    ),
  );
  const columns = [
    { title: what, align: 'left' } as const,
    ...policies.map((title) => ({ title, align: 'right' }) as const),
  ];
  const lines = rows.map(({ pd, cells }) => [
    entityName(model, pd),
    ...cells.map(({ counts }, place) =>
      shownFates.map((fate, part) => String(counts[fate]).padStart(widths[place]?.[part] ?? 0)).join('/'),
    ),
  ]);
  output.write(tableText(columns, lines));
  for (const fate of ['broken', 'dangling'] as const) {
    const names = alreadyIn(rows, fate).map((id) => entityName(model, id));
    if (names.length > 0) output.write(`\nAlready ${fate} before any crash: ${names.join(', ')}\n`);
  }
}

const shownFates = ['destroyed', 'degraded', 'broken', 'untouched'] as const;

function writeMatrixJson(
  { output }: Context,
  { model, file }: OpenedModel,
  {
    matrix: { rows },
    chosen,
    sort,
  }: { matrix: CrashMatrix; chosen: readonly ChosenPolicy[]; sort: SortKey | undefined },
): void {
  const names = (ids: readonly number[]): readonly string[] => ids.map((id) => entityName(model, id));
  writeJson(output, 'matrix', {
    file,
    sort,
    policies: chosen.map(policyJson),
    rows: rows.map(({ pd, cells }) => ({
      name: model.entities[pd]?.name,
      cells: cells.map(({ policy, counts, destroyed, degraded, broken, dangling, already }) => ({
        policy,
        counts,
        destroyed: names(destroyed),
        degraded: names(degraded),
        broken: names(broken),
        dangling: names(dangling),
        already: {
          broken: names(already.broken),
          degraded: names(already.degraded),
          dangling: names(already.dangling),
        },
      })),
    })),
  });
}
