/**
 * Boxes that can be reached along very many paths: with visited sets a round takes one keepalive for
 * each of them, so that a small model may have rounds that no run gets to the end of.
 */
import { placeSpan } from '../../model/model.ts';
import { collectorSettings } from '../leases/collector-settings.ts';
import { keepaliveCosts } from '../leases/keepalive-cost.ts';
import type { KeepaliveCost } from '../leases/keepalive-cost.ts';
import { defineCheck } from './check.ts';
import { nameOf } from './declarations.ts';

/** A round may take so many before it is worth a word; a run ends at five times as many at one moment. */
const many = 1000n;

/** Where sequences take at least a part of it that is that large, there is little to be gained. */
const gain = 2n;

/** Counting more closely would be felt while typing. */
const budget = 100_000;

/** Finds collectors with a round that takes more than 1,000 keepalives, and at least twice as many as with sequences. */
export const collectorManyKeepalives = defineCheck('collector/many-keepalives', (context) => {
  const { model, sources } = context;
  const [collector] = model.collectors;
  if (collector === undefined || collectorSettings(model)?.forward !== 'visited') return [];
  const worst = keepaliveCosts(model, { budget }).reduce<KeepaliveCost | undefined>(
    (most, cost) => (most === undefined || cost.count.sent > most.count.sent ? cost : most),
    undefined,
  );
  if (worst === undefined || worst.count.sent <= many || worst.count.sent < gain * BigInt(worst.flooding)) return [];
  const { node, count, flooding } = worst;
  const from = node === undefined ? 'what is on no node' : nameOf(context, node);
  return [
    {
      message:
        `Every period, the roots of ${from} set off ${count.isExact ? '' : 'at least '}${inThousands(count.sent)} keepalives, ` +
        `one for each path from box to box. Say "forward: sequence": that takes ${inThousands(BigInt(flooding))}.`,
      span: placeSpan(sources, collector.place),
    },
  ];
});

const inThousands = (count: bigint): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
