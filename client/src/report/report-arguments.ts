/**
 * What the commands of reports can be called with: records of texts by other commands and extensions,
 * or what VS Code passes from the context menu of a node in the graph. Anything else counts as nothing.
 */
import {
  deletionModes,
  planEnds,
  type DeletionMode,
  type PlanEnd,
} from '../../../language/src/view/report/question.ts';
import { textField } from '../page/text-field.ts';

export interface ReportArguments {
  readonly uri?: string;
  /** What ends, or when, or since which file. */
  readonly of?: string;
  readonly end?: PlanEnd;
  readonly deletion?: DeletionMode;
  readonly policy?: string;
  /** The PDs to compare. */
  readonly first?: string;
  readonly second?: string;
}

/** Returns the arguments that a value holds. A node of the graph is both what ends and the first to compare. */
export function reportArgumentsOf(value: unknown): ReportArguments {
  const node = textField(value, 'aftermathName');
  const texts = {
    uri: textField(value, 'uri'),
    of: textField(value, 'of') ?? node,
    policy: textField(value, 'policy'),
    first: textField(value, 'first') ?? node,
    second: textField(value, 'second'),
  };
  const end = planEnds.find((each) => each === textField(value, 'end'));
  const deletion = deletionModes.find((each) => each === textField(value, 'deletion'));
  const given = Object.entries({ ...texts, end, deletion }).filter(([, each]) => each !== undefined);
  return Object.fromEntries(given);
}
