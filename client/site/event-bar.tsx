/** The event whose consequences the graph and the plan show: a crash of a PD or node, under a policy. */
import type { JSX } from 'preact';
import type { ModelChoices } from '../../server/src/protocol/protocol.ts';
import type { Address } from '../book/address.ts';

/** The properties of the bar. */
export interface EventBarProps {
  readonly choices: ModelChoices;
  readonly address: Address;
  readonly onChosen: (event: Pick<Address, 'crash' | 'policy'>) => void;
}

/** Two lists; the second is there once something crashes. */
export function EventBar({ choices, address, onChosen }: EventBarProps): JSX.Element {
  const { crash = [], policy = 'default', end } = address;
  const [of = ''] = crash;
  const others = choices.entities.filter(({ kind }) => kind === 'pd' || kind === 'node').map(({ name }) => name);
  const names = of === '' || others.includes(of) ? others : [of, ...others];
  const policies = choices.policies.map(({ name }) => name);
  return (
    <div class="event">
      <label>
        Crash{' '}
        <select
          aria-label="Crash"
          value={end === undefined ? of : ''}
          onChange={({ currentTarget: { value } }) => {
            onChosen(value === '' ? {} : { crash: [value], policy });
          }}
        >
          <option value="">nothing</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {of !== '' && end === undefined && (
        <label>
          {' '}
          under{' '}
          <select
            aria-label="Policy"
            value={policy}
            onChange={({ currentTarget: { value } }) => {
              onChosen({ crash, policy: value });
            }}
          >
            {(policies.includes(policy) ? policies : [policy, ...policies]).map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {crash.length > 1 && <span> with {crash.slice(1).join(', ')}</span>}
    </div>
  );
}
