/** The options that select what is drawn. */
import type { Option } from '../input/command.ts';

/** The option `--view`. */
export const viewOption: Option = {
  value: 'TITLE',
  summary: 'only what this view of the file shows: svg, png, dot or mermaid',
};

/** The option `--machine`. */
export const machineOption: Option = {
  value: 'NAME',
  summary: 'only this machine, with its states: svg, png, mermaid, json or scxml',
};
