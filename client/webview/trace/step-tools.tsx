/**
 * The tools above the steps: stepping, jumping, choosing another combination of the scenario, running again, saving.
 */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { FoldingTools } from '../page/folding-tools.tsx';
import { ToolButton, type ToolIconName } from '../page/tool-icon.tsx';
import type { TraceHost, TraceSettings } from './messages.ts';
import { nextMarked, type RunList, type ShownRun, type TraceState } from './trace-state.ts';
import { texts } from './texts.ts';

/** The properties of the tools. */
export interface StepToolsProps {
  readonly shown: ShownRun;
  readonly state: TraceState;
  readonly host: TraceHost;
  readonly onSelect: (step: number) => void;
  readonly onPlay: (isPlaying: boolean) => void;
  readonly onChoose: (settings: Partial<TraceSettings>) => void;
}

/** Shows the tools. */
export function StepTools({ shown: { summary }, state, host, onSelect, onPlay, onChoose }: StepToolsProps): VNode {
  const { selected, isStale, isPlaying, settings, runs } = state;
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
      <ToolButton
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? texts.pause : texts.play}
        onClick={() => {
          onPlay(!isPlaying);
        }}
      />
      {go('forward', texts.forward, selected + 1)}
      {go('last', texts.last, steps)}
      {problem !== undefined && go('problem', texts.nextProblem, problem)}
      <Jump selected={selected} steps={steps} onSelect={onSelect} />
      <FoldingTools>
        <Speed speed={settings.speed} onChoose={onChoose} />
        {variants.length > 0 && <Variants variants={variants} variant={variant} host={host} />}
        {runs.titles.length > 1 && <Runs runs={runs} host={host} />}
        <span class="filler" />
        <ToolButton
          icon="lanes"
          label={texts.picture}
          isPressed={settings.hasPicture}
          onClick={() => {
            onChoose({ hasPicture: !settings.hasPicture });
          }}
        />
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
      </FoldingTools>
    </div>
  );
}

interface JumpProps extends Pick<StepToolsProps, 'onSelect'> {
  readonly selected: number;
  readonly steps: number;
}

/** The field for a step number; keeps what is being typed while the run plays or follows another view. */
function Jump({ selected, steps, onSelect }: JumpProps): VNode {
  const [typed, setTyped] = useState<string>();
  return (
    <label class="jump">
      {texts.step}
      <input
        type="number"
        min={0}
        max={steps}
        value={typed ?? selected}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
        }}
        onBlur={() => {
          setTyped(undefined);
        }}
        onChange={({ currentTarget }) => {
          const step = currentTarget.valueAsNumber;
          if (Number.isInteger(step)) onSelect(step);
          setTyped(undefined);
          // Corrects numbers out of range, even if the step stays the same.
          currentTarget.valueAsNumber = Math.max(0, Math.min(steps, Number.isInteger(step) ? step : selected));
        }}
      />
      {`${texts.of} ${steps.toString()}`}
    </label>
  );
}

/** Steps per second. */
const speeds = [1, 2, 5, 10, 25, 50] as const;

const Speed = ({ speed, onChoose }: { readonly speed: number } & Pick<StepToolsProps, 'onChoose'>): VNode => (
  <select
    aria-label={texts.speed}
    title={texts.speed}
    onChange={({ currentTarget }) => {
      onChoose({ speed: speeds[currentTarget.selectedIndex] ?? 1 });
    }}
    data-choice-of="speed"
  >
    {speeds.map((each) => (
      <option key={each} selected={each === speed}>
        {`${each.toString()} ${texts.perSecond}`}
      </option>
    ))}
  </select>
);

/** The branches: the shown and the compared one. */
const Runs = ({ runs, host }: { readonly runs: RunList } & Pick<StepToolsProps, 'host'>): VNode => (
  <>
    <label class="jump">
      {texts.run}
      <select
        onChange={({ currentTarget }) => {
          host.post({ type: 'showRun', run: currentTarget.selectedIndex });
        }}
        data-choice-of="run"
      >
        {runs.titles.map((title, index) => (
          <option key={index} selected={index === runs.shown}>
            {title}
          </option>
        ))}
      </select>
    </label>
    <label class="jump">
      {texts.compare}
      <select
        onChange={({ currentTarget: { selectedIndex } }) => {
          host.post({ type: 'compare', ...(selectedIndex > 0 && { run: selectedIndex - 1 }) });
        }}
        data-choice-of="compared"
      >
        <option selected={runs.compared === undefined}>{texts.nothing}</option>
        {runs.titles.map((title, index) => (
          <option key={index} selected={index === runs.compared} disabled={index === runs.shown}>
            {title}
          </option>
        ))}
      </select>
    </label>
  </>
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
      data-choice-of="variant"
    >
      {variants.map((title, index) => (
        <option key={index} selected={index === variant}>
          {title}
        </option>
      ))}
    </select>
  </label>
);
