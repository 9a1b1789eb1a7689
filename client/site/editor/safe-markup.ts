/**
 * Markup that the server makes of a model: only elements that say how a text looks, and links to the web. The model may
 * have come with a link, so its names and comments may say anything.
 */

const kept = new Set([
  ...['p', 'br', 'hr', 'pre', 'code', 'em', 'strong', 'del', 'span', 'ul', 'ol', 'li', 'blockquote'],
  ...['h1', 'h2', 'h3', 'h4', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
]);

/** Returns markup with all other elements replaced by what is in them, and without attributes. */
export function safeMarkup(markup: string): string {
  const given = new DOMParser().parseFromString(markup, 'text/html');
  const made = document.createElement('div');
  copyInto(made, given.body, 0);
  return made.innerHTML;
}

/** The deepest nesting that is shown. */
const deepest = 50;

function copyInto(target: Element, source: Node, depth: number): void {
  for (const node of source.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) target.append(node.textContent ?? '');
    else if (node instanceof Element && depth < deepest) copyInto(placeFor(target, node), node, depth + 1);
  }
}

function placeFor(target: Element, element: Element): Element {
  const name = element.localName;
  if (name === 'script' || name === 'style' || name === 'template') return document.createElement('div');
  const address = name === 'a' ? (element.getAttribute('href') ?? '') : '';
  if (address.startsWith('https://')) {
    const link = document.createElement('a');
    link.href = address;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    target.append(link);
    return link;
  }
  if (!kept.has(name)) return target;
  const copy = document.createElement(name);
  target.append(copy);
  return copy;
}
