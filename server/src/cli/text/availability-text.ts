/**
 * The reliability of goals as text: a section for each goal, a line for each number.
 */
import type { Availability } from '../../../../language/src/analysis/points/availability.ts';
import { precise, shareText, spanText, year } from '../../../../language/src/analysis/points/availability-words.ts';
import type { EntityId } from '../../../../language/src/model/entity-kind.ts';
import { entityName, type Model } from '../../../../language/src/model/model.ts';
import { printExpression } from '../../../../language/src/model/machines/print-expression.ts';

/** Returns the lines about a goal; `time` is the one that was asked for, as it was written. */
export function availabilityLines(model: Model, found: Availability | undefined, time: string | undefined): string[] {
  if (found === undefined) return ['not computed: the goal is too large'];
  const { unavailability, mttf, mtbf, downtime, withinTime, states, unrated, computed, timeless } = found;
  const names = (ids: readonly EntityId[]): string => ids.map((id) => entityName(model, id)).join(', ');
  if (unavailability === undefined) {
    const unknown = [...unrated, ...computed.map(({ entity }) => entity)];
    return [`Not known: before a run, nothing says how often these fail (mttf or probability): ${names(unknown)}.`];
  }
  const rows: (readonly [string, string])[] = [];
  if (!Number.isNaN(unavailability)) {
    rows.push(
      ['availability', shareText(unavailability)],
      ['unavailability', `${precise(unavailability)}, ${spanText(unavailability * year)} a year`],
    );
  }
  if (mttf !== undefined) rows.push(['mean time to failure (MTTF)', spanText(mttf)]);
  if (mtbf !== undefined) rows.push(['mean time between failures (MTBF)', spanText(mtbf)]);
  if (downtime !== undefined) rows.push(['mean downtime', spanText(downtime)]);
  if (withinTime !== undefined) rows.push([`fails within ${time ?? ''}`, precise(withinTime)]);
  const width = Math.max(0, ...rows.map(([label]) => label.length));
  const lines = rows.map(([label, text]) => `${label.padEnd(width)}  ${text}`);
  if (timeless.length > 0) {
    lines.push(
      `No times are known: ${names(timeless)} ${timeless.length === 1 ? 'sets' : 'set'} a probability, but no mttf.`,
    );
  } else if (mttf === undefined) {
    lines.push(
      `The MTTF is not computed: ${states === undefined ? 'more than 20,000' : String(states)} states until the first failure.`,
    );
  } else if (time !== undefined && withinTime === undefined) {
    lines.push(`Failures within ${time} are not computed: too many states (${String(states)}; at most 250) or events.`);
  }
  if (computed.length > 0) {
    const each = computed.map(
      ({ entity, from }) =>
        `${entityName(model, entity)} (from ${printExpression(from, (id) => entityName(model, id))})`,
    );
    lines.push(`Computed from what only a run knows, so counted as never failing: ${each.join(', ')}.`);
  }
  if (unrated.length > 0) {
    lines.push(`Without mttf or probability, so counted as never failing: ${names(unrated)}.`);
  }
  return lines;
}
