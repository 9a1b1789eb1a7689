/**
 * The report on a crash, with names and locations instead of ids: the single source of its text and JSON.
 */
import type { Cleanup } from '../../../../language/src/analysis/crash/cleanup.ts';
import type { Notification } from '../../../../language/src/analysis/crash/notifications.ts';
import type { Held } from '../../../../language/src/analysis/facts/doomed.ts';
import { isActedOn } from '../../../../language/src/analysis/facts/unit-statements.ts';
import type { EntityId } from '../../../../language/src/model/entity-kind.ts';
import type { Explained, Fact } from '../../../../language/src/model/fact.ts';
import type { OpenedModel } from '../files/open-models.ts';
import { type ReportedName, type ReportedFact, reportFacts } from './reported-facts.ts';
import { entityName } from '../../../../language/src/model/model.ts';

/** The notification of a manager `name`: `by` no longer holds `subject`, or the space `subject` is lost. */
export interface ReportedNotification extends ReportedName {
  readonly event: 'freed' | 'lost';
  readonly subject: string;
  readonly by: string | undefined;
}

/** The consequences of a crash. */
export interface CrashReport {
  /** The crashed entities: the PD, or the node and its PDs. */
  readonly crashed: readonly string[];
  readonly destroyed: readonly ReportedName[];
  /** The entities of `order[i]` are destroyed together, after all before them. */
  readonly order: readonly (readonly string[])[];
  readonly degraded: readonly ReportedName[];
  readonly broken: readonly ReportedName[];
  /** Of what is broken, what is blocked in a call that nothing answers any more. */
  readonly blocked: readonly ReportedName[];
  readonly dangling: readonly ReportedName[];
  /** Entities already broken or dangling before the crash. */
  readonly already: {
    readonly broken: readonly ReportedName[];
    readonly degraded: readonly ReportedName[];
    readonly dangling: readonly ReportedName[];
  };
  /** But for those on which systemd does nothing. */
  readonly notified: readonly ReportedNotification[];
  /** What ends with something that the crash releases, and cannot end yet. */
  readonly held: readonly ReportedHeld[];
}

/** Something that is to end, with what it still waits for. */
export interface ReportedHeld extends ReportedName, Pick<Held, 'finalizers' | 'isDeadlocked'> {
  readonly waitsFor: readonly string[];
}

/** Returns the consequences of a crash in reported form; `isBrief` omits reasons. */
export function reportCrash(
  opened: OpenedModel,
  cleanup: Cleanup,
  { isBrief }: { readonly isBrief: boolean },
): CrashReport {
  const nameOf = (id: EntityId): string => entityName(opened.model, id);
  const because = (facts: readonly Fact[]): readonly ReportedFact[] => (isBrief ? [] : reportFacts(opened, facts));
  const report = (list: readonly Explained[]): readonly ReportedName[] =>
    list.map((each) => ({ name: nameOf(each.entity), because: because(each.because) }));
  const blocked = new Set(cleanup.blocked);
  const [doomed, failed] = [new Set(cleanup.order.flat()), new Set(cleanup.crashed)];
  const isHeeded = (each: Notification): boolean =>
    isActedOn(opened.model, each, { isDoomed: (id) => doomed.has(id), hasFailed: (id) => failed.has(id) });
  return {
    crashed: cleanup.crashed.map(nameOf),
    destroyed: report(cleanup.destroyed),
    order: cleanup.order.map((layer) => layer.map(nameOf)),
    degraded: report(cleanup.degraded),
    broken: report(cleanup.broken),
    blocked: report(cleanup.broken.filter(({ entity }) => blocked.has(entity))),
    dangling: report(cleanup.dangling),
    already: {
      broken: report(cleanup.already.broken),
      degraded: report(cleanup.already.degraded),
      dangling: report(cleanup.already.dangling),
    },
    notified: cleanup.notified.filter(isHeeded).map((each) => ({
      name: nameOf(each.manager),
      event: each.event,
      subject: nameOf(each.subject),
      by: each.by === undefined ? undefined : nameOf(each.by),
      because: because(each.because),
    })),
    held: cleanup.held.map((each) => ({
      name: nameOf(each.entity),
      finalizers: each.finalizers,
      waitsFor: each.waitsFor.map(nameOf),
      isDeadlocked: each.isDeadlocked,
      because: because(each.because),
    })),
  };
}
