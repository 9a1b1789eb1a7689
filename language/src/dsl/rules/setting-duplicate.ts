/**
 * Finds settings given twice in one body: only one value could apply.
 */
import * as ast from '../generated/ast.ts';
import type { LanguageRule } from './rule.ts';
import { removeItem } from './fixes/edits.ts';
import { t } from '../../model/translation.ts';

/** Reports settings given twice. */
export const settingDuplicate: LanguageRule = {
  code: 'setting/duplicate',
  run(tree, report) {
    const first = new Map<object, Map<string, ast.Setting>>();
    for (const setting of tree.all('Setting')) {
      const name = setting.property.$refText;
      const body = bodyOf(setting);
      const siblings = first.get(body) ?? new Map<string, ast.Setting>();
      first.set(body, siblings);
      const earlier = siblings.get(name);
      if (earlier === undefined) siblings.set(name, setting);
      else {
        report({
          node: setting,
          property: 'property',
          message: t`"${name}" is already set in this body. Remove one of the two.`,
          related: [{ node: earlier, property: 'property', message: t`The first one is here.` }],
          fixes: [
            { title: t`Remove this "${name}"`, edits: [removeItem(setting)] },
            { title: t`Remove the first "${name}"`, edits: [removeItem(earlier)] },
          ],
        });
      }
    }
  },
};

/** Returns what settings of one name exclude each other in: all `data` of an entity is one. */
function bodyOf({ $container: container }: ast.Setting): object {
  return ast.isData(container) ? (container.$container.members.find(ast.isData) ?? container) : container;
}
