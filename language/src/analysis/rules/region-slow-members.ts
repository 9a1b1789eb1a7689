/**
 * Finds members of a region that need at least as long as the region waits for them. The region arms its timer before
 * the member begins, so the timer fires first even if both take equally long.
 */
import type { Entity } from '../../model/entity.ts';
import { entitySpan } from '../../model/model.ts';
import type { RuleContext, RuleFault } from './rule.ts';
import { quotedEntityName } from './declarations.ts';
import { durationOf, inSeconds, regionMembers, regionsOf } from './region-settings.ts';
import { t } from '../../model/translation.ts';

/** The timeout and the times to compare, and the words for the fault. */
export interface SlowWords {
  /** The setting of the region. */
  readonly timeout: string;
  /** The settings of the member whose sum is its time. */
  readonly times: readonly [string, ...(readonly string[])];
  readonly fault: string;
  readonly consequence: string;
}

/** Returns one fault for each region with such a member, at the first of them. */
export function slowMemberFaults(context: RuleContext, words: SlowWords): RuleFault[] {
  return regionsOf(context).flatMap((region) => {
    const timeout = durationOf(context, region, words.timeout);
    if (timeout === undefined || timeout <= 0) return [];
    const slow = regionMembers(context, region.id).find((member) => (timeOf(context, member, words) ?? 0) >= timeout);
    if (slow === undefined) return [];
    const time = timeOf(context, slow, words) ?? 0;
    return [
      {
        message:
          t`${quotedEntityName(context, slow.id)} needs ${inSeconds(time)} ${words.fault}, but ${quotedEntityName(context, region.id)} waits only ${inSeconds(timeout)}, ` +
          t`so ${words.consequence}. Raise "${words.timeout}" above that, or make the member faster.`,
        span: entitySpan(context.sources, region.id),
        related: [{ message: t`It needs ${inSeconds(time)}.`, span: entitySpan(context.sources, slow.id) }],
        setting: { entity: region.id, name: words.timeout },
      },
    ];
  });
}

/** Returns the sum of the times; undefined if the first is unknown. */
function timeOf(context: RuleContext, member: Entity, { times }: SlowWords): number | undefined {
  const [first, ...others] = times.map((name) => durationOf(context, member, name));
  return first === undefined ? undefined : others.reduce<number>((sum, each) => sum + (each ?? 0), first);
}
