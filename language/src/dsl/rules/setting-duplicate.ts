/**
 * Finds settings given twice in one body: only one value could apply.
 */
import * as ast from '../generated/ast.ts';
import { otherSpellings } from '../../model/fixed-settings.ts';
import type { LanguageRule } from './rule.ts';
import { removeItem } from './fixes/edits.ts';
import { t } from '../../model/common/translation.ts';

/** Reports settings given twice. */
export const settingDuplicate: LanguageRule = {
  code: 'setting/duplicate',
  run(tree, report) {
    const first = new Map<object, Map<string, ast.Setting>>();
    for (const setting of tree.all('Setting')) {
      const name = setting.property.$refText;
      const key = keyOf(setting);
      const body = bodyOf(setting);
      const siblings = first.get(body) ?? new Map<string, ast.Setting>();
      first.set(body, siblings);
      const earlier = siblings.get(key);
      if (earlier === undefined) siblings.set(key, setting);
      else {
        report({
          node: setting,
          property: 'property',
          message: messageOf(name, earlier.property.$refText),
          related: [{ node: earlier, property: 'property', message: t`The first one is here.` }],
          fixes: [
            { title: t`Remove this "${name}"`, edits: [removeItem(setting)] },
            { title: t`Remove the first "${earlier.property.$refText}"`, edits: [removeItem(earlier)] },
          ],
        });
      }
    }
  },
};

const messageOf = (name: string, earlier: string): string =>
  name === earlier
    ? t`"${name}" is already set in this body. Remove one of the two.`
    : t`"${name}" is "${earlier}" in another unit, which is already set in this body. Remove one of the two.`;

/** Returns the name under which a setting counts: a rate counts as the mean time that it says. */
function keyOf({ property }: ast.Setting): string {
  const { $refText: name, ref } = property;
  return ref?.$type === 'BuiltIn' ? (otherSpellings.get(name) ?? name) : name;
}

/** Returns what settings of one name exclude each other in: all `data` of an entity is one. */
function bodyOf({ $container: container }: ast.Setting): object {
  return ast.isData(container) ? (container.$container.members.find(ast.isData) ?? container) : container;
}
