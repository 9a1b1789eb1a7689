/**
 * Reads YAML or JSON, one document or several, as values with their locations. Nothing is expanded: an alias stays an
 * alias that knows its target, and every scalar is a text. The only file that uses the YAML library.
 */
import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  Parser,
  Scalar,
  visit,
} from 'yaml';
import type { Finding, Outcome } from '../../model/finding.ts';
import { readBlocks } from './block-yaml.ts';
import { readJson } from './json-document.ts';
import type { YamlEntry, YamlNode, YamlValue } from './yaml-value.ts';
import { placeSpan, summarize, type Occurrence, type TextPlace } from '../import/import-findings.ts';
import { t } from '../../model/common/translation.ts';

/** Advice for messages about broken texts, in full sentences, for the tool that writes them. */
export interface YamlAdvice {
  readonly larger: string;
  readonly deeper: string;
  readonly broken: string;
  /** Tags that have a meaning in the format. */
  readonly tags?: readonly string[];
}

const kubectlAdvice: YamlAdvice = {
  larger: t`Let "kubectl get" print fewer namespaces or kinds, without managed fields.`,
  deeper: t`as no Kubernetes object is. Choose the file that "kubectl get … -o yaml" has written.`,
  broken: t`Correct the line, or let kubectl print the objects again.`,
};

/** The nesting limit: real objects nest about 30 deep, and a recursive reader needs a bound. */
const deepest = 200;
/** The longest text: reading takes 60 times its size in memory. */
const longestText = 15_000_000;
/** The longest plain text, JSON or blocks of YAML: an import of it takes about 25 times its size. */
const longestPlain = 40_000_000;
const errorsAtMost = 10;

/**
 * Returns the documents that have a value. The value is undefined, with errors, if a text is not YAML
 * (`import/broken-yaml`), or too long or too deeply nested (`import/too-large`, `import/too-deep`). Cost: O(length).
 */
export function readYaml(
  text: string,
  uri: string,
  advice: YamlAdvice = kubectlAdvice,
): Outcome<readonly YamlNode[] | undefined> {
  if (text.length > longestPlain) return readAnyYaml(text, uri, advice);
  const json = readJson(text, deepest);
  if (json !== undefined) return { value: json, findings: [] };
  const odd: Occurrence[] = [];
  let left = longestText;
  // What ends a document otherwise, or says something about the next one, is left to the library with all of it.
  const isSequence = !/^(?:%|\.\.\.)/m.test(text);
  const readOther = (document: string, line: number): readonly YamlNode[] | undefined => {
    left -= document.length;
    if (!isSequence || left < 0) return undefined;
    const read = readByLibrary(document, { uri, advice, line });
    odd.push(...read.odd);
    return read.faults.length > 0 ? undefined : read.nodes;
  };
  const plain = readBlocks(text, deepest, readFlow, readOther);
  if (plain === undefined) return readAnyYaml(text, uri, advice);
  return { value: plain, findings: summarize(uri, oddYaml, odd) };
}

/** Returns the same as `readYaml` by the YAML library alone, in ten times the time and memory for plain texts. */
export function readAnyYaml(
  text: string,
  uri: string,
  advice: YamlAdvice = kubectlAdvice,
): Outcome<readonly YamlNode[] | undefined> {
  if (text.length > longestText)
    return failed([
      fault('import/too-large', uri, { line: 0, start: 0, end: 0 }, tooLargeMessage(text.length, advice)),
    ]);
  const { nodes, odd, faults } = readByLibrary(text, { uri, advice, line: 0 });
  return faults.length > 0 ? failed(faults) : { value: nodes, findings: summarize(uri, oddYaml, odd) };
}

/** What the library makes of a text. */
interface ReadByLibrary {
  readonly nodes: readonly YamlNode[];
  readonly odd: readonly Occurrence[];
  readonly faults: readonly Finding[];
}

/** The place of a text: a file, and its first line there. */
interface TextSite {
  readonly uri: string;
  readonly advice: YamlAdvice;
  readonly line: number;
}

function readByLibrary(text: string, { uri, advice, line: firstLine }: TextSite): ReadByLibrary {
  const lines = new LineCounter();
  const source: Source = { text, lines, firstLine, targets: new Map() };
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const faulty = (faults: readonly Finding[]): ReadByLibrary => ({ nodes: [], odd: [], faults });
  for (const token of tokens) {
    const offset = tooDeepAt(token);
    if (offset === undefined) continue;
    const place = placeAt(source, offset, offset + 1);
    return faulty([fault('import/too-deep', uri, place, tooDeepMessage(place.line, advice))]);
  }
  const options = { schema: 'failsafe', uniqueKeys: false, prettyErrors: false, lineCounter: lines } as const;
  const documents = [...new Composer(options).compose(tokens)];
  const broken = documents.flatMap(({ errors }) => errors.slice(0, 1));
  if (broken.length > 0) {
    return faulty(
      broken.slice(0, errorsAtMost).map(({ pos, message }) => {
        const place = placeAt(source, pos[0], pos[1]);
        return fault(
          'import/broken-yaml',
          uri,
          place,
          brokenMessage({ line: place.line, fault: message, text, advice }),
        );
      }),
    );
  }
  const odd = documents.flatMap(({ warnings }) =>
    warnings.flatMap(({ pos }): Occurrence[] => {
      const place = placeAt(source, pos[0], pos[1]);
      const about = text.slice(pos[0], pos[0] + place.end - place.start).slice(0, 60);
      return advice.tags?.some((tag) => about.startsWith(tag)) === true ? [] : [{ about, place }];
    }),
  );
  for (const document of documents) noteTargets(document, source);
  const values = documents.flatMap(({ contents }) => (contents === null ? [] : [nodeOf(contents, source)]));
  return { nodes: values.filter((node) => node.read().is !== 'nothing'), odd, faults: [] };
}

