/**
 * Teardowns during a run: who is notified, the blocks `on destroy`, the ends layer by layer, and further rounds for
 * what these blocks leave behind.
 */
import { entityName } from '../../../model/model.ts';
import type { Destruction } from '../../../analysis/crash/destruction.ts';
import { type Notification, notifications } from '../../../analysis/crash/notifications.ts';
import { spreadOf } from '../../../analysis/facts/spread.ts';
import type { AnnouncedCall } from '../../../analysis/teardown/subscriptions.ts';
import { type Teardown, teardown } from '../../../analysis/teardown/teardown.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Policy } from '../../../model/policy.ts';
import { unreached } from './reachability.ts';
import { collectLeft, doom, type Sentence, withFates } from './sentences.ts';
import { aliveIn, graphNow, isAlive } from '../graph-now.ts';
import { end, tellManagers } from './life.ts';
import { loseLinks } from './links.ts';
import { remember, rememberEnd } from '../remarks.ts';
import type { LastEnd } from '../past.ts';
import { lifeBits, type Link, type Run, type State } from '../run.ts';
import { copyOf } from '../state.ts';
import { RunError } from '../../values/run-error.ts';
import { append } from '../../../model/common/append.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import { t } from '../../../model/common/translation.ts';

/** After this many rounds a teardown counts as one that does not settle. */
const mostRounds = 1000;

/**
 * Tears down what `first` sentences, then round by round what `next` finds, and what the blocks `on destroy` have made
 * unreachable or destroy themselves. Within such a block further ends only join the next round.
 */
export function tearDown(run: Run, first: Sentence, policy: Policy, next: () => Sentence | undefined): void {
  const { step } = run;
  const rounds: Round[] = [];
  let sentence: Sentence | undefined = first;
  while (sentence !== undefined && sentence.entities.length > 0) {
    if (rounds.length === mostRounds) {
      throw new RunError(
        'run/destruction',
        t`The teardown does not settle: "on destroy" blocks still ran after ${mostRounds} rounds.`,
      );
    }
    const { torn } = step;
    step.torn = new Set(sentence.entities);
    const round: Round = runRound(run, sentence, policy);
    step.torn = torn;
    rounds.push(round);
    sentence = further(run, round, policy) ?? next();
  }
  if (rounds.length > 0) rememberEnd(run, joined(rounds));
}

interface Round extends Sentence {
  readonly order: RoundOrder;
  /** The entities that the blocks made unreachable. */
  readonly left: readonly EntityId[];
}

type Call = Pick<AnnouncedCall, 'subject' | 'action' | 'of'>;

type RoundOrder = Pick<Teardown, 'layers' | 'because'> & { readonly notifications: readonly Call[] };

function runRound(run: Run, sentence: Sentence, policy: Policy): Round {
  const { state, program } = run;
  for (const id of sentence.entities) doom(run, id);
  const order = orderOf(run, sentence, policy);
  const messages = messagesOf(run, sentence);
  const calls = policy.subscribers === 'turn' ? callsInTurn(run, order.layers) : order.notifications;
  for (const { subject, action, of } of calls) {
    if (!isAlive(state, subject)) continue;
    remember(run, { kind: 'notified', entity: subject, of });
    run.tell?.({ kind: 'notified', entity: subject, of, action });
    program.actions[subject]?.get(action)?.({ run, self: subject, locals: [{ kind: 'entity', id: of }] });
  }
  const left = new Set<EntityId>();
  const gone = new Set<EntityId>();
  for (const layer of order.layers) {
    const members = layer.filter((id) => isAlive(state, id));
    const blocks = members.flatMap((id) => program.destructors[id] ?? []);
    if (blocks.length > 0) {
      // Links are removed together where no block can look at them in between.
      loseLinks(run, gone);
      gone.clear();
      const execute = (): void => {
        for (const id of members) program.destructors[id]?.({ run, self: id, locals: [] });
      };
      for (const id of unreachedThrough(run, execute)) left.add(id);
    }
    for (const id of members) {
      end(run, id, 0);
      gone.add(id);
      run.tell?.({ kind: 'destroyed', entity: id });
    }
  }
  loseLinks(run, gone);
  tellManagers(run, messages);
  return { ...sentence, order, left: [...left] };
}

/** An entity on its own has no order; only its subscribers need looking up. */
function orderOf(run: Run, { entities }: Sentence, policy: Policy): RoundOrder {
  const [only] = entities;
  if (only === undefined || entities.length > 1) {
    return teardown(graphNow(run).model, entities, policy, { alive: aliveIn(run) });
  }
  const { state } = run;
  const notifications: Call[] = [];
  for (const link of state.links) {
    if (link.target !== only || link.kind !== 'destroyed after') continue;
    const { source, notify } = link;
    if (notify === undefined || !isAlive(state, source)) continue;
    if (notifications.some(({ subject, action }) => subject === source && action === notify)) continue;
    notifications.push({ subject: source, action: notify, of: only });
  }
  return { layers: [[only]], notifications, because: () => [] };
}

