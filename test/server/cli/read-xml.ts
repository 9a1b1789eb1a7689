/**
 * Reads XML as strictly as XML 1.0 requires, in the subset that the command line writes: elements, attributes, text and
 * references. Fails for anything that is not well-formed.
 */
import assert from 'node:assert/strict';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** The characters that XML 1.0 allows (section 2.2). */
const allowed = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;
const startTag = /<([a-z][a-z-]*)((?: [a-z]+="[^"<]*")*)(\/?)>/y;
const endTag = /<\/([a-z][a-z-]*)>/y;
const plainText = /[^<]+/y;

/** Returns the root element of a document. */
export function readXml(document: string): Element {
  assert.ok(document.startsWith(declaration), 'The declaration is missing.');
  assert.match(document, allowed);
  const reader = { text: document.slice(declaration.length), at: 0 };
  const root = readElement(reader);
  assert.equal(reader.text.slice(reader.at), '\n');
  return root;
}

interface Reader {
  readonly text: string;
  at: number;
}

function take(reader: Reader, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text) ?? undefined;
  reader.at += found?.[0].length ?? 0;
  return found;
}

function readElement(reader: Reader): Element {
  const [, name = '', given = '', isEmpty] = take(reader, startTag) ?? assert.fail(`No tag at ${reader.at}.`);
  const pairs = [...given.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value] as const);
  assert.equal(new Set(pairs.map(([key]) => key)).size, pairs.length, 'An attribute is there twice.');
  // Line ends and tabs that are not written as references become spaces.
  const attributes = Object.fromEntries(
    pairs.map(([key, value]) => [key, unescaped(value.replaceAll(/[\t\n]/g, ' '))]),
  );
  const children: Element[] = [];
  let text = '';
  while (isEmpty !== '/') {
    const end = take(reader, endTag);
    if (end !== undefined) {
      assert.equal(end[1], name);
      break;
    }
    const plain = take(reader, plainText)?.[0];
    if (plain === undefined) children.push(readElement(reader));
    else text += unescaped(plain);
  }
  return { name, attributes, children, text };
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads line ends as `
 * `, before resolving references.
 */
function unescaped(text: string): string {
  assert.doesNotMatch(text, /]]>/);
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/&([^;]*);?/g, (whole, reference: string) => {
    const character = /^#\d+$/.test(reference) ? String.fromCodePoint(Number(reference.slice(1))) : named[reference];
    assert.ok(character !== undefined && whole.endsWith(';'), `"${whole}" is no reference.`);
    return character;
  });
}
