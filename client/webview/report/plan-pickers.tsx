/**
 * The pickers of a plan: event, target, deletion, policy, and a policy to compare with; and that of a matrix: the event.
 */
import type { VNode } from 'preact';
import { deletionModes } from '../../../language/src/model/policy.ts';
import {
  canMeet,
  collectionMoments,
  matrixEvents,
  type MatrixQuestion,
  planEnds,
  type PlanEnd,
  type PlanQuestion,
} from '../../../language/src/view/report/question.ts';
import type { PlanChoices } from './messages.ts';
import { texts } from './texts.ts';

/** The properties of the pickers. */
export interface PlanPickersProps {
  readonly question: PlanQuestion;
  readonly choices: PlanChoices;
  readonly onAsked: (question: PlanQuestion) => void;
  /** Lets the user choose in VS Code's own lists. */
  readonly onOther: () => void;
}

/** The value of the entry that opens VS Code's lists; no entity has this name. */
const other = '\n';

/** Shows the pickers. */
export function PlanPickers(props: PlanPickersProps): VNode {
  return (
    <form
      class="pickers"
      aria-label={texts.change}
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      {[...pickersOfEvent(props), ...pickersOfPolicies(props)].map((picker) => (
        <Picker key={picker.name} {...picker} />
      ))}
    </form>
  );
}

/** Shows the picker of the event of a matrix. */
export function MatrixPicker({
  question,
  onAsked,
}: {
  readonly question: MatrixQuestion;
  readonly onAsked: (question: MatrixQuestion) => void;
}): VNode {
  return (
    <form
      class="pickers"
      aria-label={texts.changeMatrix}
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <Picker
        name="event"
        label={texts.event}
        value={question.end ?? 'crash'}
        options={matrixEvents}
        onPicked={(value) => {
          const end = matrixEvents.find((each) => each === value);
          if (end !== undefined) onAsked({ kind: 'matrix', end });
        }}
      />
    </form>
  );
}

/** Returns the pickers of the event, its target and its options. */
function pickersOfEvent({ question, choices, onAsked, onOther }: PlanPickersProps): readonly PickerProps[] {
  const { end, of, deletion } = question;
  const askEnd = (next: PlanEnd): void => {
    const targets = targetsOf(next, choices, undefined);
    const target = targets.includes(of) ? of : targets[0];
    if (target !== undefined) onAsked(changed(question, { end: next, of: target }));
  };
  const event: PickerProps = {
    name: 'event',
    label: texts.event,
    value: end,
    options: planEnds.filter((each) => each === end || targetsOf(each, choices, undefined).length > 0),
    onPicked: (value) => {
      const next = planEnds.find((each) => each === value);
      if (next !== undefined) askEnd(next);
    },
  };
  const target: PickerProps = {
    name: 'of',
    label: end === 'collect' ? texts.when : texts.of,
    empty: texts.everything,
    value: of,
    options: targetsOf(end, choices, of),
    hasOther: !choices.isWhole && end !== 'collect',
    onPicked: (value) => {
      if (value === other) onOther();
      else onAsked(changed(question, { of: value }));
    },
  };
  const how: PickerProps = {
    name: 'deletion',
    label: texts.deletion,
    value: deletion ?? 'background',
    options: deletionModes,
    onPicked: (value) => {
      const mode = deletionModes.find((each) => each === value);
      if (mode !== undefined) onAsked(changed(question, { deletion: mode }));
    },
  };
  return [event, ...(end === 'since' ? [] : [target]), ...(end === 'delete' ? [how] : [])];
}

/** Returns the pickers of the policy, and of the one to compare with. */
function pickersOfPolicies({ question, choices, onAsked }: PlanPickersProps): readonly PickerProps[] {
  const { end, policy = 'default', against = '' } = question;
  if (end === 'start') return [];
  const policies = end === 'crash' || end === 'recover' ? choices.policies : choices.ownPolicies;
  const first: PickerProps = {
    name: 'policy',
    label: texts.policy,
    value: policy,
    options: withValue(policies, policy),
    onPicked: (value) => {
      onAsked(changed(question, { policy: value, ...(value === against && { against: '' }) }));
    },
  };
  const others = withValue(policies, against).filter((each) => each !== policy && each !== '');
  const second: PickerProps = {
    name: 'against',
    label: texts.against,
    value: against,
    options: ['', ...others],
    onPicked: (value) => {
      onAsked(changed(question, { against: value }));
    },
  };
  return others.length === 0 || end === 'recover' ? [first] : [first, second];
}

/** Returns the question with a change; drops fields that no longer apply to its event. */
function changed(question: PlanQuestion, change: Partial<PlanQuestion>): PlanQuestion {
  const { kind, end, of, also, deletion = 'background', policy, against = '' } = { ...question, ...change };
  const isSameEvent = change.end === undefined && change.of === undefined;
  return {
    kind,
    end,
    of,
    // What crashes besides belongs to the target that was chosen with it.
    ...(also !== undefined && isSameEvent && { also }),
    ...(end === 'delete' && { deletion }),
    ...(policy !== undefined && { policy }),
    ...(against !== '' && { against }),
  };
}

/** Returns the possible targets of an event, including the current one. */
function targetsOf(end: PlanEnd, { entities }: PlanChoices, of: string | undefined): readonly string[] {
  if (end === 'collect') return collectionMoments;
  const names = entities.filter(({ kind }) => canMeet(end, kind)).map(({ name }) => name);
  // A start without a name is that of everything.
  const all = end === 'start' ? ['', ...names] : names;
  return of === undefined ? all : withValue(all, of);
}

const withValue = (values: readonly string[], value: string): readonly string[] =>
  values.includes(value) ? values : [value, ...values];

interface PickerProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly hasOther?: boolean;
  /** The text of an empty option. Default: nothing. */
  readonly empty?: string;
  readonly onPicked: (value: string) => void;
}

function Picker({
  name,
  label,
  value,
  options,
  hasOther = false,
  empty = texts.nothing,
  onPicked,
}: PickerProps): VNode {
  return (
    <label>
      <span class="quiet">{label}</span>
      <select
        name={name}
        aria-label={label}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value;
          // The picker shows the current plan; a new choice appears when its plan comes.
          currentTarget.value = value;
          onPicked(chosen);
        }}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {option === '' ? empty : option}
          </option>
        ))}
        {hasOther && <option value={other}>{texts.other}</option>}
      </select>
    </label>
  );
}
