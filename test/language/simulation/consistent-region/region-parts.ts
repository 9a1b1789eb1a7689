/**
 * The events and variables of a consistent region in `std/region-operator`: messages go to the interface or to the
 * watch, variables are the stored values.
 */
import { isKind, type Value } from '../../../../language/src/simulation/values/values.ts';
import type { Answer, NaiveRegion, Stored } from './naive-region.ts';
import type { Options } from './region-events.ts';
import type { Adapter, Seen, ToldEvent } from './region-driver.ts';
import { resourceMessage, settingsOf, storedOf } from './region-machine.ts';

/** The region as a stored resource, with an operator of several parts. */
export const regionParts: Adapter = { text, message, see };

/** Returns the part of a naive region on which both models agree; it does not distinguish what an answer belongs to. */
export function seenInParts({ stored, answers, told, reports }: NaiveRegion): Seen {
  const kinds: Readonly<Record<Answer, string>> = {
    open: 'open',
    blocking: 'partly',
    checkpointed: 'done',
    reset: 'done',
  };
  return { stored: settled(stored), answers: answers.map((answer) => kinds[answer]), told: [...told], reports };
}

function text(options: Options, members: readonly string[]): string {
  return `import "std/consistent-region"
    import "std/region-operator"
    pd apiServer {
      region orders runs RegionResource { contains ${members.join(', ')} ${settingsOf(options)} }
    }
    pd operator {
      pd fsm runs RegionOperator { regions: [orders] watches: [watch] api: rest writesUnchanged: false }
      pd rest runs RegionApi { fsm: fsm regions: [orders] }
      pd watch runs RegionWatch { of: orders fsm: fsm }
    }`;
}

function message(event: ToldEvent, pe: Value, region: Value): readonly [string, string, ...Value[]] {
  switch (event.kind) {
    case 'checkpoint':
      return ['rest', 'PutCheckpoint', region, pe, event.seq];
    case 'blocking':
      return ['rest', 'PutBlockingCheckpoint', region, pe, event.seq];
    case 'resetDone':
      return ['rest', 'PutResetDone', region, pe, event.seq, event.attempt];
    case 'drain':
      return ['rest', 'PutDrain', region, pe, event.seq];
    case 'reset':
      return ['rest', 'PutReset', region, null, event.force];
    default:
      return ['watch', ...resourceMessage(event, pe)];
  }
}

/** While unhealthy, the value depends on which is counted first, the launch or the failure. */
const settled = (stored: Stored): Stored => ({ ...stored, cleanStart: stored.healthy && stored.cleanStart });

function see(read: (name: string) => Value, members: readonly number[]): Pick<Seen, 'stored' | 'answers'> {
  const isIn = (name: string, id: number): boolean => {
    const set = read(name);
    return isKind(set, 'set') && set.items.some((item) => isKind(item, 'entity') && item.id === id);
  };
  return {
    stored: settled(storedOf(read)),
    answers: members.map((id) => (isIn('done', id) ? 'done' : isIn('partly', id) ? 'partly' : 'open')),
  };
}
