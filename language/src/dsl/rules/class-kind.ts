/**
 * Finds entities of another kind than their class is for, classes that extend one for another kind, and classes that do
 * not say for which kind they are.
 */
import type * as ast from '../generated/ast.ts';
import { kindOf } from '../types/bodies.ts';
import { withArticle } from '../../model/common/word-list.ts';
import type { LanguageRule, ReportFault } from './rule.ts';
import { t } from '../../model/common/translation.ts';

/** Reports classes of the wrong kind. */
export const classKind: LanguageRule = {
  code: 'class/kind',
  run(tree, report) {
    for (const entity of tree.all('Entity')) {
      const used = entity.class?.ref;
      const kind = used === undefined ? undefined : kindOf(used);
      if (used === undefined || kind === undefined || kind === entity.kind) continue;
      report({
        node: entity,
        property: 'class',
        message: t`"${used.name}" is a class for ${withArticle(kind)}, but "${entity.name}" is ${withArticle(entity.kind)}. Name another class, or declare ${withArticle(kind)}.`,
        related: [{ node: used, property: 'name', message: t`The class is declared here.` }],
      });
    }
    for (const declaration of tree.all('Class')) checkClass(declaration, report);
  },
};

function checkClass(declaration: ast.Class, report: ReportFault): void {
  const { name, base, for: own } = declaration;
  const extended = base?.ref;
  const kind = extended === undefined ? undefined : kindOf(extended);
  if (own === undefined && base === undefined) {
    const message = t`"${name}" does not say which kind of entity it is for. Write "class ${name} for pd", or extend a class that says it.`;
    report({ node: declaration, property: 'name', message });
  } else if (own !== undefined && kind !== undefined && kind !== own) {
    report({
      node: declaration,
      property: 'base',
      message: t`"${extended?.name ?? ''}" is a class for ${withArticle(kind)}, but "${name}" is for ${withArticle(own)}. Extend another class, or declare this one for ${withArticle(kind)}.`,
    });
  }
}
