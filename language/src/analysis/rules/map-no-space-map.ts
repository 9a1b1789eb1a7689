/**
 * Finds resource maps whose spaces are not mapped (L8), which a cleanup by space distance cannot see. Reports one
 * finding for each pair of spaces, however many resources are mapped between them.
 */
import { at } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Relation } from '../../model/relation.ts';
import { relationSpan } from '../../model/model.ts';
import { defineRule } from './rule.ts';
import { quotedEntityName } from './declarations.ts';
import type { Remedy } from './remedy.ts';
import { append } from '../../model/common/append.ts';
import { t } from '../../model/common/translation.ts';

/** Finds pairs of unmapped spaces whose resources are mapped. */
export const mapNoSpaceMap = defineRule('map/no-space-map', (context) => {
  const { spaceOf, all } = context.index;
  const pairOf = (from: EntityId, to: EntityId): number => from * spaceOf.length + to;
  const mapped = new Set(all('maps').map(({ source, target }) => pairOf(source, target)));
  const missing = new Map<number, Relation[]>();
  for (const relation of all('maps')) {
    const [from, to] = [at(spaceOf, relation.source), at(spaceOf, relation.target)];
    const pair = pairOf(from, to);
    if (from < 0 || to < 0 || from === to || mapped.has(pair)) continue;
    append(missing, pair, relation);
  }
  return [...missing.values()].flatMap((relations) => {
    const [first] = relations;
    if (first === undefined) return [];
    const [source, target] = [at(spaceOf, first.source), at(spaceOf, first.target)];
    const [from, to] = [quotedEntityName(context, source), quotedEntityName(context, target)];
    const more = relations.length === 1 ? '' : t` (and ${relations.length - 1} more such maps)`;
    return [
      {
        message:
          t`${quotedEntityName(context, first.source)} maps ${quotedEntityName(context, first.target)}${more}, but the space ${from} ` +
          t`does not map ${to}. Add "maps" between the spaces too.`,
        span: relationSpan(context.sources, first.id),
        remedies: (): Remedy[] => {
          const title = t`Let ${from} map ${to}`;
          return [{ kind: 'relate', title, subject: source, relation: 'maps', targets: [target], isPreferred: true }];
        },
      },
    ];
  });
});
