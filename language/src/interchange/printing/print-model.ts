/**
 * Writes the structural part of a model as text of the language: entities, relations, settings and policies. The rest
 * (machines, scenarios, actions, …) is omitted, and a comment at the top of the text says so. Copies become one
 * declaration with a copy count if that expresses all of them.
 */
import type { Entity, Setting } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/machines/expression.ts';
import type { Model } from '../../model/model.ts';
import { originComment } from '../../model/origin.ts';
import type { Relation } from '../../model/relation.ts';
import { copyGroups } from './copy-groups.ts';
import { entityPaths, type EntityPaths } from './entity-paths.ts';
import { writeName } from '../../model/language-names.ts';
import { printExpression } from '../../model/machines/print-expression.ts';
import { printPolicy } from './print-policy.ts';
import { printRelations, printStatements } from './print-relations.ts';
import { statementLine, lineWidth, wrapList, type ListStatement } from './wrap-list.ts';

interface Printing {
  readonly model: Model;
  readonly paths: EntityPaths;
  readonly bySource: ReadonlyMap<EntityId, readonly Relation[]>;
  readonly classes: ReadonlyMap<EntityId, string>;
}

/**
 * Returns the text of a model in declaration order: in each body settings, relations, then nested entities. The same
 * model gives the same text; parsing it gives the same entities and relations. A relation is written at file level if
 * its target's name means something else in the body. `classes` are those of a library that the text imports, for the
 * entities that are instances of one.
 */
export function printModel(model: Model, classes: ReadonlyMap<EntityId, string> = new Map()): string {
  const paths = entityPaths(model, copyGroups(model));
  const bySource = new Map<EntityId, Relation[]>();
  const outside: Relation[] = [];
  const isUnclear = ({ source, target }: Relation): boolean => !paths.isClear(source, target);
  const needKey = ({ source, quorum }: Relation): string => `${String(source)} ${String(quorum?.key ?? '')}`;
  const unclear = new Set(model.relations.filter((each) => each.quorum !== undefined && isUnclear(each)).map(needKey));
  for (const relation of model.relations) {
    if (relation.nested) continue;
    const known = bySource.get(relation.source);
    // A need with a number is one statement.
    if (isUnclear(relation) || (relation.quorum !== undefined && unclear.has(needKey(relation))))
      outside.push(relation);
    else if (known === undefined) bySource.set(relation.source, [relation]);
    else known.push(relation);
  }
  const printing = { model, paths, bySource, classes };
  const blocks = declaredIn(undefined, paths).map((entity) => printEntity(entity, printing));
  const sections = [
    leftOut(model),
    joinBlocks(blocks),
    printStatements(outside, paths).join('\n'),
    model.policies.map(printPolicy).join('\n\n'),
  ];
  const text = sections.filter((section) => section !== '').join('\n\n');
  return text === '' ? '' : `${text}\n`;
}

/** Returns the lines of an entity and everything nested in it. Iterative, so depth is not limited. */
function printEntity(top: Entity, printing: Printing): string[] {
  const { paths } = printing;
  const lines: string[] = [];
  const waiting: (string | { readonly entity: Entity; readonly indent: string })[] = [{ entity: top, indent: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') {
      lines.push(next);
      continue;
    }
    const { entity, indent } = next;
    const nested = declaredIn(entity.id, paths);
    lines.push(...documentation(entity, indent));
    const head = `${indent}${declaration(entity, printing)}`;
    const note = entity.origin === undefined ? '' : ` ${originComment(entity.origin)}`;
    const relations = relationStatements(entity, printing);
    const members = [...settingStatements(entity, paths), ...dataStatements(entity, paths), ...relations];
    const inline = `${head}${members.length === 0 ? '' : ` { ${members.map(statementLine).join('  ')} }`}`;
    // A comment with an origin is about everything on its line.
    const isOneLine = relations.length <= 1 && (note === '' || relations.length === 0);
    if (nested.length === 0 && isOneLine && inline.length <= lineWidth && relations[0]?.note === undefined) {
      lines.push(`${inline}${note}`);
      continue;
    }
    lines.push(`${head} {${note}`);
    for (const member of members) for (const line of wrapList(member, `${indent}  `)) lines.push(line);
    waiting.push(`${indent}}`);
    for (const inner of nested.toReversed()) waiting.push({ entity: inner, indent: `${indent}  ` });
  }
  return lines;
}

