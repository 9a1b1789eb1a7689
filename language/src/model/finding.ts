/**
 * Findings: the results of checks and importers about a text. A finding is a result, not an exception: bad input never
 * throws.
 */
import type { Span } from './span.ts';
import { t } from './common/translation.ts';

/** The severity of a finding. An `error` is text that no run can make sense of. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** Another location that explains a finding, such as one edge of a cycle. */
export interface RelatedPlace {
  readonly message: string;
  readonly span: Span;
}

/** Returns the place in a class of another file that gives a declaration what a finding is about. */
export const givenHere = (span: Span): RelatedPlace => ({ message: t`The class says it here.`, span });

/** Text that replaces a span; an empty span is an insertion point. */
export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/** A change of the text that resolves a finding. */
export interface Fix {
  /** The action in words that need no context: `Mark "cache" as root`. */
  readonly title: string;
  /** Applied all at once; their spans do not overlap. */
  readonly edits: readonly TextEdit[];
  /** True if it is almost certainly what the author meant. */
  readonly isPreferred?: boolean;
}

/** A problem or a useful fact about the text, at the range of the name it concerns. */
export interface Finding {
  /** Stable code `group/name`; its documentation page is `language/docs/findings/group-name.md`. */
  readonly code: string;
  readonly severity: Severity;
  /** One or two full sentences: what is wrong, names in double quotes, then what to do. */
  readonly message: string;
  readonly span: Span;
  readonly related: readonly RelatedPlace[];
  /** The best one first; absent if no change is mechanical. */
  readonly fixes?: readonly Fix[];
}

/** A value with the findings made while computing it. */
export interface Outcome<T> {
  readonly value: T;
  readonly findings: readonly Finding[];
}
