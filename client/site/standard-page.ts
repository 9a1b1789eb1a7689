/** The pages of the site about the standard library, whose texts are not in the editor. */

/** Opens the page of a text of the standard library, at a line from 0 if one is given; returns false for other texts. */
export function openStandardPage(uri: string, line?: number): boolean {
  const name = /^aftermath:\/std\/([a-z-]+)\.aft$/u.exec(uri)?.[1];
  if (name === undefined) return false;
  const page = new URL(`../std/${name}.html`, document.baseURI);
  if (line !== undefined) page.hash = `L${String(line + 1)}`;
  window.open(page, '_blank', 'noopener');
  return true;
}
