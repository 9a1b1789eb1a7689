/**
 * The hover of a collector: how long its leases effectively last, and whether that is long enough and why.
 */
import { collectorSettings } from '../../../language/src/analysis/leases/collector-settings.ts';
import { shortLease, type ShortLease } from '../../../language/src/analysis/leases/lease-margins.ts';
import type { Model } from '../../../language/src/model/model.ts';
import { printDuration } from '../../../language/src/model/machines/print-expression.ts';
import { code } from './markdown.ts';
import { itemAt } from '../../../language/src/model/common/lookup.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the line about the leases of a collector; nothing for one that the model does not use. */
export function leaseLines(model: Model, name: string): readonly string[] {
  const settings = collectorSettings(model);
  const { duration, period } = settings ?? {};
  if (model.collectors[0]?.name !== name || duration === undefined || period === undefined) return [];
  const line = t`a lease lasts ${printDuration(duration)}, a keepalive comes every ${printDuration(period)}`;
  const short = shortLease(model);
  return [short === undefined ? t`${line}: long enough` : t`${line}: too short, ${reasonOf(model, short)}`];
}

function reasonOf({ entities }: Model, short: ShortLease): string {
  const needed = printDuration(Math.round(short.needed));
  switch (short.condition) {
    case 'period':
      return t`it has to be longer than ${needed}`;
    case 'hand-over':
      return t`something that is handed over may wait ${needed}`;
    case 'path':
      return t`${code(itemAt(entities, short.box).name)} may wait ${needed} for the next keepalive`;
  }
}
