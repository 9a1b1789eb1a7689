/**
 * The details of the selected step, with everything that can be evaluated and tried there.
 */
import type { VNode } from 'preact';
import { FullState } from './full-state.tsx';
import type { TraceHost, TraceSettings } from './messages.ts';
import { StepDetails } from './step-details.tsx';
import type { ShownRun, TraceState } from './trace-state.ts';
import { texts } from './texts.ts';
import { Watches } from './watches.tsx';
import { WhatIf } from './what-if.tsx';

/** The properties of the pane. */
export interface DetailsPaneProps {
  readonly shown: ShownRun;
  readonly state: TraceState;
  readonly host: TraceHost;
  readonly onChoose: (settings: Partial<TraceSettings>) => void;
}

/** Shows the details. */
export function DetailsPane({ shown: { number }, state, host, onChoose }: DetailsPaneProps): VNode {
  const { selected, view, choices, difference, runs, settings, watched, refused } = state;
  if (view === undefined) return <div class="details quiet">{texts.loading}</div>;
  const { step } = view.row;
  const title = runs.titles[runs.compared ?? -1];
  return (
    <StepDetails
      view={view}
      isCurrent={step === selected}
      onReveal={(place) => {
        host.post({ type: 'reveal', number, step: selected, ...place });
      }}
      choices={choices?.step === step ? choices : undefined}
      onTake={({ move }) => {
        host.post({ type: 'branch', number, after: step, move });
      }}
      compared={title !== undefined && difference?.step === step ? { title, difference } : undefined}
      changedOnly={settings.changedOnly}
      onChangedOnly={(changedOnly) => {
        onChoose({ changedOnly });
      }}
    >
      <FullState
        full={settings.isFull === true ? view.full : undefined}
        isOn={settings.isFull === true}
        onToggle={(isFull) => {
          onChoose({ isFull });
        }}
      />
      <Watches
        watches={settings.watches ?? []}
        values={watched?.step === step ? watched.values : []}
        onChange={(watches) => {
          onChoose({ watches });
        }}
      />
      <WhatIf
        entities={view.entities}
        refused={refused}
        onTry={(set) => {
          host.post({ type: 'set', number, step, ...set });
        }}
      />
    </StepDetails>
  );
}
