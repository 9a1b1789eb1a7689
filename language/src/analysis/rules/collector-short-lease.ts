/**
 * Finds leases that end before the next keepalive can arrive although nothing fails, so that boxes in use are freed.
 * The conditions are listed on the page about keepalive collection.
 */
import { entitySpan, pieceSpan } from '../../model/model.ts';
import { type ShortLease, shortLease } from '../leases/lease-margins.ts';
import { type RuleContext, defineRule } from './rule.ts';
import { quotedEntityName } from './declarations.ts';
import { inSeconds } from './region-settings.ts';
import { t } from '../../model/common/translation.ts';

/** Finds collectors that violate one of the conditions "period", "path" and "hand-over". */
export const collectorShortLease = defineRule('collector/short-lease', (context) => {
  const { model, sources } = context;
  const [collector] = model.collectors;
  const found = shortLease(model);
  if (collector === undefined || found === undefined) return [];
  const related =
    found.condition === 'path' ? [{ message: t`This box is freed first.`, span: entitySpan(sources, found.box) }] : [];
  return [
    {
      message:
        t`A lease of "${collector.name}" lasts ${rounded(found.duration)}, but ${causeOf(context, found)} (condition "${found.condition}"). ` +
        t`Boxes still in use may be freed. Shorten "period" or lengthen "duration".`,
      span: pieceSpan(sources, collector.place),
      related,
    },
  ];
});

function causeOf(context: RuleContext, found: ShortLease): string {
  const needed = rounded(found.needed);
  switch (found.condition) {
    case 'period':
      return t`keepalives are sent only every ${needed}`;
    case 'path':
      return t`${quotedEntityName(context, found.box)} may wait ${needed} for its next keepalive`;
    case 'hand-over':
      return t`boxes being handed over may wait ${needed} for a keepalive`;
  }
}

const rounded = (milliseconds: number): string => inSeconds(Math.round(milliseconds));
