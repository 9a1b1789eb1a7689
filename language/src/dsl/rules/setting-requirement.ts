/**
 * Finds entities whose settings, with the defaults of their machine, break one of its requirements, so that the machine
 * refuses to start. Only constant values are checked.
 */
import { machineOf } from '../types/bodies.ts';
import { AstUtils } from 'langium';
import * as ast from '../generated/ast.ts';
import type { LanguageRule, LanguageFault } from './rule.ts';
import { truthOf } from './constants.ts';
import { type AddedValues, meaningIn } from './entity-values.ts';
import { t } from '../../model/common/translation.ts';

/** Reports requirements that certainly fail. */
export const settingRequirement: LanguageRule = {
  code: 'setting/requirement',
  run(tree, report) {
    for (const entity of tree.all('Entity')) {
      for (const requirement of brokenRequirements(entity)) report(faultOf(entity, requirement));
    }
  },
};

/** Returns the requirements that certainly fail, with these values for parameters that the entity does not set. */
export function brokenRequirements(entity: ast.Entity, added?: AddedValues): ast.Requirement[] {
  const machine = machineOf(entity);
  const requirements = machine?.members.filter(ast.isRequirement) ?? [];
  if (requirements.length === 0) return [];
  const meaning = meaningIn(entity, added);
  return requirements.filter(({ condition }) => truthOf(condition, meaning) === false);
}

function faultOf(entity: ast.Entity, requirement: ast.Requirement): LanguageFault {
  const { condition, message } = requirement;
  const machine = requirement.$container.name;
  const setting = settingNamedIn(entity, condition);
  const why =
    message !== undefined && ast.isTextLiteral(message) ? message.value : t`It requires ${textOf(condition)}.`;
  return {
    node: setting ?? entity,
    property: setting === undefined ? (entity.machine === undefined ? 'class' : 'machine') : 'value',
    message: t`"${machine}" cannot run with these settings: ${why} Correct the settings of "${entity.name}".`,
    related: [{ node: requirement, message: t`"${machine}" requires this.` }],
  };
}

/** Returns the first setting of the body that a condition reads, directly or through a `let`. */
function settingNamedIn(entity: ast.Entity, condition: ast.Expression): ast.Setting | undefined {
  const parameters = new Set<ast.Parameter>();
  const seen = new Set<ast.Named>();
  const visit = (expression: ast.Expression): void => {
    for (const node of AstUtils.streamAst(expression)) {
      const target = ast.isNameReference(node) ? node.target.ref : undefined;
      if (target === undefined || seen.has(target)) continue;
      seen.add(target);
      if (ast.isParameter(target)) parameters.add(target);
      else if (ast.isLet(target)) visit(target.value);
    }
  };
  visit(condition);
  const names = new Set([...parameters].map((each) => each.name));
  const named = entity.members.filter(ast.isSetting).filter(({ property }) => {
    return names.has(property.$refText);
  });
  // Of several, the last one that the condition names is the most likely subject: `trigger == periodic or period ==
  // 0s`.
  const order = [...names];
  return named.toSorted((a, b) => order.indexOf(b.property.$refText) - order.indexOf(a.property.$refText))[0];
}

const textOf = (expression: ast.Expression): string =>
  expression.$cstNode?.text.replaceAll(/\s+/g, ' ') ?? t`something else`;
