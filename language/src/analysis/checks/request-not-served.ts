/**
 * Requests to a PD for a type of which it manages no space (L5). A request for a space that nobody
 * manages is the fault of that space and reported there.
 */
import { relationOf } from '../relation-index.ts';
import { servicesOf } from '../spread.ts';
import { defineCheck } from './check.ts';
import { declaredRelations, nameOf } from './declarations.ts';

/** Finds requests by PD and type where that PD manages no such space. */
export const requestNotServed = defineCheck('request/not-served', (context) => {
  const unserved = servicesOf(context.index)
    .filter(({ spaces }) => spaces.length === 0)
    .flatMap(({ requests }) => requests.map((id) => relationOf(context.model, id)));
  return declaredRelations(context, unserved).map(({ first: { source, target, as }, span }) => {
    const what = as === undefined ? 'space' : `space of type "${as}"`;
    return {
      message:
        `${nameOf(context, source)} requests from ${nameOf(context, target)}, which manages no ${what}. ` +
        `Name the PD or the space that serves it, or let ${nameOf(context, target)} manage one.`,
      span,
    };
  });
});
