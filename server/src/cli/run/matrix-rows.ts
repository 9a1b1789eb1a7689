/**
 * Computes the rows of a matrix, which can be interrupted, and bounds what is kept of them: the names of all entities in
 * all cells are as many as entities times rows.
 */
import type { CrashCell, CrashRow, Fate } from '../../../../language/src/analysis/crash/crash-matrix.ts';
import type { EndCell, EndRow } from '../../../../language/src/analysis/plan/end-matrix.ts';
import type { EntityId } from '../../../../language/src/model/entity-kind.ts';
import type { Context } from '../input/command.ts';
import { beginWork, finish } from '../input/interruption.ts';

/** The most names that the cells of a matrix list, in the order of the model; beyond that cells only count. */
export const mostNames = 2_000_000;

type Row = CrashRow | EndRow;
type Cell = CrashCell | EndCell;

/** The rows to take, how many they are, and whether the names in their cells are kept. */
interface Rows {
  readonly rows: Iterable<Row>;
  readonly count: number;
  readonly keeps: boolean;
}

/** Returns the rows, or undefined after an interrupt. */
export async function allRows(context: Context, { rows, count, keeps }: Rows): Promise<readonly Row[] | undefined> {
  const work = beginWork(context);
  const begin = function* (): Generator<number, readonly Row[]> {
    const bound = bounding(keeps ? mostNames : 0);
    const done: Row[] = [];
    for (const row of rows) {
      done.push(bound(row));
      yield done.length;
    }
    return done;
  };
  const ended = await finish(work, begin, { progress: (done) => `${String(done)} of ${String(count)} rows` });
  work.end();
  return 'value' in ended ? ended.value : undefined;
}

/** Returns rows whose first cells list at most so many names; what shards have computed is bounded once more. */
export const boundedRows = (rows: readonly Row[], most = mostNames): readonly Row[] => rows.map(bounding(most));

/** Returns true if a cell only counts. */
export const isUnlisted = (cell: Cell): boolean => 'unlisted' in cell;

function bounding(most: number): (row: Row) => Row {
  let names = 0;
  let last: Cell['already'] | undefined;
  const bounded = (cell: Cell): Cell => {
    const { destroyed, degraded, broken, dangling } = cell.counts;
    const already = (last = sameAs(last, cell.already));
    names += destroyed + degraded + broken + dangling + sizeOf(already);
    const isOver = names > most || isUnlisted(cell);
    const lists = isOver ? { ...noNames, unlisted: true } : listsOf(cell);
    // Nothing shows what is untouched, which is most of a matrix.
    return Object.defineProperty({ ...partsOf(cell), ...lists, already }, 'untouched', {
      value: [],
      enumerable: false,
    }) as unknown as Cell;
  };
  return ({ entity, cells }) => ({ entity, cells: cells.map(bounded) });
}

const noNames: Readonly<Record<Exclude<Fate, 'untouched'>, readonly EntityId[]>> = {
  ...{ destroyed: [], degraded: [], broken: [], dangling: [] },
};

const listsOf = ({ destroyed, degraded, broken, dangling }: Cell): typeof noNames => ({
  ...{ destroyed, degraded, broken, dangling },
});

/** Returns the parts of a cell that are always kept: also what is blocked, which the text names. */
const partsOf = (cell: Cell): object => ({
  ...{ entity: cell.entity, policy: cell.policy, counts: cell.counts, blocked: cell.blocked },
  ...('vetoes' in cell && { vetoes: cell.vetoes }),
});

/** Returns the damage of the cell before if it is the same, which it mostly is, so that it is kept once. */
const sameAs = (last: Cell['already'] | undefined, found: Cell['already']): Cell['already'] =>
  last !== undefined && kinds.every((kind) => isEqual(last[kind], found[kind])) ? last : found;

const kinds = ['broken', 'degraded', 'dangling'] as const;

const sizeOf = (already: Cell['already']): number => kinds.reduce((sum, kind) => sum + already[kind].length, 0);

const isEqual = (a: readonly EntityId[], b: readonly EntityId[]): boolean =>
  a === b || (a.length === b.length && a.every((id, index) => id === b[index]));