function declaration(entity: Entity, { model, paths, classes }: Printing): string {
  const instanceOf = classes.get(entity.id);
  const isAroundAbsent = entity.parent !== undefined && model.entities[entity.parent]?.absent === true;
  const words = [
    ...(entity.absent && !isAroundAbsent ? ['absent'] : []),
    ...(entity.protected === true ? ['protected'] : []),
    ...(entity.doomed === true ? ['doomed'] : []),
    ...(entity.root ? ['root'] : []),
    entity.kind,
    declaredName(entity, paths),
    ...(instanceOf === undefined ? [] : ['is', instanceOf]),
    ...(entity.type === undefined ? [] : [':', writeName(entity.type)]),
  ];
  return words.join(' ');
}

function declaredName({ id }: Entity, paths: EntityPaths): string {
  const count = paths.groupOf(id)?.count;
  return count === undefined ? paths.name(id) : `${paths.declared(id)}[${String(count)}]`;
}

/** Returns the entities declared in a body or at file level: of copies written as such, the first. */
const declaredIn = (id: EntityId | undefined, paths: EntityPaths): readonly Entity[] =>
  paths.nested(id).filter((entity) => (paths.groupOf(entity.id)?.first ?? entity.id) === entity.id);

const settingStatements = ({ id, settings }: Entity, paths: EntityPaths): ListStatement[] =>
  (paths.groupOf(id)?.settings ?? settings).map((setting) => settingStatement(setting, paths));

/** Returns the author's own values as one member; like a list, it may take several lines. */
function dataStatements({ id, data }: Entity, paths: EntityPaths): ListStatement[] {
  const values = paths.groupOf(id)?.data ?? data;
  if (values.length === 0) return [];
  const items = values.map(({ name, value }) => `${writeName(name)}: ${dataValue(value, paths)}`);
  return [{ head: 'data { ', items, tail: ' }', separator: ' ' }];
}

/** Returns a value with parentheses around a lone name that stands for something: without them it would be a word. */
function dataValue(value: Expression, paths: EntityPaths): string {
  const text = printExpression(value, paths.path);
  return value.kind !== 'symbol' && (value.kind === 'entity' || text === 'index') ? `(${text})` : text;
}

function relationStatements({ id }: Entity, { paths, bySource }: Printing): ListStatement[] {
  const isCopied = (paths.groupOf(id)?.count ?? 1) > 1;
  return printRelations(bySource.get(id) ?? [], paths, bySource.get(isCopied ? id + 1 : id));
}

function settingStatement({ name, value }: Setting, paths: EntityPaths): ListStatement {
  const head = `${writeName(name)}: `;
  if (value.kind !== 'list') return { head, items: [printExpression(value, paths.path)], tail: '' };
  return { head: `${head}[`, items: value.items.map((item) => printExpression(item, paths.path)), tail: ']' };
}

function documentation({ documentation: text }: Entity, indent: string): string[] {
  if (text === undefined || text.trim() === '') return [];
  const lines = text.replaceAll('*/', '* /').trim().split(/\r?\n/);
  if (lines.length === 1) return [`${indent}/** ${lines[0] ?? ''} */`];
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line.trim()}`.trimEnd()), `${indent} */`];
}

/** Joins blocks with blank lines, except between one-line ones of the same kind. */
function joinBlocks(blocks: readonly (readonly string[])[]): string {
  const firstWord = (block: readonly string[]): string => block[0]?.split(' ')[0] ?? '';
  return blocks
    .flatMap((block, index) => {
      const before = blocks[index - 1];
      const isRun = before?.length === 1 && block.length === 1 && firstWord(before) === firstWord(block);
      return before === undefined || isRun ? block : ['', ...block];
    })
    .join('\n');
}

/** Returns a comment that names what the text omits; empty if nothing is omitted. */
function leftOut({ entities, relations, ...model }: Model): string {
  const parts: (readonly [has: boolean, what: string])[] = [
    [model.machines.length > 0, 'machines'],
    [model.events.length > 0, 'events'],
    [model.channels.length > 0, 'channels'],
    [model.collectors.length > 0, 'collectors'],
    [model.scenarios.length > 0, 'scenarios'],
    [model.checks.length > 0, 'checks'],
    [entities.some(({ actions, destructor }) => actions.length > 0 || destructor !== undefined), 'actions'],
    [relations.some(({ notify }) => notify !== undefined), 'notifications'],
  ];
  const names = parts.flatMap(([has, what]) => (has ? [what] : []));
  return names.length === 0 ? '' : `// Only the structure; omitted: ${names.join(', ')}.`;
}
