/**
 * What the options of a question are called and what they take. How they are written on a command line is not
 * known here.
 */

/** What a question is asked with. */
export interface Arguments {
  /** What is named without being an option, in order. */
  readonly operands: readonly string[];
  /** The options that take a value, by name. */
  readonly values: ReadonlyMap<string, string>;
  /** The options that were given without a value, by name. */
  readonly flags: ReadonlySet<string>;
}

/** One option of a question. */
export interface Option {
  /** One letter that may stand for the name, after a single `-`. */
  readonly short?: string;
  /** What its value is called in the help; without it the option takes none. */
  readonly value?: string;
  /** The words one of which may follow; without any, the option stands alone. Instead of `value`. */
  readonly words?: readonly string[];
  /** A clause for the help. */
  readonly summary: string;
}
