/**
 * The panel beside explored states: how many there are, what the signs mean, and everything that changed in the selected
 * one.
 */
import type { VNode } from 'preact';
import { markWords } from '../../../language/src/drawing/statechart/chart-words.ts';
import { chartMarks, type Statechart } from '../../../language/src/view/statechart/statechart.ts';
import { filled } from '../page/translated.ts';
import { texts } from './texts.ts';

/** Returns the number of explored states; groups and the check itself are no states of a model. */
const countOf = ({ states }: Statechart): number => {
  const containers = new Set(states.map(({ parent }) => parent));
  return states.filter(({ id }) => !containers.has(id)).length;
};

/** Shows what is known of the states, and of the selected one. */
export function StatesSide({
  chart,
  selected,
}: {
  readonly chart: Statechart;
  readonly selected: string | undefined;
}): VNode {
  const unjudged = chart.explored?.unjudged;
  const state = chart.states.find(({ id }) => id === selected);
  const notes = chart.notes.filter((note) => note.state === selected);
  const marks = chartMarks.filter((each) => chart.states.some(({ mark }) => mark === each));
  return (
    <aside class="side run-side states-side" aria-label={texts.explored} tabIndex={0}>
      <h2>{chart.machine}</h2>
      <p data-extent>{filled(texts.extent, countOf(chart), chart.transitions.length)}</p>
      <p class="quiet">{texts.replayed}</p>
      {unjudged !== undefined && <p data-unjudged>{filled(texts.unjudged, unjudged.join('; '))}</p>}
      <ul class="legend">
        {marks.map((mark) => (
          <li key={mark} data-legend={mark}>{`${markWords[mark].sign} ${texts[mark]}`}</li>
        ))}
        <Line name="is-in-cycle" words={texts.inCycle} />
        <Line name="by-after" words={texts.byTimer} />
        <Line name="by-always" words={texts.byOutside} />
      </ul>
      {state !== undefined && (
        <section data-state-of={state.name}>
          <h3>{state.name}</h3>
          <ul>
            {notes.map(({ text }, index) => (
              <li key={index}>{text}</li>
            ))}
          </ul>
          {notes.length === 0 && state.isInitial && <p class="quiet">{texts.unchanged}</p>}
        </section>
      )}
    </aside>
  );
}

const Line = ({ name, words }: { readonly name: string; readonly words: string }): VNode => (
  <li>
    <svg class={name} width="26" height="8" aria-hidden="true">
      <path class="line" d="M0 4H26" />
    </svg>
    {` ${words}`}
  </li>
);
