/**
 * Runs a model of a consistent region event by event, like a scenario, and returns after each the stored values and the
 * notifications to the members. Independent of the model and its names.
 */
import assert from 'node:assert/strict';
import { destroyNow } from '../../../../language/src/simulation/kernel/endings/ends.ts';
import { isAlive } from '../../../../language/src/simulation/kernel/graph-now.ts';
import { act, initial, moveClock, type Stepped, takeFirst } from '../../../../language/src/simulation/kernel/kernel.ts';
import { createNow, crashNow, restartNow } from '../../../../language/src/simulation/kernel/endings/life.ts';
import { send } from '../../../../language/src/simulation/kernel/messages.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { readProperty } from '../../../../language/src/simulation/kernel/properties.ts';
import type { Message, Run } from '../../../../language/src/simulation/kernel/run.ts';
import { seeded } from '../../../../language/src/simulation/kernel/seed.ts';
import type { Value } from '../../../../language/src/simulation/values/values.ts';
import { modelOfText } from '../../dsl/load-text.ts';
import type { NaiveRegion, Stored } from './naive-region.ts';
import type { Options, RegionEvent } from './region-events.ts';

/** The comparable part of a region after an event. */
export interface Seen {
  readonly stored: Partial<Stored>;
  readonly answers: readonly string[];
  readonly told: readonly string[];
  readonly reports: number;
}

/** Applies an event and everything that follows from it in the same instant. */
export type Happen = (event: RegionEvent) => Seen;

/** An event that is a message. */
export type ToldEvent = Exclude<
  RegionEvent,
  { readonly kind: 'create' | 'crash' | 'restart' | 'destroy' | 'restartOperator' | 'wait' }
>;

/** The mapping of a model's events and variables. `operator` is the PD that hosts everything but the members. */
export interface Adapter {
  readonly text: (options: Options, members: readonly string[]) => string;
  /** Returns the recipient, the event and its values. */
  readonly message: (event: ToldEvent, pe: Value, region: Value) => readonly [to: string, event: string, ...Value[]];
  readonly see: (read: (name: string) => Value, members: readonly number[]) => Pick<Seen, 'stored' | 'answers'>;
}

/** Returns the comparable part of a naive region. */
export const seenOf = ({ stored, answers, told, reports }: NaiveRegion): Seen => ({
  stored: { ...stored },
  answers: [...answers],
  told: [...told],
  reports,
});

interface Ids {
  readonly members: readonly number[];
  readonly stranger: number;
  readonly region: number;
  readonly operator: number;
  readonly named: (name: string) => number;
}

/** Returns a function that starts the model with members that do not exist yet; one additional PD is no member. */
export async function prepareRegion(options: Options, adapter: Adapter): Promise<() => Happen> {
  const names = Array.from({ length: options.members }, (_, pe) => `pe${pe}`);
  const declared = [...names.map((name) => `absent pd ${name}`), 'pd stranger'].join('\n');
  const program = compileModel(await modelOfText(`${adapter.text(options, names)}\n${declared}`));
  const named = (name: string): number => {
    const entity = program.model.entities.find((each) => each.name === name || each.name.endsWith(`.${name}`));
    assert.ok(entity, name);
    return entity.id;
  };
  const found = { region: named('orders'), operator: named('operator'), stranger: named('stranger') };
  const ids: Ids = { ...found, members: names.map(named), named };
  return () => {
    let told: string[] = [];
    const { run } = initial(program, {
      draw: seeded(1),
      keepsHistory: false,
      tell: (effect) => {
        // The answer to a call is no notification.
        if (effect.kind !== 'received' || effect.message.event === 'Answered') return;
        const pe = ids.members.indexOf(effect.message.to);
        if (pe >= 0) told.push(`${pe}: ${notification(effect.message)}`);
      },
    });
    settle(run);
    return (event) => {
      told = [];
      const reports = reportsOf(take(run, { ids, adapter }, event)) + settle(run);
      const read = (name: string): Value => readProperty(run, ids.region, name);
      return { ...adapter.see(read, ids.members), told, reports };
    };
  };
}

/** All values after the region are numbers or flags. */
const notification = ({ event, arguments: [, ...values] }: Message): string =>
  [event, ...values.map((value) => JSON.stringify(value))].join(' ');

const reportsOf = ({ remarks, error }: Stepped): number => {
  assert.equal(error, undefined);
  return remarks.filter(({ code }) => code === 'run/report').length;
};

/** Processes everything due in this instant. */
function settle(run: Run, until = run.state.now): number {
  let reports = 0;
  for (let stepped = takeFirst(run, until); stepped !== undefined; stepped = takeFirst(run, until)) {
    reports += reportsOf(stepped);
  }
  return reports;
}

function take(
  run: Run,
  { ids, adapter }: { readonly ids: Ids; readonly adapter: Adapter },
  event: RegionEvent,
): Stepped {
  const { state, program } = run;
  if (event.kind === 'wait') {
    const until = state.now + event.seconds * 1e6;
    const reports = settle(run, until);
    assert.equal(reports, 0, 'Nothing is reported while time passes.');
    moveClock(run, until);
    return { remarks: [], error: undefined };
  }
  const pe = 'pe' in event ? event.pe : 'by' in event ? event.by : -1;
  const id = ids.members[pe] ?? ids.stranger;
  const policy = program.defaultPolicy;
  return act(run, () => {
    switch (event.kind) {
      case 'create':
        if (!isAlive(state, id)) createNow(run, id, 0);
        return;
      case 'restart':
        restartNow(run, id, 0);
        return;
      case 'crash':
        crashNow(run, [id], policy, { place: 0, isFinal: false });
        return;
      case 'destroy':
        if (isAlive(state, id)) destroyNow(run, [id], policy, 0);
        return;
      case 'restartOperator':
        crashNow(run, [ids.operator], policy, { place: 0, isFinal: false });
        restartNow(run, ids.operator, 0);
        return;
      default:
        deliver(event);
    }
  });

  function deliver(told: ToldEvent): void {
    const region: Value = { kind: 'entity', id: ids.region };
    const [to, name, ...values] = adapter.message(told, { kind: 'entity', id }, region);
    const sending = { from: undefined, event: name, arguments: values, place: undefined };
    send(run, sending, { kind: 'entity', id: ids.named(to) });
  }
}
