/**
 * Writes relations as statements of the language, several targets of one verb in one statement.
 */
import type { Relation } from '../model/relation.ts';
import type { EntityPaths } from './entity-paths.ts';
import { isPlainName, isWord, writeName } from './language-names.ts';
import type { ListStatement } from './wrap-list.ts';

/**
 * Returns the statements for relations of one subject, in their order; neighbours of the same kind are joined.
 * `notify` is left out, because the actions that it names are not printed.
 */
export function printRelations(relations: readonly Relation[], paths: EntityPaths): ListStatement[] {
  const statements: { kind: Relation['kind']; head: string; items: string[]; tail: string }[] = [];
  for (const relation of relations) {
    const last = statements.at(-1);
    const target = printTarget(relation, paths);
    if (last?.kind === relation.kind) last.items.push(target);
    else statements.push({ kind: relation.kind, head: `${relation.kind} `, items: [target], tail: '' });
  }
  return statements;
}

/** Returns a relation as a statement at file level, with its subject. */
export const printStatement = (relation: Relation, paths: EntityPaths): string =>
  `${paths.path(relation.source)} ${relation.kind} ${printTarget(relation, paths)}`;

const printTarget = (relation: Relation, paths: EntityPaths): string =>
  `${paths.path(relation.target)}${relation.as === undefined ? '' : ` as ${printWord(relation, relation.as)}`}`;

/** Rights and types are names of the modeller; the other words after `as` belong to the language. */
function printWord({ kind }: Relation, word: string): string {
  const isOwn = kind === 'holds' || kind === 'requests';
  return (isOwn ? isPlainName(word) : isWord(word)) ? word : writeName(word);
}
