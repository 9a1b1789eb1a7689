/**
 * Finds entities nested where nesting has no meaning, such as a PD in a resource.
 */
import { nestableIn } from '../../analysis/facts/legal-ends.ts';
import * as ast from '../generated/ast.ts';
import { sentence, withArticle } from './article.ts';
import type { LanguageCheck } from './check.ts';

/** Reports entities nested in a kind that cannot contain them. */
export const entityNesting: LanguageCheck = {
  code: 'entity/nesting',
  run(tree, report) {
    for (const entity of tree.all('Entity')) {
      const around = entity.$container;
      const kinds = ast.isEntity(around) ? nestableIn(around.kind) : undefined;
      if (kinds === undefined || kinds.includes(entity.kind) || !ast.isEntity(around)) continue;
      const legal = kinds[0] === undefined ? 'nothing can' : `only ${withArticle(kinds[0])} can`;
      report({
        node: entity,
        property: 'name',
        message: `${sentence(withArticle(entity.kind))} cannot be nested in the ${around.kind} "${around.name}": ${legal}. Move "${entity.name}" out of its body.`,
      });
    }
  },
};
