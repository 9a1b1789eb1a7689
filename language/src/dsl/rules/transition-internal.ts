/**
 * Finds transitions `as internal` whose target is not within their state, so that they leave it all the same.
 */
import { GrammarUtils } from 'langium';
import * as ast from '../generated/ast.ts';
import type { LanguageRule } from './rule.ts';
import { replacePiece } from './fixes/edits.ts';
import { t } from '../../model/common/translation.ts';

/** Reports internal transitions that leave their state. */
export const transitionInternal: LanguageRule = {
  code: 'transition/internal',
  run(tree, report) {
    for (const transition of tree.all('Transition')) {
      const { isInternal, target, $container: source } = transition;
      if (!isInternal || target?.ref === undefined || !ast.isState(source) || isWithin(target.ref, source)) continue;
      report({
        node: transition,
        property: 'target',
        message: t`"${target.ref.name}" is not within "${source.name}", so this transition leaves "${source.name}". Remove "as internal", or name a state within.`,
        fixes: withoutInternal(transition),
      });
    }
  },
};

function isWithin(state: ast.Target, around: ast.State): boolean {
  const { $container: container } = state;
  return ast.isState(container) && (container === around || isWithin(container, around));
}

function withoutInternal(transition: ast.Transition) {
  const [target, word] = [
    GrammarUtils.findNodeForProperty(transition.$cstNode, 'target'),
    GrammarUtils.findNodeForProperty(transition.$cstNode, 'isInternal'),
  ];
  if (target === undefined || word === undefined) return [];
  const edits = [replacePiece(transition, { start: target.end, end: word.end }, '')];
  return [{ title: t`Remove "as internal"`, edits, isPreferred: true }];
}
