/**
 * The effects of a restart as in the language reference, computed here independently: `test`, the view of a run and its
 * full state are compared on random models after each crash.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Model } from '../../../language/src/model/model.ts';
import { simulate } from '../../../server/src/library/api.ts';
import { runs, tried } from '../../properties.ts';
import { openedRun } from './end-faces.ts';
import { crashOf, open, opened, valueOf } from './faces.ts';
import { questions, type Question } from './random-question.ts';
import { stepOf } from '../../../server/src/features/simulation-runs.ts';

/** Returns whether the needs of an entity of some strength are met, as the language reference says, by brute force. */
function isMet(model: Model, id: number, strength: 'start', alive: (id: number) => boolean): boolean {
  const { relations } = model;
  const needs = relations.filter(({ kind, as = 'hard' }) => kind === 'needs' && ['hard', strength].includes(as));
  const broken = new Set<number>();
  const works = (each: number): boolean => alive(each) && !broken.has(each);
  const isUnmet = ({ source, target, quorum }: Model['relations'][number]): boolean => {
    if (quorum === undefined) return !works(target);
    const members = relations.filter((other) => other.source === source && other.quorum?.key === quorum.key);
    return members.filter((each) => works(each.target)).length < quorum.least;
  };
  for (let size = -1; size < broken.size;) {
    size = broken.size;
    for (const need of needs) if (need.as === undefined && alive(need.source) && isUnmet(need)) broken.add(need.source);
  }
  return !needs.some((need) => need.source === id && (need.as ?? 'hard') === strength && isUnmet(need));
}

/** All that was destroyed and comes back: what it hosts, its managed spaces, their resources, and so on. */
function broughtBack(model: Model, restarted: string, destroyed: ReadonlySet<string>): Set<string> {
  const { entities, relations } = model;
  const back = new Set<string>();
  const nameOf = (id: number | undefined): string => entities[id ?? -1]?.name ?? '';
  const isAlive = (id: number): boolean =>
    entities[id]?.absent === false && (!destroyed.has(nameOf(id)) || back.has(nameOf(id)));
  // On a dead host nothing comes to life.
  const hasHost = (id: number): boolean => {
    const { kind, parent } = entities[id] ?? {};
    const around = entities[parent ?? -1];
    return around === undefined || (kind === 'object' && around.kind === 'object') || isAlive(around.id);
  };
  const add = (id: number): void => {
    if (destroyed.has(nameOf(id)) && hasHost(id) && isMet(model, id, 'start', isAlive)) back.add(nameOf(id));
  };
  add(entities.findIndex(({ name }) => name === restarted));
  for (let size = 0; size < back.size;) {
    size = back.size;
    for (const { id, kind, parent } of entities) {
      const isLocated = kind === 'object' && entities[parent ?? -1]?.kind === 'node';
      if (back.has(nameOf(parent)) && !isLocated) add(id);
    }
    for (const { kind, source, target } of relations) if (kind === 'manages' && back.has(nameOf(source))) add(target);
  }
  return back;
}

const title = 'restart';

async function check({ model, text, crashed, policy }: Question, tally: Map<string, number>): Promise<void> {
  const count = (key: string, by: number): void => void tally.set(key, (tally.get(key) ?? 0) + by);
  const said = crashOf(await opened(text), crashed, policy);
  const destroyed = new Set(said.destroyed.map(({ name }) => name));
  const back = broughtBack(model, crashed, destroyed);
  const existing = model.entities.filter(({ absent }) => !absent).map(({ name }) => name);
  const isAlive = (name: string): boolean => !destroyed.has(name) || back.has(name);
  // Its own relations to what is alive are made again.
  const own = model.relations.filter(({ source, kind }) => model.entities[source]?.name === crashed && (kind === 'holds' || kind === 'requests')); // oxfmt-ignore
  const joined = own.flatMap(({ kind, target }) => {
    const { name = '', absent = true } = model.entities[target] ?? {};
    return absent || model.entities[target]?.kind === 'pd' ? [] : [`  expect ${back.has(crashed) && isAlive(name) ? '' : 'not '}${crashed} ${kind} ${name}`]; // oxfmt-ignore
  });
  const steps = [
    ...[`scenario "${title}" {`, `  crash ${crashed} under ${policy}`, `  restart ${crashed}`],
    ...existing.map((name) => `  expect ${isAlive(name) ? '' : 'not '}${name} alive`),
    ...joined,
    '}',
  ].join('\n');
  const tested = `${text}\n${steps}\n`;
  const { failures, errors, passed } = valueOf(simulate(await opened(tested), { scenario: title }));
  assert.deepEqual(failures.map(({ expected, found }) => [expected, found]), [], tested); // oxfmt-ignore
  assert.ok(passed, JSON.stringify(errors));
  const session = openedRun(await open(tested), title);
  const { events = [], full } = stepOf(session, 2, true)?.view ?? {};
  const restarted = events.flatMap(({ text: each }) => /^(.*) is restarted$/.exec(each)?.[1] ?? []);
  assert.deepEqual(restarted.sort(), [...back].sort(), 'view of the run');
  let inside = '';
  const alive = (full?.rows ?? []).flatMap(({ depth, name, text: is = '' }) => {
    if (depth === 0) inside = name;
    return depth === 1 && name === 'is' && is.startsWith('alive') ? [inside] : [];
  });
  assert.deepEqual(alive.sort(), existing.filter(isAlive).sort(), 'state in full');
  count('brought back with it', Math.max(0, back.size - 1));
  count('kept from starting', back.has(crashed) ? 0 : 1);
  count('not brought back', destroyed.size - back.size);
  count('made again', joined.filter((each) => !each.includes(' not ')).length);
  count('not made again', joined.filter((each) => each.includes(' not ')).length);
}

describe('the answers of all faces to a restart', () => {
  it('agree on random models', async () => {
    const tally = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        if (question !== undefined) await check(question, tally);
      }),
      { numRuns: runs(10, 500), endOnFailure: true },
    );
    for (const key of [
      'brought back with it',
      'kept from starting',
      'not brought back',
      'made again',
      'not made again',
    ])
      assert.ok((tally.get(key) ?? 0) > 0, `${key}: ${JSON.stringify([...tally])}`);
    for (const [key, number] of tally) tried(key, number);
  });
});
