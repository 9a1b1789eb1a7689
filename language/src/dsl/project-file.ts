/**
 * Reads the file `.aftermath.json`: a project's decisions about its findings, for the editor and the command line
 * alike. It applies to its folder and to all folders below that have none of their own. Locating and loading the file
 * happens elsewhere.
 */
import {
  createScanner,
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
import { nearestName } from './syntax/nearest-name.ts';
import { tableOf } from '../model/table.ts';

/** The name of the file. */
export const projectFileName = '.aftermath.json';

/** The decisions of a project. */
export interface ProjectSettings {
  readonly severities: Severities;
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

const tooDeepMessage = `This nests more than ${String(deepest)} levels deep, so the file is not read. Remove it.`;

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

/** Reports a fault at a part of the text. */
type Tell = (
  code: 'project/json' | 'project/setting',
  at: { readonly offset: number; readonly length: number },
  message: string,
  fixes?: readonly ((span: Span) => Fix)[],
) => void;

const settingNames = ['$schema', 'severities', 'operators'];

function readSettings(root: Node, tell: Tell): ProjectSettings {
  if (root.type !== 'object') {
    tell('project/setting', root, 'A project file is an object with settings, such as {"severities": {}}.');
    return noProjectSettings;
  }
  for (const { key } of membersOf(root)) {
    if (!settingNames.includes(nameOf(key))) tellUnknown('There is no setting', key, settingNames, tell);
  }
  const operators = findNodeAtLocation(root, ['operators']);
  if (operators !== undefined) checkOperators(operators, tell);
  const severities = findNodeAtLocation(root, ['severities']);
  return { severities: severities === undefined ? {} : readSeverities(severities, tell) };
}

/** Reports operators in another form; the import of Kubernetes objects reads them. */
function checkOperators(node: Node, tell: Tell): void {
  const example = 'such as {"acme.io/cleanup": "prod/deployment/acme-operator"}';
  if (node.type !== 'object') tell('project/setting', node, `The operators are an object, ${example}.`);
  for (const { value } of node.type === 'object' ? membersOf(node) : []) {
    if (value !== undefined && value.type !== 'string')
      tell('project/setting', value, `An operator is the name of what removes the finalizer, ${example}.`);
  }
}

function readSeverities(node: Node, tell: Tell): Severities {
  if (node.type !== 'object') {
    tell('project/setting', node, 'The severities are an object, such as {"resource/orphan": "error"}.');
    return {};
  }
  const severities: Record<string, Severity | 'off'> = {};
  for (const { key, value } of membersOf(node)) {
    const code = nameOf(key);
    if (!codes.includes(code)) tellUnknown('There is no finding', key, codes, tell);
    else if (!gradedCodes.includes(code))
      tell('project/setting', key, `The severity of "${code}" cannot be changed. Remove this line.`);
    else if (isSeverity(value?.value)) severities[code] = value.value;
    else if (value !== undefined) {
      const words = severityWords.map((word) => `"${word}"`).join(', ');
      tell('project/setting', value, `A severity is one of ${words}.`);
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
  const hint = nearest === undefined ? listHint(names) : `Did you mean "${nearest}"?`;
  const write = (text: string) => (span: Span) => ({
    title: `Write "${text}"`,
    edits: [{ span, text: JSON.stringify(text) }],
    isPreferred: true,
  });
  tell('project/setting', key, `${sentence} "${nameOf(key)}". ${hint}`, nearest === undefined ? [] : [write(nearest)]);
}

const listHint = (names: readonly string[]): string =>
  names.length < 10 ? `There are ${names.map((name) => `"${name}"`).join(', ')}.` : 'Its page lists all of them.';

/** Messages for the errors of jsonc-parser; all others are errors within a text or a number. */
const jsonMessages: Readonly<Record<string, string>> = tableOf({
  InvalidSymbol: 'Unexpected word. Write texts in double quotes.',
  PropertyNameExpected: 'Expected a name in double quotes here.',
  ValueExpected: 'Expected a value here.',
  ColonExpected: 'Expected a colon here.',
  CommaExpected: 'Expected a comma here.',
  CloseBraceExpected: 'Expected a closing brace here.',
  CloseBracketExpected: 'Expected a closing bracket here.',
  EndOfFileExpected: 'Unexpected text after the last closing brace. Remove it.',
});

const jsonMessage = ({ error }: ParseError): string =>
  jsonMessages[printParseErrorCode(error)] ?? 'This cannot be read as JSON. Check quotes, escapes and digits.';

function spanIn(text: string, uri: string, { offset, length }: { offset: number; length: number }): Span {
  return { uri, start: positionIn(text, offset), end: positionIn(text, offset + length) };
}

function positionIn(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}
