/**
 * Indented output.
 */
import type { Output } from '../input/command.ts';

/** Returns an output that begins each line with these spaces. */
export const indented = (output: Output, spaces: string): Output => ({
  isColoured: output.isColoured,
  write: (text) => {
    output.write(text.replaceAll(/^(?=[^\n])/gm, spaces));
  },
});
