/**
 * Comments that lock the relations of one line, with a reason:
 *
 *     // aftermath-lock: the driver must own its buffers
 *
 * on the line before, or after the text on the same line. Locked relations are never offered as a way to break a cycle.
 * A lock on relations that are on no cycle is reported.
 */
import type { LangiumDocument } from 'langium';
import { circularRelations } from '../../analysis/order/circular-relations.ts';
import type { Finding, Fix } from '../../model/finding.ts';
import type { Model, Sources } from '../../model/model.ts';
import type { RelationId } from '../../model/relation.ts';
import type { Span } from '../../model/span.ts';
import { commentsWith } from './directive-comments.ts';
import { required } from '../../model/common/lookup.ts';
import { t } from '../../model/common/translation.ts';

/** A lock directive of a file. */
export interface Lock {
  readonly reason: string;
  /** The line whose relations it locks, from 0. */
  readonly line: number;
  /** The span of its word. */
  readonly span: Span;
  /** The whole comment with the space that its removal would leave empty. */
  readonly comment: Span;
}

const word = 'aftermath-lock';
const shape = /^\/\/\s*aftermath-lock(?![\w-])(?:[ \t]*:[ \t]*(.*))?/;

/** Returns the locks of a file, in the order of the text. */
export function locksOf(document: LangiumDocument): Lock[] {
  return commentsWith(document, word).flatMap(({ text, line, whole, spanOf }) => {
    const match = shape.exec(text);
    if (match === null) return [];
    const [, reason = ''] = match;
    return [{ reason: reason.trim(), line, span: spanOf(text.indexOf(word), word.length), comment: whole }];
  });
}

/** Returns the relations that locks are about, including those of copies. Cost: O(relations) if there is a lock. */
export function lockedRelations(
  locks: readonly Lock[],
  { relations }: Pick<Sources, 'relations'>,
): ReadonlyMap<Lock, readonly RelationId[]> {
  if (locks.length === 0) return new Map();
  const places = new Map<string, Map<number, RelationId[]>>();
  for (const { span, line } of locks) {
    const lines = places.get(span.uri) ?? new Map<number, RelationId[]>();
    places.set(span.uri, lines.set(line, []));
  }
  for (const [id, { uri, start }] of relations.entries()) places.get(uri)?.get(start.line)?.push(id);
  return new Map(locks.map((lock) => [lock, required(places.get(lock.span.uri)?.get(lock.line))]));
}

/** The state of a file when its locks are checked. */
export interface LockOptions {
  readonly model: Model;
  /** The relations of each lock. */
  readonly locked: ReadonlyMap<Lock, readonly RelationId[]>;
  /** True if no error in the file hides its cycles. */
  readonly isWhole: boolean;
}

/** Returns the findings about the locks of a file. */
export function lockFindings(locks: readonly Lock[], { model, locked, isWhole }: LockOptions): Finding[] {
  if (locks.length === 0) return [];
  const circular = circularRelations(model);
  return locks.flatMap((lock) => {
    const { reason, span, comment } = lock;
    const finding = (code: string, message: string, fixes: readonly Fix[]): Finding => ({
      ...{ code, severity: 'warning', message, span, related: [] },
      ...(fixes.length === 0 ? {} : { fixes }),
    });
    const relations = locked.get(lock) ?? [];
    if (!relations.some((id) => circular.has(id))) {
      const fault =
        relations.length === 0
          ? t`There is no relation on the line that this lock applies to.`
          : t`No relation on the line that this lock applies to is on a cycle, so none would be proposed for removal.`;
      const takeAway = { title: t`Remove this lock`, edits: [{ span: comment, text: '' }], isPreferred: true };
      return isWhole ? [finding('lock/unused', t`${fault} Remove the lock.`, [takeAway])] : [];
    }
    if (reason !== '') return [];
    const message = t`This lock gives no reason. Add one after a colon: "aftermath-lock: …".`;
    return [finding('lock/no-reason', message, [])];
  });
}
