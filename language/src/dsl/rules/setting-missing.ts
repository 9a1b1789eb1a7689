/**
 * Finds entities that do not set a parameter of their machine that has no default.
 */
import { machineOf, parametersOf, settingsOf } from '../types/bodies.ts';
import type { Fix } from '../../model/finding.ts';
import * as ast from '../generated/ast.ts';
import type { LanguageRule } from './rule.ts';
import { addMembers } from './fixes/add-member.ts';
import { brokenRequirements } from './setting-requirement.ts';
import { t } from '../../model/common/translation.ts';

/** Reports missing values of parameters. */
export const settingMissing: LanguageRule = {
  code: 'setting/missing',
  run(tree, report) {
    for (const entity of tree.all('Entity')) {
      const missing = missingParameters(entity);
      const [first] = missing;
      if (first === undefined) continue;
      const names = missing.map(({ name }) => `"${name}"`).join(', ');
      report({
        node: entity,
        property: entity.machine !== undefined && ast.isMachine(first.$container) ? 'machine' : 'class',
        message: t`"${entity.name}" does not set ${names}, for which "${first.$container.name}" has no default. Add "${first.name}: …" to its body, or give the parameter a default.`,
        related: missing.map((each) => ({ node: each, property: 'name', message: t`The parameter is declared here.` })),
        fixes: missing.length === 1 ? fixesOf(entity, first) : [],
      });
    }
  },
};

function missingParameters(entity: ast.Entity): ast.Parameter[] {
  const [ofMachine, ofClasses] = [machineOf(entity)?.members.filter(ast.isParameter) ?? [], parametersOf(entity)];
  if (ofMachine.length + ofClasses.length === 0) return [];
  const given = new Set(settingsOf(entity).map(({ property }) => property.$refText));
  // A parameter of a class sets that of the machine.
  const byClass = new Set(ofClasses.map(({ name }) => name));
  const needed = [...ofClasses, ...ofMachine.filter(({ name }) => !byClass.has(name))];
  return needed.filter(({ name, value }) => value === undefined && !given.has(name));
}

/** Returns one fix for each word that the parameter can be, unless the word breaks a requirement of the machine. */
function fixesOf(entity: ast.Entity, parameter: ast.Parameter): Fix[] {
  const { name, type } = parameter;
  const words = ast.isEnumType(type) ? type.values.map((value) => value.name) : [];
  return words
    .filter((word) => brokenRequirements(entity, new Map([[parameter, { kind: 'symbol', value: word }]])).length === 0)
    .map((word) => ({ title: t`Write "${name}: ${word}"`, edits: [addMembers(entity, [`${name}: ${word}`])] }));
}
