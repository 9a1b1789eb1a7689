/**
 * Writes relations as statements of the language, joining several targets of one verb in one statement, and
 * neighbouring copies in a range.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { type Origin, originComment } from '../../model/origin.ts';
import type { Relation } from '../../model/relation.ts';
import type { EntityPaths } from './entity-paths.ts';
import { isPlainName, isWord, writeName } from '../../model/language-names.ts';
import { movesOn } from './like-runs.ts';
import { indexPlus } from './merge-values.ts';
import { printExpression } from '../../model/machines/print-expression.ts';
import type { ListStatement } from './wrap-list.ts';

/** A target of a statement: an entity, copies from `first` to `last` of one declaration, or one that advances. */
interface Target {
  readonly relation: Relation;
  readonly first: EntityId;
  last: EntityId;
  /** The distance of an advancing target from the subject's own number. */
  readonly ahead: number | undefined;
}

/**
 * Returns the statements for relations of one subject, in order; neighbours of the same kind are joined. If the subject
 * is copies, `next` are the relations of the second one. `notify` is omitted, because the actions are not printed.
 */
export function printRelations(
  relations: readonly Relation[],
  paths: EntityPaths,
  next: readonly Relation[] = relations,
): ListStatement[] {
  const statements: { readonly first: Relation; readonly targets: Target[] }[] = [];
  for (const [at, relation] of relations.entries()) {
    const after = next[at];
    const ahead = after !== undefined && movesOn(relation, after) ? numberOf(relation.target, paths) : undefined;
    const last = statements.at(-1);
    const target = { relation, first: relation.target, last: relation.target, ahead };
    if (last === undefined || !isOneStatement(last.first, relation))
      statements.push({ first: relation, targets: [target] });
    else if (!extend(last.targets.at(-1), target, paths)) last.targets.push(target);
  }
  return statements.map(({ first, targets }) => {
    const statement = { ...printList(first, targets, paths), tail: '' };
    return first.origin === undefined ? statement : { ...statement, note: originComment(first.origin) };
  });
}

/** A need with a number is one statement; others are joined if they are of one kind, and have one origin or none. */
const isOneStatement = (first: Relation, { kind, quorum, origin }: Relation): boolean =>
  first.kind === kind &&
  first.quorum?.key === quorum?.key &&
  (quorum !== undefined || commentOf(first.origin) === commentOf(origin));

const commentOf = (origin: Origin | undefined): string => (origin === undefined ? '' : originComment(origin));

/** Writes the verb, with its number, and the targets; the word of a need with a number comes last. */
function printList(first: Relation, targets: readonly Target[], paths: EntityPaths): Omit<ListStatement, 'tail'> {
  const { kind, quorum, as } = first;
  if (quorum === undefined) return { head: `${kind} `, items: targets.map((target) => printTarget(target, paths)) };
  const items = targets.map((target) => printEnds(target.first, target.last, target.ahead, paths));
  const word = as === undefined ? '' : ` as ${printWord(first, as)}`;
  const isLast = (index: number): boolean => index === items.length - 1;
  return {
    head: `${kind} ${String(quorum.least)} of `,
    items: items.map((item, index) => (isLast(index) ? `${item}${word}` : item)),
  };
}

/** Returns relations of any subjects as statements at file level, each with its subject. */
export function printStatements(relations: readonly Relation[], paths: EntityPaths): string[] {
  const groups: Relation[][] = [];
  for (const relation of relations) {
    const last = groups.at(-1);
    const first = last?.[0];
    const isMore = relation.quorum !== undefined && first?.source === relation.source;
    if (isMore && isOneStatement(first, relation)) last?.push(relation);
    else groups.push([relation]);
  }
  return groups.flatMap((group) =>
    printRelations(group, paths).map(
      ({ head, items, note }) =>
        `${paths.path(group[0]?.source ?? 0)} ${head}${items.join(', ')}${note === undefined ? '' : ` ${note}`}`,
    ),
  );
}

/** Extends the previous range by a target, if that is the next copy. */
function extend(range: Target | undefined, { relation, first, ahead }: Target, paths: EntityPaths): boolean {
  if (range === undefined || range.ahead !== undefined || ahead !== undefined) return false;
  const group = paths.groupOf(first);
  const follows = group !== undefined && first === range.last + 1 && paths.groupOf(range.last) === group;
  if (!follows || range.relation.as !== relation.as) return false;
  range.last = first;
  return true;
}

const printTarget = ({ relation, first, last, ahead }: Target, paths: EntityPaths): string =>
  `${printEnds(first, last, ahead, paths)}${relation.as === undefined ? '' : ` as ${printWord(relation, relation.as)}`}`;

function printEnds(first: EntityId, last: EntityId, ahead: number | undefined, paths: EntityPaths): string {
  const declared = paths.declaredPath(first);
  if (ahead !== undefined) return `${declared}[${printExpression(indexPlus(ahead), paths.path)}]`;
  if (first === last) return paths.path(first);
  const isAll = last - first + 1 === paths.groupOf(first)?.count;
  return `${declared}[${isAll ? '*' : `${String(numberOf(first, paths))}..${String(numberOf(last, paths))}`}]`;
}

const numberOf = (id: EntityId, paths: EntityPaths): number => id - (paths.groupOf(id)?.first ?? id);

/** Writes the word after `as`: rights and types are the author's names; other words belong to the language. */
function printWord({ kind }: Relation, word: string): string {
  const isOwn = kind === 'holds' || kind === 'requests';
  return (isOwn ? isPlainName(word) : isWord(word)) ? word : writeName(word);
}
