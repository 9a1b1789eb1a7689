/** What a dump cannot express of a model, in sentences. */
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';
import { wordList } from '../../model/common/word-list.ts';
import { textListSetting, textSetting } from './kept-settings.ts';
import { readOsmosisLine, rootTask } from './osmosis-row.ts';

/** The settings that become rows, or columns of one. */
const kept: ReadonlySet<string> = new Set(['id', 'firstId', 'extra', 'firstExtra', 'listed', 'blankData', 'rows']);
/** The settings that the column EXTRA states. */
const ofExtra: ReadonlySet<string> = new Set(['size', 'length', 'use']);

/** Names entities that have no row. */
export function entitiesLeftOut(model: Model, ids: ReadonlyMap<EntityId, string>): string[] {
  const lost = model.entities.filter(({ id }) => !ids.has(id));
  if (lost.length === 0) return [];
  const names = lost.slice(0, 3).map(({ name }) => `"${name}"`);
  const more = lost.length > names.length ? ` and ${String(lost.length - names.length)} more` : '';
  return [
    `${names.join(', ')}${more} ${lost.length === 1 ? 'is' : 'are'} omitted with all relations, because the format only has PDs, spaces and resources that exist from the start.`,
  ];
}

/** Names what entities say besides kind, name, type and id. */
export function wordsLeftOut(written: readonly Entity[]): string[] {
  const words = [...new Set(written.flatMap(wordsOf))];
  if (words.length === 0) return [];
  return [`Of what entities say, this is omitted, because rows have no place for it: ${words.join(', ')}.`];
}

function wordsOf(entity: Entity): string[] {
  const { kind, parent, root, doomed, machine, settings, data, actions, destructor, documentation } = entity;
  const hasExtra = ['extra', 'firstExtra'].some((name) => textSetting(entity, name) !== undefined);
  const lost = settings.filter(({ name }) => !kept.has(name) && !(hasExtra && ofExtra.has(name)));
  const said: readonly (readonly [string, boolean])[] = [
    ['nesting', parent !== undefined && kind !== 'resource'],
    ['"root"', root && !isRootTask(entity)],
    ['"protected"', entity.protected === true],
    ['"doomed"', doomed === true],
    ['"runs"', machine !== undefined],
    ['"data"', data.length > 0],
    ['actions', actions.length > 0 || destructor !== undefined],
    ['documentation', documentation !== undefined],
  ];
  return [...said.flatMap(([word, has]) => (has ? [word] : [])), ...lost.map(({ name }) => `"${name}"`)];
}

/** Returns true if a row says by its name that a PD is a root. */
const isRootTask = (entity: Entity): boolean =>
  entity.name === rootTask ||
  textListSetting(entity, 'rows').some((row) => {
    const read = readOsmosisLine(row, 0);
    return read.is === 'node' && read.data === rootTask;
  });

/** Counts what a model declares besides entities and relations. */
export function declarationsLeftOut(model: Model): string[] {
  const { policies, machines, events, channels, collectors, scenarios, checks, views } = model;
  const kinds = [
    [policies, 'policy', 'policies'],
    [machines, 'machine', 'machines'],
    [events, 'event', 'events'],
    [channels, 'channel', 'channels'],
    [collectors, 'collector', 'collectors'],
    [scenarios, 'scenario', 'scenarios'],
    [checks, 'check', 'checks'],
    [views, 'view', 'views'],
  ] as const;
  const found = kinds.filter(([all]) => all.length > 0);
  const count = found.reduce((sum, [all]) => sum + all.length, 0);
  if (count === 0) return [];
  const words = found.map(([all, one, many]) => (all.length === 1 ? `1 ${one}` : `${String(all.length)} ${many}`));
  return [
    `${wordList(words, 'and')} ${count === 1 ? 'is' : 'are'} omitted, because the format only has entities and relations.`,
  ];
}
