import assert from 'node:assert/strict';
import fc from 'fast-check';
import { conversationOf } from '../../../../language/src/analysis/messages/may-send.ts';
import { entityName, type Model } from '../../../../language/src/model/model.ts';
import { openRun } from '../../../../language/src/simulation/play/recording/recording.ts';
import type { TraceOrigin } from '../../../../language/src/simulation/play/recording/trace.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { runs, tried } from '../../../properties.ts';
import { filesIn } from '../../dsl/aftermath-texts.ts';
import { loadText, modelOfText } from '../../dsl/load-text.ts';
import { modelFor } from '../../simulation/oracle/random-model.ts';

const linesOf = (model: Model): string[] =>
  conversationOf(model).sends.map(
    ({ source, target, event }) => `${entityName(model, source)} ${event} ${entityName(model, target)}`,
  );

/** Returns what machines send in a run. */
function sentIn(model: Model, origin: TraceOrigin, turns: number): string[] {
  const opened = openRun(compileModel(model), origin, { seed: 1, turns });
  if ('refusal' in opened) return [];
  const sent = new Set<string>();
  for (const { effects } of opened.timeline.records(0, turns)) {
    for (const effect of effects) {
      if (effect.kind !== 'sent' || effect.message.from === undefined || effect.message.place === undefined) continue;
      const { from, to, event } = effect.message;
      sent.add(`${entityName(model, from)} ${event} ${entityName(model, to)}`);
    }
  }
  return [...sent];
}

describe('The messages that may be sent', () => {
  it('go to parameters, variables, members of sets, and whoever came with a message', async () => {
    const model = await modelOfText(`
      event Ask(by: pd)
      event Answer
      machine Client for pd {
        param server: pd
        param all: set<pd> = []
        var best: pd = none
        initial state A {
          enter { best := server  send Ask(self) to best }
          on Answer do { for p in all { send Ask(self) to p } }
        }
      }
      machine Server for pd { initial state A { on Ask(who) do { send Answer to who } } }
      pd s runs Server
      pd t runs Server
      pd c runs Client { server: s  all: [s, t] }
    `);
    assert.deepEqual([...new Set(linesOf(model))].sort(), ['c Ask s', 'c Ask t', 's Answer c', 't Answer c']);
  });

  it('are at least those of all runs of random models', async () => {
    let sent = 0;
    const origin: TraceOrigin = { kind: 'random', check: undefined, faults: [{ kind: 'crash', upTo: 1 }], sends: true };
    await fc.assert(
      fc.asyncProperty(modelFor('anything'), async (text) => {
        const { model } = await loadText(text);
        const may = new Set(linesOf(model));
        const did = sentIn(model, origin, 40);
        sent += did.length;
        assert.deepEqual(
          did.filter((line) => !may.has(line)),
          [],
        );
      }),
      { numRuns: runs(20, 600) },
    );
    tried('messages sent', sent);
    assert.ok(sent > runs(10, 300), `Only ${sent} messages were sent.`);
  });

  it('are at least those of all scenarios of the examples that replace no entity', async () => {
    let sent = 0;
    for (const { name, text } of filesIn('examples')) {
      const { model } = await loadText(text);
      const may = new Set(linesOf(model));
      for (const { title, steps } of model.scenarios) {
        if (JSON.stringify(steps).includes('"kind":"set"')) continue;
        const did = sentIn(model, { kind: 'scenario', title, variant: 0 }, 60);
        sent += did.length;
        assert.deepEqual(
          did.filter((line) => !may.has(line)),
          [],
          `${name}: ${title}`,
        );
      }
    }
    assert.ok(sent > 100, `Only ${sent} messages were sent.`);
  });
});
