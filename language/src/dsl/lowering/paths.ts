/**
 * Resolves a path in the text to the entities it names: `files.*`, `job.pod[0..2]`, or a sibling in the same copy.
 */
import { type AstNode, AstUtils } from 'langium';
import * as ast from '../generated/ast.ts';
import { type Collector, giveUp } from './collector.ts';
import { isFreeWord } from '../names/name-layers.ts';
import { classAround, isCopyNumber } from '../types/bodies.ts';
import { isClassParameter, isEntityParameter, parameterValue } from './class-members.ts';
import type { Expression } from '../../model/machines/expression.ts';
import { copyNumber, declarationPath, type Instance } from './instances.ts';
import type { PathContext } from './path-context.ts';
import { counted } from '../../model/common/word-list.ts';
import { t } from '../../model/common/translation.ts';

/** Returns true if a path names entities by their declarations alone, so that it means the same in every run. */
export function isEntityPath(expression: ast.Expression): boolean {
  if (ast.isNameReference(expression)) {
    const target = expression.target.ref;
    return ast.isEntity(target) || isEntityParameter(target);
  }
  if (ast.isMemberAccess(expression)) return ast.isEntity(expression.member.ref) && isEntityPath(expression.receiver);
  if (ast.isAllNested(expression)) return isEntityPath(expression.receiver);
  return (
    ast.isSelection(expression) &&
    isEntityPath(expression.receiver) &&
    (expression.everything || (expression.selector !== undefined && isConstant(expression.selector)))
  );
}

/** Returns the entities that a path names, in order. Abandons the part if it names none. */
export function resolvePath(path: ast.Expression, context: PathContext): readonly Instance[] {
  const { groups, areUnselected } = resolve(path, context);
  if (!areUnselected) return joined(groups);
  // Why there are no copies is said where they are declared.
  if (joined(groups).length === 0) return giveUp();
  const count = counted(joined(groups).length, 'copy');
  const last = Math.min(groups[0]?.length ?? 1, 3) - 1;
  const some = last === 0 ? '' : t` some with [0..${String(last)}],`;
  context.collector.report(path, undefined, {
    code: 'copies/index-needed',
    message: t`"${path.$cstNode?.text ?? ''}" has ${count}. Select one with [0],${some} or all with [*].`,
  });
  return giveUp();
}

/** Returns all copies of a name, whether or not a selection follows. */
export const resolveCopies = (path: ast.Expression, context: PathContext): readonly Instance[] =>
  joined(resolve(path, context).groups);

/** Instances with the same parent. */
type Group = readonly Instance[];

interface Resolved {
  /** The instances of each parent: a selection of copies with several parents (`a[*].b[0]`) applies to each. */
  readonly groups: readonly Group[];
  /** True if these are copies that need a selection. */
  readonly areUnselected: boolean;
}

function resolve(path: ast.Expression, context: PathContext): Resolved {
  if (ast.isNameReference(path)) return resolveName(path, context);
  if (ast.isMemberAccess(path)) return resolveMember(path, context);
  if (ast.isParenthesis(path)) return resolveListed([path.inner, ...path.others], context);
  if (ast.isListLiteral(path)) return resolveListed(path.items, context);
  if (ast.isAllNested(path)) return selected(resolvePath(path.receiver, context).flatMap(nestedInstances));
  if (ast.isSelection(path)) return { groups: resolveSelection(path, context), areUnselected: false };
  if (ast.isSelfLiteral(path)) reportSelf(path, context.collector);
  return giveUp();
}

/** Lowers `self`: the entity around it, or the one that runs its machine. */
export function lowerSelf(self: ast.Expression, { around, collector }: PathContext): Expression {
  if (AstUtils.getContainerOfType(self, isOfNoEntity) !== undefined) reportSelf(self, collector);
  return around === undefined ? { kind: 'self' } : { kind: 'entity', entity: around.id };
}

/** Returns true for what no entity does or says, so that no machine runs there. */
const isOfNoEntity = (node: AstNode): node is AstNode =>
  ast.isScenario(node) || ast.isCheck(node) || ast.isView(node) || ast.isChannel(node) || ast.isCollector(node);

