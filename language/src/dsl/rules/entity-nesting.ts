/**
 * Finds entities nested where nesting has no meaning, such as a PD in a resource.
 */
import { isBody, kindOf } from '../types/bodies.ts';
import { nestableIn } from '../../analysis/facts/legal-ends.ts';
import * as ast from '../generated/ast.ts';
import { withArticle } from '../../model/common/word-list.ts';
import { sentence } from './article.ts';
import type { LanguageRule } from './rule.ts';
import { t } from '../../model/common/translation.ts';

/** Reports entities nested in a kind that cannot contain them. */
export const entityNesting: LanguageRule = {
  code: 'entity/nesting',
  run(tree, report) {
    for (const entity of tree.all('Entity')) {
      const around = entity.$container;
      const kind = isBody(around) ? kindOf(around) : undefined;
      const kinds = kind === undefined ? undefined : nestableIn(kind);
      if (kind === undefined || kinds === undefined || kinds.includes(entity.kind) || !isBody(around)) continue;
      const legal = kinds[0] === undefined ? t`nothing can` : t`only ${withArticle(kinds[0])} can`;
      report({
        node: entity,
        property: 'name',
        message: t`${sentence(withArticle(entity.kind))} cannot be nested in ${ast.isClass(around) ? t`a class for ${kind},` : t`the ${kind}`} "${around.name}": ${legal}. Move "${entity.name}" out of its body.`,
      });
    }
  },
};
