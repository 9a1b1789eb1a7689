/**
 * All that is to be seen at a step: what is wrong, what happened, what changed, the entities, and what may
 * happen next.
 */
import type { ComponentChildren, VNode } from 'preact';
import type { ChangeRow, EntityRow, StepEvent, StepView } from '../../../language/src/view/run-step.ts';
import { ToolButton } from '../tool-icon.tsx';
import { texts } from './texts.ts';

type Reveal = (place: { readonly event?: number; readonly because?: number }) => void;

export interface StepDetailsProps {
  readonly view: StepView;
  /** Whether this is the selected step, not an earlier one that is shown until that comes. */
  readonly isCurrent: boolean;
  readonly onReveal: Reveal;
}

/** Shows a step. */
export function StepDetails({ view, isCurrent, onReveal }: StepDetailsProps): VNode {
  const { row, problem, events, changes, entities, otherEntities, next } = view;
  return (
    <div
      class="details"
      role="region"
      tabIndex={0}
      aria-label={`${texts.step} ${row.step.toString()}`}
      aria-busy={!isCurrent}
      data-details={row.step}
    >
      <div class="step-title">
        <h2>{row.text}</h2>
        <span class="quiet">{row.at}</span>
        <ToolButton
          icon="source"
          label={texts.openSource}
          onClick={() => {
            onReveal({});
          }}
        />
      </div>
      {problem !== undefined && <Problem problem={problem} onReveal={onReveal} />}
      <Section title={texts.happened} empty={texts.nothingHappened} count={events.length}>
        <ul class="events">
          {events.map((event, index) => (
            <li key={index}>
              <Event
                event={event}
                onReveal={() => {
                  onReveal({ event: index });
                }}
              />
            </li>
          ))}
        </ul>
      </Section>
      <Section title={texts.changed} empty={texts.nothingChanged} count={changes.length}>
        <Changes changes={changes} />
      </Section>
      <Section title={texts.entities} empty={texts.noEntities} count={entities.length}>
        <Entities entities={entities} />
        {otherEntities > 0 && <p class="quiet">{`${otherEntities.toString()} ${texts.others}`}</p>}
      </Section>
      <Section title={texts.next} empty={texts.nothingNext} count={next.length}>
        <ul class="events">
          {next.map(({ text, at }, index) => (
            <li key={index}>
              {text} <span class="quiet">{at}</span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly empty: string;
  readonly count: number;
  readonly children: ComponentChildren;
}

const Section = ({ title, empty, count, children }: SectionProps): VNode => (
  <section aria-label={title} data-section={title}>
    <h3>{title}</h3>
    {count === 0 ? <p class="quiet">{empty}</p> : children}
  </section>
);

function Problem({
  problem: { message, expected, found, because },
  onReveal,
}: {
  readonly problem: NonNullable<StepView['problem']>;
  readonly onReveal: Reveal;
}): VNode {
  return (
    <section class="problem" aria-label={message} data-problem>
      <p>{message}</p>
      {expected !== undefined && (
        <dl>
          <dt>{texts.expected}</dt>
          <dd>{expected}</dd>
          <dt>{texts.found}</dt>
          <dd>{found}</dd>
        </dl>
      )}
      {because.length > 0 && (
        <>
          <h3>{texts.because}</h3>
          <ol>
            {because.map((event, index) => (
              <li key={index} data-reason>
                <Event
                  event={event}
                  onReveal={() => {
                    onReveal({ because: index });
                  }}
                />
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

const Event = ({ event, onReveal }: { readonly event: StepEvent; readonly onReveal: () => void }): VNode =>
  event.hasPlace ? (
    <button type="button" class="link" onClick={onReveal}>
      {event.text}
    </button>
  ) : (
    <>{event.text}</>
  );

const Changes = ({ changes }: { readonly changes: readonly ChangeRow[] }): VNode => (
  <table class="facts">
    <thead>
      <tr>
        <th scope="col">{texts.what}</th>
        <th scope="col">{texts.before}</th>
        <th scope="col">{texts.after}</th>
      </tr>
    </thead>
    <tbody>
      {changes.map(({ depth, name, before, after }, index) => (
        <tr key={index} data-change={name}>
          <th scope="row" class={`depth-${Math.min(4, depth).toString()}`}>
            {name}
          </th>
          <td>{before}</td>
          <td>{after}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Without any machine there is nothing to say of states and values. */
function Entities({ entities }: { readonly entities: readonly EntityRow[] }): VNode {
  const hasMachines = entities.some(({ state, values }) => state !== undefined || values.length > 0);
  return (
    <table class="facts">
      <thead>
        <tr>
          <th scope="col">{texts.entity}</th>
          <th scope="col">{texts.is}</th>
          {hasMachines && <th scope="col">{texts.state}</th>}
          {hasMachines && <th scope="col">{texts.values}</th>}
        </tr>
      </thead>
      <tbody>
        {entities.map(({ name, is, state, values, hasChanged }) => (
          <tr key={name} class={hasChanged ? 'has-changed' : undefined} data-entity={name}>
            <th scope="row">
              {name}
              {hasChanged && (
                <span class="changed" role="img" aria-label={texts.hasChanged} title={texts.hasChanged}>
                  {' ●'}
                </span>
              )}
            </th>
            <td>{is}</td>
            {hasMachines && <td>{state}</td>}
            {hasMachines && <td>{values.join(', ')}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
