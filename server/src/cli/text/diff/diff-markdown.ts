/**
 * The report of `aftermath diff` as Markdown for a comment on a change: it fits into one, whatever changed. Names stay
 * text: nothing in them is read as Markdown, HTML or Mermaid.
 */
import { type Change, directionOf } from '../../../../../language/src/analysis/compare/change.ts';
import { changeWords } from '../../../../../language/src/view/report/change-words.ts';
import { clipped, diffPicture } from './diff-picture.ts';
import { diffCounts, type DiffOfFile, type DiffReport, changeReasons } from './diff-text.ts';
import type { ReportedFact } from '../../../questions/plans/reported-facts.ts';

/** The most characters of a comment on GitHub. */
const mostCharacters = 65_536;
/** The most files and rules that are named, the most facts of a reason, and the most characters of each. */
const [mostNamed, mostFacts, longestName, longestFact] = [20, 30, 200, 500];
/** The most characters of a change, before any of them is escaped. */
const longestChange = 2000;

/** Returns the comment. What does not fit is counted. */
export function diffMarkdown(report: DiffReport): string {
  const { base, head, files, added, removed, failed } = report;
  const start = [
    `### What changes when something dies: ${escaped(diffCounts(report))}`,
    '',
    `From ${code(base)} to ${code(head)}.`,
    ...failed
      .slice(0, mostNamed)
      .map(
        ({ rule, count }) => `\n**Fails** on ${code(rule)}: ${String(count)} ${count === 1 ? 'change' : 'changes'}.`,
      ),
    '',
    ...diffPicture(files.flatMap(({ changes }) => changes)),
  ];
  const end = [
    ...(added.length > 0 ? ['', `New models: ${listed(added)}`] : []),
    ...(removed.length > 0 ? ['', `Removed models: ${listed(removed)}`] : []),
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
  const line = `- ${signs[directionOf(change)]} ${directionOf(change)}: ${escaped(clipped(changeWords(change), longestChange))}`;
  if (facts.length === 0) return line;
  const hops = `${String(facts.length)} ${facts.length === 1 ? 'fact' : 'facts'}`;
  const told = facts.slice(0, mostFacts).map(factLine);
  if (facts.length > mostFacts) told.push(`${String(facts.length - mostFacts)} more`);
  return `${line} <details><summary>why (${hops})</summary>${told.join('<br>')}</details>`;
}

const factLine = ({ fact, file, line }: ReportedFact): string =>
  `${file === undefined ? '' : `${escaped(`${clipped(file, longestName)}:${String(line ?? 1)}`)}: `}${escaped(clipped(fact, longestFact))}`;

function listed(files: readonly string[]): string {
  const left = files.length - mostNamed;
  return `${files.slice(0, mostNamed).map(code).join(', ')}${left > 0 ? ` and ${String(left)} more` : ''}`;
}

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
  const one = clipped(text, longestName)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\p{Bidi_Control}+/gu, '\uFFFD');
  const longest = Math.max(0, ...[...one.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = one.startsWith('`') || one.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${one}${pad}${fence}`;
}
