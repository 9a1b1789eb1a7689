/**
 * The analyses on large models. Each run uses a fresh model object: what is cached per model, such as its index, is
 * built within the measured time.
 */
import { checkModel } from '../../../language/src/analysis/rules/check-model.ts';
import { crash } from '../../../language/src/analysis/crash/cleanup.ts';
import { crashRows } from '../../../language/src/analysis/crash/crash-matrix.ts';
import { planOf } from '../../../language/src/analysis/plan/plan.ts';
import { planJson } from '../../../language/src/analysis/plan/plan-json.ts';
import { importOsmosis } from '../../../language/src/interchange/osmosis/osmosis.ts';
import type { Model } from '../../../language/src/model/model.ts';
import { defaultPolicy, predefinedPolicies } from '../../../language/src/model/policy.ts';
import type { Built } from '../../language/build-model.ts';
import { largeDump } from '../../language/interchange/osmosis/series-dumps.ts';
import { startStopwatch } from '../stopwatch.ts';
import type { Contender, Measurement } from '../suite.ts';
import { chain, mixture, objects, servers } from './large-models.ts';

/** The models by name. */
export const models = {
  servers: () => servers(1000, 98),
  mixture: () => mixture(100_000, 500_000),
  objects: () => objects(100_000, 500_000),
  chain: () => chain(1_000_000),
  'few servers': () => servers(200, 10),
} as const satisfies Readonly<Record<string, () => Built>>;

/** The questions. */
export const questions = {
  check: ({ model, sources }: Built) => checkModel(model, sources).length,
  crash: ({ model }: Built) => crash(model, 0, recursive).destroyed.length,
  'plan of a crash': ({ model }: Built) =>
    planOf(model, { kind: 'crash', targets: [0] }, recursive).order.layers.length,
  'plan of the end of all': ({ model }: Built) => planOf(model, endOfAll(model), defaultPolicy).order.layers.length,
  'the same, reduced': ({ model }: Built) => planOf(model, endOfAll(model), defaultPolicy).order.before.length,
  'the same, as JSON': ({ model }: Built) =>
    planJson(planOf(model, endOfAll(model), defaultPolicy), { reasons: 'none' }).before?.length ?? 0,
  'crash matrix': ({ model }: Built) => [...crashRows(model, { policies: sixPolicies })].length,
} as const satisfies Readonly<Record<string, (built: Built) => number>>;

const recursive = { ...defaultPolicy, pdDepth: 'unlimited', spaceDepth: 'unlimited' } as const;
const sixPolicies = [
  ...predefinedPolicies,
  { ...recursive, name: 'all' },
  { ...defaultPolicy, name: 'near', minRsi: 1 / 2, maxFaultRadius: 1 },
];

const endOfAll = ({ entities }: Model) => ({ kind: 'destroy', targets: entities.map(({ id }) => id) }) as const;

let known: { readonly name: string; readonly built: Built } | undefined;
let dump: string | undefined;

/** Measures one question on one model, or the import of a dump. */
export const measureAftermath: Contender = ({ model, question, rows }) => {
  const { times, time } = startStopwatch();
  const answer = (count: number): Measurement => ({ times, answers: { count } });
  if (rows !== undefined) {
    const text = (dump ??= largeDump(Number(rows)));
    return answer(time('import', () => importOsmosis(text, 'dump.csv').value?.model.entities.length ?? 0));
  }
  const name = String(model);
  // Every input of the suite names a model and a question of the tables.
  if (known?.name !== name) known = { name, built: models[name as keyof typeof models]() };
  const ask = questions[String(question) as keyof typeof questions];
  const fresh: Built = { ...known.built, model: { ...known.built.model } };
  return answer(time(String(question), () => ask(fresh)));
};
