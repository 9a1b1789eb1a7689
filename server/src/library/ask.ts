/**
 * Asks what a command of the command line answers, from a program: the same computation, typed, with progress, and
 * cancellable. Writes no file and never throws for bad input.
 */
import type { Answer } from '../../../language/src/model/common/answer.ts';
import type { Command, Option } from '../cli/input/command.ts';
import { commands } from '../cli/command-table.ts';
import { runHere, runOnThread } from './ask-thread.ts';
import type { Answers } from './generated/answers.ts';
import { readGivenFiles } from './given-files.ts';
import { fieldsOf } from './builder/untyped.ts';

/** A command that answers. */
export type AnsweringCommand = keyof Answers;

/** The value of an option: `true` for one that takes none; several for one that may be given several times. */
export type OptionValue = string | number | boolean | readonly (string | number)[];

/** The settings of a question. */
export interface Asking {
  /** By name without the dashes, as in the help of the command; `undefined` and `false` leave it out. */
  readonly options?: Readonly<Record<string, OptionValue | undefined>>;
  /** The folder that paths are relative to. Default: the working directory. */
  readonly folder?: string;
  /** The text for the operand `-`. */
  readonly input?: string | Uint8Array;
  /**
   * Returns the text of a file by its absolute path, or nothing if there is none; throws if it cannot be read. Default:
   * reads from the disk.
   */
  readonly readFile?: (path: string) => Promise<string | undefined>;
  /**
   * Ends long work within 200 ms of processor time: it is answered as far as it was done, or refused. With it the work is
   * done on a thread.
   */
  readonly signal?: AbortSignal;
  /** Called now and then with what is being done, such as `exploring "no leak": 12,000 states`. */
  readonly onProgress?: (text: string) => void;
}

/**
 * An answer. `conclusion` says what the exit code of the command says: `findings` for errors, failures or differences
 * that were asked for; `undecided` if a limit or the signal came first.
 */
export type Asked<T> =
  | { readonly value: T; readonly conclusion: 'fine' | 'findings' | 'undecided' }
  | { readonly refusal: string };

const conclusions = { 0: 'fine', 1: 'findings', 2: 'findings', 3: 'undecided' } as const;

/**
 * Answers what `aftermath COMMAND OPERANDS --json` prints; see the schema of the command line. A model with errors is
 * refused, as is what would write a file; if some of several files cannot be read, the others are answered.
 */
export async function ask<Name extends AnsweringCommand>(
  command: Name,
  operands: string | readonly string[],
  asking: Asking = {},
): Promise<Asked<Answers[Name]>> {
  const found = commands.find(({ name }) => name === command);
  if (found === undefined || found.hasNoJson === true) return { refusal: `There is no command "${command}" to ask.` };
  const given: readonly unknown[] = Array.isArray(operands) ? operands : [operands];
  const { options = {}, ...rest } = fieldsOf(asking);
  const read = argumentsOf(found, given, options);
  if ('refusal' in read) return read;
  if (rest.signal?.aborted === true) return { refusal: 'Interrupted before it began.' };
  const { folder = process.cwd(), input = '', readFile, onProgress, signal } = rest;
  const around = { folder, input, readFile: readFile && readGivenFiles(readFile), onProgress };
  const ran = signal === undefined ? await runHere(read.value, around) : await runOnThread(read.value, around, signal);
  if (ran === undefined) return { refusal: 'Interrupted before there was an answer.' };
  const { code, printed, said } = ran;
  if (printed === '') return { refusal: said.replace(/^aftermath: /gm, '').trim() };
  const value = JSON.parse(printed) as Answers[Name];
  const errors = errorsIn(command, value);
  return errors === undefined ? { value, conclusion: conclusions[code] } : { refusal: errors };
}

/** Returns the command line, or why it cannot be asked. */
function argumentsOf(
  command: Command,
  given: readonly unknown[],
  options: Readonly<Record<string, OptionValue | undefined>>,
): Answer<readonly string[]> {
  const operands = given.filter((operand) => typeof operand === 'string');
  const wrong = given.find((operand) => typeof operand !== 'string');
  if (operands.length < given.length) return { refusal: `An operand is a text; ${shown(wrong)} is none.` };
  const args: string[] = [command.name, '--json'];
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === false) continue;
    const refusal = refusedOption(command, name, value);
    if (refusal !== undefined) return { refusal };
    for (const each of Array.isArray(value) ? (value as readonly (string | number)[]) : [value])
      args.push(each === true ? `--${name}` : `--${name}=${String(each)}`);
  }
  const { changesUnless: check } = command;
  if (check !== undefined && options[check] !== true)
    return { refusal: `The library changes no file; ask with the option "${check}".` };
  return { value: [...args, '--', ...operands] };
}

function refusedOption(command: Command, name: string, value: unknown): string | undefined {
  if (name === 'json' || name === 'help') return `The option "${name}" is for people; an answer is always data.`;
  const option: Option | undefined = Object.hasOwn(command.options, name) ? command.options[name] : undefined;
  if (name === 'timeout' && option === undefined)
    return `"${command.name}" has no time limit of its own; end it with a signal.`;
  if (option?.isWritten === true)
    return `The library writes no file, so "${name}" does not apply; what it would hold is in the answer.`;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const wrong = values.find((each) => !['string', 'number', 'boolean'].includes(typeof each));
  return wrong === undefined
    ? undefined
    : `The option "${name}" takes a text, a number or true; ${shown(wrong)} is none.`;
}

const shown = (value: unknown): string => (value === null ? 'null' : `a value of type ${typeof value}`);

/** Returns what is wrong with the input, if the answer only says that. */
function errorsIn(command: AnsweringCommand, value: object): string | undefined {
  if (command === 'check' || Object.keys(value).join(' ') !== 'version command files counts') return undefined;
  const { files } = value as Pick<Answers['check'], 'files'>;
  const [first] = files.flatMap(({ file, findings }) =>
    findings.filter(({ severity }) => severity === 'error').map((finding) => ({ file, ...finding })),
  );
  if (first === undefined) return 'The model has errors, so nothing follows from it.';
  const { file, line, column, message } = first;
  return `"${file}" has errors, so nothing follows from it: ${String(line)}:${String(column)}: ${message}`;
}
