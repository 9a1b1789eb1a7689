/**
 * What a suite of measurements is made of. A suite knows its inputs and contenders and makes tables; it
 * does not know how contenders are run or how tables are shown.
 */

/** Whatever JSON carries from the suite to its contenders. */
export type Input = Readonly<Record<string, string | number>>;

/** What one run of a contender says. */
export interface Measurement {
  /** Milliseconds by phase; the phases are one after the other. */
  readonly times: Readonly<Record<string, number>>;
  /** What was computed, as numbers that all contenders must agree on. */
  readonly answers: Readonly<Record<string, number>>;
  /** What else there is to say, as numbers that nobody has to agree on. */
  readonly facts?: Readonly<Record<string, number>>;
}

/** Runs once on an input and measures itself. What the input is made into beforehand is not timed. */
export type Contender = (input: Input) => Measurement | Promise<Measurement>;

/** The median of several runs of one contender. */
export interface Result {
  readonly times: Readonly<Record<string, number>>;
  /** The median of the sums of all phases. */
  readonly total: number;
  readonly answers: Readonly<Record<string, number>>;
  /** Of the first run. */
  readonly facts: Readonly<Record<string, number>>;
  /** The most memory that its process has had, in MB: Node and the input included. */
  readonly peakMegabytes: number;
}

/** Why there is no result. */
export interface Failure {
  readonly failure: string;
}

/** How often, and what may fail. */
export interface DuelOptions {
  /** How many turns each contender has; a turn is one run, or as many as fit into a quarter of a second. */
  readonly rounds: number;
  /** How many turns a slow contender has, by its name, where it has fewer. */
  readonly turns?: Readonly<Record<string, number>>;
  /** The failure that is known of a contender, by its name; any other failure ends the bench. */
  readonly knownFailures?: Readonly<Record<string, RegExp>>;
  /** Who runs, where not all of the suite do. */
  readonly only?: readonly string[];
  /** The most seconds that one turn may take. Default: 300. */
  readonly patience?: number;
}

/** What a suite is given. */
export interface Bench {
  /**
   * Returns the results of all contenders on one input by their names. Each has a process of its own, and
   * they run in turn, so that what else the machine does meets them alike. Rejects if answers differ.
   */
  readonly duel: (input: Input, options: DuelOptions) => Promise<ReadonlyMap<string, Result | Failure>>;
}

/** Rows of cells under a head; a number is right-aligned. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Sentences under the table. */
  readonly notes: readonly string[];
}

/** One group of measurements. */
export interface Suite {
  /** What is measured, in one line. */
  readonly summary: string;
  /** By name; loaded only in the process that runs it. */
  readonly contenders: Readonly<Record<string, () => Promise<Contender>>>;
  /** Gives table after table. */
  readonly run: (bench: Bench) => AsyncIterable<Table>;
}