/**
 * Yields the calls as they come up: the subscribers of an entity are read when its turn comes, and again after each
 * call, which may have changed them. Cost: O(links) each time that a call has changed them.
 */
function* callsInTurn({ state }: Run, layers: Teardown['layers']): Generator<Call, void> {
  let read: State['links'] | undefined;
  const subscriptions = new Map<EntityId, Link[]>();
  const subscriptionsTo = (of: EntityId): readonly Link[] => {
    if (read !== state.links) {
      read = state.links;
      subscriptions.clear();
      for (const link of read) {
        if (link.kind !== 'destroyed after' || link.notify === undefined) continue;
        append(subscriptions, link.target, link);
      }
    }
    return subscriptions.get(of) ?? [];
  };
  for (const of of layers.toReversed().flat()) {
    const seen = new Set<string>();
    const isNext = ({ source, notify }: Link): boolean =>
      isAlive(state, source) && !seen.has(`${source} ${notify ?? ''}`);
    for (let next = subscriptionsTo(of).find(isNext); next !== undefined; next = subscriptionsTo(of).find(isNext)) {
      const { source: subject, notify: action = '' } = next;
      seen.add(`${subject} ${action}`);
      yield { subject, action, of };
    }
  }
}

/** Returns the notifications to managers: there are some only where PDs or spaces end. */
function messagesOf(run: Run, sentence: Sentence): readonly Notification[] {
  const { entities } = run.program.model;
  const isPassive = sentence.entities.every((id) =>
    ['object', 'resource', 'region'].includes(itemAt(entities, id).kind),
  );
  return isPassive ? [] : notifications(spreadOf(graphNow(run).model), asDestruction(run, sentence));
}

/** Executes blocks and returns what they alone have made unreachable. */
function unreachedThrough(run: Run, execute: () => void): EntityId[] {
  const { state } = run;
  const before = copyOf(state);
  execute();
  const isSame =
    before.links === state.links &&
    before.settings === state.settings &&
    before.agenda === state.agenda &&
    before.turns === state.turns &&
    before.values.every((value, slot) => value === state.values[slot]);
  if (isSame) return [];
  const known = unreached({ ...run, state: before });
  return [...unreached(run)].filter((id) => !known.has(id));
}

/** Returns the next round that follows by itself: what blocks destroy, and what they have made unreachable. */
function further(run: Run, { left }: Round, policy: Policy): Sentence | undefined {
  const isDestroyed = new Set([...run.step.waiting].filter((id) => isAlive(run.state, id)));
  run.step.waiting.clear();
  const { found, kept } = collectLeft(
    run,
    left.filter((id) => isAlive(run.state, id) && !isDestroyed.has(id)),
    policy,
  );
  const entities = [...isDestroyed, ...found].sort((a, b) => a - b);
  if (entities.length === 0) return undefined;
  const nameOf = (id: EntityId): string => `"${entityName(run.program.model, id)}"`;
  return withFates(
    run,
    {
      entities,
      because: (entity) => {
        const name = nameOf(entity);
        const how = isDestroyed.has(entity) ? t`destroys ${name}` : t`leaves ${name} unreachable`;
        return [{ text: t`an "on destroy" block ${how}`, entity }];
      },
    },
    { found: new Set(found), kept },
  );
}

function joined(rounds: readonly Round[]): LastEnd {
  const roundOf = new Map(rounds.flatMap(({ entities }, index) => entities.map((id) => [id, index] as const)));
  return {
    layers: rounds.flatMap(({ order }) => order.layers),
    isBefore: (first, then) => {
      const [a, b] = [roundOf.get(first), roundOf.get(then)];
      if (a === undefined || b === undefined) return false;
      return a < b || (a === b && (rounds[a]?.order.because(first, then).length ?? 0) > 0);
    },
    because: (entity) => rounds[roundOf.get(entity) ?? -1]?.because(entity) ?? [],
  };
}

/** Returns the sentence in the shape in which the consequences of a crash are computed. */
function asDestruction({ state }: Run, { entities, because }: Sentence): Destruction {
  const isDoomed = new Set(entities);
  return {
    aliveBefore: state.life.map((bits) => bits & lifeBits.alive),
    destroyed: [],
    order: [],
    ended: [...isDoomed],
    isDestroyed: (entity) => isDoomed.has(entity),
    hops: (entity) => because(entity).length,
    because: (entity) => [...because(entity)],
  };
}
