/**
 * Converts rows with depths to a tree.
 */

/** A row with the deeper rows that follow it. */
export interface RowNode<Row> {
  readonly row: Row;
  readonly parts: readonly RowNode<Row>[];
}

/** Returns the tree of rows, where each has the deeper ones that follow it as its parts. */
export function treeOf<Row extends { readonly depth: number }>(rows: readonly Row[], depth = 0): RowNode<Row>[] {
  const starts = rows.flatMap((row, index) => (row.depth === depth ? [index] : []));
  return starts.flatMap((start, index): RowNode<Row>[] => {
    const row = rows[start];
    const end = starts[index + 1] ?? rows.length;
    return row === undefined ? [] : [{ row, parts: treeOf(rows.slice(start + 1, end), depth + 1) }];
  });
}
