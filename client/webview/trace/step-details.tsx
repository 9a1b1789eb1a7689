/**
 * Everything visible at a step: problems, events, changes, entities, and the possible next steps.
 */
import type { ComponentChildren, VNode } from 'preact';
import type { RunChoice, RunChoices } from '../../../language/src/view/run/run-choice.ts';
import type { RunDifference } from '../../../language/src/view/run/run-comparison.ts';
import type { EntityRow, StepEvent, StepView } from '../../../language/src/view/run/run-step.ts';
import { ToolButton } from '../page/tool-icon.tsx';
import { ChangesTree } from './changes-tree.tsx';
import { NextChoices } from './next-choices.tsx';
import { texts } from './texts.ts';

type Reveal = (place: { readonly event?: number; readonly because?: number }) => void;

/** The properties of the details. */
export interface StepDetailsProps {
  readonly view: StepView;
  /** True for the selected step; false while an earlier one is shown until it comes. */
  readonly isCurrent: boolean;
  readonly onReveal: Reveal;
  /** The possible next steps, once they are known. */
  readonly choices: RunChoices | undefined;
  readonly onTake: (choice: RunChoice) => void;
  /** The differences from the run with this title. */
  readonly compared: { readonly title: string; readonly difference: RunDifference } | undefined;
  readonly changedOnly: boolean;
  readonly onChangedOnly: (changedOnly: boolean) => void;
  /** The watches and tools for trying values. */
  readonly children: ComponentChildren;
}

/** Shows a step. */
export function StepDetails(props: StepDetailsProps): VNode {
  const { view, isCurrent, onReveal, choices, onTake, compared, changedOnly, onChangedOnly, children } = props;
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
        <ChangesTree changes={changes} sides={[texts.before, texts.after]} />
      </Section>
      {compared !== undefined && <Comparison {...compared} />}
      <EntitiesNow {...{ entities, otherEntities, changedOnly, onChangedOnly }} />
      {children}
      {choices === undefined ? <Next next={next} /> : <NextChoices choices={choices} onTake={onTake} />}
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

/** The events due, shown until the choices are known. */
const Next = ({ next }: Pick<StepView, 'next'>): VNode => (
  <Section title={texts.next} empty={texts.nothingNext} count={next.length}>
    <ul class="events">
      {next.map(({ text, at }, index) => (
        <li key={index}>
          {text} <span class="quiet">{at}</span>
        </li>
      ))}
    </ul>
  </Section>
);

const Comparison = ({ title, difference }: NonNullable<StepDetailsProps['compared']>): VNode => (
  <section aria-label={`${texts.differs} ${title}`} data-difference>
    <h3>{`${texts.differs} “${title}”`}</h3>
    <p class="quiet">{`${difference.at}, ${texts.atStep} ${difference.other.toString()} ${texts.there.toLowerCase()}`}</p>
    {difference.changes.length === 0 ? (
      <p class="quiet">{texts.differsNot}</p>
    ) : (
      <ChangesTree changes={difference.changes} sides={[texts.there, texts.here]} />
    )}
    {difference.otherChanges > 0 && <p class="quiet">{`${difference.otherChanges.toString()} ${texts.moreChoices}`}</p>}
  </section>
);

type EntitiesNowProps = Pick<StepView, 'entities' | 'otherEntities'> &
  Pick<StepDetailsProps, 'changedOnly' | 'onChangedOnly'>;

function EntitiesNow({ entities, otherEntities, changedOnly, onChangedOnly }: EntitiesNowProps): VNode {
  const listed = changedOnly ? entities.filter(({ hasChanged }) => hasChanged) : entities;
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={changedOnly}
          onChange={({ currentTarget: { checked } }) => {
            onChangedOnly(checked);
          }}
          data-changed-only
        />
        {texts.changedOnly}
      </label>
      <Section
        title={texts.entities}
        empty={changedOnly ? texts.nothingChanged : texts.noEntities}
        count={listed.length}
      >
        <Entities entities={listed} />
        {!changedOnly && otherEntities > 0 && <p class="quiet">{`${otherEntities.toString()} ${texts.others}`}</p>}
      </Section>
    </>
  );
}

/** Without machines there are no states and values to show. */
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
