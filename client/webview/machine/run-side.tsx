/**
 * The panel beside the chart: the machine's state in the current run, in words.
 */
import type { VNode } from 'preact';
import type { ChartRun } from '../../../language/src/view/statechart/chart-run.ts';
import type { Statechart } from '../../../language/src/view/statechart/statechart.ts';
import { EventForm } from './event-form.tsx';
import { texts } from './texts.ts';

/** The parts of a run that the side of a chart shows. */
export interface RunSideProps {
  readonly chart: Statechart;
  readonly run: ChartRun | undefined;
  readonly title: string;
  /** Fires a transition, with the values of its event; absent if none is to be fired. */
  readonly onFire?: ((transition: string, values?: readonly string[]) => void) | undefined;
  /** The transition whose event needs values. */
  readonly asking?: string | undefined;
  readonly refused?: string | undefined;
}

/** Shows the variables, timers and deferred events; without a run, the declared ones. */
export function RunSide({ chart, run, title, onFire, asking, refused }: RunSideProps): VNode {
  const valueOf = (name: string): string | undefined => run?.variables.find((each) => each.name === name)?.text;
  return (
    <aside class="side run-side" aria-label={texts.now} tabIndex={0}>
      {run === undefined ? (
        <p class="quiet">{texts.noRun}</p>
      ) : (
        <>
          <h2>{run.entity}</h2>
          <p class="quiet">{`${title} · ${texts.step} ${run.step.toString()} · ${run.time}`}</p>
          <p data-is={run.is}>{`${run.is}${statesText(chart, run)}`}</p>
        </>
      )}
      {run !== undefined && onFire !== undefined && <Fires {...{ chart, run, onFire, asking, refused }} />}
      {chart.variables.length > 0 && (
        <>
          <h3>{texts.variables}</h3>
          <dl>
            {chart.variables.map(({ name, type, kind }) => (
              <div key={name} data-variable={name}>
                <dt title={`${kind} ${name}: ${type}`}>{name}</dt>
                <dd>{valueOf(name) ?? (run === undefined ? type : '')}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {run !== undefined && run.timers.length > 0 && (
        <>
          <h3>{texts.timers}</h3>
          <ul>
            {run.timers.map(({ transition, left }) => (
              <li key={transition} data-timer={transition}>
                {`${chart.transitions.find(({ id }) => id === transition)?.text ?? ''}: ${left}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {run !== undefined && run.deferred.length > 0 && (
        <>
          <h3>{texts.deferred}</h3>
          <p>{run.deferred.join(', ')}</p>
        </>
      )}
    </aside>
  );
}

function statesText({ states }: Statechart, { active }: ChartRun): string {
  const names = states.filter(({ id, parent }) => parent !== undefined && active.includes(id)).map(({ name }) => name);
  return names.length === 0 ? '' : `, ${names.join('.')}`;
}

type FiresProps = Required<Pick<RunSideProps, 'chart' | 'onFire'>> & {
  readonly run: ChartRun;
  readonly asking: string | undefined;
  readonly refused: string | undefined;
};

/** The transitions that the user can fire, for keyboard and screen reader as well. */
function Fires({ chart, run, onFire, asking, refused }: FiresProps): VNode {
  return (
    <section data-section="fires">
      <h3>{texts.fire}</h3>
      <p class="quiet">{run.fires.length === 0 ? texts.nothingFires : texts.sandbox}</p>
      <ul class="fires">
        {run.fires.map(({ transition, event, parameters }) => (
          <li key={transition}>
            <button
              type="button"
              class="link"
              data-fire={transition}
              {...(parameters !== undefined && { 'aria-expanded': asking === transition })}
              onClick={() => {
                onFire?.(transition);
              }}
            >
              {chart.transitions.find(({ id }) => id === transition)?.text ?? transition}
            </button>
            {asking === transition && parameters !== undefined && (
              <EventForm
                event={event ?? ''}
                parameters={parameters}
                onSend={(values) => {
                  onFire?.(transition, values);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <p role="status" class="refused">
        {refused}
      </p>
    </section>
  );
}
