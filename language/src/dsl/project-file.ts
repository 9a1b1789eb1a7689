/**
 * Reads the file `.aftermath.json`: a project's decisions about its findings, for the editor and the command line
 * alike. It applies to its folder and to all folders below that have none of their own. Locating and loading the file
 * happens elsewhere. Also reads what the settings of VS Code exclude.
 */
import {
  createScanner,
  parse,
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { Finding, Fix, Outcome, Severity } from '../model/finding.ts';
import { findingCodes } from '../model/finding-codes.ts';
import type { Position, Span } from '../model/span.ts';
import { gradedCodes, type Severities } from './rules/severities.ts';
import { nearestName } from './syntax/messages/nearest-name.ts';
import { tableOf } from '../model/common/table.ts';
import { t } from '../model/common/translation.ts';
import { didYouMean } from './syntax/lexing/advice.ts';

/** The name of the file. */
export const projectFileName = '.aftermath.json';

/** The decisions of a project. */
export interface ProjectSettings {
  readonly severities: Severities;
  /** Patterns of the models that belong to the project, relative to the file; without them all do. */
  readonly include?: readonly string[];
  /** Patterns of files and folders that do not. */
  readonly exclude?: readonly string[];
}

/** The settings if there is no such file. */
export const noProjectSettings: ProjectSettings = { severities: {} };

/** The legal severities in the file. */
export const severityWords = ['error', 'warning', 'information', 'hint', 'off'] as const;

/**
 * Reads the text of a project file; comments and trailing commas are allowed. Invalid parts are omitted and reported:
 * `project/json` if it is not JSON, `project/setting` if a setting is meaningless.
 */
export function readProjectFile(text: string, uri: string): Outcome<ProjectSettings> {
  const errors: ParseError[] = [];
  const tooDeep = bracketPastLimit(text);
  // The parser is recursive.
  const root =
    tooDeep === undefined ? parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true }) : undefined;
  const findings: Finding[] = [];
  const tell: Tell = (code, at, message, fixes = []) => {
    const span = spanIn(text, uri, at);
    findings.push({
      ...{ code, severity: 'error', message, span, related: [] },
      ...(fixes.length > 0 && { fixes: fixes.map((fix) => fix(span)) }),
    });
  };
  const [first] = errors;
  if (tooDeep !== undefined) tell('project/json', tooDeep, tooDeepMessage);
  if (first !== undefined) tell('project/json', first, jsonMessage(first));
  const settings = root === undefined ? noProjectSettings : readSettings(root, tell);
  return { value: settings, findings };
}

/** The nesting limit; no setting needs more than two levels. */
const deepest = 100;

/** Returns the first bracket past the nesting limit, if there is one. */
function bracketPastLimit(text: string): { readonly offset: number; readonly length: number } | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const offset = scanner.getTokenOffset();
    const first = text.charAt(offset);
    if (first === '{' || first === '[') depth++;
    else if (first === '}' || first === ']') depth--;
    if (depth > deepest) return { offset, length: 1 };
  }
  return undefined;
}

const tooDeepMessage = t`This nests more than ${String(deepest)} levels deep, so the file is not read. Remove it.`;

/** Reports a fault at a part of the text. */
type Tell = (
  code: 'project/json' | 'project/setting',
  at: { readonly offset: number; readonly length: number },
  message: string,
  fixes?: readonly ((span: Span) => Fix)[],
) => void;

const settingNames = ['$schema', 'severities', 'include', 'exclude', 'operators'];

function readSettings(root: Node, tell: Tell): ProjectSettings {
  if (root.type !== 'object') {
    tell('project/setting', root, t`A project file is an object with settings, such as {"severities": {}}.`);
    return noProjectSettings;
  }
  for (const { key } of membersOf(root)) {
    if (!settingNames.includes(nameOf(key))) tellUnknown(t`There is no setting`, key, settingNames, tell);
  }
  const operators = findNodeAtLocation(root, ['operators']);
  if (operators !== undefined) checkOperators(operators, tell);
  const severities = findNodeAtLocation(root, ['severities']);
  const patterns = (['include', 'exclude'] as const).flatMap((name) => {
    const node = findNodeAtLocation(root, [name]);
    return node === undefined ? [] : [[name, readPatterns(node, tell)] as const];
  });
  return {
    severities: severities === undefined ? {} : readSeverities(severities, tell),
    ...Object.fromEntries(patterns),
  };
}

function readPatterns(node: Node, tell: Tell): readonly string[] {
  if (node.type !== 'array') tell('project/setting', node, t`Patterns are a list, such as ["models/**", "*.aft"].`);
  return (node.type === 'array' ? (node.children ?? []) : []).flatMap((child) => {
    const pattern: unknown = child.value;
    const fault = patternFault(pattern);
    if (fault === undefined && typeof pattern === 'string') return [pattern];
    tell('project/setting', child, fault ?? '');
    return [];
  });
}

