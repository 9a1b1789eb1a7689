/**
 * Crash cleanup as the code of CellulOS does it: the cases that were derived from that code, and a second sweep over
 * records, as the original has them, on random models.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { crashAsImplemented } from '../../../../language/src/analysis/crash/as-implemented.ts';
import { crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import { entityOf } from '../../../../language/src/model/model.ts';
import { defaultPolicy, type Depth } from '../../../../language/src/model/policy.ts';
import { runs } from '../../../properties.ts';
import { type Built, buildModel, makeModel } from '../../build-model.ts';
import { parts } from '../random-model.ts';

const chain = buildModel(`
  pd bs1
  pd fs
  pd db
  pd app
  space disk: block
  resource disk.block1
  space files: file
  resource files.file1
  space database: table
  resource database.table1
  bs1 manages disk
  fs manages files
  fs holds disk.block1, files.file1
  db manages database
  db holds database.table1
  app holds database.table1
  fs requests bs1 as block
  db requests fs as file
  app requests db as table
  files maps disk
  database maps files
`);

/** PD depth, space depth, what the code ends besides the crashed server. */
const rows: readonly (readonly [Depth, Depth, readonly string[]])[] = [
  [0, 0, ['disk']],
  [0, 1, ['disk', 'files']],
  [0, 2, ['disk', 'files', 'database']],
  [1, 0, ['fs', 'db', 'app', 'disk', 'files', 'database']],
  [1, 1, ['fs', 'disk', 'files']],
  [1, 2, ['fs', 'db', 'app', 'disk', 'files', 'database']],
  [2, 0, ['fs', 'db', 'app', 'disk', 'files', 'database']],
  [2, 1, ['fs', 'db', 'app', 'disk', 'files', 'database']],
  [2, 2, ['fs', 'db', 'disk', 'files', 'database']],
  [3, 2, ['fs', 'db', 'app', 'disk', 'files', 'database']],
];

const namesOf = ({ model }: Built, ids: readonly number[]): string[] => ids.map((id) => entityOf(model, id).name);

interface Pd {
  readonly id: number;
  depth: number;
  isMarked: boolean;
  isDead: boolean;
}

interface Space {
  readonly id: number;
  depth: number;
  isMarked: boolean;
  isGone: boolean;
}

/** The code, function by function, with its nested sweeps over lists of records. */
function naive({ model }: Built, crashed: number, pdDepth: number, spaceDepth: number): Set<number> {
  const { entities, relations } = model;
  const pds: Pd[] = entities.flatMap(({ id, kind, absent }) => kind === 'pd' && !absent ? [{ id, depth: 0, isMarked: false, isDead: false }] : []); // oxfmt-ignore
  const spaces: Space[] = entities.flatMap(({ id, kind, absent }) => kind === 'space' && !absent ? [{ id, depth: 0, isMarked: false, isGone: false }] : []); // oxfmt-ignore
  const has = (kind: string, source: number, target: number): boolean =>
    relations.some((each) => each.kind === kind && each.source === source && each.target === target);
  const server = (space: Space): Pd | undefined => {
    const found = relations.find(({ kind, target }) => kind === 'manages' && target === space.id);
    return pds.find(({ id }) => id === found?.source);
  };
  const isClient = (pd: Pd, space: Space): boolean =>
    has('manages', pd.id, space.id) ||
    has('requests', pd.id, space.id) ||
    relations.some(({ kind, source, target, as }) => {
      if (source !== pd.id) return false;
      if (kind === 'holds') return entities[target]?.kind === 'resource' && entities[target].parent === space.id;
      const ofType = as === undefined || entities[space.id]?.type === as;
      return kind === 'requests' && ofType && has('manages', target, space.id) && entities[target]?.kind === 'pd';
    });
  const linked = (pd: Pd): Pd[] =>
    pds.filter(({ id }) => {
      if (entities[id]?.parent === pd.id) return true;
      return entities[id]?.root !== true && has('dies with', id, pd.id);
    });
  const markChildren = (pd: Pd): void => {
    for (const child of linked(pd)) {
      if (child.isMarked || child.isDead) continue;
      child.isMarked = true;
      markChildren(child);
    }
  };
  const sweepSpaces = (): void => {
    const space = spaces.find(({ isMarked, isGone }) => isMarked && !isGone);
    if (space === undefined) return;
    for (const each of spaces) {
      if (!each.isMarked || each.isGone) continue;
      each.isGone = true;
      if (each.depth < spaceDepth)
        for (const other of spaces)
          if (!other.isMarked && has('maps', other.id, each.id)) Object.assign(other, { isMarked: true, depth: each.depth + 1 }); // oxfmt-ignore
      const depth = (server(each)?.depth ?? 0) + 1;
      if (depth > pdDepth) continue;
      for (const pd of pds)
        if (!pd.isMarked && !pd.isDead && entities[pd.id]?.root !== true && isClient(pd, each)) Object.assign(pd, { isMarked: true, depth }); // oxfmt-ignore
    }
    sweepSpaces();
  };
  const destroy = (pd: Pd): void => {
    Object.assign(pd, { depth: 0, isMarked: true, isDead: true });
    for (const space of spaces)
      if (has('manages', pd.id, space.id) && !space.isMarked) Object.assign(space, { isMarked: true, depth: 0 });
    markChildren(pd);
    sweepSpaces();
    for (const each of pds) if (each.isMarked && !each.isDead) destroy(each);
  };
  const first = pds.find(({ id }) => id === crashed);
  if (first !== undefined) destroy(first);
  const ended = [...pds.filter(({ isDead }) => isDead), ...spaces.filter(({ isGone }) => isGone)];
  return new Set(ended.map(({ id }) => id).filter((id) => id !== crashed));
}

