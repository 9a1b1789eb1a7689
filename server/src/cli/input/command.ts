/**
 * The type of a command and of everything it works with. It knows neither which commands there are nor where their
 * output goes.
 */
import type { FindingCache } from '../../questions/files/finding-cache.ts';
import type { TextSource } from '../../questions/files/read-text.ts';

/** The exit codes of every command, as documented in the help. */
export const exitCodes = { fine: 0, findings: 1, refused: 2, undecided: 3 } as const;
/** One of the exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A destination of text. */
export interface Output {
  readonly write: (text: string) => void;
  readonly isColoured: boolean;
  /** True if a user watches the output while it is written, so that progress is worth showing. */
  readonly isTerminal?: boolean;
}

/** The limits of a command line that runs in a process of its own. */
export interface CaptureLimits {
  readonly folder: string;
  /** The folders that it may read. */
  readonly roots: readonly string[];
  readonly milliseconds: number;
  /** The most bytes that it may print. */
  readonly bytes: number;
  readonly signal: AbortSignal;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** The output of a command line, or the reason why it was ended. */
export interface Captured {
  readonly output: string;
  readonly notes: string;
  readonly ended: number | 'out of time' | 'too long' | 'cancelled';
}

/** The results of all shards of a command, in order; the command takes them instead of computing them. */
export interface Merged {
  /** A digest of what they were computed from. */
  readonly key: string;
  readonly parts: readonly unknown[];
}

/** Interrupts, as work sees them. An `AbortSignal` is one form of them. */
export interface Interrupts {
  /** True after the first interrupt. Whoever sees it takes it on, and ends the work soon. */
  readonly aborted: boolean;
  /** Resolves when interrupts are heard; until then the first ends the program. */
  readonly ready?: Promise<void>;
  /**
   * Runs a piece of work for so many milliseconds at most, or until an interrupt. Returns undefined if it was ended;
   * what it was changing is left as it was in the middle.
   */
  readonly runEndable?: <T>(piece: () => T, milliseconds: number) => { readonly value: T } | undefined;
  /** Takes on an interrupt before it comes, because the work under way cannot be ended in the middle. */
  readonly hold?: () => unknown;
}

/** The size of divided work, and a digest of what it is computed from. */
export interface Planned {
  readonly key: string;
  readonly pieces: number;
}

/** The surroundings of a command: everything that is not in its arguments. */
export interface CommandSurroundings extends TextSource {
  /** For results. */
  readonly output: Output;
  /** For everything else: refusals, findings about an input, remarks. */
  readonly notes: Output;
  /** Returns the text of a file of the program, by its path in its folder; rejects if it is not there. */
  readonly readPart?: (path: string) => Promise<string>;
  /**
   * Handles interrupts (Ctrl+C) from now on: the first is for the command, the second ends the program. Absent if there
   * are none; a command that does not call this is ended by the first.
   */
  readonly onInterrupt?: () => Interrupts;
  /**
   * Runs this command line as a process of its own and ends it after `milliseconds`, even in the middle of something;
   * files are still written whole. Returns the exit code. Absent if there are no processes.
   */
  readonly runApart?: (args: readonly string[], milliseconds: number) => Promise<number | 'out of time'>;
  /** Runs a command line in a process of its own and returns what it prints. Absent if there are no processes. */
  readonly runCaptured?: (args: readonly string[], limits: CaptureLimits) => Promise<Captured>;
  /** Returns what arrives at the standard input, until it closes. */
  readonly arriving?: () => AsyncIterable<Uint8Array>;
  /** Present if the command is to merge shards. */
  readonly merged?: Merged;
  /** Present if a shard is only to be planned: is told the plan, and nothing is computed or printed. */
  readonly plan?: (planned: Planned) => void;
  /** Findings of earlier runs. Absent if none are kept. */
  readonly cache?: FindingCache;
  /** The words that start this program. Absent if there are no processes. */
  readonly program?: readonly string[];
  /** The folder of the documentation that ships with the program, if it does. */
  readonly documentation?: string;
  /** A clock in milliseconds, to measure durations. Absent if durations are not reported. */
  readonly clock?: () => number;
  /** Measures the memory of this process, after what is no longer in use is freed if asked to. Absent if that is not measured. */
  readonly memory?: Memory;
}

/** The memory of this process, in bytes. */
export interface Memory {
  readonly used: () => number;
  /** Frees what is no longer in use. Cost: some milliseconds for each gigabyte. */
  readonly free: () => void;
}

/** The operands and options of a command line. */
export interface Arguments {
  /** The arguments that are not options, in order. */
  readonly operands: readonly string[];
  /** The options with a value, by name. */
  readonly values: ReadonlyMap<string, string>;
  /** The values of the options that may be given several times, by name, in order. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  /** The options without a value, by name. */
  readonly flags: ReadonlySet<string>;
}

/** One option of a command. */
export interface Option {
  /** One letter that is an alternative to the name, after a single `-`. */
  readonly short?: string;
  /** The name of its value in the help; absent if the option takes none. */
  readonly value?: string;
  /** True if it may be given several times, each with a value. */
  readonly several?: boolean;
  /** The words that may follow, instead of `value`; the option may also be given alone. */
  readonly words?: readonly string[];
  /** True if its value is a file to write, or `-` for the standard output. */
  readonly isWritten?: true;
  /** A clause for the help. */
  readonly summary: string;
}

/** Everything that a command works with. */
export interface Context extends CommandSurroundings, Arguments {}

/**
 * One command. `--json`, `--timeout` and `--help` are options of every command and not listed here, except a
 * `--timeout` of its own: the command then stops by itself and returns what it has found so far.
 */
export interface Command {
  readonly name: string;
  /** A clause for the list of commands. */
  readonly summary: string;
  /** The rest of the usage line: operands in capitals, then the command's own options. */
  readonly usage: string;
  /** The number of operands; without `most` there is no maximum. */
  readonly operands: { readonly least: number; readonly most?: number };
  /** True if an operand may be a folder, which stands for the models in it. */
  readonly takesFolders?: true;
  /** By name, without the leading `--`. */
  readonly options: Readonly<Record<string, Option>>;
  /** True if it has no `--json`, because its output is JSON anyway. */
  readonly hasNoJson?: true;
  /** The operand, from 0, from which on all arguments are operands, as they are: those of another command. */
  readonly passesOn?: number;
  /** The option without which it changes its operands, if it does. */
  readonly changesUnless?: string;
  /** Paragraphs that the help adds, each a list of lines of up to 80 characters. */
  readonly details: readonly (readonly string[])[];
  readonly run: (context: Context) => Promise<ExitCode>;
}

/** Writes to the notes why something cannot be done. Returns the exit code. */
export function refuse({ notes }: Pick<CommandSurroundings, 'notes'>, sentence: string): ExitCode {
  notes.write(`aftermath: ${sentence}\n`);
  return exitCodes.refused;
}
