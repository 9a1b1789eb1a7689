/**
 * What a check or an importer has to say about a text. A finding is a result, not an exception:
 * bad input never throws.
 */
import type { Span } from './span.ts';

/** How grave a finding is. An `error` is what no run can make sense of. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** Another place that helps to understand a finding, such as one edge of a cycle. */
export interface RelatedPlace {
  readonly message: string;
  readonly span: Span;
}

/** Text that takes the place of what stands at a span; an empty span is a place to insert at. */
export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/** A change of the text after which a finding is gone. */
export interface Fix {
  /** What it does, in words that stand alone: `Mark "cache" as root`. */
  readonly title: string;
  /** Made all at once; their spans do not overlap. */
  readonly edits: readonly TextEdit[];
  /** Whether it is almost surely what is meant. */
  readonly isPreferred?: boolean;
}

/** One thing that is wrong or worth knowing, at the range of the name that it is about. */
export interface Finding {
  /** Stable code `group/name`, the same as its documentation page `language/docs/findings/group-name.md`. */
  readonly code: string;
  readonly severity: Severity;
  /** One or two full sentences: what is wrong, names in double quotes, then what to do. */
  readonly message: string;
  readonly span: Span;
  readonly related: readonly RelatedPlace[];
  /** The best one first; absent where no change is mechanical. */
  readonly fixes?: readonly Fix[];
}

/** A value with what there is to say about how it came about. */
export interface Outcome<T> {
  readonly value: T;
  readonly findings: readonly Finding[];
}
