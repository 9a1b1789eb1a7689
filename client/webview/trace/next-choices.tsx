/**
 * The possible next steps after a step: choices of the run itself, external events, and faults. Taking one shows the
 * branch in which it happens.
 */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ChoiceGroup, RunChoice, RunChoices } from '../../../language/src/view/run/run-choice.ts';
import { filled } from '../page/translated.ts';
import { texts } from './texts.ts';

/** The properties of the choices. */
export interface NextChoicesProps {
  readonly choices: RunChoices;
  readonly onTake: (choice: RunChoice) => void;
}

const titles: Readonly<Record<Exclude<ChoiceGroup, 'run'>, string>> = {
  outside: texts.environment,
  fault: texts.injectFault,
  network: texts.network,
};

/** Shows the choices. */
export function NextChoices({ choices: { choices, others }, onTake }: NextChoicesProps): VNode {
  const of = (group: ChoiceGroup): readonly RunChoice[] => choices.filter((choice) => choice.group === group);
  const own = of('run');
  return (
    <section data-section={texts.next}>
      <h3>{texts.next}</h3>
      {own.length === 0 ? <p class="quiet">{texts.nothingNext}</p> : <ChoiceList choices={own} onTake={onTake} />}
      {(['outside', 'fault', 'network'] as const).map((group) => {
        const all = of(group);
        return all.length === 0 ? null : (
          <details key={group} class="choice-group" data-choices={group}>
            <summary>{`${titles[group]} (${all.length.toString()})`}</summary>
            {group === 'fault' && <CrashTogether choices={all} onTake={onTake} />}
            <ChoiceList choices={all} onTake={onTake} />
          </details>
        );
      })}
      {others > 0 && <p class="quiet">{`${others.toString()} ${texts.moreChoices}`}</p>}
    </section>
  );
}

/** Crashes several in one event: a menu to tick them, and a button. */
function CrashTogether({
  choices,
  onTake,
}: Omit<NextChoicesProps, 'choices'> & Pick<RunChoices, 'choices'>): VNode | null {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const names = choices.flatMap(({ move }) => (move.kind === 'crash' ? [move.entity] : []));
  const [entity, ...others] = names.filter((name) => ticked.includes(name));
  if (names.length < 2) return null;
  return (
    <details class="crash-together">
      <summary>{texts.crashSeveral}</summary>
      <div class="together">
        {names.slice(0, mostShown).map((name) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              data-together={name}
              checked={ticked.includes(name)}
              onChange={({ currentTarget: { checked } }) => {
                setTicked(checked ? [...ticked, name] : ticked.filter((each) => each !== name));
              }}
            />
            {name}
          </label>
        ))}
      </div>
      <button
        type="button"
        class="choice"
        disabled={others.length === 0}
        onClick={() => {
          if (entity === undefined) return;
          onTake({ group: 'fault', text: '', move: { kind: 'crash', entity, others }, isTaken: false });
        }}
      >
        {filled(texts.crashTogether, entity === undefined ? 0 : others.length + 1)}
      </button>
    </details>
  );
}

/** The number of choices from which they can be searched. */
const manyChoices = 12;
/** The most choices shown at once. */
const mostShown = 60;

/** Shows choices as buttons. */
export function ChoiceList({
  choices,
  onTake,
}: Omit<NextChoicesProps, 'choices'> & { readonly choices: readonly RunChoice[] }): VNode {
  const [wanted, setWanted] = useState('');
  const found = choices.filter(({ text }) => text.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <>
      {choices.length >= manyChoices && (
        <input
          type="search"
          class="wide"
          placeholder={texts.filterChoices}
          aria-label={texts.filterChoices}
          value={wanted}
          onInput={({ currentTarget }) => {
            setWanted(currentTarget.value);
          }}
        />
      )}
      <ul class="choices">
        {found.slice(0, mostShown).map((choice, index) => (
          <li key={index} data-choice={choice.text} data-taken={choice.isTaken}>
            <button
              type="button"
              class="choice"
              disabled={choice.isTaken}
              title={choice.isTaken ? texts.taken : texts.take}
              onClick={() => {
                onTake(choice);
              }}
            >
              {choice.text}
            </button>
            {choice.at !== undefined && <span class="quiet">{choice.at}</span>}
            {choice.isTaken && <span class="taken">{`✓ ${texts.taken}`}</span>}
          </li>
        ))}
      </ul>
      {found.length > mostShown && (
        <p class="quiet">{`${(found.length - mostShown).toString()} ${texts.moreChoices}`}</p>
      )}
    </>
  );
}
