/**
 * Describes the effects of a step of a run in words, one clause each.
 */
import { textOf } from '../../simulation/program/expressions.ts';
import { leaseEffectText } from '../../simulation/kernel/lease/lease-text.ts';
import type { Effect, Link, Message, Program } from '../../simulation/kernel/run.ts';
import { durationText, type Value } from '../../simulation/values/values.ts';
import { nameIn } from './step-text.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { t } from '../../model/common/translation.ts';

/** Returns an effect in one clause. */
export function effectText(program: Program, effect: Effect): string {
  switch (effect.kind) {
    case 'left':
      return t`${nameIn(program, effect.entity)} leaves ${stateName(program, effect.entity, effect.state)}`;
    case 'entered':
      return t`${nameIn(program, effect.entity)} enters ${stateName(program, effect.entity, effect.state)}`;
    case 'taken':
      return takenText(program, effect);
    case 'assigned':
      return `${ownerName(program, effect.owner)}.${effect.name}: ${shown(program, effect.before)} → ${shown(program, effect.after)}`;
    case 'sent':
      return t`${senderName(program, effect.message)} sends ${callText(program, effect.message)} to ${nameIn(program, effect.message.to)}, arriving at ${durationText(effect.at)}`;
    case 'raised':
      return t`${nameIn(program, effect.message.to)} raises ${callText(program, effect.message)}`;
    case 'delayed':
      return t`${nameIn(program, effect.message.from ?? effect.message.to)} will send ${callText(program, effect.message)} to ${nameIn(program, effect.message.to)}`;
    case 'cancelled':
      return t`${callText(program, effect.message)} to ${nameIn(program, effect.message.to)} is taken back`;
    case 'armed':
      return t`${timerText(program, effect)} starts, ending at ${durationText(effect.at)}`;
    case 'disarmed':
      return t`${timerText(program, effect)} is stopped`;
    case 'spent':
      return t`${timerText(program, effect)} ends without effect`;
    case 'linked':
      return t`${linkText(program, effect.link)} holds from now on`;
    case 'unlinked':
      return t`${linkText(program, effect.link)} no longer holds`;
    case 'cut':
      return t`${linkText(program, effect.link)} is lost`;
    case 'notified':
      return t`${nameIn(program, effect.entity)} is notified of ${nameIn(program, effect.of)} (${effect.action})`;
    case 'logged':
      return t`log: ${effect.text}`;
    case 'remarked':
      return t`remark: ${effect.remark.message}`;
    case 'lost':
    case 'received':
    case 'dropped':
    case 'deferred':
    case 'dead':
      return messageText(program, effect.kind, effect.message);
    case 'keepalive':
    case 'leased':
    case 'freed':
      return leaseEffectText(program, effect);
    case 'created':
    case 'restarted':
    case 'crashed':
    case 'destroyed':
    case 'doomed':
    case 'moved':
      return t`${nameIn(program, effect.entity)} is ${effect.kind}`;
  }
}

const stateName = ({ machineOf }: Program, entity: number, state: number): string =>
  machineOf[entity]?.states[state]?.name ?? '';

const shown = (program: Program, value: Value): string => textOf(program, value);

const senderName = (program: Program, { from }: Message): string =>
  from === undefined ? t`The outside` : nameIn(program, from);

const callText = (program: Program, { event, arguments: values }: Message): string =>
  values.length === 0 ? event : `${event}(${values.map((value) => shown(program, value)).join(', ')})`;

/** Returns the name of an owner, given as the id of an entity, or as the kind and name of a channel or collector. */
const ownerName = ({ model }: Program, owner: string): string =>
  model.entities[Number(owner)]?.name ?? owner.split(' ').at(-1) ?? owner;

function takenText(program: Program, { entity, transition }: Extract<Effect, { readonly kind: 'taken' }>): string {
  const machine = program.machineOf[entity];
  const taken = machine?.transitions[transition];
  const why =
    taken?.event === undefined
      ? taken?.delay === undefined
        ? t`its "always"`
        : t`its "after"`
      : t`"on ${taken.event}"`;
  const target =
    taken?.target === undefined ? t`stays where it is` : t`goes to ${machine?.states[taken.target]?.name ?? ''}`;
  return t`${nameIn(program, entity)} ${target} by ${why}`;
}

function messageText(
  program: Program,
  kind: 'lost' | 'received' | 'dropped' | 'deferred' | 'dead',
  message: Message,
): string {
  const [call, to] = [callText(program, message), nameIn(program, message.to)];
  switch (kind) {
    case 'lost':
      return t`${call} to ${to} is lost`;
    case 'received':
      return t`${to} receives ${call}`;
    case 'dropped':
      return t`${to} ignores ${call}`;
    case 'deferred':
      return t`${to} keeps ${call} for later`;
    case 'dead':
      return t`${call} arrives too late: ${to} is not alive`;
  }
}

function timerText(program: Program, effect: { readonly entity: number; readonly transition: number }): string {
  const machine = program.machineOf[effect.entity];
  const state = machine?.states[itemAt(machine.transitions, effect.transition).source]?.name;
  return t`the timer of ${nameIn(program, effect.entity)}${state === undefined ? '' : t` in ${state}`}`;
}

const linkText = (program: Program, { kind, source, target, as }: Link): string =>
  `"${nameIn(program, source)} ${kind} ${nameIn(program, target)}${as === undefined ? '' : ` as ${as}`}"`;
