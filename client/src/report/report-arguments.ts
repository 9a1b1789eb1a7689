/**
 * The arguments of the report commands: records of texts from other commands and extensions, or the context of a node
 * in the graph from VS Code. Anything else is ignored.
 */
import { deletionModes, type DeletionMode } from '../../../language/src/model/policy.ts';
import { planEnds, type PlanEnd } from '../../../language/src/view/report/question.ts';
import { textField, textsField } from '../page/text-field.ts';

/** The arguments of a report. */
export interface ReportArguments {
  readonly uri?: string;
  /** The target, the time or the older file. */
  readonly of?: string;
  /** The entities that crash in the same event, besides `of`. */
  readonly also?: readonly string[];
  readonly end?: PlanEnd;
  readonly deletion?: DeletionMode;
  readonly policy?: string;
  /** The view of a plan; by default a report. */
  readonly in?: 'graph';
  /** The PDs to compare. */
  readonly first?: string;
  readonly second?: string;
}

/** Returns the arguments in a value. A node of the graph is both the target and the first PD to compare. */
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
  const also = textsField(value, 'also');
  const place =
    textField(value, 'in') === 'graph' || textField(value, 'webviewSection') === 'node' ? 'graph' : undefined;
  const given = Object.entries({ ...texts, also, end, deletion, in: place }).filter(([, each]) => each !== undefined);
  return Object.fromEntries(given);
}