/** Reports `self` where no machine runs that it could mean. */
function reportSelf(self: ast.Expression, collector: Collector): void {
  const message = t`"self" is the entity that runs a machine. Write the name of an entity.`;
  collector.report(self, undefined, { code: 'name/unknown', message });
}

/** A single group is not copied, since each of many copies may ask for one of many. */
const joined = ([first, ...others]: readonly Group[]): Group =>
  first !== undefined && others.length === 0 ? first : [first ?? [], ...others].flat();

const selected = (instances: Group): Resolved => ({ groups: [instances], areUnselected: false });

const nestedInstances = (instance: Instance): Instance[] => [...instance.nested.values()].flat();

/** Resolves the members of a list, which the value of a class's parameter can be. */
const resolveListed = (items: readonly ast.Expression[], context: PathContext): Resolved =>
  selected(items.flatMap((item) => resolvePath(item, context)));

function resolveName(reference: ast.NameReference, context: PathContext): Resolved {
  const declaration = reference.target.ref;
  if (isEntityParameter(declaration)) {
    const { value, context: there } = parameterValue(declaration, reference, context);
    if (!namesEntities(value)) return reportNoPath(reference, declaration, context);
    return ast.isNoneLiteral(value) ? selected([]) : resolve(value, there);
  }
  if (!ast.isEntity(declaration)) return giveUp();
  const path = declarationPath(declaration);
  const isSelected = ast.isSelection(reference.$container) && reference.$container.receiver === reference;
  const inClass = classAround(declaration);
  let common = deepestCommon(context, path, inClass);
  if (common === undefined && inClass !== undefined) return giveUp();
  // In the body of a copy its own name means this copy, unless a selection follows.
  if (isSelected && common?.declaration === declaration) common = common.parent;
  if (common?.declaration === declaration) return selected([common]);
  const rest = path.slice(common === undefined ? 0 : path.indexOf(common.declaration) + 1);
  let nested = common?.nested ?? context.instances.top;
  for (const [index, step] of rest.entries()) {
    const instances = nested.get(step) ?? giveUp();
    const isLast = index === rest.length - 1;
    if (isLast) return { groups: [instances], areUnselected: step.count !== undefined };
    if (step.count !== undefined) return reportCopiesBetween(reference, step, context);
    nested = (instances[0] ?? giveUp()).nested;
  }
  return giveUp();
}

/**
 * Returns the innermost enclosing entity that is on the path of a declaration, or an instance of the class that the
 * declaration is in.
 */
function deepestCommon(
  { around, within }: PathContext,
  path: readonly ast.Entity[],
  inClass: ast.Class | undefined,
): Instance | undefined {
  for (let at = around; at !== undefined; at = at.parent) {
    if (inClass !== undefined && at.classes.includes(inClass)) return at;
    if (at === within) return undefined;
    if (path.includes(at.declaration)) return at;
  }
  return undefined;
}

function reportCopiesBetween(reference: ast.NameReference, between: ast.Entity, { collector }: PathContext): never {
  collector.report(reference, undefined, {
    code: 'copies/index-needed',
    message: t`"${reference.target.$refText}" is nested in the copies of "${between.name}". Name one, such as "${between.name}[0].${reference.target.$refText}".`,
  });
  return giveUp();
}

/** Returns true if the value of a parameter names entities by their declarations alone, or none. */
function namesEntities(value: ast.Expression): boolean {
  if (ast.isNoneLiteral(value)) return true;
  if (ast.isParenthesis(value)) return [value.inner, ...value.others].every(namesEntities);
  return ast.isListLiteral(value) ? value.items.every(namesEntities) : isEntityPath(value);
}

function reportNoPath(reference: ast.NameReference, { name }: ast.Parameter, { collector }: PathContext): never {
  const message = t`The value of "${name}" must name entities here. Write the path of an entity, or a list of paths.`;
  collector.report(reference, undefined, { code: 'type/mismatch', message });
  return giveUp();
}

function reportNoNumber(reference: ast.NameReference, { name }: ast.Parameter, { collector }: PathContext): never {
  const message = t`"${name}" selects a copy here, but its value is not known before a run. Write a number.`;
  collector.report(reference, undefined, { code: 'type/mismatch', message });
  return giveUp();
}

