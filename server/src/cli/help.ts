/**
 * The texts of `--help`.
 */
import { allOptions } from './input/arguments.ts';
import type { Command, Option } from './input/command.ts';

const exitCodeLines = [
  'Exit codes:',
  '  0  fine',
  '  1  there are findings of severity "error", or an expectation failed',
  '  2  wrong usage or unreadable input; one sentence on standard error says which',
  '  3  not decided within a limit that was set, or interrupted',
];

const foldersLines = [
  'A folder stands for the models in it that the project file includes and neither it',
  'nor .vscode/settings.json excludes.',
];

/** Returns the help of the program: its commands and exit codes. */
export function overview(commands: readonly Command[]): string {
  return text([
    'Aftermath: what happens after something dies.',
    '',
    'Usage: aftermath COMMAND FILE [options]',
    '',
    'Commands:',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Options:',
    ...columns([
      ['-h, --help', 'print this help; after a command, the help on it'],
      ['--version', 'print the version'],
    ]),
    '',
    'FILE is a model (.aft); "-" reads the standard input. With --json a command prints',
    'one JSON object instead of text; with --timeout 30s it ends after this time.',
    '',
    ...exitCodeLines,
  ]);
}

/** Returns the help of one command. */
export function commandHelp(command: Command): string {
  const { name, summary, usage, details, takesFolders } = command;
  return text([
    `aftermath ${name}: ${summary}.`,
    '',
    `Usage: aftermath ${name} ${usage}${command.hasNoJson === true ? '' : ' [--json]'}`,
    '',
    ...details.flatMap((paragraph) => [...paragraph, '']),
    ...(takesFolders === true ? [...foldersLines, ''] : []),
    'Options:',
    ...columns(Object.entries(allOptions(command)).map(([long, option]) => [spelling(long, option), option.summary])),
    '',
    ...exitCodeLines,
  ]);
}

const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

const spelling = (name: string, { short, value, words }: Option): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}${words === undefined ? '' : ` [${words.join('|')}]`}`;

function columns(rows: readonly (readonly [left: string, right: string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
