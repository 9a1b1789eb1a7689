/**
 * Output below a line that it belongs to.
 */
import type { Output } from '../input/command.ts';

/** An output each line of which begins with these spaces. */
export const indented = (output: Output, spaces: string): Output => ({
  isColoured: output.isColoured,
  write: (text) => {
    output.write(text.replaceAll(/^(?=[^\n])/gm, spaces));
  },
});
