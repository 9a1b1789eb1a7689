/**
 * Prints entities, the relations between them, and settings.
 */
import type * as ast from '../generated/ast.ts';
import { printExpression } from './expressions.ts';
import { itemOf, type Parts } from './items.ts';
import type { Item } from './layout.ts';
import { printNumber } from './literals.ts';
import { type NamePlace, printName } from './names.ts';
import { glued, type Pieces } from './pieces.ts';
import { printRelation } from './relations.ts';
import { printBlock } from './steps.ts';

/** Returns an entity with its body, if it has members. */
export function printEntity(entity: ast.Entity): Item {
  const { members, kind } = entity;
  const parts: Parts =
    members.length === 0 ? [head(entity)] : [head(entity), { items: members.map(printMember), shape: 'flat' }];
  return itemOf(entity, parts, kind);
}

/** Returns a relation at file level. */
export const printSubjectRelation = (relation: ast.SubjectRelation): Item =>
  itemOf(relation, [[...printExpression(relation.subject, 'subject'), ...printRelation(relation)]]);

/** Returns a setting; `place` is the position of its name. */
export function printSetting(setting: ast.Setting, place: NamePlace): Item {
  return itemOf(setting, [glued(`${printName(setting.property.$refText, place)}: `, printExpression(setting.value))]);
}

function head({ modifiers, kind, name, count, type, machine }: ast.Entity): Pieces {
  const copies = count === undefined ? '' : `[${printNumber(count)}]`;
  const label = type === undefined ? '' : ` : ${printName(type)}`;
  const declared = [...modifiers, kind, `${printName(name)}${copies}${label}`].join(' ');
  return machine === undefined ? [declared] : [declared, `runs ${printName(machine.$refText)}`];
}

function printMember(member: ast.Member): Item {
  switch (member.$type) {
    case 'Data':
      return itemOf(member, [
        ['data'],
        { items: member.settings.map((each) => printSetting(each, 'fixed')), shape: 'flat' },
      ]);
    case 'Entity':
      return printEntity(member);
    case 'Relation':
      return itemOf(member, [printRelation(member)]);
    case 'Setting':
      return printSetting(member, 'member');
    case 'EntityAction': {
      const names = member.parameters.map((each) => printName(each.name));
      const parameters = names.length === 0 ? '' : `(${names.join(', ')})`;
      return itemOf(member, [[`action ${printName(member.name)}${parameters}`], printBlock(member.block)]);
    }
    case 'Destructor':
      return itemOf(member, [['on destroy'], printBlock(member.block)]);
  }
}
