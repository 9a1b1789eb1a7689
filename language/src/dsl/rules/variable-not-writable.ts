/**
 * Finds assignments to something that cannot be assigned: a machine writes only its own variables, and settings of what
 * is passive; a scenario sets variables and settings, but no computed values or message parameters.
 */
import * as ast from '../generated/ast.ts';
import type { StaticType } from '../types/static-type.ts';
import { machineAround, typeOf } from '../types/typing.ts';
import { sentence } from './article.ts';
import type { LanguageRule } from './rule.ts';
import { asAssignment } from './fixes/assignment-form.ts';
import { isInScenario } from './step-not-here.ts';
import { tableOf } from '../../model/common/table.ts';
import { t } from '../../model/common/translation.ts';

/** Reports assignments to something that cannot be assigned. */
export const variableNotWritable: LanguageRule = {
  code: 'variable/not-writable',
  run(tree, report) {
    for (const step of tree.all('Assignment')) {
      const { target } = step;
      // In a scenario the assignment itself is reported.
      if (machineAround(step) === undefined) continue;
      const reason = whyNotAssigned(target);
      if (reason !== undefined) report({ node: target, message: reason });
    }
    for (const step of tree.all('SetStep')) {
      const { target } = step;
      const reason = whyNotSet(target) ?? (isInScenario(step) ? undefined : whyNotSetByAction(target));
      if (reason !== undefined)
        report({ node: target, message: reason, fixes: isOwn(target) ? asAssignment(step) : [] });
    }
  },
};

function whyNotAssigned(target: ast.Expression): string | undefined {
  const name = writtenName(target);
  if (name === undefined) return formless;
  if (ast.isMemberAccess(name) && name.receiver.$type !== 'SelfLiteral') {
    return t`A machine writes only its own variables. Send an event to the other one, and let it write its own.`;
  }
  const declaration = declarationOf(name);
  if (declaration === undefined) return undefined;
  if (ast.isVariable(declaration)) {
    return isOwn(name) ? undefined : t`A machine writes only its own variables. Send an event to the other one.`;
  }
  return t`${described(declaration)} is not a variable, so it cannot be assigned. Declare a "var" and assign to that.`;
}

function whyNotSet(target: ast.Expression): string | undefined {
  const name = writtenName(target);
  if (name === undefined) return formless;
  const declaration = declarationOf(name);
  if (declaration === undefined || isSettable(declaration)) return undefined;
  return t`${described(declaration)} cannot be set: only variables and settings can. Name one of these.`;
}

/** An action changes what is passive; a machine writes its own variables, and the environment sets all else. */
function whyNotSetByAction(target: ast.Expression): string | undefined {
  const name = writtenName(target);
  if (name === undefined) return formless;
  if (isOwn(target)) return t`A machine assigns its own variables with ":=". Write that, without "set".`;
  const declaration = declarationOf(name);
  if (declaration === undefined) return undefined;
  const isOfMachine = ast.isVariable(declaration) || ast.isParameter(declaration);
  if (!isOfMachine && (!ast.isMemberAccess(name) || canBePassive(typeOf(name.receiver)))) return undefined;
  return t`An action sets only settings of objects, spaces and resources. Send an event, or set it in a scenario or check.`;
}

function canBePassive(type: StaticType): boolean {
  const single = type.kind === 'set' ? type.of : type;
  if (single.kind !== 'entity') return single.kind === 'unknown';
  return ['object', 'space', 'resource', 'entity'].includes(single.of);
}

/** Returns true for a variable of the machine around it. */
function isOwn(target: ast.Expression): boolean {
  const name = writtenName(target);
  if (name === undefined || (ast.isMemberAccess(name) && name.receiver.$type !== 'SelfLiteral')) return false;
  const declaration = declarationOf(name);
  return declaration !== undefined && ast.isVariable(declaration) && machineAround(name) === declaration.$container;
}

const formless = t`This does not name a variable or a setting. Name one, such as "count" or "server.count".`;

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
    Let: t`the computed value`,
    Parameter: t`the parameter`,
    LocalName: t`the local name`,
    Entity: t`the entity`,
    EnumValue: t`the value`,
    Policy: t`the policy`,
    Channel: t`the channel`,
    Collector: t`the collector`,
  });
  const name = ast.isSetting(declaration) ? declaration.property.$refText : declaration.name;
  return sentence(`${words[declaration.$type] ?? t`the built-in name`} "${name}"`);
}
