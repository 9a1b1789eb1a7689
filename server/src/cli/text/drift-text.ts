/** The report of `aftermath drift` as text and as JSON. */
import type { Change } from '../../../../language/src/analysis/compare/change.ts';
import type { Drift } from '../../../../language/src/analysis/compare/drift.ts';
import { type Origin, originText } from '../../../../language/src/model/origin.ts';
import type { Output } from '../input/command.ts';
import type { FoundDrift } from '../../questions/imports/find-drift.ts';
import { inOneLine, positionIn } from '../../questions/files/places.ts';
import type { ReportedFact } from '../../questions/plans/reported-facts.ts';
import { paint } from './colours.ts';
import { changeJson, writeChanges } from './diff/diff-text.ts';
import { findingsJson } from './json.ts';
import { writeSection } from './sections-text.ts';

/** A comparison with the answers that change by it. */
export interface DriftReport {
  readonly found: FoundDrift;
  /** The worst first. */
  readonly changes: readonly Change[];
}

const headings = { missing: 'Missing in the system', new: 'New in the system', changed: 'Changed in the system' };
const kinds = ['missing', 'new', 'changed'] as const;

/** Writes the report. */
export function writeDrift(output: Output, { found, changes }: DriftReport): void {
  const { base, head, drifts } = found;
  if (drifts.length === 0) {
    output.write(`${inOneLine(base.file)} agrees with the system\n`);
    return;
  }
  output.write(`${paint(output, 'heading', inOneLine(`How the system differs from ${base.file}`))}\n`);
  for (const kind of kinds) {
    const items = drifts.filter((each) => each.kind === kind);
    if (items.length === 0) continue;
    writeSection(
      output,
      headings[kind],
      items.map((each) => ({ head: each.text, because: placesOf(each, found) })),
    );
  }
  output.write(`\n${paint(output, 'heading', 'Answers that change')}${changes.length === 0 ? ': none' : ''}\n`);
  writeChanges(output, { base, head, changes });
  output.write(`\n${countsOf(drifts)}, ${counted(changes.length, 'answer changes', 'answers change')}\n`);
}

const counted = (count: number, one: string, many: string): string => `${String(count)} ${count === 1 ? one : many}`;

/** Returns the numbers of differences in words. */
const countsOf = (drifts: readonly Drift[]): string =>
  kinds.map((kind) => `${String(drifts.filter((each) => each.kind === kind).length)} ${kind}`).join(', ');

/** Returns where the model states what has drifted, and where the system does. */
function placesOf({ span, was, now, about }: Drift, { base }: FoundDrift): ReportedFact[] {
  const inModel = was === undefined ? `"${about}" in the model` : `imported from ${originText(was)}`;
  return [
    ...(span === undefined ? [] : [{ fact: inModel, ...positionIn(span, base.nameOf) }]),
    ...(now === undefined ? [] : [{ fact: `now ${originText(now)}` }]),
  ];
}

/** Returns the JSON body. */
export function driftJson({ found, changes }: DriftReport): object {
  const { format, because, base, head, drifts, import: made } = found;
  const origin = (name: 'was' | 'now', each: Origin | undefined): object =>
    each === undefined ? {} : { [name]: each };
  return {
    model: base.file,
    format,
    ...(because !== undefined && { because }),
    drifts: drifts.map(({ kind, what, about, text, span, was, now }) => ({
      kind,
      what,
      about,
      text,
      ...(span !== undefined && positionIn(span, base.nameOf)),
      ...origin('was', was),
      ...origin('now', now),
    })),
    changes: changes.map((change) => changeJson({ base, head }, change)),
    ...findingsJson(made.files, made.nameOf),
  };
}
