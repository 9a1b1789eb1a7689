/**
 * Hints for the reach of a crash that the text does not state: depths that a policy omits, and the policy of a crash
 * that names none.
 */
import { GrammarUtils, type AstNode } from 'langium';
import { defaultPolicyOf } from '../../../language/src/analysis/facts/policies.ts';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { defaultPolicy, type Policy } from '../../../language/src/model/policy.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';
import type { Hint } from './hint.ts';
import { t } from '../../../language/src/model/common/translation.ts';

const depths = ['pdDepth', 'spaceDepth'] as const;

/** Returns a function that makes the hints of a node. */
export function depthHints({ model }: CheckedModel): (node: AstNode) => readonly Hint[] {
  return (node) => {
    if (ast.isPolicy(node)) return ofPolicy(node);
    return ast.isCrash(node) && node.policy === undefined ? ofCrash(node, defaultPolicyOf(model)) : [];
  };
}

function ofPolicy(policy: ast.Policy): readonly Hint[] {
  const name = GrammarUtils.findNodeForProperty(policy.$cstNode, 'name');
  const given = new Set(policy.settings.map(({ property }) => property.$refText));
  const left = depths.filter((depth) => !given.has(depth));
  if (name === undefined || left.length === 0) return [];
  const label = left.map((depth) => `${depth}: ${String(defaultPolicy[depth])}`).join(', ');
  return [{ position: name.range.end, label, reason: t`A setting that a policy omits has its default.` }];
}

function ofCrash({ $cstNode }: ast.Crash, { name, pdDepth, spaceDepth }: Policy): readonly Hint[] {
  if ($cstNode === undefined) return [];
  const label = `under ${name}: ${String(pdDepth)}, ${String(spaceDepth)}`;
  const reason = t`No policy is named here: PD depth ${String(pdDepth)}, space depth ${String(spaceDepth)}.`;
  return [{ position: $cstNode.range.end, label, reason }];
}
