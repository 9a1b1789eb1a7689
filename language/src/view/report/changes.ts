/** The report on a change: how the consequences in a model differ from those in an earlier version of it. */
import { type Change, type Direction, directionOf } from '../../analysis/compare/change.ts';
import { mostDifferences } from './changes-overlay.ts';
import { changeWords } from './change-words.ts';
import type { ChangesQuestion } from './question.ts';
import type { Report, ReportFact, ReportItem, ReportSign } from './report.ts';
import { collectTargets, type ReportedModel, type Targets } from './targets.ts';
import { t } from '../../model/common/translation.ts';

/** Both versions; `base` is the earlier one. */
export interface ReportedPair {
  readonly base: ReportedModel;
  readonly head: ReportedModel;
  /** The question that the report answers. */
  readonly question: ChangesQuestion;
}

/** The most changes of one direction that are listed. */
const mostItems = 500;

const headings: Readonly<Record<Direction, string>> = { worse: t`Worse`, other: t`Other changes`, better: t`Better` };
const directions = ['worse', 'other', 'better'] as const;

/** Returns the report; the changes are the worst first. */
export function changesReport(changes: readonly Change[], { base, head, question }: ReportedPair): Report {
  const targets = { head: collectTargets(head), base: collectTargets(base) };
  const moved = (fact: ReportFact): ReportFact => joined(fact, targets.head, targets.base);
  const items = changes.map((change, index) => {
    const item = itemOf(change, targets, moved);
    const inGraph = index < mostDifferences && {
      target: targets.head.add({ kind: 'changes', question, step: index + 1 }),
    };
    return { direction: directionOf(change), item: { ...item, ...inGraph } };
  });
  const count = (wanted: Direction): string => String(items.filter(({ direction }) => direction === wanted).length);
  return {
    title: t`Changed Consequences`,
    about: [
      t`Compared with ${question.name}: ${count('worse')} worse, ${count('better')} better, ${count('other')} other.`,
    ],
    legend: [],
    sections: directions.flatMap((direction) => {
      const own = items.filter((each) => each.direction === direction).map(({ item }) => item);
      const left = own.length - mostItems;
      if (own.length === 0 && direction !== 'worse') return [];
      return [
        {
          kind: 'list',
          title: headings[direction],
          items: own.slice(0, mostItems),
          empty: t`Nothing is worse.`,
          ...(left > 0 && { note: t`${left} more are not listed.` }),
        },
      ];
    }),
    targets: targets.head.list,
  };
}

type Both = Readonly<Record<'head' | 'base', Targets>>;

function itemOf(change: Change, targets: Both, moved: (fact: ReportFact) => ReportFact): ReportItem {
  const reason = 'reason' in change ? change.reason : undefined;
  const because =
    reason === undefined
      ? []
      : targets[reason.side].chain(reason.because).map((fact) => (reason.side === 'base' ? moved(fact) : fact));
  return { text: changeWords(change), sign: signOf(change), because };
}

function signOf(change: Change): ReportSign {
  const direction = directionOf(change);
  if (direction === 'better') return 'untouched';
  if (direction === 'other') return 'information';
  if (change.kind === 'fate' && change.to !== 'absent' && change.to !== 'untouched') return change.to;
  return change.kind === 'finding' ? change.severity : 'warning';
}

/** Returns a fact of the base with its target among those of the head; its place says which version it is in. */
function joined({ target, place, ...fact }: ReportFact, head: Targets, base: Targets): ReportFact {
  const found = target === undefined ? undefined : base.list[target];
  if (found === undefined) return fact;
  return { ...fact, place: `${place ?? ''} (before)`, target: head.add(found) };
}
