/**
 * Finds events that nothing names. In a file without entities and runs, events may exist for importing files; then only
 * the events of its machines are checked.
 */
import * as ast from '../generated/ast.ts';
import type { LanguageRule } from './rule.ts';
import { removeItem } from './fixes/edits.ts';
import type { TreeIndex } from '../names/tree-index.ts';
import { usesIn } from './uses.ts';
import { t } from '../../model/common/translation.ts';

/** Reports events that nothing names. */
export const eventUnused: LanguageRule = {
  code: 'event/unused',
  looksAt: 'file',
  certainty: 'file',
  run(tree, report) {
    const uses = usesIn(tree);
    const isLibrary = isForOthers(tree);
    for (const event of tree.all('Event')) {
      if (uses.isNamed(event) || (isLibrary && !ast.isMachine(event.$container))) continue;
      report({
        node: event,
        property: 'name',
        message: t`Nothing sends, takes or asks for the event "${event.name}". Remove it.`,
        fixes: [{ title: t`Remove "${event.name}"`, edits: [removeItem(event)], isPreferred: true }],
      });
    }
  },
};

const isForOthers = ({ document }: TreeIndex): boolean =>
  !document.declarations.some((each) => ast.isEntity(each) || ast.isScenario(each) || ast.isCheck(each));
