/**
 * The buttons that step through a plan or a comparison.
 */
import type { VNode } from 'preact';
import { ToolButton, type ToolIconName } from '../../page/tool-icon.tsx';

/** The properties of the buttons. */
export interface StepperProps {
  /** The step that is shown, from 0. */
  readonly at: number;
  readonly last: number;
  /** The step in words. */
  readonly words: string;
  readonly labels: Readonly<Record<'group' | 'first' | 'back' | 'forward' | 'last', string>>;
  /** Called with a step from 0 to the last one. */
  readonly onStepped: (step: number) => void;
}

/** Shows the buttons around the step in words. */
export function Stepper({ at, last, words, labels, onStepped }: StepperProps): VNode {
  const button = (icon: ToolIconName & keyof typeof labels, to: number): VNode => (
    <ToolButton
      icon={icon}
      label={labels[icon]}
      onClick={() => {
        onStepped(Math.min(Math.max(0, to), last));
      }}
    />
  );
  return (
    <span class="stepper" role="group" aria-label={labels.group} data-at={at}>
      {button('first', 0)}
      {button('back', at - 1)}
      <span class="step-at">{words}</span>
      {button('forward', at + 1)}
      {button('last', last)}
    </span>
  );
}
