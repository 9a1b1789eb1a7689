/**
 * Writes a chart as a Mermaid state diagram.
 */
import { mermaidText } from '../../model/common/mermaid-text.ts';
import { shortened } from '../shortened.ts';
import { rootState, type ChartState, type Statechart } from './statechart.ts';

/** Returns the text of a `stateDiagram-v2`. */
export function chartMermaid(chart: Statechart): string {
  const lines = ['stateDiagram-v2', ...stateLines(chart, rootState, 1)];
  for (const { source, target, lines: written } of chart.transitions) {
    if (target !== undefined)
      lines.push(`  ${idOf(source)} --> ${idOf(target)} : ${mermaidText(written.map(short).join(' '))}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Returns the lines of a state with its content; the marks of an initial state and of a final one are beside it. */
function stateLines(chart: Statechart, id: string, depth: number): readonly string[] {
  const indent = '  '.repeat(depth);
  const state = chart.states.find((each) => each.id === id);
  if (state === undefined) return [];
  const inside = chart.states.filter(({ parent }) => parent === id);
  const notes = chart.notes.filter((note) => note.state === id).map(({ text }) => mermaidText(short(text)));
  const head = `${indent}state "${mermaidText(state.name)}" as ${idOf(id)}`;
  if (inside.length === 0) return [head, ...notes.map((text) => `${indent}${idOf(id)} : ${text}`)];
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
    ...noteBeside(idOf(id), notes, indent),
  ];
}

/** Returns the lines of text of a state with others in it, which Mermaid shows only in a note. */
const noteBeside = (id: string, texts: readonly string[], indent: string): readonly string[] =>
  texts.length === 0
    ? []
    : [`${indent}note right of ${id}`, ...texts.map((text) => `${indent}  ${text}`), `${indent}end note`];

/** Mermaid calls all of its diagram "root". */
const idOf = (id: string): string => (id === rootState ? 'machine' : id);

const marksOf = ({ id, isInitial, isFinal }: ChartState, indent: string): readonly string[] => [
  ...(isInitial ? [`${indent}[*] --> ${id}`] : []),
  ...(isFinal ? [`${indent}${id} --> [*]`] : []),
];

/** Mermaid does not wrap, so a long line is cut. */
const short = (text: string): string => shortened(text, 44);
