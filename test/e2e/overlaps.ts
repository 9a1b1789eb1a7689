/**
 * Finds overlaps in a picture and on a page.
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

/** Runs in the page. Returns the controls of HTML that something else lies over, where they are in view. */
export function coveredControls(): readonly string[] {
  const isSeen = (one: Element, x: number, y: number): boolean => {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    for (let at = one.parentElement; at !== null; at = at.parentElement) {
      const { left, right, top, bottom } = at.getBoundingClientRect();
      const isWithin = x > left && x < right && y > top && y < bottom;
      if (getComputedStyle(at).overflow !== 'visible' && !isWithin) return false;
    }
    return true;
  };
  return [...document.querySelectorAll('button, input, select, summary')].flatMap((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (!one.checkVisibility({ visibilityProperty: true }) || !isSeen(one, x, y)) return [];
    const found = document.elementFromPoint(x, y);
    const isItself = found !== null && (one.contains(found) || found.contains(one));
    return isItself ? [] : [`${one.outerHTML.slice(0, 120)} under ${found?.outerHTML.slice(0, 120) ?? 'nothing'}`];
  });
}
