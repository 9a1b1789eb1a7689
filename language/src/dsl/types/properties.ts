/**
 * Finds what `x.name` may mean where the declaration of x does not decide it: whatever has that name in other entities.
 */
import type { AstNode } from 'langium';
import * as ast from '../generated/ast.ts';
import type { Body } from './bodies.ts';
import { isBuiltIn } from './built-ins.ts';
import type { StaticType } from './static-type.ts';
import { machineSymbolsOf, symbolsOf } from './symbols.ts';

/** The type of an entity. */
export type EntityType = Extract<StaticType, { readonly kind: 'entity' }>;

/** Returns true if a name means the same in all entities of a type. */
export function isOwn(target: ast.Named, of: EntityType, bodies: readonly Body[]): boolean {
  if (isBuiltIn(target)) return target.group !== 'setting' || of.of !== 'entity';
  const around = target.$container;
  return ast.isEntity(target) || around === of.machine || bodies.some((body) => body === around);
}

/** Returns what a name after a dot means in entities of the file other than the declared one. */
export function namedElsewhere(
  access: ast.MemberAccess,
  { declaration, machine, of }: EntityType,
): readonly ast.Named[] {
  const name = access.member.$refText;
  const { data, settings, classParameters, machines } = symbolsOf(fileAround(access));
  const elsewhere = [...(data.get(name) ?? []), ...(classParameters.get(name) ?? [])];
  if (declaration !== undefined || machine !== undefined) return elsewhere;
  const values = [...machines.values()].flat().flatMap((each) => {
    const isMeant = of === 'entity' || each.for === undefined || each.for === of;
    return isMeant ? (machineSymbolsOf(each).values.get(name) ?? []) : [];
  });
  return [...elsewhere, ...values, ...(settings.get(name) ?? [])];
}

function fileAround(node: AstNode): ast.Document {
  let root = node;
  while (root.$container !== undefined) root = root.$container;
  // The root of every tree is a file.
  return root as ast.Document;
}
