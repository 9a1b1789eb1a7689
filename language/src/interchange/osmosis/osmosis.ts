/**
 * Imports the model state that CellulOS and the OSmosis proc extractor write as CSV. No edge is lost: what the language
 * cannot express is kept in settings. `osmosis-managers.ts` chooses the managers of spaces. Reads only the given text,
 * and never throws for bad input.
 */
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Finding } from '../../model/finding.ts';
import type { Relation } from '../../model/relation.ts';
import type { Span } from '../../model/span.ts';
import type { Imported, ImportOutcome } from '../import/imported.ts';
import { hasExtraForm, readExtra } from './osmosis-extra.ts';
import { placeSpan, summarize, type ImportFault, type Occurrence } from '../import/import-findings.ts';
import { joinRows, type DumpEdge, type DumpGraph, type DumpNode } from './osmosis-graph.ts';
import { chooseManagers } from './osmosis-managers.ts';
import { chooseNames } from './osmosis-names.ts';
import { withCopies } from './osmosis-copies.ts';
import { sayEdges, type SaidEdges } from './osmosis-relations.ts';
import { edgesBySource, nodeLabel, nodeSettings } from './osmosis-settings.ts';
import { readTable } from './osmosis-table.ts';
import { append } from '../../model/common/append.ts';
import { required } from '../../model/common/lookup.ts';
import { emptyModel } from '../../model/model.ts';
import { t } from '../../model/common/translation.ts';
import { rootTask } from './osmosis-row.ts';

/** Import options. */
interface Options {
  readonly copies?: 'where possible' | 'never';
}

/**
 * Returns the model of a dump in the dump's order, with resources in their spaces. The value is undefined if the text
 * is not a dump. Findings `import/…`, in the order of the lines. `O(n log n)` in the rows. Similar resources become
 * copies, unless `copies` is `never`.
 */
export function importOsmosis(text: string, uri: string, { copies = 'where possible' }: Options = {}): ImportOutcome {
  const table = readTable(text, uri);
  if (table.value === undefined) return { value: undefined, findings: table.findings };
  const joined = joinRows(table.value, uri);
  const graph = joined.value;
  const managers = chooseManagers(graph, uri);
  const said = sayEdges(graph, managers.value);
  const findings = [...table.findings, ...joined.findings, ...managers.findings, ...saidFindings(graph, said, uri)];
  findings.sort((a, b) => a.span.start.line - b.span.start.line);
  const { model, sources } = buildModel(graph, said, uri);
  return { value: { model: copies === 'never' ? model : withCopies(model), sources }, findings };
}

function buildModel(graph: DumpGraph, said: SaidEdges, uri: string): Imported {
  const names = chooseNames(graph.nodes);
  const bySource = edgesBySource(graph);
  const ids = new Map<DumpNode, EntityId>();
  const entities: Entity[] = [];
  const spans: Span[] = [];
  for (const node of inNestingOrder(graph, said)) {
    const name = required(names.get(node));
    const home = said.homes.get(node);
    const parent = home === undefined ? undefined : ids.get(home);
    const around = parent === undefined ? undefined : entities[parent];
    const id: EntityId = entities.length;
    ids.set(node, id);
    spans.push(placeSpan(uri, node.place));
    entities.push({
      id,
      kind: node.kind,
      name: around === undefined ? name : `${around.name}.${name}`,
      parent,
      type: nodeLabel(node, said),
      copy: undefined,
      root: node.kind === 'pd' && node.data === rootTask,
      absent: false,
      machine: undefined,
      settings: nodeSettings(node, name, bySource.get(node) ?? [], said),
      actions: [],
      data: [],
      destructor: undefined,
      documentation: undefined,
    });
  }
  const { relations, places } = buildRelations(said, ids, uri);
  return {
    model: { ...emptyModel, entities, relations },
    sources: { entities: spans, relations: places, places: [], policies: [] },
  };
}

/** Returns relations in the order in which the printed model declares them: by subject, then by kind. */
function buildRelations(
  said: SaidEdges,
  ids: ReadonlyMap<DumpNode, EntityId>,
  uri: string,
): { relations: Relation[]; places: Span[] } {
  const idOf = (node: DumpNode): EntityId => {
    const id = ids.get(node);
    if (id === undefined) throw new Error(`The node "${node.id}" has become no entity.`);
    return id;
  };
  const sorted = [...said.relations].sort((a, b) => idOf(a.from) - idOf(b.from));
  const relations = sorted.map(({ kind, from, to, as }, id): Relation => ({
    id,
    kind,
    source: idOf(from),
    target: idOf(to),
    as,
    notify: undefined,
    nested: false,
  }));
  return { relations, places: sorted.map(({ place }) => placeSpan(uri, place)) };
}

/** Returns all nodes in order, with each resource directly after its space. */
function inNestingOrder({ nodes }: DumpGraph, { homes }: SaidEdges): DumpNode[] {
  const nested = new Map<DumpNode, DumpNode[]>();
  for (const node of nodes) {
    const home = homes.get(node);
    if (home === undefined) continue;
    append(nested, home, node);
  }
  return nodes.filter((node) => !homes.has(node)).flatMap((node) => [node, ...(nested.get(node) ?? [])]);
}

function saidFindings(graph: DumpGraph, { homes, unfit }: SaidEdges, uri: string): Finding[] {
  const resources = graph.nodes.filter(({ kind }) => kind === 'resource');
  const homeless = resources.filter((node) => !homes.has(node));
  const unreadable = resources.filter(
    ({ data, extra }) => hasExtraForm(data) && extra.trim() !== '' && readExtra(data, extra) === undefined,
  );
  return [
    ...summarize(uri, withoutSpace, homeless.map(nodeOccurrence)),
    ...summarize(uri, unreadableExtra, unreadable.map(nodeOccurrence)),
    ...summarize(uri, unfitEdge, [...unfit].map(edgeOccurrence)),
  ];
}

const nodeOccurrence = ({ id, place }: DumpNode): Occurrence => ({ about: id, place });

const edgeOccurrence = ({ edge, from, to, place }: DumpEdge): Occurrence => ({
  about: `${edge} ${from.id} ${to.id}`,
  place,
});

const withoutSpace: ImportFault = {
  code: 'import/no-space',
  severity: 'warning',
  message: (names, count) =>
    t`${count === 1 ? t`1 resource is` : t`${String(count)} resources are`} in no space, because no SUBSET row names ${count === 1 ? t`it` : t`them`}: ${names}. Put ${count === 1 ? t`it` : t`each`} into the body of its space.`,
};

const unreadableExtra: ImportFault = {
  code: 'import/unreadable-extra',
  severity: 'information',
  message: (names, count) =>
    t`The EXTRA of ${count === 1 ? t`1 resource is` : t`${String(count)} resources is`} not in the form <address>_<pages>_<page bits> of its type, so no size is known: ${names}. Add a "size" where it matters.`,
};

const unfitEdge: ImportFault = {
  code: 'import/unfit-edge',
  severity: 'warning',
  message: (names, count) =>
    t`${count === 1 ? t`1 edge joins` : t`${String(count)} edges join`} entities that the language cannot join this way, and ${count === 1 ? t`has` : t`have`} no effect: ${names}. The ${count === 1 ? t`row is` : t`rows are`} kept in the setting "rows"; write a relation that says what is meant.`,
};
