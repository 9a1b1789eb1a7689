/**
 * The messages of a trace as arrows: matches each sending with the fate of the message.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { messageText } from '../../../simulation/program/observe.ts';
import type { Effect, Message, Program, State } from '../../../simulation/kernel/run.ts';
import type { StepRecord } from '../../../simulation/play/recording/timeline.ts';
import type { Arrow, ArrowOutcome, Instant } from './trace.ts';
import { append } from '../../../model/common/append.ts';

type OpenArrow = { -readonly [Field in keyof Arrow]: Arrow[Field] };

/** Starts the arrows of a program with the messages under way in a state. */
export function createArrows(program: Program, before: State | undefined) {
  const arrows: OpenArrow[] = [];
  // Only arrows that may still change; a duplicate has the number of its original.
  const open = new Map<number, OpenArrow[]>();
  const add = (message: Message, more: Pick<Arrow, 'outcome' | 'isDuplicate' | 'sent'>): void => {
    const { number, from, to } = message;
    const text = messageText(program, message);
    const arrow: OpenArrow = { number, text, ...(from === undefined ? {} : { from }), to, ...more };
    arrows.push(arrow);
    append(open, number, arrow);
  };
  for (const { due } of before?.agenda ?? []) {
    if (due.kind !== 'message') continue;
    add(due.message, { outcome: 'under way', isDuplicate: open.has(due.message.number) });
  }
  for (const message of [...(before?.deferred.values() ?? [])].flat()) {
    add(message, { outcome: 'deferred', isDuplicate: open.has(message.number) });
  }
  const settle = ({ number }: Message, how: Partial<OpenArrow>, isMeant: (arrow: OpenArrow) => boolean): boolean => {
    const arrow = open.get(number)?.find(isMeant);
    if (arrow === undefined) return false;
    Object.assign(arrow, how);
    return true;
  };
  return {
    take: ({ step, at, played, effects }: StepRecord): void => {
      const instant: Instant = { step, at };
      if (played.kind === 'duplicate' && played.due?.kind === 'message') {
        add(played.due.message, { outcome: 'under way', isDuplicate: true, sent: instant });
      }
      for (const effect of effects) {
        if (effect.kind === 'sent') add(effect.message, { outcome: 'under way', isDuplicate: false, sent: instant });
        else if (effect.kind === 'crashed' || effect.kind === 'destroyed') forget(open, effect.entity, instant);
        else if ('message' in effect) arrive(effect, instant, settle);
      }
      for (const [number, all] of open) if (all.every((arrow) => isOver(arrow))) open.delete(number);
    },
    all: (): Arrow[] => arrows,
  };
}

type Settle = (message: Message, how: Partial<OpenArrow>, isMeant: (arrow: OpenArrow) => boolean) => boolean;

type MessageEffect = Exclude<Extract<Effect, { readonly message: Message }>, { readonly kind: 'sent' }>;

/**
 * Updates the arrow of a message. A deferred or dropped message is first reported as received, unless it was deferred
 * before.
 */
function arrive({ kind, message }: MessageEffect, instant: Instant, settle: Settle): void {
  const isOn = (arrow: OpenArrow): boolean => arrow.outcome === 'under way';
  const isKept = (arrow: OpenArrow): boolean => arrow.outcome === 'deferred';
  const hasJustCome = (arrow: OpenArrow): boolean =>
    arrow.outcome === 'received' && arrow.end?.step === instant.step && arrow.taken === undefined;
  switch (kind) {
    // These have not left their sender.
    case 'raised':
    case 'delayed':
    case 'cancelled':
      return;
    case 'lost':
    case 'dead':
      settle(message, { outcome: kind, end: instant }, isOn);
      return;
    case 'received':
      // A duplicate may still be under way while the original is deferred: a deferred message is taken without
      // arriving.
      if (settle(message, { outcome: kind, end: instant }, isOn)) return;
      settle(message, { outcome: kind, taken: instant }, isKept);
      return;
    case 'dropped':
      if (settle(message, { outcome: kind }, hasJustCome)) return;
      settle(message, { outcome: kind, taken: instant }, isKept);
      return;
    case 'deferred':
      settle(message, { outcome: kind }, hasJustCome);
  }
}

/** Ends the messages that a machine had deferred when the machine ends. */
function forget(open: ReadonlyMap<number, OpenArrow[]>, entity: EntityId, instant: Instant): void {
  for (const arrow of [...open.values()].flat()) {
    if (arrow.to !== entity || arrow.outcome !== 'deferred') continue;
    Object.assign(arrow, { outcome: 'dead' satisfies ArrowOutcome, taken: instant });
  }
}

const isOver = ({ outcome }: OpenArrow): boolean => outcome !== 'under way' && outcome !== 'deferred';
