/** The options that select what is drawn. */
import { drawingThemes, type DrawingTheme } from '../../../../language/src/drawing/themed.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Context, Option } from '../input/command.ts';

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

/** The option `--group`. */
export const groupOption: Option = {
  value: 'NAME',
  summary: 'group the states of a check by the machine of this entity; "-" by none',
};

/** The option `--theme`. */
export const themeOption: Option = {
  value: 'THEME',
  summary: 'colours of svg, png: light (default), dark; svg: or auto',
};

/** Reads the theme of a drawing in a format. */
export function readTheme({ values }: Pick<Context, 'values'>, format: string): Answer<DrawingTheme> {
  const given = values.get('theme');
  if (given === undefined) return { value: 'light' };
  const theme = drawingThemes.find((each) => each === given);
  if (theme === undefined)
    return { refusal: `There is no theme "${given}". The themes are ${drawingThemes.join(', ')}.` };
  if (format !== 'svg' && format !== 'png') return { refusal: `Only svg and png have a theme, not ${format}.` };
  if (format === 'png' && theme === 'auto') return { refusal: 'A PNG has the colours of one theme: light or dark.' };
  return { value: theme };
}
