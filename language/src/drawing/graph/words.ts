/**
 * The words in a picture of a graph that are not part of the model; pages use the same.
 */
import type { ChangeEffectKind, PlanEffectKind } from '../../view/report/plan-overlay.ts';
import { t } from '../../model/common/translation.ts';

/** The effect on an entity, in a word or two. */
export const effectWords: Readonly<Record<PlanEffectKind | ChangeEffectKind | 'untouched', string>> = {
  refused: t`refuses`,
  started: t`started`,
  destroyed: t`destroyed`,
  held: t`held up`,
  later: t`ends later`,
  broken: t`broken`,
  degraded: t`degraded`,
  dangling: t`dangling`,
  spared: t`spared`,
  notifiedFirst: t`notified first`,
  notified: t`notified`,
  removed: t`removed`,
  added: t`added`,
  worse: t`worse`,
  better: t`better`,
  changed: t`changed`,
  cause: t`cause`,
  untouched: t`untouched`,
};

/** The effect that a refused plan would have on an entity. */
export const wouldWords: Readonly<typeof effectWords> = {
  ...effectWords,
  started: t`would start`,
  destroyed: t`would end`,
  held: t`would wait`,
  later: t`would end later`,
  broken: t`would break`,
  degraded: t`would degrade`,
  dangling: t`would dangle`,
};

/** The label of an order that a plan drops. */
export const givesWay = t`gives way`;

/** Says how many orders a plan drops. */
export const ordersGiveWay = (count: number): string =>
  count === 1 ? t`1 order gives way` : t`${count} orders give way`;
