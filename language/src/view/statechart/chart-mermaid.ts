/**
 * Writes a chart as a Mermaid state diagram.
 */
import { rootState, type ChartState, type Statechart } from './statechart.ts';

/** Returns the text of a `stateDiagram-v2`. */
export function chartMermaid(chart: Statechart): string {
  const lines = ['stateDiagram-v2', ...stateLines(chart, rootState, 1)];
  for (const { source, target, lines: written } of chart.transitions) {
    if (target !== undefined) lines.push(`  ${source} --> ${target} : ${label(written.map(short).join(' '))}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Returns the lines of a state with its content; the marks of an initial state and of a final one are beside it. */
function stateLines(chart: Statechart, id: string, depth: number): readonly string[] {
  const indent = '  '.repeat(depth);
  const state = chart.states.find((each) => each.id === id);
  if (state === undefined) return [];
  const inside = chart.states.filter(({ parent }) => parent === id);
  const notes = chart.notes
    .filter((note) => note.state === id)
    .map(({ text }) => `${indent}${id} : ${label(short(text))}`);
  const head = `${indent}state "${label(state.name)}" as ${id}`;
  if (inside.length === 0) return [head, ...notes];
  const marks = inside.flatMap((each) => marksOf(each, `${indent}  `));
  return [
    `${head} {`,
    ...inside.flatMap((each, index) => [
      // Mermaid draws what is active together in parts, separated by two dashes.
      ...(state.isParallel === true && index > 0 && each.history === undefined ? [`${indent}  --`] : []),
      ...stateLines(chart, each.id, depth + 1),
    ]),
    ...marks,
    `${indent}}`,
    ...notes,
  ];
}

const marksOf = ({ id, isInitial, isFinal }: ChartState, indent: string): readonly string[] => [
  ...(isInitial ? [`${indent}[*] --> ${id}`] : []),
  ...(isFinal ? [`${indent}${id} --> [*]`] : []),
];

/** Escapes the characters that mean something to Mermaid by their numbers. */
const label = (text: string): string =>
  text.replace(/[#;:"<>{}\\]|\p{Cc}/gu, (sign) => `#${String(sign.codePointAt(0))};`);

/** Mermaid does not wrap, so a long line is cut. */
const short = (text: string): string => (text.length <= 44 ? text : `${text.slice(0, 43)}…`);
