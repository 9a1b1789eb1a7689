/**
 * Finds roles that mean nothing in a relation whose roles have a meaning: `needs a as optional` is a hard need.
 */
import { callWord } from '../../analysis/facts/facts.ts';
import type { Fix } from '../../model/finding.ts';
import { tableOf } from '../../model/common/table.ts';
import { t } from '../../model/common/translation.ts';
import { wordList } from '../../model/common/word-list.ts';
import { writeOne } from '../syntax/lexing/advice.ts';
import { nearestName } from '../syntax/messages/nearest-name.ts';
import type * as ast from '../generated/ast.ts';
import { placeOf, replaceNode, replacePiece } from './fixes/edits.ts';
import type { LanguageRule } from './rule.ts';

/** A relation whose roles have a meaning. */
interface Roles {
  readonly legal: readonly string[];
  /** Says what the relation is with any other role. */
  readonly otherwise: (role: string) => string;
}

const rolesOf: Readonly<Record<string, Roles>> = tableOf({
  needs: {
    legal: ['soft', 'start', callWord],
    otherwise: (role) => t`A need has no role "${role}", so it is hard: without the target, the subject is broken.`,
  },
  protects: {
    legal: ['eviction'],
    otherwise: (role) => t`"protects" has no role "${role}", so it refuses every orderly end.`,
  },
  owns: {
    legal: ['nonblocking'],
    otherwise: (role) => t`"owns" has no role "${role}", so the ownership is blocking.`,
  },
});

/** What other systems call these roles. */
const meanings: Readonly<Record<string, string>> = tableOf({
  ...{ optional: 'soft', weak: 'soft', wants: 'soft', lazy: 'soft', degraded: 'soft', nonhard: 'soft' },
  ...{ startup: 'start', boot: 'start', init: 'start', order: 'start', after: 'start' },
  ...{ rpc: 'call', sync: 'call', blocking: 'call', evict: 'eviction', drain: 'eviction' },
});

/** Reports roles without a meaning in relations whose roles have one. */
export const roleWithoutEffect: LanguageRule = {
  code: 'role/without-effect',
  run(tree, report) {
    for (const target of tree.all('RelationTarget')) {
      const { as, $container: relation } = target;
      const roles = 'kind' in relation ? rolesOf[relation.kind] : undefined;
      if (as === undefined || roles === undefined || roles.legal.includes(as)) continue;
      const known = meanings[as.toLowerCase()];
      const meant = known !== undefined && roles.legal.includes(known) ? known : nearestName(as, roles.legal);
      const quoted = roles.legal.map((each) => `"${each}"`);
      const advice = meant === undefined ? t`Write ${wordList(quoted, 'or')}, or remove it.` : writeOne([meant]);
      report({
        node: target,
        property: 'as',
        message: `${roles.otherwise(as)} ${advice}`,
        fixes: [meant === undefined ? withoutRole(target, as) : write(target, meant)],
      });
    }
  },
};

const write = (target: ast.RelationTarget, role: string): Fix => ({
  title: t`Write "${role}"`,
  edits: [replaceNode(target, role, 'as')],
});

/** Removes a role with its `as`. */
function withoutRole(target: ast.RelationTarget, role: string): Fix {
  const piece = { start: placeOf(target, 'entity').end, end: placeOf(target, 'as').end };
  return { title: t`Remove "as ${role}"`, edits: [replacePiece(target, piece, '')] };
}
