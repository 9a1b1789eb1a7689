/**
 * A filter for the steps of a run, as plain data.
 */
import type { StepKind } from './run-step.ts';

/** The filter: a step has to match all of its parts. */
export interface RunFilter {
  /** The kinds to hide. */
  readonly without: readonly StepKind[];
  /** The text that a step must contain, ignoring case; empty for any. */
  readonly text: string;
  /** The entity that a step must be about; empty for any. */
  readonly entity: string;
  /** True to show only steps with something wrong. */
  readonly onlyMarked: boolean;
}

/** The filter that shows every step. */
export const noFilter: RunFilter = { without: [], text: '', entity: '', onlyMarked: false };

/** Returns true if a filter shows every step. */
export const isNoFilter = ({ without, text, entity, onlyMarked }: RunFilter): boolean =>
  without.length === 0 && text.trim() === '' && entity.trim() === '' && !onlyMarked;
