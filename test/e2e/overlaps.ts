/**
 * Finds overlaps in the picture of a graph.
 */

/**
 * Runs in the page, so it cannot use this file. Returns each pair of leaves or labels that overlap by more than a
 * pixel.
 */
export function overlaps(): readonly string[] {
  const boxes = [...document.querySelectorAll('.leaves [data-node], .edge-label')].map((one) => ({
    name: one.getAttribute('data-node') ?? one.getAttribute('data-edge-label'),
    box: one.getBoundingClientRect(),
  }));
  return boxes.flatMap(({ name, box }, at) =>
    boxes
      .slice(at + 1)
      .filter(({ box: other }) => {
        const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        return across > 1 && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1;
      })
      .map((other) => `${String(name)} over ${String(other.name)}`),
  );
}
