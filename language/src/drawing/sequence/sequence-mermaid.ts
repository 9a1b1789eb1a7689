/**
 * Writes a run as a Mermaid sequence diagram: who sends what to whom in which order, lost messages, and the states of
 * entities.
 */
import type { RunStretch } from '../../view/run/run-stretch.ts';
import type { Arrow, Bar, Instant, Lane } from '../../view/run/trace/trace.ts';
import { required } from '../../model/common/lookup.ts';
import { mermaidText } from '../../model/common/mermaid-text.ts';

/** Returns the text with the lanes that are shown. */
export function sequenceMermaid(stretch: Pick<RunStretch, 'arrows'>, lanes: readonly Lane[]): string {
  const ids = new Map(lanes.map(({ entity }, index) => [entity, `p${index.toString()}`]));
  const hasOutside = stretch.arrows.some(({ from, to }) => !ids.has(from ?? -1) && ids.has(to));
  const events = [
    ...stretch.arrows.flatMap((arrow) => arrowLine(arrow, ids)),
    ...lanes.flatMap((lane) => lane.bars.flatMap((bar) => stateLine(bar, required(ids.get(lane.entity))))),
  ].sort((a, b) => a.instant.step - b.instant.step || a.rank - b.rank);
  const participants = lanes.map(
    ({ entity, name }) => `  participant ${required(ids.get(entity))} as ${mermaidText(name)}`,
  );
  return [
    'sequenceDiagram',
    ...(hasOutside ? ['  participant outside as (outside)'] : []),
    ...participants,
    ...events.map(({ line }) => `  ${line}`),
    '',
  ].join('\n');
}

interface Line {
  readonly instant: Instant;
  /** Messages come before the states that they lead to. */
  readonly rank: number;
  readonly line: string;
}

function arrowLine({ from, to, text, sent, end, outcome }: Arrow, ids: ReadonlyMap<number, string>): Line[] {
  const receiver = ids.get(to);
  const instant = end ?? sent;
  if (receiver === undefined || instant === undefined) return [];
  const sender = ids.get(from ?? -1) ?? 'outside';
  const isLost = outcome === 'lost' || outcome === 'dead';
  const words = outcome === 'received' ? '' : ` (${outcome})`;
  return [{ instant, rank: 0, line: `${sender}${isLost ? '--x' : '->>'}${receiver}: ${mermaidText(text)}${words}` }];
}

function stateLine({ text, from }: Bar, id: string): Line[] {
  return [{ instant: from, rank: 1, line: `Note over ${id}: ${mermaidText(text)}` }];
}
