/** Two versions of a model, compared as the server does it. */
import { worstFirst } from '../../../language/src/analysis/compare/change.ts';
import { modelChanges } from '../../../language/src/analysis/compare/compare-models.ts';
import { createLoader } from '../../../language/src/dsl/load.ts';
import { allSteps } from '../../../language/src/model/all-steps.ts';
import { graphView, type GraphView } from '../../../language/src/view/graph.ts';
import { joinedGraphs } from '../../../language/src/view/joined-graphs.ts';
import { changesOverlay } from '../../../language/src/view/report/changes-overlay.ts';
import type { PlanOverlay } from '../../../language/src/view/report/plan-overlay.ts';

const before = `pd postgres
pd redis
pd api { needs postgres  needs redis }
pd worker { needs redis }
pd web[2] { needs api }
pd lb { needs 1 of web[*] }
pd mailer { needs postgres }
pd legacy { needs api }
space disk : file { resource data  resource wal }
pd store { manages disk }
postgres holds disk.data, disk.wal
`;
const after = `pd postgres
pd redis
pd cache
pd api { needs postgres  needs cache }
pd worker { needs redis  needs postgres }
pd web[2] { needs api }
pd lb { needs 2 of web[*] }
pd mailer { needs postgres as soft }
pd audit { needs api }
space disk : file { resource data  resource wal }
pd store { manages disk }
postgres holds disk.data, disk.wal
`;

/** Returns what the server sends for two texts, as JSON. */
export async function comparison(): Promise<{ readonly graph: GraphView; readonly plan: PlanOverlay }> {
  const texts: Readonly<Record<string, string>> = { 'file:///before.aft': before, 'file:///after.aft': after };
  const { load } = createLoader((uri) => Promise.resolve(texts[uri]));
  const [base, head] = [await load('file:///before.aft'), await load('file:///after.aft')];
  const changes = worstFirst(allSteps(modelChanges({ base: base.model, head: head.model })));
  const question = { kind: 'changes', base: 'file:///before.aft', name: 'the last commit' } as const;
  const made = {
    graph: joinedGraphs(graphView(base.model, base.sources), graphView(head.model, head.sources)),
    plan: changesOverlay(changes, { base, head }, question),
  };
  return JSON.parse(JSON.stringify(made)) as typeof made;
}
