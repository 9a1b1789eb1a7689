/**
 * Writes a run over time as JSON for programs: the lanes, messages, steps and numbers that are shown.
 */
import type { RunStretch } from '../../view/run/run-stretch.ts';

/** Returns the text for a run, and for one that it is compared with. */
export function sequenceJson(title: string, stretch: RunStretch, compared?: RunStretch): string {
  const head = { format: 'aftermath-sequence', version: 1, title };
  const all = { ...head, ...stretch, ...(compared !== undefined && { compared }) };
  return `${JSON.stringify(all, undefined, 2)}\n`;
}
