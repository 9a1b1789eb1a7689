/**
 * The tools above the steps: stepping, jumping, choosing another run of the scenario, running again, saving.
 */
import type { VNode } from 'preact';
import { ToolButton, type ToolIconName } from '../tool-icon.tsx';
import type { TraceHost } from './messages.ts';
import { nextMarked, type ShownRun, type TraceState } from './trace-state.ts';
import { texts } from './texts.ts';

export interface StepToolsProps {
  readonly shown: ShownRun;
  readonly state: TraceState;
  readonly host: TraceHost;
  readonly onSelect: (step: number) => void;
}

/** Shows the tools. */
export function StepTools({ shown: { summary }, state: { selected, isStale }, host, onSelect }: StepToolsProps): VNode {
  const { steps, marked, variants, variant } = summary;
  const problem = nextMarked(marked, selected);
  const go = (icon: ToolIconName, label: string, step: number): VNode => (
    <ToolButton
      icon={icon}
      label={label}
      onClick={() => {
        onSelect(step);
      }}
    />
  );
  return (
    <div class="tools" role="toolbar" aria-label={texts.controls}>
      {go('first', texts.first, 0)}
      {go('back', texts.back, selected - 1)}
      {go('forward', texts.forward, selected + 1)}
      {go('last', texts.last, steps)}
      {problem !== undefined && go('problem', texts.nextProblem, problem)}
      <Jump selected={selected} steps={steps} onSelect={onSelect} />
      {variants.length > 0 && <Variants variants={variants} variant={variant} host={host} />}
      <span class="filler" />
      <ToolButton
        icon="again"
        label={texts.again}
        hasText={isStale}
        onClick={() => {
          host.post({ type: 'retry' });
        }}
      />
      <ToolButton
        icon="save"
        label={texts.save}
        onClick={() => {
          host.post({ type: 'save' });
        }}
      />
    </div>
  );
}

interface JumpProps extends Pick<StepToolsProps, 'onSelect'> {
  readonly selected: number;
  readonly steps: number;
}

const Jump = ({ selected, steps, onSelect }: JumpProps): VNode => (
  <label class="jump">
    {texts.step}
    <input
      type="number"
      min={0}
      max={steps}
      value={selected}
      onChange={({ currentTarget }) => {
        const step = currentTarget.valueAsNumber;
        if (Number.isInteger(step)) onSelect(step);
        // What is out of range is put right, also where the step stays the same.
        currentTarget.valueAsNumber = Math.max(0, Math.min(steps, Number.isInteger(step) ? step : selected));
      }}
    />
    {`${texts.of} ${steps.toString()}`}
  </label>
);

interface VariantsProps extends Pick<StepToolsProps, 'host'> {
  readonly variants: readonly string[];
  readonly variant: number;
}

const Variants = ({ variants, variant, host }: VariantsProps): VNode => (
  <label class="jump">
    {texts.variant}
    <select
      onChange={({ currentTarget }) => {
        host.post({ type: 'variant', variant: currentTarget.selectedIndex });
      }}
    >
      {variants.map((title, index) => (
        <option key={index} selected={index === variant}>
          {title}
        </option>
      ))}
    </select>
  </label>
);
