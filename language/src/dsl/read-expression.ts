/**
 * Reads an expression that is in no file, as if it were at a location of one: for watches, breakpoint conditions, and
 * values set by hand. The tree of the file stays as it was.
 */
import type { IToken } from 'chevrotain';
import { type AstNode, AstUtils, type LangiumCoreServices, type LangiumDocument, type LangiumDocuments } from 'langium';
import { allSteps } from '../model/all-steps.ts';
import type { Expression } from '../model/machines/expression.ts';
import type { Span } from '../model/span.ts';
import { indexPart } from './names/tree-index.ts';
import { typeMismatch } from './rules/type-mismatch.ts';
import { typeRange } from './rules/type-range.ts';
import * as ast from './generated/ast.ts';
import { createCollector, spanOf } from './lowering/collector.ts';
import { lowerExpression } from './lowering/expressions.ts';
import { expandEntities, type Instances } from './lowering/instances.ts';
import { type ModelNames, namesInModel } from './lowering/model-names.ts';
import { describeType } from './types/static-type.ts';
import { typeOf } from './types/typing.ts';
import { withImports } from './names/visible.ts';
import type { Refusal } from '../model/common/answer.ts';
import { t } from '../model/common/translation.ts';

/** A file, and the services to read its language. */
export interface ReadingFile {
  readonly services: LangiumCoreServices;
  readonly document: LangiumDocument<ast.Document>;
  readonly documents: LangiumDocuments;
}

/** The names that an expression sees, besides those of the file. */
export interface ReadingPlace {
  /** The names of this machine. */
  readonly machine?: string;
  /** The parameters of the event of the transition at this span. */
  readonly transition?: Span;
  /** A variable or parameter of the machine whose declared type the expression must fit. */
  readonly fits?: string;
}

/** An expression with its type in words, or one sentence that says what is wrong with it. */
export type ReadExpression = { readonly expression: Expression; readonly type: string } | Refusal;

/** Reads, links and checks a text. Cost: O(text), plus O(entities) once for each tree. */
export function readExpression(text: string, file: ReadingFile, place: ReadingPlace = {}): ReadExpression {
  const parsed = parse(text, file);
  if ('refusal' in parsed) return parsed;
  const { holder } = parsed;
  const around = nodeAt(file, place);
  if (around === undefined) return { refusal: t`There is no machine "${place.machine ?? ''}" in this model any more.` };
  graft(holder, around);
  const wanted = place.fits === undefined ? undefined : variableOf(around, place.fits);
  if (wanted !== undefined) holder.type = wanted.type;
  const { references } = AstUtils.getDocument(holder);
  const known = references.length;
  try {
    return check(holder, file);
  } finally {
    // The expression is not part of the file, and neither are its faults.
    references.length = known;
  }
}

/** The text gets lines of its own, so that a comment at its end ends nothing else. */
const before = `machine reader {\nlet value = (\n`;
const after = '\n)\n}\n';

function parse(text: string, { services }: ReadingFile): { readonly holder: ast.Let } | Refusal {
  if (text.trim() === '') return { refusal: t`There is no expression.` };
  const { value, lexerErrors, parserErrors } = services.parser.LangiumParser.parse<ast.Document>(before + text + after);
  const fault = lexerErrors[0]?.message ?? (parserErrors[0] && syntaxError(parserErrors[0].token, text));
  if (fault !== undefined) return { refusal: fault };
  const [machine, ...others] = value.declarations;
  const member = ast.isMachine(machine) ? machine.members[0] : undefined;
  const isOne = others.length === 0 && ast.isMachine(machine) && machine.members.length === 1;
  if (!isOne || !ast.isLet(member) || !ast.isParenthesis(member.value) || member.value.others.length > 0) {
    return { refusal: t`"${text.trim()}" is not one expression.` };
  }
  return { holder: member };
}

/** Says where a text cannot be read; the text added around it is not the user's. */
function syntaxError({ image, startOffset, tokenType }: IToken, text: string): string {
  const start = startOffset - before.length;
  if (start < 0) return t`Expected a value at the beginning.`;
  if (start >= text.length) return t`Something is missing at the end.`;
  const rest = text.slice(start + image.length).replace(/\/\/.*|\/\*.*?\*\//gs, '');
  // A keyword at the end is incomplete; a name or number there is superfluous.
  if (rest.trim() === '' && tokenType.name === image) return t`Expected a name or a value after "${image}".`;
  return t`Unexpected "${image}" at character ${String(start + 1)}.`;
}

/** Returns the node in which the expression is placed. */
function nodeAt(file: ReadingFile, place: ReadingPlace): AstNode | undefined {
  const { machine: name, transition } = place;
  if (name === undefined) return file.document.parseResult.value;
  const { files, names } = expandedIn(file);
  const machine = files
    .flatMap(({ declarations }) => declarations.filter(ast.isMachine))
    .find((each) => names.of(each) === name);
  if (machine === undefined || transition === undefined) return machine;
  return AstUtils.streamAst(machine)
    .filter(ast.isTransition)
    .find((each) => isSame(spanOf(each), transition));
}

const isSame = (first: Span, second: Span): boolean =>
  first.uri === second.uri &&
  first.start.line === second.start.line &&
  first.start.character === second.start.character;

/** Places a node where it sees what is around another one. */
function graft(holder: ast.Let, around: AstNode): void {
  (holder as { $container: AstNode }).$container = around;
}

function variableOf(around: AstNode, name: string): ast.Variable | ast.Parameter | undefined {
  if (!ast.isMachine(around)) return undefined;
  return around.members
    .filter((each) => ast.isVariable(each) || ast.isParameter(each))
    .find((each) => each.name === name);
}

function check(holder: ast.Let, file: ReadingFile): ReadExpression {
  const tree = indexPart(file.document.parseResult.value, holder);
  const unknown = tree.uses.map(({ reference }) => reference).find(({ ref }) => ref === undefined)?.error;
  if (unknown !== undefined)
    return { refusal: unknown.message === '' ? t`It contains an unknown name.` : unknown.message };
  const faults: string[] = [];
  for (const { run } of [typeMismatch, typeRange]) run(tree, ({ message }) => faults.push(message));
  const collector = createCollector();
  const context = { ...expandedIn(file), collector, around: undefined };
  const expression = faults.length > 0 ? undefined : collector.attempt(() => lowerExpression(holder.value, context));
  const [fault = collector.findings[0]?.message] = faults;
  if (expression === undefined) return { refusal: fault ?? t`This has no value.` };
  return { expression, type: describeType(typeOf(holder.value)) };
}

interface Expanded {
  readonly files: readonly ast.Document[];
  readonly names: ModelNames;
  readonly instances: Instances;
}

const expanded = new WeakMap<ast.Document, Expanded>();

/** Returns the names and instances of a file; cached until the tree of an import changes. */
function expandedIn({ document, documents }: ReadingFile): Expanded {
  const root = document.parseResult.value;
  const files = withImports(root, documents);
  const known = expanded.get(root);
  if (known?.files.length === files.length && known.files.every((file, index) => file === files[index])) return known;
  const names = namesInModel(root, files, documents);
  const made = { files, names, instances: allSteps(expandEntities(files, names, createCollector())) };
  expanded.set(root, made);
  return made;
}
