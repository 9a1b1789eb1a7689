/**
 * Finds members of a region that need at least as long as the region waits for them, each by the clock of its node. If
 * both take equally long, either may come first in a check.
 */
import type { Entity } from '../../model/entity.ts';
import { entityOf, entitySpan } from '../../model/model.ts';
import { clockRateOf } from '../leases/collector-settings.ts';
import type { RuleContext, RuleFault } from './rule.ts';
import { quotedEntityName } from './declarations.ts';
import { durationOf, inSeconds, regionMembers, regionsOf } from './region-settings.ts';
import { t } from '../../model/common/translation.ts';

/** The timeout and the times to compare, and the words for the fault. */
export interface SlowWords {
  /** The setting of the region. */
  readonly timeout: string;
  /** The settings of the member whose sum is its time. */
  readonly times: readonly [string, ...(readonly string[])];
  readonly fault: string;
  readonly consequence: string;
  /** The consequence if the member needs just as long. */
  readonly possibility: string;
}

/** Returns one fault for each region with such a member, at the first of those that need the longest. */
export function slowMemberFaults(context: RuleContext, words: SlowWords): RuleFault[] {
  return regionsOf(context).flatMap((region) => {
    const waits = durationOf(context, region, words.timeout);
    const timeout = trueTime(context, region, waits);
    if (waits === undefined || timeout === undefined || timeout <= 0) return [];
    const members = regionMembers(context, region.id);
    const needing = (least: (time: number) => boolean): Entity | undefined =>
      members.find((member) => least(trueTime(context, member, timeOf(context, member, words)) ?? 0));
    const slower = needing((time) => time > timeout);
    const slow = slower ?? needing((time) => time === timeout);
    if (slow === undefined) return [];
    const [member, waiting] = [quotedEntityName(context, slow.id), quotedEntityName(context, region.id)];
    const own = timeOf(context, slow, words) ?? 0;
    // By the clock of the region, so that the two times can be compared.
    const needed = Math.round((1000 * (trueTime(context, slow, own) ?? 0) * waits) / timeout) / 1000;
    const time =
      needed === own ? inSeconds(own) : t`${inSeconds(own)}, ${inSeconds(needed)} by the clock of ${waiting},`;
    return [
      {
        message:
          (slower === undefined
            ? t`${member} needs ${time} ${words.fault}, and ${waiting} waits no longer, so ${words.possibility}. `
            : t`${member} needs ${time} ${words.fault}, but ${waiting} waits only ${inSeconds(waits)}, so ${words.consequence}. `) +
          t`Raise "${words.timeout}" above that, or make the member faster.`,
        span: entitySpan(context.sources, region.id),
        related: [{ message: t`It needs ${inSeconds(own)}.`, span: entitySpan(context.sources, slow.id) }],
        setting: { entity: region.id, name: words.timeout },
      },
    ];
  });
}

/** Returns the time that passes while the clock of an entity's node measures some; undefined if its rate is computed. */
function trueTime({ model }: RuleContext, { parent }: Entity, measured: number | undefined): number | undefined {
  let around = parent;
  while (around !== undefined && entityOf(model, around).kind !== 'node') around = entityOf(model, around).parent;
  const rate = clockRateOf(model, around);
  return measured === undefined || rate === undefined ? undefined : measured / rate;
}

/** Returns the sum of the times; undefined if the first is unknown. */
function timeOf(context: RuleContext, member: Entity, { times }: SlowWords): number | undefined {
  const [first, ...others] = times.map((name) => durationOf(context, member, name));
  return first === undefined ? undefined : others.reduce<number>((sum, each) => sum + (each ?? 0), first);
}
