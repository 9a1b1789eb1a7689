/**
 * What a command of the command line is, and what it gets to work with. It does not know which
 * commands there are, nor where their output goes.
 */
import type { TextSource } from '../../questions/read-text.ts';

/** The exit codes of every command, as documented in the help. */
export const exitCodes = { fine: 0, findings: 1, refused: 2, undecided: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A place that text goes to. */
export interface Output {
  readonly write: (text: string) => void;
  readonly isColoured: boolean;
  /** Whether somebody looks at it while it is written, so that progress is worth showing. */
  readonly isTerminal?: boolean;
}

/** What is around a command: everything that is not in its arguments. */
export interface Surroundings extends TextSource {
  /** For results. */
  readonly output: Output;
  /** For everything else: refusals, findings about an input, remarks. */
  readonly notes: Output;
  /** The address of the page about a finding code, if there is one. */
  readonly page: (code: string) => string | undefined;
  /**
   * Takes on interrupts (Ctrl+C) from now on: the first one aborts the signal, a second one ends the
   * program. Absent where there are none; a command that does not take them on is ended by the first.
   */
  readonly onInterrupt?: () => AbortSignal;
  /**
   * Runs this command line as a program of its own, and ends that when it takes more than so many milliseconds, be it
   * in the middle of something; a file is written whole all the same. Returns the exit code. Absent where there are no
   * programs.
   */
  readonly runApart?: (args: readonly string[], milliseconds: number) => Promise<number | 'out of time'>;
  /** A clock in milliseconds, for how long something took. Absent where that is not told. */
  readonly clock?: () => number;
}

/** The operands and options of a command line. */
export interface Arguments {
  /** What follows the command without being an option, in order. */
  readonly operands: readonly string[];
  /** The options that take a value, by name. */
  readonly values: ReadonlyMap<string, string>;
  /** The options that were given without a value, by name. */
  readonly flags: ReadonlySet<string>;
}

/** One option of a command. */
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

/** Everything that a command works with. */
export interface Context extends Surroundings, Arguments {}

/**
 * One command. `--json`, `--timeout` and `--help` are options of every command and not listed here, but for a
 * `--timeout` of its own: then it stops by itself, with what there is by then.
 */
export interface Command {
  readonly name: string;
  /** A clause for the list of commands. */
  readonly summary: string;
  /** What follows the name: operands in capitals, then the command's own options. */
  readonly usage: string;
  /** How many operands it takes; without `most` any number. */
  readonly operands: { readonly least: number; readonly most?: number };
  /** By name, without the leading `--`. */
  readonly options: Readonly<Record<string, Option>>;
  /** Paragraphs that the help adds, each a list of lines of up to 80 characters. */
  readonly details: readonly (readonly string[])[];
  readonly run: (context: Context) => Promise<ExitCode>;
}

/** Says on the notes why something cannot be done. Returns the exit code for it. */
export function refuse({ notes }: Pick<Surroundings, 'notes'>, sentence: string): ExitCode {
  notes.write(`aftermath: ${sentence}\n`);
  return exitCodes.refused;
}