describe('crash cleanup as the code of CellulOS does it', () => {
  it('is that of the derived cases, at every pair of depths', () => {
    for (const [pdDepth, spaceDepth, expected] of rows) {
      const { pds, spaces } = crashAsImplemented(chain.model, [chain.id('bs1')], { pdDepth, spaceDepth });
      assert.deepEqual(namesOf(chain, [...pds, ...spaces]), expected, `${String(pdDepth)} ${String(spaceDepth)}`);
    }
  });

  it('never sweeps a root PD, and takes linked children at any depth', () => {
    const built = buildModel(`
      root pd task
      pd server
      pd thread
      space s: t
      server manages s
      task requests server as t
      thread dies with server
    `);
    const ended = (pdDepth: Depth) =>
      namesOf(built, crashAsImplemented(built.model, [built.id('server')], { pdDepth, spaceDepth: 0 }).pds);
    for (const depth of [0, 1, 'unlimited'] as const) assert.deepEqual(ended(depth), ['thread']);
  });

  it('has no entry for an absent PD, so nothing follows it', () => {
    const built = buildModel(`
      pd server
      absent pd spare
      pd helper
      spare dies with server
      helper dies with spare
    `);
    assert.deepEqual(crashAsImplemented(built.model, [built.id('server')], defaultPolicy).pds, []);
  });

  it('equals a sweep over records on random models, where it often differs from the documented rules', () => {
    let [compared, differs] = [0, 0];
    const depth = fc.nat({ max: 3 });
    fc.assert(
      fc.property(parts, depth, depth, ({ entities, relations }, pdDepth, spaceDepth) => {
        const built = makeModel(entities, relations);
        for (const { id, kind, absent } of built.model.entities) {
          if (kind !== 'pd' || absent) continue;
          const { pds, spaces } = crashAsImplemented(built.model, [id], { pdDepth, spaceDepth });
          const found = new Set([...pds, ...spaces]);
          assert.deepEqual([...found].sort(), [...naive(built, id, pdDepth, spaceDepth)].sort());
          const { destroyed } = crash(built.model, id, { ...defaultPolicy, pdDepth, spaceDepth });
          const rules = destroyed.filter(({ entity }) => ['pd', 'space'].includes(entityOf(built.model, entity).kind));
          compared += found.size > 0 ? 1 : 0;
          differs += rules.filter(({ entity }) => entity !== id).some(({ entity }) => !found.has(entity)) ? 1 : 0;
          differs += found.size > rules.length ? 1 : 0;
        }
      }),
      { numRuns: runs(300, 20_000) },
    );
    assert.ok(compared > 100 && differs > 20, `${String(compared)} compared, ${String(differs)} differ`);
  });
});
