/**
 * Finds assignments to something that cannot be assigned: a machine writes only its own variables; a scenario sets
 * variables and settings, but no computed values or message parameters.
 */
import * as ast from '../generated/ast.ts';
import { machineAround } from '../types/typing.ts';
import { sentence } from './article.ts';
import type { LanguageCheck } from './check.ts';
import { tableOf } from '../../model/table.ts';

/** Reports assignments to something that cannot be assigned. */
export const variableNotWritable: LanguageCheck = {
  code: 'variable/not-writable',
  run(tree, report) {
    for (const step of tree.all('Assignment')) {
      const { target } = step;
      // In a scenario the assignment itself is reported.
      if (machineAround(step) === undefined) continue;
      const reason = whyNotAssigned(target);
      if (reason !== undefined) report({ node: target, message: reason });
    }
    for (const { target } of tree.all('SetStep')) {
      const reason = whyNotSet(target);
      if (reason !== undefined) report({ node: target, message: reason });
    }
  },
};

function whyNotAssigned(target: ast.Expression): string | undefined {
  const name = writtenName(target);
  if (name === undefined) return formless;
  if (ast.isMemberAccess(name) && name.receiver.$type !== 'SelfLiteral') {
    return 'A machine writes only its own variables. Send an event to the other one, and let it write its own.';
  }
  const declaration = declarationOf(name);
  if (declaration === undefined) return undefined;
  if (ast.isVariable(declaration)) {
    const isOwn = machineAround(name) === declaration.$container;
    return isOwn ? undefined : 'A machine writes only its own variables. Send an event to the other one.';
  }
  return `${described(declaration)} is not a variable, so it cannot be assigned. Declare a "var" and assign to that.`;
}

function whyNotSet(target: ast.Expression): string | undefined {
  const name = writtenName(target);
  if (name === undefined) return formless;
  const declaration = declarationOf(name);
  if (declaration === undefined || isSettable(declaration)) return undefined;
  return `${described(declaration)} cannot be set: only variables and settings can. Name one of these.`;
}

const formless = 'This does not name a variable or a setting. Name one, such as "count" or "server.count".';

const isSettable = (declaration: ast.Named): boolean =>
  ast.isVariable(declaration) ||
  ast.isParameter(declaration) ||
  ast.isSetting(declaration) ||
  (declaration.$type === 'BuiltIn' && !['type', 'members', 'owned'].includes(declaration.name));

/** Returns the name that is written, without the key of a map. */
function writtenName(target: ast.Expression): ast.NameReference | ast.MemberAccess | undefined {
  if (ast.isNameReference(target)) return target.isCall ? undefined : target;
  if (ast.isMemberAccess(target)) return target;
  return ast.isSelection(target) && target.selector !== undefined && !ast.isRange(target.selector)
    ? writtenName(target.receiver)
    : undefined;
}

const declarationOf = (name: ast.NameReference | ast.MemberAccess): ast.Named | undefined =>
  ast.isNameReference(name) ? name.target.ref : name.member.ref;

function described(declaration: ast.Named): string {
  const words: Readonly<Record<string, string>> = tableOf({
    Let: 'the computed value',
    Parameter: 'the parameter',
    LocalName: 'the local name',
    Entity: 'the entity',
    EnumValue: 'the value',
    Policy: 'the policy',
    Channel: 'the channel',
    Collector: 'the collector',
  });
  const name = ast.isSetting(declaration) ? declaration.property.$refText : declaration.name;
  return sentence(`${words[declaration.$type] ?? 'the built-in name'} "${name}"`);
}
