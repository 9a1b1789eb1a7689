/**
 * Reads XML as elements with the line that each begins on. Nothing outside the text is read, and a document type is
 * refused, so that no entity can grow. The only file that uses the XML library.
 */
import { SaxesParser } from 'saxes';
import type { Finding, Outcome } from '../../model/finding.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { placeSpan, type TextPlace } from '../import/import-findings.ts';
import { t } from '../../model/common/translation.ts';

/** An element. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The characters directly in it. */
  readonly text: string;
  /** Its start tag, as far as it is on its first line. */
  readonly place: TextPlace;
}

/** The format's words in messages. */
export interface XmlWords {
  /** Its documents, in the singular: `system description`. */
  readonly noun: string;
  /** Which file to choose: `Choose the description that the tool "microkit" reads.` */
  readonly choose: string;
  /** Further help with a broken line: `the tool "microkit" checks the file, too`. */
  readonly checker: string;
}

/** The longest text, in characters: real descriptions have some ten thousand. */
const longestText = 8_000_000;
/** The greatest depth of elements. */
const deepest = 100;

/**
 * Returns the outermost element. The value is undefined, with one finding, for a text that is not XML
 * (`import/broken-text`), has a document type (`import/wrong-format`), is too long (`import/too-large`) or nests too
 * deeply (`import/too-deep`). Cost: O(length).
 */
export function readXml(text: string, uri: string, words: XmlWords): Outcome<XmlElement | undefined> {
  if (text.length > longestText)
    return failed(uri, { code: 'import/too-large', message: tooLarge(text.length, words) });
  const reading: Reading = { open: [], outermost: undefined, fault: undefined };
  const parser = new SaxesParser();
  const stop = (code: string, message: string): void => {
    reading.fault ??= { code, message, line: parser.line - 1 };
  };
  parser.on('error', ({ message }) => {
    stop('import/broken-text', broken(parser.line, message.replace(/^\d+:\d+: /, ''), words));
  });
  parser.on('doctype', () => {
    stop('import/wrong-format', withType(words));
  });
  const lines = linesOf(text);
  let place: TextPlace = { line: 0, start: 0, end: 0 };
  parser.on('opentagstart', ({ name }) => {
    place = lines(text.lastIndexOf(`<${name}`, parser.position));
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (reading.open.length >= deepest) stop('import/too-deep', tooDeep(words));
    const element = { name, attributes: new Map(Object.entries(attributes)), children: [], text: '', place };
    if (reading.open.length === 0) reading.outermost ??= element;
    reading.open.at(-1)?.children.push(element);
    reading.open.push(element);
  });
  const addText = (characters: string): void => {
    const innermost = reading.open.at(-1);
    if (innermost !== undefined) innermost.text += characters;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    reading.open.pop();
  });
  for (let at = 0; at < text.length && reading.fault === undefined; at += chunk)
    parser.write(text.slice(at, at + chunk));
  if (reading.fault === undefined) parser.close();
  if (reading.fault !== undefined) return failed(uri, reading.fault);
  return { value: reading.outermost, findings: [] };
}

/** Returns a function that places the tag at an offset, cut at the end of its line. */
function linesOf(text: string): (offset: number) => TextPlace {
  const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ 0: end, index }) => index + end.length)];
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (itemAt(starts, middle) <= offset) low = middle;
      else high = middle - 1;
    }
    const start = offset - itemAt(starts, low);
    const [tag = ''] = /^[^>\r\n]*>?/.exec(text.slice(offset, offset + 1000)) ?? [];
    return { line: low, start, end: start + tag.length };
  };
}

/** As many characters are read between looks for a fault. */
const chunk = 16_384;

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly line?: number;
}

interface Reading {
  /** The elements around the current place, the outermost first. */
  readonly open: (XmlElement & { readonly children: XmlElement[]; text: string })[];
  outermost: XmlElement | undefined;
  fault: Fault | undefined;
}

function failed(uri: string, { code, message, line = 0 }: Fault): Outcome<undefined> {
  const span = placeSpan(uri, { line, start: 0, end: 0 });
  return { value: undefined, findings: [{ code, severity: 'error', message, span, related: [] } satisfies Finding] };
}

const broken = (line: number, fault: string, { checker }: XmlWords): string =>
  t`Line ${String(line)} is broken XML: ${fault.split('\n', 1)[0]?.replace(/\.$/, '').slice(0, 160) ?? ''}. Correct the line; ${checker}.`;
const withType = ({ noun }: XmlWords): string =>
  t`The file declares a document type ("<!DOCTYPE"), and its entities are not expanded. Remove it from the ${noun}.`;
const tooDeep = ({ noun }: XmlWords): string =>
  t`Elements nest more than ${String(deepest)} levels deep, as those of no ${noun} do. Choose another file.`;
const tooLarge = (length: number, { choose }: XmlWords): string =>
  t`The file has ${String(length)} characters; at most ${String(longestText)} can be read. ${choose}`;
