/** Matches what a step shows with the lines that may come next: every way in which they go together. */
import type { Program } from '../kernel/run.ts';
import { type LogFact, isAbout } from './fact.ts';
import { type Front, possibleNext, withLine } from './front.ts';
import { isComplete, type LogLine, type LogRules } from './log-line.ts';
import { itemAt } from '../../model/common/lookup.ts';

/** A time in microseconds that lies between these: each line may be wrong by as much as clocks differ. */
export interface Offset {
  readonly least: number;
  readonly most: number;
}

/** The part of a log that a run explains so far. */
export interface Matched {
  readonly front: Front;
  /** The time of the log at the model's start; undefined before the first line with a time. */
  readonly offset: Offset | undefined;
  /** The number of lines that are missing from the log. */
  readonly lost: number;
  /** What the last step explains, in the order of what it shows. */
  readonly told: Told;
}

/** The facts that a step shows, as far as a log can state them. */
export interface Told {
  readonly lines: readonly number[];
  /** What it shows for each of these lines. */
  readonly facts: readonly LogFact[];
  /** What has to have a line and has none. */
  readonly missing: readonly LogFact[];
  /** The time of the model then, in microseconds. */
  readonly now: number;
}

/** A step that tells nothing. */
export const nothingTold: Told = { lines: [], facts: [], missing: [], now: 0 };

/** A log to be explained. */
export interface Log {
  readonly program: Program;
  readonly lines: readonly LogLine[];
  readonly rules: LogRules;
}

/** Called for a fact that no line states although one could, or has to. */
export type Unstated = (fact: LogFact, front: Front, isRequired: boolean) => void;

/**
 * Returns every way to match the facts of a step with lines, in order. Facts of complete kinds need a line
 * unless it is lost, except at the start and after the last line. The way that explains the most comes first.
 */
export function matchings(
  { lines, rules }: Log,
  from: Matched,
  { facts, now, isStart }: { readonly facts: readonly LogFact[]; readonly now: number; readonly isStart: boolean },
  unstated: Unstated,
): readonly Matched[] {
  let layer: readonly Matched[] = [{ ...from, told: nothingTold }];
  for (const fact of facts) {
    const isRequired = !isStart && isComplete(rules, fact);
    const next = new Map<string, Matched>();
    const add = (matched: Matched): void => {
      const key = `${String(matched.front.next)} ${matched.front.ahead.join()} ${String(matched.lost)} ${offsetText(matched.offset)}`;
      if (!next.has(key)) next.set(key, matched);
    };
    for (const matched of layer) {
      let isStated = false;
      for (const line of possibleNext(lines, matched.front, rules.skew)) {
        const offset = offsetWith(rules, itemAt(lines, line), matched.offset, now);
        if (offset === 'too far' || !isAbout(itemAt(lines, line).fact, fact)) continue;
        isStated = true;
        const { lines: before, facts: shown, missing } = matched.told;
        const told = { lines: [...before, line], facts: [...shown, fact], missing, now };
        add({ front: withLine(matched.front, line), offset, lost: matched.lost, told });
      }
      if (!isStated) unstated(fact, matched.front, isRequired);
      // After the last line the log may have ended.
      if (!isRequired || matched.front.next >= lines.length) add(matched);
      else if (matched.lost < rules.lost) add(withoutLine(matched, fact));
    }
    layer = [...next.values()];
  }
  return layer;
}

const withoutLine = (matched: Matched, fact: LogFact): Matched => ({
  ...matched,
  lost: matched.lost + 1,
  told: { ...matched.told, missing: [...matched.told.missing, fact] },
});

/** Returns an offset as a text; equal ones have equal texts. */
export const offsetText = (offset: Offset | undefined): string =>
  offset === undefined ? '' : `${String(offset.least)}..${String(offset.most)}`;

/** Returns the offset once a line is explained now: what is left of it, as the line may be wrong only by the skew. */
function offsetWith(
  { clock, skew }: LogRules,
  { at }: LogLine,
  offset: Offset | undefined,
  now: number,
): Offset | undefined | 'too far' {
  if (clock === 'any' || at === undefined) return offset;
  const least = Math.max(at - now - skew, offset?.least ?? -Infinity);
  const most = Math.min(at - now + skew, offset?.most ?? Infinity);
  return least <= most ? { least, most } : 'too far';
}