/** Says why a value is no pattern of paths below a folder, if it is none. */
function patternFault(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string') return t`A pattern is a text, such as "models/**".`;
  if (pattern === '') return t`An empty pattern matches nothing. Remove it.`;
  if (pattern.includes('\\')) return t`Write "/" between the parts of a pattern.`;
  const isElsewhere = pattern.startsWith('/') || pattern.split('/').some((part) => part === '..' || part === '.');
  return isElsewhere || pattern.endsWith('/')
    ? t`A pattern is relative to the folder of this file: neither "/" at its start or end, nor "." or ".." in it.`
    : undefined;
}

/** Reports operators in another form; the import of Kubernetes objects reads them. */
function checkOperators(node: Node, tell: Tell): void {
  const example = t`such as {"acme.io/cleanup": "prod/deployment/acme-operator"}`;
  if (node.type !== 'object') tell('project/setting', node, t`The operators are an object, ${example}.`);
  for (const { value } of node.type === 'object' ? membersOf(node) : []) {
    if (value !== undefined && value.type !== 'string')
      tell('project/setting', value, t`An operator is the name of what removes the finalizer, ${example}.`);
  }
}

function readSeverities(node: Node, tell: Tell): Severities {
  if (node.type !== 'object') {
    tell('project/setting', node, t`The severities are an object, such as {"resource/orphan": "error"}.`);
    return {};
  }
  const severities: Record<string, Severity | 'off'> = {};
  for (const { key, value } of membersOf(node)) {
    const code = nameOf(key);
    if (!codes.includes(code)) tellUnknown(t`There is no finding`, key, codes, tell);
    else if (!gradedCodes.includes(code))
      tell('project/setting', key, t`The severity of "${code}" cannot be changed. Remove this line.`);
    else if (isSeverity(value?.value)) severities[code] = value.value;
    else if (value !== undefined) {
      const words = severityWords.map((word) => `"${word}"`).join(', ');
      tell('project/setting', value, t`A severity is one of ${words}.`);
    }
  }
  return severities;
}

const codes: readonly string[] = findingCodes.map(({ code }) => code);
const isSeverity = (value: unknown): value is Severity | 'off' => severityWords.some((word) => word === value);

interface Member {
  readonly key: Node;
  readonly value: Node | undefined;
}

const membersOf = (node: Node): readonly Member[] =>
  (node.children ?? []).flatMap(({ children: [key, value] = [] }) => (key === undefined ? [] : [{ key, value }]));

const nameOf = ({ value }: Node): string => String(value);

function tellUnknown(sentence: string, key: Node, names: readonly string[], tell: Tell): void {
  const nearest = nearestName(nameOf(key), names);
  const hint = nearest === undefined ? listHint(names) : didYouMean(nearest);
  const write = (text: string) => (span: Span) => ({
    title: t`Write "${text}"`,
    edits: [{ span, text: JSON.stringify(text) }],
    isPreferred: true,
  });
  tell('project/setting', key, `${sentence} "${nameOf(key)}". ${hint}`, nearest === undefined ? [] : [write(nearest)]);
}

const listHint = (names: readonly string[]): string =>
  names.length < 10 ? t`There are ${names.map((name) => `"${name}"`).join(', ')}.` : t`Its page lists all of them.`;

/** Messages for the errors of jsonc-parser; all others are errors within a text or a number. */
const jsonMessages: Readonly<Record<string, string>> = tableOf({
  InvalidSymbol: t`Unexpected word. Write texts in double quotes.`,
  PropertyNameExpected: t`Expected a name in double quotes here.`,
  ValueExpected: t`Expected a value here.`,
  ColonExpected: t`Expected a colon here.`,
  CommaExpected: t`Expected a comma here.`,
  CloseBraceExpected: t`Expected a closing brace here.`,
  CloseBracketExpected: t`Expected a closing bracket here.`,
  EndOfFileExpected: t`Unexpected text after the last closing brace. Remove it.`,
});

const jsonMessage = ({ error }: ParseError): string =>
  jsonMessages[printParseErrorCode(error)] ?? t`This cannot be read as JSON. Check quotes, escapes and digits.`;

function spanIn(text: string, uri: string, { offset, length }: { offset: number; length: number }): Span {
  return { uri, start: positionIn(text, offset), end: positionIn(text, offset + length) };
}

function positionIn(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

/** The settings that exclude files and folders, which the editor neither shows nor searches. */
export const exclusionSettings = ['files.exclude', 'search.exclude'] as const;

/** The path of the settings below their folder. */
export const editorSettingsFile = '.vscode/settings.json';

/** Returns the patterns of one of the settings, such as `{"old": true}`; any other value has none. */
export function exclusionsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([pattern, isExcluded]) => (isExcluded === true ? [pattern] : []));
}

/** Returns the patterns that the text of a settings file excludes; a text that is no such file excludes nothing. */
export function readExclusions(text: string): readonly string[] {
  if (bracketPastLimit(text) !== undefined) return [];
  const root: unknown = parse(text, [], { allowTrailingComma: true });
  if (typeof root !== 'object' || root === null) return [];
  const settings = new Map<string, unknown>(Object.entries(root));
  return exclusionSettings.flatMap((name) => exclusionsIn(settings.get(name)));
}
