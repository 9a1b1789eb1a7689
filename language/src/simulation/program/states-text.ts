/** The text of the active states of a machine: a path, and the paths of states that are active side by side. */
import { itemAt } from '../../model/common/lookup.ts';
import type { MachineProgram } from '../kernel/run.ts';

/** Returns `Working.Waiting`, or `Working.{Power.On, Net.Down}` where several states are active side by side. */
export function statesText({ states, tree }: MachineProgram, active: readonly number[]): string {
  const isActive = new Set(active);
  const textIn = (around: number): string => {
    const texts = itemAt(tree.inner, around)
      .filter((index) => isActive.has(index))
      .map(textOf);
    return texts.length > 1 ? `{${texts.join(', ')}}` : (texts[0] ?? '');
  };
  const textOf = (index: number): string => {
    const within = textIn(index);
    return `${itemAt(states, index).name}${within === '' ? '' : `.${within}`}`;
  };
  return textIn(states.length - 1);
}
