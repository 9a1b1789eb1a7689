/**
 * Signature help: the parameters of an event or function within its parentheses, and those of a machine after its name.
 * Works on unfinished text, so it starts from the tokens, not the tree.
 */
import { type Body, classesOf, isBody, machineOf } from '../../../language/src/dsl/types/bodies.ts';
import { type LangiumDocuments, type LexerResult } from 'langium';
import { functions, isBuiltIn } from '../../../language/src/dsl/types/built-ins.ts';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { leafAtOffset } from '../../../language/src/dsl/syntax/tree/places.ts';
import { canBegin, isFirstOnLine } from '../../../language/src/dsl/syntax/lexing/items.ts';
import { findInLayers, isAmbiguity } from '../../../language/src/dsl/names/layers.ts';
import { documentationOf } from '../../../language/src/dsl/lowering/documentation.ts';
import { layersOfEvent } from '../../../language/src/dsl/names/member-layers.ts';
import { describeType } from '../../../language/src/dsl/types/static-type.ts';
import { documentationLines, joinLines } from '../hover/markdown.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { nameAt, type Declared } from '../workspace/name-at.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A signature and its active parameter. */
export interface Signature {
  readonly label: string;
  /** The range of each parameter in the label. */
  readonly parameters: readonly { readonly start: number; readonly end: number; readonly documentation?: string }[];
  readonly active: number;
  /** Markdown. */
  readonly documentation: string;
}

type Token = LexerResult['tokens'][number];

/** Returns the signature at an offset, if there is one. */
export function signatureAt(
  { services, find }: Pick<Workspace, 'services' | 'find'>,
  document: ModelDocument,
  offset: number,
): Signature | undefined {
  const { tokens: all, hidden } = services.aftermath.parser.Lexer.tokenize(document.textDocument.getText());
  if (hidden.some((token) => isInComment(token, offset))) return undefined;
  const tokens = all.filter(({ image, startOffset }) => image !== '' && startOffset < offset);
  const call = callAround(tokens);
  if (call === undefined) return ofParameter(document, tokens, offset);
  const target = calledAt(document, call, services.shared.workspace.LangiumDocuments);
  return target === undefined || find(document.uri.toString()) === undefined
    ? undefined
    : ofCalled(target, call.commas);
}

const isInComment = ({ tokenType, startOffset, image }: Token, offset: number): boolean =>
  tokenType.name.endsWith('COMMENT') && startOffset < offset && offset < startOffset + image.length;

interface Call {
  readonly name: Token;
  /** The token before the name. */
  readonly before: string;
  /** The number of parameters before the active one. */
  readonly commas: number;
}

/** Returns the innermost open parentheses, unless a body or another step has begun in them. */
function callAround(tokens: Token[]): Call | undefined {
  let depth = 0;
  let commas = 0;
  for (const [index, { image, tokenType }] of [...tokens.entries()].reverse()) {
    if (image === '{' || image === '}') return undefined;
    if (image === ')' || image === ']') depth++;
    if (image === '[' && --depth < 0) [depth, commas] = [0, 0];
    if (image === ',' && depth === 0) commas++;
    if (image === '(' && depth-- === 0) {
      const name = tokens[index - 1];
      if (name === undefined || !isName(name)) return undefined;
      return { name, before: tokens[index - 2]?.tokenType.name ?? '', commas };
    }
    if (depth === 0 && isFirstOnLine(tokens, index) && canBegin(tokenType.name)) return undefined;
  }
  return undefined;
}

