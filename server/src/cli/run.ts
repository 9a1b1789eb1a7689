/**
 * The command line as a function: finds the command, reads its arguments and runs it. All input and output go through
 * its surroundings, so tests run it in-process.
 */
import { readArguments, wantsHelp, withoutOption } from './input/arguments.ts';
import { type Command, type ExitCode, exitCodes, refuse, type CommandSurroundings } from './input/command.ts';
import { readTime } from './input/size-options.ts';
import { commands } from './command-table.ts';
import { commandHelp, overview } from './help.ts';
import { modelsAmong } from '../questions/files/find-models.ts';
import { didYouMean } from '../questions/files/nearest-names.ts';
import { Interrupted } from '../workspace/files/whole-file.ts';
import { version } from './text/version.ts';

/** Runs one command line, given without the program's name. Returns the exit code; never rejects. */
export async function runCommandLine(args: readonly string[], surroundings: CommandSurroundings): Promise<ExitCode> {
  const [first, ...rest] = args;
  if (first === undefined) {
    surroundings.notes.write(overview(commands));
    return exitCodes.refused;
  }
  if (first === '--version') return show(surroundings, `${version}\n`);
  if (first === '--help' || first === '-h' || first === 'help') {
    const [topic] = rest.filter((word) => !word.startsWith('-'));
    return topic === undefined ? show(surroundings, overview(commands)) : helpOn(topic, surroundings);
  }
  if (first.startsWith('-')) return refuse(surroundings, misplaced(first));
  const command = find(first);
  if (command === undefined) return refuse(surroundings, unknownCommand(first));
  if (wantsHelp(rest, command)) return show(surroundings, commandHelp(command));
  const read = readArguments(rest, command);
  if ('refusal' in read) return refuse(surroundings, read.refusal);
  const limit = stopsItself(command) ? { value: undefined } : readTime(read.value, 'timeout');
  if ('refusal' in limit) return refuse(surroundings, limit.refusal);
  if (limit.value !== undefined) return runWithin(limit.value, command, rest, surroundings);
  try {
    const { operands } = read.value;
    const files = command.takesFolders === true ? await modelsAmong(operands, surroundings) : { value: operands };
    if ('refusal' in files) return refuse(surroundings, files.refusal);
    return await command.run({ ...surroundings, ...read.value, operands: files.value });
  } catch (error) {
    if (error instanceof Interrupted) {
      surroundings.notes.write(`aftermath: ${error.message}\n`);
      return exitCodes.undecided;
    }
    return refuse(surroundings, `This is a bug in Aftermath; please report it with this trace.\n${trace(error)}`);
  }
}

const stopsItself = ({ options }: Command): boolean => Object.hasOwn(options, 'timeout');

/** Runs the command in a process of its own, which can be ended whatever it is doing. */
async function runWithin(
  milliseconds: number,
  command: Command,
  args: readonly string[],
  surroundings: CommandSurroundings,
): Promise<ExitCode> {
  const { notes, runApart } = surroundings;
  if (runApart === undefined) return refuse(surroundings, 'The option "--timeout" needs a process of its own.');
  const ended = await runApart([command.name, ...withoutOption(args, command, 'timeout')], milliseconds);
  if (ended !== 'out of time') return Object.values(exitCodes).find((code) => code === ended) ?? exitCodes.refused;
  notes.write(`aftermath: Out of time: "${command.name}" took longer than ${String(milliseconds / 1000)}s.\n`);
  return exitCodes.undecided;
}

const find = (name: string): Command | undefined => commands.find((command) => command.name === name);

function show({ output }: CommandSurroundings, text: string): ExitCode {
  output.write(text);
  return exitCodes.fine;
}

function helpOn(topic: string, surroundings: CommandSurroundings): ExitCode {
  const command = find(topic);
  return command === undefined ? refuse(surroundings, unknownCommand(topic)) : show(surroundings, commandHelp(command));
}

function unknownCommand(name: string): string {
  const names = commands.map((command) => command.name);
  return `There is no command "${name}".${didYouMean(name, names)} The commands are ${names.join(', ')}.`;
}

function misplaced(option: string): string {
  const known = commands.some(({ options }) => option === '--json' || Object.hasOwn(options, option.slice(2)));
  if (known) return `The command comes first, then the file, then options such as "${option}".`;
  return `There is no option "${option}".${didYouMean(option, ['--help', '--version'])} The command comes first: aftermath COMMAND FILE.`;
}

const trace = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
