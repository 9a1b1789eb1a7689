/**
 * Finds entities of another kind than their machine is for.
 */
import * as ast from '../generated/ast.ts';
import { kindOf, machineOf } from '../types/bodies.ts';
import { withArticle } from '../../model/common/word-list.ts';
import type { LanguageRule } from './rule.ts';
import { replaceNode } from './fixes/edits.ts';
import { t } from '../../model/common/translation.ts';

/** Reports entities of a kind that their machine is not for. */
export const machineWrongKind: LanguageRule = {
  code: 'machine/wrong-kind',
  looksAt: 'file',
  run(tree, report) {
    for (const entity of [...tree.all('Entity'), ...tree.all('Class')]) {
      const [machine, kind] = [entity.machine?.ref, kindOf(entity)];
      if (machine?.for === undefined || kind === undefined || machine.for === kind) continue;
      const isHere = machine.$container === tree.document;
      const others = tree
        .all('Entity')
        .some((each) => each !== entity && machineOf(each) === machine && each.kind === machine.for);
      report({
        node: entity,
        property: 'machine',
        message: t`"${machine.name}" is a machine for ${withArticle(machine.for)}, but "${entity.name}" is ${ast.isClass(entity) ? 'for ' : ''}${withArticle(kind)}. Run another machine, or declare this one for ${withArticle(kind)}.`,
        related: [{ node: machine, property: 'name', message: t`The machine is declared here.` }],
        fixes:
          isHere && !others
            ? [
                {
                  title: t`Declare "${machine.name}" for ${withArticle(kind)}`,
                  edits: [replaceNode(machine, kind, 'for')],
                },
              ]
            : [],
      });
    }
  },
};
