/**
 * The report of `aftermath diff` as Markdown for a comment on a change: it fits into one, whatever changed. Names stay
 * text: nothing in them is read as Markdown, HTML or Mermaid.
 */
import { type Change, directionOf, type FateChange } from '../../../../language/src/analysis/compare/change.ts';
import { changeWords } from '../../../../language/src/view/report/change-words.ts';
import { diffCounts, type DiffOfFile, type DiffReport, changeReasons } from './diff-text.ts';
import type { ReportedFact } from '../../questions/reported-facts.ts';

/** The most characters of a comment on GitHub. */
const mostCharacters = 65_536;
/** The most lines that the picture has. */
const mostArrows = 24;

/** Returns the comment. What does not fit is counted. */
export function diffMarkdown(report: DiffReport): string {
  const { base, head, files, added, removed, failed } = report;
  const start = [
    `### What changes when something dies: ${escaped(diffCounts(report))}`,
    '',
    `From ${code(base)} to ${code(head)}.`,
    ...failed.map(
      ({ rule, count }) => `\n**Fails** on ${code(rule)}: ${String(count)} ${count === 1 ? 'change' : 'changes'}.`,
    ),
    '',
    ...picture(files),
  ];
  const end = [
    ...(added.length > 0 ? ['', `New models: ${added.map(code).join(', ')}`] : []),
    ...(removed.length > 0 ? ['', `Removed models: ${removed.map(code).join(', ')}`] : []),
  ];
  const rows = files.flatMap((pair) => [
    ...(files.length > 1 && pair.changes.length > 0 ? [`\n#### ${code(pair.file)}\n`] : []),
    ...pair.changes.map((change) => row(pair, change)),
  ]);
  const room = mostCharacters - [...start, ...end].join('\n').length - 200;
  const shown: string[] = [];
  let length = 0;
  for (const each of rows) {
    length += each.length + 1;
    if (length > room) break;
    shown.push(each);
  }
  const rest = rows.length - shown.length;
  const left = rest > 0 ? ['', `${String(rest)} more; \`aftermath diff\` shows them all.`] : [];
  return `${[...start, ...shown, ...left, ...end].join('\n')}\n`;
}

const signs = { worse: '🔴', other: '⚪', better: '🟢' } as const;

function row(pair: DiffOfFile, change: Change): string {
  const facts = changeReasons(pair, change);
  const line = `- ${signs[directionOf(change)]} ${directionOf(change)}: ${escaped(changeWords(change))}`;
  if (facts.length === 0) return line;
  const hops = `${String(facts.length)} ${facts.length === 1 ? 'fact' : 'facts'}`;
  return `${line} <details><summary>why (${hops})</summary>${facts.map(factLine).join('<br>')}</details>`;
}

const factLine = ({ fact, file, line }: ReportedFact): string =>
  `${file === undefined ? '' : `${escaped(`${file}:${String(line ?? 1)}`)}: `}${escaped(fact)}`;

/** Returns a picture of who is hit by whom, the worst first; none if no fate changes. */
function picture(files: readonly DiffOfFile[]): string[] {
  const arrows = files
    .flatMap(({ changes }) => changes)
    .filter((change): change is FateChange => change.kind === 'fate' && directionOf(change) !== 'other')
    .flatMap((change) =>
      change.events.flatMap(({ name, kind }) => change.entities.map((entity) => ({ change, name, kind, entity }))),
    )
    .slice(0, mostArrows);
  if (arrows.length === 0) return [];
  const ids = new Map<string, string>();
  const node = (name: string): string => {
    const known = ids.get(name);
    if (known !== undefined) return known;
    const id = `n${String(ids.size)}`;
    ids.set(name, id);
    return `${id}["${label(name)}"]`;
  };
  const lines = arrows.map(({ change, name, kind, entity }) => {
    const isWorse = directionOf(change) === 'worse';
    const text = `${kind}: ${isWorse ? change.to : `no longer ${change.from}`}`;
    return `  ${node(name)} ${isWorse ? `-- ${text} -->` : `-. ${text} .->`} ${node(entity)}`;
  });
  return ['```mermaid', 'flowchart LR', ...new Set(lines), '```', ''];
}

/** Mermaid reads entities in labels; everything that could end one, or the fence, becomes one. */
const label = (text: string): string =>
  text.replace(/[^\p{L}\p{N} .,:_[\]-]/gu, (sign) => `#${String(sign.codePointAt(0))};`);

const escaped = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\p{Bidi_Control}+/gu, '\uFFFD')
    .replace(/&/gu, '&amp;')
    .replace(/</gu, '&lt;')
    .replace(/>/gu, '&gt;')
    .replace(/[\\`*_{}[\]()#+!|~@-]/gu, (sign) => (sign === '-' || sign === '(' || sign === ')' ? sign : `\\${sign}`))
    // GitHub makes mentions and links of what is plain text to Markdown; a comment in it prevents that.
    .replace(/@|#|:(?=\/\/)|www(?=\.)/gu, '$&<!-- -->');

/** Text between backticks, longer than any in it. */
function code(text: string): string {
  const one = text.replace(/\p{Cc}+/gu, ' ');
  const longest = Math.max(0, ...[...one.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = one.startsWith('`') || one.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${one}${pad}${fence}`;
}