/** Returns the text of one scalar that has neither tag nor anchor. */
function readFlow(scalar: string): string | undefined {
  const { contents, errors, warnings } = parseDocument(scalar, { schema: 'failsafe', prettyErrors: false });
  if (errors.length > 0 || warnings.length > 0 || !isScalar(contents)) return undefined;
  return typeof contents.value === 'string' ? contents.value : undefined;
}

interface Source {
  readonly text: string;
  readonly lines: LineCounter;
  /** The line of the file in which it begins. */
  readonly firstLine: number;
  /** The values of the aliases. */
  readonly targets: Map<Node, Node>;
}

/** Notes the latest anchor of its name before each alias. */
function noteTargets(document: Document.Parsed, { text, targets }: Source): void {
  if (!text.includes('&')) return;
  const anchors = new Map<string, Node>();
  visit(document, {
    Node: (_, node, around) => {
      if (isAlias(node)) {
        const target = anchors.get(node.source);
        // An alias within what it stands for has no end.
        if (target !== undefined && !around.includes(target)) targets.set(node, target);
      } else if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
}

function nodeOf(node: Node, source: Source): YamlNode {
  let value: YamlValue | undefined;
  return {
    read: () => (value ??= valueOf(node, source)),
    tag: node.tag,
    get place() {
      return placeAt(source, node.range?.[0] ?? 0, node.range?.[1] ?? 0);
    },
  };
}

function valueOf(node: Node, source: Source): YamlValue {
  if (isAlias(node)) {
    const target = source.targets.get(node);
    return { is: 'alias', target: target && nodeOf(target, source) };
  }
  if (isScalar(node)) {
    const text = typeof node.value === 'string' ? node.value : (node.source ?? '');
    const isPlain = node.type === undefined || node.type === Scalar.PLAIN;
    return isPlain && /^(?:|~|null|Null|NULL)$/.test(text) ? { is: 'nothing' } : { is: 'text', text };
  }
  if (isSeq<Node | null>(node)) {
    return { is: 'list', items: node.items.flatMap((item) => (item === null ? [] : [nodeOf(item, source)])) };
  }
  if (!isMap<Node | null, Node | null>(node)) return { is: 'other' };
  const entries = node.items.flatMap(({ key, value }): YamlEntry[] => {
    const name = key === null ? undefined : valueOf(key, source);
    if (key === null || name?.is !== 'text' || value === null) return [];
    const at = nodeOf(key, source);
    return [
      {
        key: name.text,
        value: nodeOf(value, source),
        get place() {
          return at.place;
        },
      },
    ];
  });
  return { is: 'map', entries };
}

/** Returns the location of a range, cut at the end of its first line. */
function placeAt({ text, lines, firstLine }: Source, from: number, to: number): TextPlace {
  const { line, col } = lines.linePos(from);
  const [shown = ''] = text.slice(from, Math.max(from, to)).split(/[\r\n]/, 1);
  return {
    line: firstLine + Math.max(0, line - 1),
    start: Math.max(0, col - 1),
    end: Math.max(0, col - 1) + shown.length,
  };
}

/** Returns the offset at which a document nests too deeply, if it does. Iterative, so that it handles any depth. */
function tooDeepAt(document: CST.Token): number | undefined {
  const waiting: { readonly token: CST.Token; readonly depth: number }[] = [{ token: document, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { token, depth } = next;
    if (depth > deepest) return token.offset;
    if (token.type === 'document') {
      if (token.value !== undefined) waiting.push({ token: token.value, depth });
    } else if ('items' in token) {
      for (const { key, value } of token.items) {
        if (key) waiting.push({ token: key, depth: depth + 1 });
        if (value) waiting.push({ token: value, depth: depth + 1 });
      }
    }
  }
  return undefined;
}

const failed = (findings: readonly Finding[]): Outcome<undefined> => ({ value: undefined, findings });

const fault = (code: string, uri: string, place: TextPlace, message: string): Finding => ({
  code,
  severity: 'error',
  message,
  span: placeSpan(uri, place),
  related: [],
});

const tooLargeMessage = (length: number, { larger }: YamlAdvice): string =>
  t`The file has ${String(length)} characters; at most ${String(longestText)} can be read. ${larger}`;

const tooDeepMessage = (line: number, { deeper }: YamlAdvice): string =>
  t`Line ${String(line + 1)} is nested more than ${String(deepest)} levels deep, ${deeper}`;

/** Returns the message about a line; what begins with a brace is called JSON, although YAML reads it as well. */
function brokenMessage(about: Pick<TextSite, 'line' | 'advice'> & { readonly fault: string; readonly text: string }) {
  const { line, fault, text, advice } = about;
  const format = /^\s*\{/.test(text) ? 'JSON' : 'YAML';
  return t`Line ${String(line + 1)} is broken ${format}: ${fault.split('\n', 1)[0]?.slice(0, 160) ?? ''}. ${advice.broken}`;
}

const oddYaml = {
  code: 'import/odd-yaml',
  severity: 'warning',
  message: (names: string, count: number) =>
    t`${count === 1 ? t`1 tag or directive` : t`${String(count)} tags or directives`} that kubectl does not write ${count === 1 ? t`means` : t`mean`} nothing here: ${names}. The values that they mark are read as written; check them.`,
} as const;
