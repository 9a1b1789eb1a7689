/**
 * Lowers relations in the order of the text; a relation of copies gives one for each of them.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Relation } from '../../model/relation.ts';
import type { Uses } from '../../model/model.ts';
import type { Span } from '../../model/span.ts';
import * as ast from '../generated/ast.ts';
import { relationKindOf } from '../types/relation-kind.ts';
import { bodiesOfInstance } from './class-members.ts';
import { type Collector, spanOf, useOf } from './collector.ts';
import { type Instance, writtenAt } from './instances.ts';
import { createKeeper } from './kept-lowering.ts';
import type { PathContext } from './path-context.ts';
import { resolvePath } from './paths.ts';
import { t } from '../../model/common/translation.ts';

/** The most relations of one model, which takes about a second to build; more is a finding, not a hang. */
const relationLimit = 1_000_000;

/** Relations with the spans of their targets, by `RelationId`. */
export interface LoweredRelations {
  readonly relations: readonly Relation[];
  readonly spans: readonly Span[];
  readonly uses: Uses;
  /** True if there are too many; there are none then. */
  readonly isRefused: boolean;
}

interface Draft {
  readonly relations: Relation[];
  readonly spans: Span[];
  readonly uses: Map<Span, Span>;
  /** The declaration that has a relation through its classes. */
  readonly use?: ast.Entity | undefined;
  readonly context: PathContext;
  /** Once there are too many relations, no more are added. */
  readonly room: { isFull: boolean };
}

const kept = createKeeper<readonly Relation[]>();

/** Lowers the relations of some files; those of `document`, the file itself, may be kept from before. */
export function* lowerRelations(
  document: ast.Document,
  files: readonly ast.Document[],
  context: PathContext,
): Generator<undefined, LoweredRelations> {
  const draft: Draft = { relations: [], spans: [], uses: new Map(), context, room: { isFull: false } };
  for (const file of files) {
    for (const declaration of file.declarations) {
      if (file !== document || hasClasses(declaration, context)) yield* lowerRelationsOf(declaration, draft);
      else if (!takeKept(declaration, draft)) yield* lowerAndKeep(declaration, draft);
    }
  }
  if (draft.room.isFull) return { relations: [], spans: [], uses: new Map(), isRefused: true };
  return { ...draft, isRefused: false };
}

/** Returns true if what a declaration gives is partly in the text of classes, whose places change independently. */
const hasClasses = (declaration: ast.Declaration, { instances }: PathContext): boolean =>
  ast.isEntity(declaration) && instances.withClasses.has(declaration);

/** Adds the relations of a declaration, if they were kept. */
function takeKept(declaration: ast.Declaration, { relations, spans, context }: Draft): boolean {
  const known = kept.find(declaration, { from: relations.length, version: context.names.version });
  if (known === undefined) return false;
  for (const relation of known.value) relations.push(relation);
  for (const span of known.spans) spans.push(span);
  return true;
}

function* lowerAndKeep(declaration: ast.Declaration, draft: Draft): Generator<undefined, void> {
  const { relations, spans } = draft;
  const { collector, names } = draft.context;
  const at = { from: relations.length, version: names.version };
  const before = collector.findings.length;
  yield* lowerRelationsOf(declaration, draft);
  if (collector.findings.length > before) return;
  kept.keep(declaration, at, { value: relations.slice(at.from), spans: spans.slice(at.from) });
}

function* lowerRelationsOf(declaration: ast.Declaration, draft: Draft): Generator<undefined, void> {
  const { context } = draft;
  if (ast.isEntity(declaration)) {
    for (const instance of context.instances.top.get(declaration) ?? []) {
      if (draft.room.isFull) return;
      lowerBodyOf(instance, draft);
      yield;
    }
  } else if (ast.isSubjectRelation(declaration)) {
    for (const subject of context.collector.attempt(() => resolvePath(declaration.subject, context)) ?? []) {
      if (draft.room.isFull) return;
      lowerTargets(declaration, subject, draft);
      yield;
    }
  }
}

