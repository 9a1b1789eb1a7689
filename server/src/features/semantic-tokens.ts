/**
 * Semantic tokens: colours each name by its kind, such as an entity, a machine or a state. Keywords, numbers and texts
 * are coloured without the server; unknown names get no colour from us.
 */
import { type CstNode, CstUtils, isLeafCstNode, type LeafCstNode } from 'langium';
import { rangeOf } from '../../../language/src/dsl/syntax/tree/places.ts';
import { isBuiltIn, type BuiltInGroup } from '../../../language/src/dsl/types/built-ins.ts';
import type { Span } from '../../../language/src/model/span.ts';
import { isStandard } from '../workspace/change.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { documentUri, nameOfLeaf, type Declared, type NameAt } from '../workspace/name-at.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { isWritten } from './references.ts';

/** The kinds of names, as the protocol calls them; a token refers to them by index. */
export const tokenTypes = [
  'class',
  'interface',
  'enum',
  'event',
  'parameter',
  'variable',
  'property',
  'enumMember',
  'struct',
  'typeParameter',
  'function',
  'method',
  'type',
] as const;

type TokenType = (typeof tokenTypes)[number];

/** The modifiers of a name; the bit of each is its index. */
export const tokenModifiers = ['declaration', 'readonly', 'modification', 'defaultLibrary'] as const;

type TokenModifier = (typeof tokenModifiers)[number];

type Range = Pick<Span, 'start' | 'end'>;

/** The number of pieces of text handled per step. */
const chunk = 100;

/** Returns the tokens of a document, or of the lines of a range, in the protocol's encoding: five numbers each. */
export function* semanticTokens(
  workspace: Pick<Workspace, 'find'>,
  document: ModelDocument,
  range?: Range,
): Generator<undefined, number[]> {
  const data: number[] = [];
  const last = { line: 0, character: 0 };
  let count = 0;
  for (const node of piecesOf(document, range)) {
    if (!isLeafCstNode(node) || node.hidden || !mayBeName(node)) continue;
    if (++count % chunk === 0) yield;
    const { start, end } = node.range;
    if (range !== undefined && (end.line < range.start.line || start.line > range.end.line)) continue;
    const token = tokenOf(workspace, nameOfLeaf(document, node));
    if (token === undefined) continue;
    const isSameLine = start.line === last.line;
    data.push(start.line - last.line, isSameLine ? start.character - last.character : start.character);
    data.push(node.length, tokenTypes.indexOf(token.type), bitsOf(token.modifiers));
    [last.line, last.character] = [start.line, start.character];
  }
  return data;
}

/** Yields the parts of a text; for a range, those of the declarations that touch it. */
function* piecesOf({ parseResult }: ModelDocument, range: Range | undefined): Iterable<CstNode> {
  for (const declaration of parseResult.value.declarations) {
    const place = range && rangeOf(declaration);
    const isOutside = place && (place.end.line < range.start.line || place.start.line > range.end.line);
    if (isOutside !== true && declaration.$cstNode !== undefined) yield* CstUtils.streamCst(declaration.$cstNode);
  }
}

const mayBeName = ({ text }: LeafCstNode): boolean => /^[\p{L}_']/u.test(text);

interface Token {
  readonly type: TokenType;
  readonly modifiers: readonly TokenModifier[];
}

function tokenOf(workspace: Pick<Workspace, 'find'>, found: NameAt | undefined): Token | undefined {
  switch (found?.kind) {
    case 'name': {
      const { target, isDeclaration, node } = found;
      const type = target === undefined ? undefined : typeOf(target);
      if (target === undefined || type === undefined) return undefined;
      const uri = isBuiltIn(target) ? undefined : documentUri(workspace, target);
      const modifiers: readonly (readonly [TokenModifier, boolean])[] = [
        ['declaration', isDeclaration && target.$type !== 'Setting'],
        ['readonly', isReadonly(target)],
        ['modification', !isDeclaration && isWritten(node)],
        ['defaultLibrary', isBuiltIn(target) || (uri !== undefined && isStandard(uri))],
      ];
      return { type, modifiers: modifiers.flatMap(([modifier, holds]) => (holds ? [modifier] : [])) };
    }
    case 'label':
      return { type: 'typeParameter', modifiers: [] };
    case 'word':
      return { type: 'enumMember', modifiers: [] };
    default:
      return undefined;
  }
}

const types: Readonly<Record<Exclude<Declared['$type'], 'BuiltIn'>, TokenType>> = {
  Entity: 'class',
  Class: 'type',
  Machine: 'interface',
  State: 'enum',
  History: 'enum',
  Event: 'event',
  EventParameter: 'parameter',
  Parameter: 'parameter',
  Variable: 'variable',
  Let: 'variable',
  LocalName: 'parameter',
  EnumValue: 'enumMember',
  Policy: 'struct',
  Channel: 'struct',
  Collector: 'struct',
  Setting: 'property',
  EntityAction: 'method',
};

const builtInTypes: Readonly<Record<BuiltInGroup, TokenType>> = {
  setting: 'property',
  property: 'property',
  set: 'variable',
  function: 'function',
  event: 'event',
  policy: 'struct',
  label: 'typeParameter',
  data: 'property',
  number: 'variable',
};

const typeOf = (target: Declared): TokenType | undefined =>
  isBuiltIn(target) ? builtInTypes[target.group] : target.$type === 'BuiltIn' ? undefined : types[target.$type];

const isReadonly = (target: Declared): boolean =>
  target.$type === 'Let' || (isBuiltIn(target) && (target.group === 'set' || target.group === 'number'));

const bitsOf = (modifiers: readonly TokenModifier[]): number =>
  modifiers.reduce((bits, modifier) => bits | (1 << tokenModifiers.indexOf(modifier)), 0);

/** The replacement of one part of a list of numbers. */
export interface TokensEdit {
  readonly start: number;
  readonly deleteCount: number;
  readonly data: readonly number[];
}

/** Returns the edits from one list of numbers to another; their common beginning and end stay. */
export function tokensEdits(before: readonly number[], after: readonly number[]): readonly TokensEdit[] {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start++;
  let end = 0;
  while (end < least - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const deleteCount = before.length - start - end;
  const data = after.slice(start, after.length - end);
  return deleteCount === 0 && data.length === 0 ? [] : [{ start, deleteCount, data }];
}
