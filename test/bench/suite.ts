/**
 * The parts of a suite of measurements. A suite knows its inputs and contenders and makes tables; it does not know how
 * contenders are run or tables are shown.
 */

/** An input that JSON can carry from the suite to its contenders. */
export type Input = Readonly<Record<string, string | number>>;

/** The result of one run of a contender. */
export interface Measurement {
  /** Milliseconds by phase; the phases are consecutive. */
  readonly times: Readonly<Record<string, number>>;
  /** The computed numbers, on which all contenders must agree. */
  readonly answers: Readonly<Record<string, number>>;
  /** Other numbers, which may differ. */
  readonly facts?: Readonly<Record<string, number>>;
}

/** Runs once on an input and measures itself. Preparing the input is not timed. */
export type Contender = (input: Input) => Measurement | Promise<Measurement>;

/** The median of several runs of one contender. */
export interface Result {
  readonly times: Readonly<Record<string, number>>;
  /** The median of the sums of all phases. */
  readonly total: number;
  readonly answers: Readonly<Record<string, number>>;
  /** Those of the first run. */
  readonly facts: Readonly<Record<string, number>>;
  /** The peak memory of its process, in MB, including Node and the input. */
  readonly peakMegabytes: number;
}

/** The reason why there is no result. */
export interface Failure {
  readonly failure: string;
}

/** The number of turns, and the known failures. */
export interface DuelOptions {
  /** The number of turns of each contender; a turn is one run, or as many as fit into a quarter of a second. */
  readonly rounds: number;
  /** The number of turns of a slow contender, by its name, if it has fewer. */
  readonly turns?: Readonly<Record<string, number>>;
  /** The known failure of a contender, by its name; any other failure ends the bench. */
  readonly knownFailures?: Readonly<Record<string, RegExp>>;
  /** The contenders that run, if not all of the suite do. */
  readonly only?: readonly string[];
  /** The most seconds that one turn may take. Default: 300. */
  readonly patience?: number;
}

/** The interface of the bench to a suite. */
export interface Bench {
  /**
   * Returns the results of all contenders on one input by their names. Each has a process of its own, and they run in
   * turn, so that other work of the machine affects them alike. Rejects if answers differ.
   */
  readonly duel: (input: Input, options: DuelOptions) => Promise<ReadonlyMap<string, Result | Failure>>;
}

/** Rows of cells under a header; numbers are right-aligned. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Sentences under the table. */
  readonly notes: readonly string[];
}

/** One group of measurements. */
export interface Suite {
  /** The measured quantity, in one line. */
  readonly summary: string;
  /** By name; loaded only in the process that runs it. */
  readonly contenders: Readonly<Record<string, () => Promise<Contender>>>;
  /** Yields tables one by one. */
  readonly run: (bench: Bench) => AsyncIterable<Table>;
}
