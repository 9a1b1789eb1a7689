/**
 * What is looked for among the steps of a run, as plain data.
 */
import type { StepKind } from './run-step.ts';

/** The steps that are shown: those that fit in every respect. */
export interface RunFilter {
  /** Kinds that are not shown. */
  readonly without: readonly StepKind[];
  /** What the text of a step has in it, in capital letters or small ones; empty for any. */
  readonly text: string;
  /** Steps that are about this entity; empty for any. */
  readonly entity: string;
  /** Only those with something wrong. */
  readonly onlyMarked: boolean;
}

/** Shows every step. */
export const noFilter: RunFilter = { without: [], text: '', entity: '', onlyMarked: false };

/** Whether a filter shows every step. */
export const isNoFilter = ({ without, text, entity, onlyMarked }: RunFilter): boolean =>
  without.length === 0 && text.trim() === '' && entity.trim() === '' && !onlyMarked;
