/**
 * Reads the arguments of a command: operands and options, or one sentence about what is wrong with them.
 */
import { parseArgs } from 'node:util';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { append } from '../../../../language/src/model/common/append.ts';
import type { Arguments, Command, Option } from './command.ts';
import { didYouMean } from '../../questions/files/nearest-names.ts';
import { tableOf } from '../../../../language/src/model/common/table.ts';

/** The options of every command; a command that stops by itself declares its own `--timeout`. */
const commonOptions: Readonly<Record<string, Option>> = tableOf({
  json: { summary: 'print JSON for programs instead of text' },
  timeout: { value: 'TIME', summary: 'end after this time, such as 30s or 10m (default: no limit)' },
  help: { short: 'h', summary: 'print this help' },
});

/** Returns the command's own options and those of every command. */
export function allOptions({ options, hasNoJson }: Command): Readonly<Record<string, Option>> {
  const { json, ...others } = commonOptions;
  return {
    ...options,
    ...(hasNoJson === true || json === undefined ? others : { json, ...others }),
    // A command's own option keeps its place in the order but overrides the common one.
    ...options,
  };
}

/** Returns the arguments without an option and its value. */
export function withoutOption(args: readonly string[], command: Command, name: string): readonly string[] {
  const places = new Set<number>();
  for (const token of tokensOf(args, command)) {
    if (token.kind !== 'option' || token.name !== name) continue;
    places.add(token.index);
    if (token.value !== undefined && !token.inlineValue) places.add(token.index + 1);
  }
  return withWords(args, command).filter((_, place) => !places.has(place));
}

/** Returns true if `--help` is among the arguments; the others are then ignored. */
export const wantsHelp = (args: readonly string[], command: Command): boolean =>
  tokensOf(splitArguments(args, command).own, command).some(
    (token) => token.kind === 'option' && token.name === 'help',
  );

/**
 * Returns the arguments of a command. Refuses unknown, repeated or incomplete options and a wrong number of operands.
 */
export function readArguments(args: readonly string[], command: Command): Answer<Arguments> {
  const { own, passedOn } = splitArguments(args, command);
  const options = allOptions(command);
  const operands: string[] = [];
  const values = new Map<string, string>();
  const lists = new Map<string, string[]>();
  const flags = new Set<string>();
  for (const token of tokensOf(own, command)) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      operands.push(token.value);
      continue;
    }
    const { name, rawName } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) return { refusal: unknownOption(rawName, command) };
    if (option.several !== true && (values.has(name) || flags.has(name)))
      return { refusal: `The option "${rawName}" is given twice.` };
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
    if (option.several === true) append(lists, name, token.value);
  }
  operands.push(...passedOn);
  const { least, most = Infinity } = command.operands;
  if (operands.length < least)
    return { refusal: `Arguments are missing; write "aftermath ${command.name} ${command.usage}".` };
  const surplus = operands[most];
  if (surplus !== undefined) {
    return { refusal: `"${surplus}" is one argument too many; write "aftermath ${command.name} ${command.usage}".` };
  }
  return { value: { operands, values, lists, flags } };
}

/** Divides the arguments into those of the command and those that it passes on. */
function splitArguments(args: readonly string[], command: Command) {
  const operands = tokensOf(args, command).filter(({ kind }) => kind === 'positional');
  const place = command.passesOn === undefined ? undefined : operands[command.passesOn]?.index;
  return { own: args.slice(0, place), passedOn: place === undefined ? [] : args.slice(place) };
}

/** Returns why an option cannot take that word; every such option may also be given alone. */
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
  // Not strict, because the error messages are ours.
  return parseArgs({
    args: withWords(args, command),
    options: Object.fromEntries(options) as Record<string, { type: 'boolean' | 'string'; short?: string }>,
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;
}

/** Joins an option with its optional word, so that the word is not read as an operand. */
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

/** A negative number is a value (if an invalid one), and `-` means standard input or output. */
const isOption = (text: string): boolean => /^-[^\d]/.test(text);

function unknownOption(rawName: string, command: Command): string {
  const names = Object.keys(allOptions(command)).map((name) => `--${name}`);
  return `The command "${command.name}" has no option "${rawName}".${didYouMean(rawName, names)} Its options are ${names.join(', ')}.`;
}
