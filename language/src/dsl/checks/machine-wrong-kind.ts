/**
 * Finds entities of another kind than their machine is for.
 */
import { withArticle } from './article.ts';
import type { LanguageCheck } from './check.ts';
import { replaceNode } from './fixes/edits.ts';

/** Reports entities of a kind that their machine is not for. */
export const machineWrongKind: LanguageCheck = {
  code: 'machine/wrong-kind',
  looksAt: 'file',
  run(tree, report) {
    for (const entity of tree.all('Entity')) {
      const machine = entity.machine?.ref;
      if (machine?.for === undefined || machine.for === entity.kind) continue;
      const isHere = machine.$container === tree.document;
      const others = tree
        .all('Entity')
        .some((each) => each !== entity && each.machine?.ref === machine && each.kind === machine.for);
      report({
        node: entity,
        property: 'machine',
        message: `"${machine.name}" is a machine for ${withArticle(machine.for)}, but "${entity.name}" is ${withArticle(entity.kind)}. Run another machine, or declare this one for ${withArticle(entity.kind)}.`,
        related: [{ node: machine, property: 'name', message: 'The machine is declared here.' }],
        fixes:
          isHere && !others
            ? [
                {
                  title: `Declare "${machine.name}" for ${withArticle(entity.kind)}`,
                  edits: [replaceNode(machine, entity.kind, 'for')],
                },
              ]
            : [],
      });
    }
  },
};
