/**
 * Rows that know how deep they are, as a tree.
 */

/** A row with all that follows it deeper. */
export interface TreeNode<Row> {
  readonly row: Row;
  readonly parts: readonly TreeNode<Row>[];
}

/** Returns the tree of rows, each of which has as its parts all that follow it deeper. */
export function treeOf<Row extends { readonly depth: number }>(rows: readonly Row[], depth = 0): TreeNode<Row>[] {
  const starts = rows.flatMap((row, index) => (row.depth === depth ? [index] : []));
  return starts.flatMap((start, index): TreeNode<Row>[] => {
    const row = rows[start];
    const end = starts[index + 1] ?? rows.length;
    return row === undefined ? [] : [{ row, parts: treeOf(rows.slice(start + 1, end), depth + 1) }];
  });
}