function lowerBodyOf(instance: Instance, draft: Draft): void {
  const { collector } = draft.context;
  const written = writtenAt(instance);
  const before = collector.lowersFor(written);
  const use = instance.classes.length > 0 || instance.within !== undefined ? written : undefined;
  for (const { members, context } of bodiesOfInstance(instance, draft.context)) {
    for (const member of members) {
      if (draft.room.isFull) break;
      if (ast.isRelation(member)) lowerTargets(member, instance, { ...draft, context, use });
      else if (ast.isEntity(member)) lowerNested(member, instance, { ...draft, use });
    }
  }
  collector.lowersFor(before);
}

function lowerNested(member: ast.Entity, instance: Instance, draft: Draft): void {
  const isOwned = instance.declaration.kind === 'object' && member.kind === 'object';
  const span = isOwned ? spanOf(member, 'name') : undefined;
  for (const nested of instance.nested.get(member) ?? []) {
    if (span !== undefined) push(draft, { kind: 'owns', source: instance.id, target: nested.id }, true, span);
    lowerBodyOf(nested, draft);
  }
}

function lowerTargets(relation: ast.Relation | ast.SubjectRelation, subject: Instance, draft: Draft): void {
  const { collector } = draft.context;
  const kind = relationKindOf(relation.kind);
  const { least } = relation;
  const key = draft.relations.length;
  const needed = new Set<EntityId>();
  let isWhole = true;
  for (const target of relation.targets) {
    if (draft.room.isFull) return;
    const found = collector.attempt(() => resolvePath(target.entity, draft.context));
    if (found === undefined) isWhole = false;
    if (found === undefined || !hasRoom(target, found.length, draft)) continue;
    const span = spanOf(target, 'entity');
    for (const { id } of found) {
      const ends = { kind, source: subject.id, target: id, notify: relation.notify?.$refText };
      if (least === undefined) push(draft, { ...ends, as: target.as }, false, span);
      else if (!needed.has(id)) {
        push(draft, { ...ends, as: relation.targets.at(-1)?.as, quorum: { least, key } }, false, span);
      }
      needed.add(id);
    }
  }
  if (least !== undefined && isWhole) reportNumber(relation, least, needed.size, collector);
}

/** Reports a number that has no meaning here, or that no number of living targets could satisfy or miss. */
function reportNumber(
  relation: ast.Relation | ast.SubjectRelation,
  least: number,
  count: number,
  collector: Collector,
): void {
  const report = (message: string): void => {
    collector.report(relation, 'least', { code: 'need/number', message });
  };
  const early = relation.targets.slice(0, -1).find(({ as }) => as !== undefined);
  const kind = relationKindOf(relation.kind);
  if (kind !== 'needs' && kind !== 'protects') {
    report(t`Only "needs" and "protects" take a number. Remove "${String(least)} of".`);
  } else if (!Number.isInteger(least) || least < 1) {
    const [what, who] = kind === 'needs' ? [t`A need`, t`have to work`] : [t`A protection`, t`have to stay`];
    report(t`${what} of ${String(least)} means nothing. Write how many ${who}, a whole number from 1.`);
  } else if (least > count) {
    const there = count === 1 ? t`is only 1` : t`are only ${String(count)}`;
    report(
      t`${String(least)} are ${kind === 'needs' ? t`needed` : t`protected`}, but there ${there}. Lower the number, or list more of them.`,
    );
  } else if (early !== undefined) {
    collector.report(early, 'as', {
      code: 'need/number',
      message: t`"as ${early.as ?? ''}" covers the whole ${kind === 'needs' ? t`need` : t`protection`}, so it comes last. Write it after the last target.`,
    });
  }
}

/** Returns true if that many more relations fit; reports it once if they do not. */
function hasRoom(target: ast.RelationTarget, count: number, { relations, room, context }: Draft): boolean {
  if (relations.length + count <= relationLimit) return true;
  room.isFull = true;
  context.collector.report(target, 'entity', {
    code: 'copies/too-many',
    message: t`These copies would exceed the limit of ${String(relationLimit)} relations in one model. Use fewer copies.`,
  });
  return false;
}

function push(
  { relations, spans, uses, use }: Draft,
  ends: Pick<Relation, 'kind' | 'source' | 'target'> & Partial<Pick<Relation, 'as' | 'notify' | 'quorum'>>,
  nested: boolean,
  span: Span,
): void {
  relations.push({ id: relations.length, as: undefined, notify: undefined, ...ends, nested });
  spans.push(span);
  const seen = use && useOf(span, use);
  if (seen !== undefined) uses.set(span, seen);
}
