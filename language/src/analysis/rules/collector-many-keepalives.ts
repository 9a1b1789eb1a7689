/**
 * Finds boxes that are reachable along very many paths. With visited sets a round takes one keepalive for each path, so
 * a small model may have rounds that no run can finish.
 */
import { pieceSpan } from '../../model/model.ts';
import { collectorSettings } from '../leases/collector-settings.ts';
import { type KeepaliveCost, keepaliveCosts } from '../leases/keepalive-cost.ts';
import { defineRule } from './rule.ts';
import { quotedEntityName } from './declarations.ts';
import { t } from '../../model/common/translation.ts';

/** The size of a round that is worth a warning; a run ends at five times as many at one moment. */
const many = 1000n;

/** The least factor by which sequences have to reduce the number. */
const gain = 2n;

/** The counting budget: counting more precisely would be noticeable while typing. */
const budget = 100_000;

/** Finds collectors with a round of more than 1,000 keepalives, at least twice as many as with sequences. */
export const collectorManyKeepalives = defineRule('collector/many-keepalives', (context) => {
  const { model, sources } = context;
  const [collector] = model.collectors;
  if (collector === undefined || collectorSettings(model)?.forward !== 'visited') return [];
  const worst = keepaliveCosts(model, { budget }).reduce<KeepaliveCost | undefined>(
    (most, cost) => (most === undefined || cost.count.sent > most.count.sent ? cost : most),
    undefined,
  );
  if (worst === undefined || worst.count.sent <= many || worst.count.sent < gain * BigInt(worst.flooding)) return [];
  const { node, count, flooding } = worst;
  const where = node === undefined ? t`outside all nodes` : `of ${quotedEntityName(context, node)}`;
  return [
    {
      message:
        t`Every period, the roots ${where} send ${count.isExact ? '' : t`at least `}${inThousands(count.sent)} keepalives, ` +
        t`one for each path from box to box. Set "forward: sequence", which takes ${inThousands(BigInt(flooding))}.`,
      span: pieceSpan(sources, collector.place),
    },
  ];
});

const inThousands = (count: bigint): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
