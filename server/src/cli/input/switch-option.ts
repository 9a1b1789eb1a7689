/** Options that switch something off that is on otherwise. */
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Arguments } from './command.ts';

/** Returns whether something is on: it is unless the option says `off`. Refuses any other word than `on`. */
export function readSwitch({ values }: Pick<Arguments, 'values'>, name: string): Answer<boolean> {
  const value = values.get(name) ?? 'on';
  if (value === 'on' || value === 'off') return { value: value === 'on' };
  return { refusal: `The option "--${name}" takes "on" or "off"; "${value}" is neither.` };
}