const isName = ({ image }: Token): boolean => /^[\p{L}_']/u.test(image);

function calledAt(document: ModelDocument, { name, before }: Call, documents: LangiumDocuments): Declared | undefined {
  const isOfEvent = before === 'send' || before === 'on' || before === 'received';
  if (!isOfEvent) return before === '.' || before === 'action' ? undefined : functions.get(name.image);
  const found = nameAt(document, name.startOffset);
  if (found?.kind === 'name' && found.target !== undefined) return found.target;
  // Unfinished text may not be in the tree yet: the name is looked up where it will be.
  const around = document.parseResult.value.declarations.find(
    ({ $cstNode }) => $cstNode !== undefined && $cstNode.offset <= name.startOffset && name.startOffset <= $cstNode.end,
  );
  const place = { $type: 'EventReference', $container: around ?? document.parseResult.value };
  // Only the surroundings of the position are read.
  const layers = layersOfEvent(place as unknown as ast.EventReference, documents);
  const event = findInLayers(layers, name.image.replace(/^'(.*)'$/, '$1'));
  return event === undefined || isAmbiguity(event) ? undefined : (event as Declared);
}

function ofCalled(target: Declared, active: number): Signature | undefined {
  if (isBuiltIn(target)) {
    const parameters = target.parameters.map(({ name, type }) => ({ text: `${name}: ${describeType(type)}` }));
    return signature(target.name, parameters, active, target.documentation);
  }
  if (!ast.isEvent(target)) return undefined;
  const parameters = target.parameters.map((each) => ({ text: each.$cstNode?.text ?? each.name }));
  return signature(target.name, parameters, active, joinLines(documentationLines(documentationOf(target))));
}

/** Returns the class or machine of the enclosing body, if one of its parameters is being given a value. */
function ofParameter(document: ModelDocument, tokens: readonly Token[], offset: number): Signature | undefined {
  const last = tokens.at(-1);
  const colon = tokens.findLastIndex(({ image }) => /^[:{}]$/.test(image));
  const [name, sign] = [tokens[colon - 1], tokens[colon]];
  const isDeclared = tokens[colon - 2]?.image === 'param';
  if (last === undefined || name === undefined || sign?.image !== ':' || isDeclared) return undefined;
  const isGiven = last !== sign && !/^[[,+*/-]$/.test(last.image) && (last.endOffset ?? 0) + 1 < offset;
  const isOtherLine = tokens.slice(colon).some(({ startLine }) => startLine !== sign.startLine);
  if (isGiven || isOtherLine) return undefined;
  const body = bodyAround(document, tokens);
  const wanted = name.image.replace(/^'(.*)'$/, '$1');
  const takes = (each: ast.Machine | ast.Class | undefined): readonly ast.Parameter[] =>
    (each?.members as readonly (ast.MachineMember | ast.ClassMember)[] | undefined)?.filter(ast.isParameter) ?? [];
  // A parameter of a class sets that of the machine.
  const owners = body === undefined ? [] : [...classesOf(body), machineOf(body)];
  const owner = owners.find((each) => takes(each).some((parameter) => parameter.name === wanted));
  const parameters = takes(owner);
  const active = parameters.findIndex((each) => each.name === wanted);
  if (owner === undefined || active < 0) return undefined;
  const shown = parameters.map((each) => {
    const documentation = joinLines(documentationLines(documentationOf(each)));
    const text = (each.$cstNode?.text ?? each.name).replace(/^param\s+/, '').replace(/\s+/g, ' ');
    return documentation === '' ? { text } : { text, documentation };
  });
  return signature(owner.name, shown, active, joinLines(documentationLines(documentationOf(owner))));
}

/**
 * Returns the entity or class whose body contains the last token: its brace is in the tree even if the end of the body
 * is not.
 */
function bodyAround({ parseResult }: ModelDocument, tokens: readonly Token[]): Body | undefined {
  let depth = 0;
  const brace = tokens.findLast(({ image }) => {
    if (image === '}') depth++;
    return image === '{' && depth-- === 0;
  });
  if (brace === undefined) return undefined;
  const node = leafAtOffset(parseResult.value, brace.startOffset)?.astNode;
  return isBody(node) ? node : undefined;
}

function signature(
  name: string,
  parameters: readonly { readonly text: string; readonly documentation?: string }[],
  active: number,
  documentation: string,
): Signature | undefined {
  if (parameters.length === 0) return undefined;
  let at = name.length + 1;
  const placed = parameters.map(({ text, documentation: words }) => {
    const start = at;
    at += text.length + ', '.length;
    return { start, end: start + text.length, ...(words !== undefined && { documentation: words }) };
  });
  const label = `${name}(${parameters.map(({ text }) => text).join(', ')})`;
  return { label, parameters: placed, active, documentation };
}
