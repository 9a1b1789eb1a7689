/**
 * Lowers views.
 */
import type { DeclaredView, ViewSubject } from '../../model/view.ts';
import * as ast from '../generated/ast.ts';
import { relationKindOf } from '../types/relation-kind.ts';
import { lowerEach } from './collector.ts';
import { lowerExpression } from './expressions.ts';
import { checkNumber } from './numbers.ts';
import type { PathContext } from './path-context.ts';

/** Lowers a view; of two directions the last. */
export function lowerView(view: ast.View, context: PathContext, documentation: string | undefined): DeclaredView {
  const subjects = (kind: ast.ViewPart['kind']): ViewSubject[] =>
    lowerEach(
      view.members.flatMap((each) => (ast.isViewPart(each) && each.kind === kind ? each.subjects : [])),
      context.collector,
      (subject) => {
        checkNumber(subject, 'distance', context.collector);
        return { set: lowerExpression(subject.set, context), distance: subject.distance };
      },
    );
  const relations = view.members.filter(ast.isViewRelations);
  return {
    title: view.title,
    include: subjects('include'),
    exclude: subjects('exclude'),
    collapse: subjects('collapse'),
    relations: relations.length === 0 ? undefined : relations.flatMap(({ kinds }) => kinds.map(relationKindOf)),
    direction: view.members.findLast(ast.isViewDirection)?.direction,
    documentation,
    place: context.collector.place(view, 'title'),
  };
}