function resolveMember(access: ast.MemberAccess, context: PathContext): Resolved {
  const declaration = access.member.ref;
  if (!ast.isEntity(declaration)) return giveUp();
  const receivers = resolvePath(access.receiver, context);
  const groups = receivers.flatMap((receiver) => {
    const group = receiver.nested.get(declaration);
    return group === undefined ? [] : [group];
  });
  return { groups, areUnselected: declaration.count !== undefined };
}

function resolveSelection(selection: ast.Selection, context: PathContext): readonly Group[] {
  const { groups, areUnselected } = resolve(selection.receiver, context);
  if (!areUnselected) {
    context.collector.report(selection, undefined, {
      code: 'copies/none',
      message: t`"${selection.receiver.$cstNode?.text ?? ''}" has no copies. Remove the brackets, or declare copies.`,
    });
    return giveUp();
  }
  if (selection.everything || selection.selector === undefined) return groups;
  const { selector } = selection;
  const [from, to] = ast.isRange(selector)
    ? [constant(selector.from, context), constant(selector.to, context)]
    : [constant(selector, context), constant(selector, context)];
  return choose(selection, groups, from, to, context);
}

function choose(
  selection: ast.Selection,
  groups: readonly Group[],
  from: number,
  to: number,
  { collector }: PathContext,
): readonly Group[] {
  const last = groups.reduce((least, { length }) => Math.min(least, length), Infinity) - 1;
  const areLegal = Number.isInteger(from) && Number.isInteger(to) && from >= 0 && to <= last && from <= to;
  if (areLegal) return groups.map((group) => group.slice(from, to + 1));
  collector.report(selection, 'selector', {
    code: 'copies/out-of-range',
    message: t`There is no such copy: copies are numbered from 0 to ${String(last)}. Write a number in that range, or an ascending range.`,
  });
  return giveUp();
}

function isConstant(expression: ast.Expression): boolean {
  if (ast.isNumberLiteral(expression)) return true;
  if (ast.isParenthesis(expression)) return expression.others.length === 0 && isConstant(expression.inner);
  if (ast.isMinus(expression)) return isConstant(expression.operand);
  if (ast.isRange(expression)) return isConstant(expression.from) && isConstant(expression.to);
  if (ast.isBinary(expression)) return isConstant(expression.left) && isConstant(expression.right);
  return isIndex(expression) || (ast.isNameReference(expression) && isClassParameter(expression.target.ref));
}

/** Returns true if an expression is the copy number `index`. */
function isIndex(expression: AstNode): boolean {
  const target = ast.isNameReference(expression) ? expression.target.ref : undefined;
  return target !== undefined && isCopyNumber(target);
}

function constant(expression: ast.Expression, context: PathContext): number {
  if (ast.isNumberLiteral(expression)) return expression.value;
  if (ast.isParenthesis(expression)) return constant(expression.inner, context);
  if (ast.isMinus(expression)) return -constant(expression.operand, context);
  if (ast.isNameReference(expression)) {
    const parameter = expression.target.ref;
    if (!isClassParameter(parameter)) return isIndex(expression) ? indexHere(expression, context) : giveUp();
    const { value, context: there } = parameterValue(parameter, expression, context);
    if (!isConstant(value)) return reportNoNumber(expression, parameter, context);
    return constant(value, there);
  }
  if (!ast.isBinary(expression)) return giveUp();
  const left = constant(expression.left, context);
  const right = constant(expression.right, context);
  switch (expression.operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
    default:
      return giveUp();
  }
}

/** Returns true if `index` is a word: any word is legal there, and nothing around the instance has copies. */
export const isIndexWord = (reference: ast.NameReference, { around, within }: PathContext): boolean =>
  isFreeWord(reference) && copyNumber(around, within) === undefined;

/** Returns the number of the enclosing copy; reports a finding if there is none. */
export function indexHere(reference: ast.NameReference, { around, within, collector }: PathContext): number {
  const number = copyNumber(around, within);
  if (number !== undefined) return number;
  collector.report(reference, undefined, {
    code: 'copies/no-index',
    message: t`"index" is the number of a copy, but nothing around this has copies. Declare copies, or write the number.`,
  });
  return giveUp();
}
