/**
 * Finds which declarations of a file are read and which are only written, for the rules of unused names. A name after
 * a dot may mean the variable of any machine, so it counts for all variables with that name.
 */
import type { AstNode } from 'langium';
import { oncePer } from '../../model/common/once-per.ts';
import * as ast from '../generated/ast.ts';
import { declarationAround } from '../names/declaration-around.ts';
import { oncePerState } from '../names/declaration-state.ts';
import { type TreeIndex, usesOf } from '../names/tree-index.ts';

/** Tests for how the declarations of a file are used. */
export interface Uses {
  readonly isRead: (declaration: ast.Parameter | ast.Variable | ast.Let) => boolean;
  readonly isWritten: (declaration: ast.Variable) => boolean;
  readonly isNamed: (declaration: ast.Parameter | ast.Event) => boolean;
}

/** Returns the uses of the names of a whole file; computed once for each index. Cost: O(nodes of new declarations). */
export const usesIn = oncePer(({ document }: TreeIndex): Uses => collect(document.declarations));

/** The number of declarations in a step. */
const readInStep = 100;

/** Reads the declarations of a file in steps, so that its uses are found quickly afterwards. */
export function* readUses({ declarations }: ast.Document): Generator<undefined, undefined> {
  let count = 0;
  for (const declaration of declarations) {
    partOf(declaration);
    if (count++ % readInStep === 0) yield;
  }
  return undefined;
}

/** The declarations that some names refer to, by use. */
interface Reach {
  readonly named: ReadonlySet<AstNode>;
  readonly read: ReadonlySet<AstNode>;
  readonly written: ReadonlySet<AstNode>;
}

/** The references in one declaration. */
interface Part {
  /** The targets in this declaration itself; most references stay inside. */
  readonly own: Reach;
  readonly outside: Reach;
  readonly readNames: ReadonlySet<string>;
  readonly writtenNames: ReadonlySet<string>;
}

const partOf = oncePerState(collectPart);

function collect(declarations: readonly ast.Declaration[]): Uses {
  const all = declarations.map(partOf).filter((part) => part !== idle);
  const readNames = union(all, (part) => part.readNames);
  const writtenNames = union(all, (part) => part.writtenNames);
  const isIn = (use: keyof Reach): ((node: AstNode) => boolean) => {
    const outside = union(all, (part) => part.outside[use]);
    return (node) => {
      const around = declarationAround(node);
      return outside.has(node) || (around !== undefined && partOf(around).own[use].has(node));
    };
  };
  const [isNamed, isRead, isWritten] = [isIn('named'), isIn('read'), isIn('written')];
  return {
    isRead: (declaration) => readNames.has(declaration.name) || isRead(declaration),
    isWritten: (declaration) => writtenNames.has(declaration.name) || isWritten(declaration),
    isNamed,
  };
}

function union<T>(parts: readonly Part[], setOf: (part: Part) => ReadonlySet<T>): ReadonlySet<T> {
  const joined = new Set<T>();
  for (const part of parts) for (const each of setOf(part)) joined.add(each);
  return joined;
}

const newReach = () => ({ named: new Set<AstNode>(), read: new Set<AstNode>(), written: new Set<AstNode>() });

function collectPart(declaration: ast.Declaration): Part {
  const [own, outside, readNames, writtenNames] = [newReach(), newReach(), new Set<string>(), new Set<string>()];
  for (const { node, reference } of usesOf(declaration)) {
    const target = reference.ref;
    if (target === undefined) continue;
    const { named, read, written } = declarationAround(target) === declaration ? own : outside;
    const isAsked = isAskedFor(target);
    if (isAsked) named.add(target);
    if (ast.isSetting(node)) continue;
    const assignment = ast.isExpression(node) ? assignmentTo(node) : undefined;
    if (assignment !== undefined) {
      if (isAsked) written.add(target);
      if (ast.isMemberAccess(node)) writtenNames.add(reference.$refText);
    } else if (!isInOwnAssignment(node, target)) {
      if (isAsked) read.add(target);
      if (ast.isMemberAccess(node)) readNames.add(reference.$refText);
    }
  }
  const sets = [own, outside].flatMap((reach) => [reach.named, reach.read, reach.written]);
  if ([...sets, readNames, writtenNames].every(({ size }) => size === 0)) return idle;
  return {
    own: frugal(own),
    outside: frugal(outside),
    readNames: orNothing(readNames),
    writtenNames: orNothing(writtenNames),
  };
}

/** Returns true for what the rules ask about; most names mean entities, which would fill the sets of a file. */
const isAskedFor = (target: AstNode): boolean =>
  ast.isEvent(target) || ast.isParameter(target) || ast.isVariable(target) || ast.isLet(target);

const nothing: ReadonlySet<never> = new Set();

/** Shares one empty set between all declarations, since most of these sets are empty. */
const orNothing = <T>(set: ReadonlySet<T>): ReadonlySet<T> => (set.size === 0 ? nothing : set);

/** The part of the many declarations, such as most entities, that name nothing of what the rules ask about. */
const nobody: Reach = { named: nothing, read: nothing, written: nothing };
const idle: Part = { own: nobody, outside: nobody, readNames: nothing, writtenNames: nothing };

const frugal = ({ named, read, written }: Reach): Reach => ({
  named: orNothing(named),
  read: orNothing(read),
  written: orNothing(written),
});

/** Returns the assignment that a name is the target of, including assignments to one key of it. */
function assignmentTo(expression: ast.Expression): ast.Assignment | ast.SetStep | undefined {
  const { $container: around } = expression;
  if (ast.isAssignment(around) || ast.isSetStep(around)) return around.target === expression ? around : undefined;
  return ast.isSelection(around) && around.receiver === expression ? assignmentTo(around) : undefined;
}

/** Returns true if a variable is read only to compute its own next value: `count := count + 1`. */
function isInOwnAssignment(node: AstNode, target: AstNode): boolean {
  for (let around: AstNode | undefined = node; around !== undefined; around = around.$container) {
    if (!ast.isAssignment(around)) continue;
    const { target: written } = around;
    const name = ast.isSelection(written) ? written.receiver : written;
    return ast.isNameReference(name) && name.target.ref === target;
  }
  return false;
}
