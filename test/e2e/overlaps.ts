/**
 * Finds overlaps in a picture.
 */

/** The leaves and labels of a graph. */
export const graphParts = '.leaves [data-node], .edge-label';

/**
 * Runs in the page, so it cannot use this file. Returns each pair of elements that overlap by more than a pixel.
 */
export function overlaps(selector: string): readonly string[] {
  const boxes = [...document.querySelectorAll(selector)].map((one) => ({
    name: one.getAttribute('data-node') ?? one.getAttribute('data-edge-label') ?? one.textContent,
    box: one.getBoundingClientRect(),
  }));
  return boxes.flatMap(({ name, box }, at) =>
    boxes
      .slice(at + 1)
      .filter(({ box: other }) => {
        const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        return across > 1 && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1;
      })
      .map((other) => `${name} over ${other.name}`),
  );
}
