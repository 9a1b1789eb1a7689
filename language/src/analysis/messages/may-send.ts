/**
 * The messages that entities may send each other: who sends which event to whom, and where the text says so. More than
 * can happen rather than less: conditions and the order of steps do not count.
 */
import type { Action } from '../../model/machines/action.ts';
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/machines/expression.ts';
import type { Machine, Transition } from '../../model/machines/machine.ts';
import type { Model } from '../../model/model.ts';
import { oncePer } from '../../model/common/once-per.ts';
import { argumentSlot, heldAtStart, type HeldEntities, type EntitySet, type Reader } from './held.ts';

/** A message that may be sent. */
export interface MaySend {
  readonly source: EntityId;
  readonly target: EntityId;
  readonly event: string;
  /** The step that sends it. */
  readonly action: SendAction;
}

/** A step that sends a message. */
export type SendAction = Action & { readonly kind: 'send' };

/** The messages that entities may send, and the values that they may hold meanwhile. */
export interface Conversation {
  /** In the order of the senders, then of the text; each once. */
  readonly sends: readonly MaySend[];
  readonly held: HeldEntities;
}

/** The most blocks that are read; a model that needs more shows what was found by then. */
const mostBlocks = 200_000;

/** Returns the messages of a model, computed once for each model. Cost: blocks × rounds until nothing new is held. */
export const conversationOf = oncePer(converse);

function converse(model: Model): Conversation {
  const held = heldAtStart(model);
  const speakers = model.entities.filter(
    ({ machine, actions, destructor, settings, data }) =>
      machine !== undefined || actions.length + settings.length + data.length > 0 || destructor !== undefined,
  );
  const notified = notifiedBy(model);
  const sends = new Map<string, MaySend>();
  let blocks = 0;
  while (held.hasGrown() && blocks < mostBlocks) {
    for (const entity of speakers) {
      if (blocks >= mostBlocks) break;
      const speaker: Speaker = {
        held,
        self: entity.id,
        onSend: (send) => sends.set(JSON.stringify([send.source, send.target, send.event, send.action.place]), send),
      };
      readSettings(speaker, entity);
      for (const { actions, locals } of blocksOf(speaker, entity, model.machines[entity.machine ?? -1], notified)) {
        blocks += 1;
        readActions(speaker, actions, locals);
      }
    }
  }
  const inOrder = [...sends.values()].sort(
    (one, other) => one.source - other.source || one.action.place - other.action.place,
  );
  return { sends: inOrder, held };
}

interface Speaker {
  readonly held: HeldEntities;
  readonly self: EntityId;
  readonly onSend: (send: MaySend) => void;
}

type Locals = Reader['locals'];

const noLocals: Locals = new Map();

function readSettings({ held, self }: Speaker, { settings, data }: Entity): void {
  for (const { name, value } of [...settings, ...data])
    held.put(self, name, held.of(value, { self, locals: noLocals }));
}

interface Block {
  readonly actions: readonly Action[];
  readonly locals: Locals;
}

/** Returns the blocks of an entity and its machine; puts the initial values of its variables into their slots. */
function blocksOf(
  { held, self }: Speaker,
  { actions, destructor }: Entity,
  machine: Machine | undefined,
  notified: ReadonlyMap<string, EntitySet>,
): readonly Block[] {
  const plain = (block: readonly Action[]): Block => ({ actions: block, locals: noLocals });
  const own = actions.map(({ name, parameters, body }) => {
    const about = notified.get(`${self.toString()} ${name}`) ?? new Set<EntityId>();
    return { actions: body, locals: new Map(parameters.map((parameter) => [parameter, about])) };
  });
  const ends = destructor === undefined ? [] : [plain(destructor)];
  if (machine === undefined) return [...own, ...ends];
  const fill = (name: string, value: Expression | undefined): void => {
    if (value !== undefined) held.put(self, name, held.of(value, { self, locals: noLocals }));
  };
  for (const { name, initial } of [...machine.parameters, ...machine.variables]) fill(name, initial);
  for (const { name, value } of machine.lets) fill(name, value);
  const taken = ({ trigger, actions: block }: Transition): Block => {
    if (trigger.kind !== 'event') return plain(block);
    const { event, parameters } = trigger;
    return {
      actions: block,
      locals: new Map(parameters.map((name, index) => [name, held.at(self, argumentSlot(event, index))])),
    };
  };
  return [
    ...own,
    ...ends,
    ...machine.transitions.map(taken),
    ...machine.states.flatMap(({ enter, leave, transitions }) => [
      plain(enter),
      plain(leave),
      ...transitions.map(taken),
    ]),
  ];
}

function readActions(speaker: Speaker, actions: readonly Action[], locals: Locals): void {
  const { held, self, onSend } = speaker;
  const read = (expression: Expression): EntitySet => held.of(expression, { self, locals });
  const tell = (receiver: EntityId, event: string, values: readonly Expression[]): void => {
    values.forEach((value, index) => {
      held.put(receiver, argumentSlot(event, index), read(value));
    });
  };
  for (const action of actions) {
    switch (action.kind) {
      case 'assign':
      case 'set': {
        const { of, name } = action.target;
        const owners = of === undefined ? new Set([self]) : read(of);
        for (const owner of owners) held.put(owner, name, read(action.value));
        break;
      }
      case 'send':
        for (const target of read(action.to)) {
          tell(target, action.event, action.arguments);
          onSend({ source: self, target, event: action.event, action });
        }
        break;
      case 'raise':
        tell(self, action.event, action.arguments);
        break;
      case 'if':
        readActions(speaker, [...action.then, ...action.else], locals);
        break;
      case 'for':
        readActions(speaker, action.body, new Map([...locals, [action.variable, read(action.set)]]));
        break;
      case 'link': {
        const slot = action.relation === 'contains' ? 'members' : action.relation === 'owns' ? 'owned' : undefined;
        if (slot === undefined) break;
        for (const source of read(action.source))
          for (const { target } of action.targets) held.put(source, slot, read(target));
        break;
      }
      default:
    }
  }
}

/** Returns whose end an entity's action is notified of, by the entity and the action. */
function notifiedBy({ relations }: Model): ReadonlyMap<string, EntitySet> {
  const found = new Map<string, Set<EntityId>>();
  for (const { source, target, notify } of relations) {
    if (notify === undefined) continue;
    const key = `${source.toString()} ${notify}`;
    const about = found.get(key) ?? new Set();
    found.set(key, about.add(target));
  }
  return found;
}
