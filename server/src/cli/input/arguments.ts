/**
 * Reads what stands behind a command: operands and options, or one sentence about what does not fit.
 */
import { parseArgs } from 'node:util';
import type { Answer } from '../../../../language/src/model/answer.ts';
import type { Arguments, Command, Option } from './command.ts';
import { didYouMean } from '../../questions/nearest-names.ts';
import { tableOf } from '../../../../language/src/model/table.ts';

/** The options of every command; one that stops by itself says what its time is. */
const commonOptions: Readonly<Record<string, Option>> = tableOf({
  json: { summary: 'print JSON for programs instead of text' },
  timeout: { value: 'TIME', summary: 'end after this time, such as 30s or 10m (default: no limit)' },
  help: { short: 'h', summary: 'print this help' },
});

/** Returns the command's own options with those of every command. */
export const allOptions = (command: Command): Readonly<Record<string, Option>> => ({
  ...command.options,
  ...commonOptions,
  // In the place that they have, but what a command says itself.
  ...command.options,
});

/** Returns arguments without an option and its value. */
export function withoutOption(args: readonly string[], command: Command, name: string): readonly string[] {
  const places = new Set<number>();
  for (const token of tokensOf(args, command)) {
    if (token.kind !== 'option' || token.name !== name) continue;
    places.add(token.index);
    if (token.value !== undefined && !token.inlineValue) places.add(token.index + 1);
  }
  return withWords(args, command).filter((_, place) => !places.has(place));
}

/** Whether `--help` is among the arguments; then nothing else in them counts. */
export const wantsHelp = (args: readonly string[], command: Command): boolean =>
  tokensOf(args, command).some((token) => token.kind === 'option' && token.name === 'help');

/** Returns the arguments of a command. Refuses unknown, repeated and incomplete options and a wrong number of operands. */
export function readArguments(args: readonly string[], command: Command): Answer<Arguments> {
  const options = allOptions(command);
  const operands: string[] = [];
  const values = new Map<string, string>();
  const flags = new Set<string>();
  for (const token of tokensOf(args, command)) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      operands.push(token.value);
      continue;
    }
    const { name, rawName } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) return { refusal: unknownOption(rawName, command) };
    if (values.has(name) || flags.has(name)) return { refusal: `The option "${rawName}" is given twice.` };
    if (option.value === undefined) {
      const refusal = refusedWord(rawName, option, token.value);
      if (refusal !== undefined) return { refusal };
      if (token.value === undefined) flags.add(name);
      else values.set(name, token.value);
      continue;
    }
    if (token.value === undefined || token.value === '' || (!token.inlineValue && isOption(token.value))) {
      return { refusal: `The option "${rawName}" needs a value: ${rawName} ${option.value}.` };
    }
    values.set(name, token.value);
  }
  const { least, most = Infinity } = command.operands;
  if (operands.length < least)
    return { refusal: `Too little is given; write "aftermath ${command.name} ${command.usage}".` };
  const surplus = operands[most];
  if (surplus !== undefined) {
    return { refusal: `"${surplus}" is one argument too many; write "aftermath ${command.name} ${command.usage}".` };
  }
  return { value: { operands, values, flags } };
}

/** Says why an option cannot have that word behind it; it may always stand alone. */
function refusedWord(rawName: string, { words }: Option, word: string | undefined): string | undefined {
  if (word === undefined || words?.includes(word) === true) return undefined;
  if (words === undefined) return `The option "${rawName}" takes no value.`;
  return `The option "${rawName}" takes ${words.map((each) => `"${each}"`).join(' or ')} or nothing; "${word}" is neither.`;
}

function tokensOf(args: readonly string[], command: Command) {
  const options = Object.entries(allOptions(command)).map(([name, { short, value }]) => [
    name,
    { type: value === undefined ? 'boolean' : 'string', ...(short === undefined ? {} : { short }) } as const,
  ]);
  // Not strict, because the words for what is wrong are ours.
  return parseArgs({
    args: withWords(args, command),
    options: Object.fromEntries(options) as Record<string, { type: 'boolean' | 'string'; short?: string }>,
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;
}

/** Joins an option that may have a word behind it with that word, so that it is not taken for an operand. */
function withWords(args: readonly string[], command: Command): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const joined: string[] = [];
  for (let place = 0; place < args.length; place++) {
    const [arg = '', next = ''] = args.slice(place, place + 2);
    const name = arg.slice(2);
    const words = Object.hasOwn(command.options, name) ? (command.options[name]?.words ?? []) : [];
    const hasWord = arg.startsWith('--') && place + 1 < end && words.includes(next);
    joined.push(hasWord ? `${arg}=${next}` : arg);
    if (hasWord) place += 1;
  }
  return joined;
}

/** A negative number is a value, if a wrong one, and `-` stands for the standard streams. */
const isOption = (text: string): boolean => /^-[^\d]/.test(text);

function unknownOption(rawName: string, command: Command): string {
  const names = Object.keys(allOptions(command)).map((name) => `--${name}`);
  return `The command "${command.name}" has no option "${rawName}".${didYouMean(rawName, names)} Its options are ${names.join(', ')}.`;
}
