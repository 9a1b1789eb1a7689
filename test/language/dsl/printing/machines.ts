/**
 * Prints events and machines.
 */
import type * as ast from '../../../../language/src/dsl/generated/ast.ts';
import { historyWords, stateWords } from '../../../../language/src/dsl/types/state-words.ts';
import { expressionPieces } from './expressions.ts';
import { itemOf, type Parts } from './items.ts';
import type { Block, Item } from './layout.ts';
import { printName } from '../../../../language/src/dsl/syntax/lexing/print-name.ts';
import { bracketed, commaList, glued, type Pieces } from './pieces.ts';
import { printBlock } from './steps.ts';
import { printType } from './types.ts';

/** Returns an event with its parameters. */
export function printEvent(event: ast.Event, group?: string): Item {
  const parameters = event.parameters.map(({ name, type }) => [`${printName(name)}: ${printType(type)}`]);
  const list = parameters.length === 0 ? '' : bracketed('(', commaList(parameters), ')');
  return itemOf(event, [glued(`event ${printName(event.name)}`, list)], group);
}

/** Returns a machine. */
export function printMachine(machine: ast.Machine): Item {
  const kind = machine.for === undefined ? '' : ` for ${machine.for}`;
  return itemOf(machine, [[`machine ${printName(machine.name)}${kind}`], grouped(machine.members)]);
}

const grouped = (members: readonly (ast.MachineMember | ast.StateMember)[]): Block => ({
  items: members.map(printMember),
  shape: 'grouped',
});

/** The groups of members of machines and states: values, reactions at any time, and states. */
type Group = 'values' | 'reactions' | 'states';

/** Returns a parameter of a class. */
export const printParameter = (parameter: ast.Parameter): Item =>
  itemOf(parameter, [valueOf(`param ${declared(parameter)}`, parameter.value)]);

function printMember(member: ast.MachineMember | ast.StateMember): Item {
  const item = (group: Group, ...parts: Parts) => itemOf(member, parts, group);
  switch (member.$type) {
    case 'Parameter':
      return item('values', valueOf(`param ${declared(member)}`, member.value));
    case 'Variable':
      return item('values', valueOf(`${member.persistent ? 'persistent ' : ''}var ${declared(member)}`, member.value));
    case 'Let': {
      const type = member.type === undefined ? '' : `: ${printType(member.type)}`;
      return item('values', valueOf(`let ${printName(member.name)}${type}`, member.value));
    }
    case 'Requirement': {
      const message = member.message === undefined ? [] : glued('else ', expressionPieces(member.message));
      return item('values', [...glued('require ', expressionPieces(member.condition)), ...message]);
    }
    case 'Event':
      return printEvent(member, 'values' satisfies Group);
    case 'Transition':
      return item('reactions', ...transitionParts(member));
    case 'Deferral': {
      const events = member.events.map(({ event }) => [printName(event.$refText)]);
      return item('reactions', glued('defer ', commaList(events)));
    }
    case 'EnterBlock':
      return item('reactions', ['enter'], printBlock(member.block));
    case 'LeaveBlock':
      return item('reactions', ['leave'], printBlock(member.block));
    case 'State':
      return item('states', ...stateParts(member));
    case 'History': {
      const { name, target } = member;
      return item('states', [`${historyWords(member)} ${printName(name)} -> ${printName(target.$refText)}`]);
    }
  }
}

const declared = ({ name, type }: ast.Parameter | ast.Variable): string => `${printName(name)}: ${printType(type)}`;

const valueOf = (declaration: string, value: ast.Expression | undefined): Pieces =>
  value === undefined ? [declaration] : glued(`${declaration} = `, expressionPieces(value));

function stateParts(state: ast.State): Parts {
  const head: Pieces = [`${stateWords(state)} ${printName(state.name)}`];
  return state.members.length === 0 ? [head] : [head, grouped(state.members)];
}

function transitionParts({ trigger, guard, block, target, isInternal }: ast.Transition): Parts {
  const head = [...printTrigger(trigger), ...(guard === undefined ? [] : glued('when ', expressionPieces(guard)))];
  const arrow: Pieces[] =
    target === undefined ? [] : [[`-> ${printName(target.$refText)}${isInternal ? ' as internal' : ''}`]];
  const blocks: Block[] = block === undefined ? [] : [printBlock(block)];
  return blocks.length === 0 ? [[...head, ...arrow.flat()]] : [[...head, 'do'], ...blocks, ...arrow];
}

function printTrigger(trigger: ast.Trigger): Pieces {
  switch (trigger.$type) {
    case 'EventTrigger': {
      const names = trigger.parameters.map(({ name }) => printName(name));
      return [`on ${printName(trigger.event.$refText)}${names.length === 0 ? '' : `(${names.join(', ')})`}`];
    }
    case 'AnyTrigger':
      return ['on *'];
    case 'TimerTrigger':
      return glued('after ', expressionPieces(trigger.delay));
    case 'AlwaysTrigger':
      return ['always'];
  }
}
