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

/** One thing that is wrong or worth knowing, at the range of the name that it is about. */
export interface Finding {
  /** Stable code `group/name`, the same as its documentation page `language/docs/findings/group-name.md`. */
  readonly code: string;
  readonly severity: Severity;
  /** One or two full sentences: what is wrong, names in double quotes, then what to do. */
  readonly message: string;
  readonly span: Span;
  readonly related: readonly RelatedPlace[];
}

/** A value with what there is to say about how it came about. */
export interface Outcome<T> {
  readonly value: T;
  readonly findings: readonly Finding[];
}
