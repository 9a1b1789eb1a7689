/**
 * Prints entities, the relations between them, and settings.
 */
import type * as ast from '../../../../language/src/dsl/generated/ast.ts';
import { expressionPieces } from './expressions.ts';
import { itemOf, type Parts } from './items.ts';
import type { Item } from './layout.ts';
import { printNumber } from './literals.ts';
import { printParameter } from './machines.ts';
import { type NamePlace, printName } from '../../../../language/src/dsl/syntax/lexing/print-name.ts';
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

/** Returns a class with its body, if it has members. */
export function printClass(declaration: ast.Class): Item {
  const { name, for: kind, base, type, machine, members } = declaration;
  const parents = base === undefined ? '' : ` extends ${printName(base.$refText)}`;
  const label = type === undefined ? '' : ` : ${printName(type)}`;
  const said = `class ${printName(name)}${kind === undefined ? '' : ` for ${kind}`}${parents}${label}`;
  const first = machine === undefined ? [said] : [said, `runs ${printName(machine.$refText)}`];
  const parts: Parts = members.length === 0 ? [first] : [first, { items: members.map(printMember), shape: 'flat' }];
  return itemOf(declaration, parts);
}

/** Returns a relation at file level. */
export const printSubjectRelation = (relation: ast.SubjectRelation): Item =>
  itemOf(relation, [[...expressionPieces(relation.subject, 'subject'), ...printRelation(relation)]]);

/** Returns a setting; `place` is the position of its name. */
export function printSetting(setting: ast.Setting, place: NamePlace): Item {
  return itemOf(setting, [glued(`${printName(setting.property.$refText, place)}: `, expressionPieces(setting.value))]);
}

function head({ modifiers, kind, name, count, class: is, type, machine }: ast.Entity): Pieces {
  const copies = count === undefined ? '' : `[${printNumber(count)}]`;
  const label = type === undefined ? '' : ` : ${printName(type)}`;
  const instance = is === undefined ? '' : ` is ${printName(is.$refText, 'class')}`;
  const declared = [...modifiers, kind, `${printName(name)}${copies}${instance}${label}`].join(' ');
  return machine === undefined ? [declared] : [declared, `runs ${printName(machine.$refText)}`];
}

function printMember(member: ast.ClassMember): Item {
  switch (member.$type) {
    case 'Data':
      return itemOf(member, [
        ['data'],
        { items: member.settings.map((each) => printSetting(each, 'setting')), shape: 'flat' },
      ]);
    case 'Parameter':
      return printParameter(member);
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
