/**
 * A run over time as JSON, for programs: lanes, messages, steps and numbers, as far as they are shown.
 */
import type { RunStretch } from '../../view/run/run-stretch.ts';

/** Returns the text, of a run and perhaps of one that it is compared with. */
export function sequenceJson(title: string, stretch: RunStretch, compared?: RunStretch): string {
  const head = { format: 'aftermath-sequence', version: 1, title };
  const all = { ...head, ...stretch, ...(compared !== undefined && { compared }) };
  return `${JSON.stringify(all, undefined, 2)}\n`;
}
