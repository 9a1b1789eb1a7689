/**
 * Finds `cancel E` where nothing that the same machine or entity does sends E `after` a delay, so that there is never
 * anything to take back.
 */
import { AstUtils } from 'langium';
import * as ast from '../generated/ast.ts';
import { bodiesOf, type Body, isBody, machineOf } from '../types/bodies.ts';
import { machineAround } from '../types/typing.ts';
import type { TreeIndex } from '../names/tree-index.ts';
import type { LanguageRule } from './rule.ts';
import { removeItem } from './fixes/edits.ts';
import { t } from '../../model/common/translation.ts';

/** Reports `cancel` of events that nobody delays. */
export const eventNotDelayed: LanguageRule = {
  code: 'event/not-delayed',
  looksAt: 'file',
  certainty: 'file',
  run(tree, report) {
    for (const cancel of tree.all('Cancel')) {
      const event = cancel.event.ref;
      const senders = sendersWith(cancel, tree);
      if (event === undefined || senders === undefined) continue;
      const isDelayed = tree
        .all('Send')
        .some((send) => send.delay !== undefined && send.event.ref === event && senders.has(ownerOf(send)));
      if (isDelayed) continue;
      report({
        node: cancel,
        message: t`Nothing here sends "${event.name}" with "after", so there is nothing to cancel. Delay the message, or remove this step.`,
        fixes: [{ title: t`Remove "cancel ${event.name}"`, edits: [removeItem(cancel)] }],
      });
    }
  },
};

type Owner = ast.Machine | Body | undefined;

/** Returns the machine, entity or class that a step is written in. */
const ownerOf = (step: ast.Step): Owner => machineAround(step) ?? AstUtils.getContainerOfType(step, isBody);

/** Returns where the sends may be that a step takes back; undefined if they may be in other files. */
function sendersWith(cancel: ast.Cancel, tree: TreeIndex): ReadonlySet<Owner> | undefined {
  const owner = ownerOf(cancel);
  if (owner === undefined) return undefined;
  const bodies = [...tree.all('Entity'), ...tree.all('Class')];
  if (ast.isMachine(owner)) return new Set([owner, ...bodies]);
  if (ast.isClass(owner)) return undefined;
  return new Set([...bodiesOf(owner), machineOf(owner)]);
}
