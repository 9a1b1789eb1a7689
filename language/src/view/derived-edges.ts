/**
 * The lines that no relation declares: messages that machines may send, settings and parameters that name an entity,
 * and channels between two ends.
 */
import { itemAt } from '../model/common/lookup.ts';
import { conversationOf, type MaySend } from '../analysis/messages/may-send.ts';
import type { HeldEntities } from '../analysis/messages/held.ts';
import { append } from '../model/common/append.ts';
import type { EntityId } from '../model/entity-kind.ts';
import { entityName, entitySpan, pieceSpan, type Model, type Sources } from '../model/model.ts';
import { printAction } from '../model/machines/print-action.ts';
import { printExpression } from '../model/machines/print-expression.ts';
import type { GraphEdge, LineReason } from './graph-edge.ts';

/** The most reasons that a line keeps; the first ones in the text. */
const mostReasons = 20;

/** Returns the lines; `ids` are the nodes of the entities. Nothing leads to its own node. */
export function derivedEdges(model: Model, sources: Sources, ids: readonly string[]): readonly GraphEdge[] {
  const { sends, held } = conversationOf(model);
  return [
    ...messages(model, sources, ids, sends),
    ...named(model, sources, ids, held),
    ...channels(model, sources, ids),
  ];
}

/** The parts of a line before it has an id. */
interface Part {
  readonly kind: 'sends' | 'names' | 'channel';
  readonly source: string;
  readonly target: string;
  /** The two entities that it is between. */
  readonly pair: string;
  readonly word: string;
  readonly reason: LineReason;
}

function messages(
  model: Model,
  sources: Sources,
  ids: readonly string[],
  sends: readonly MaySend[],
): readonly GraphEdge[] {
  const path = (id: EntityId): string => entityName(model, id);
  return joined(
    sends.map(({ source, target, event, action }) => ({
      kind: 'sends',
      ...ends(ids, source, target),
      word: event,
      reason: { text: printAction(action, path), span: pieceSpan(sources, action.place) },
    })),
    ({ source, target }) => `${source}|sends|${target}`,
  );
}

function named(model: Model, sources: Sources, ids: readonly string[], held: HeldEntities): readonly GraphEdge[] {
  const path = (id: EntityId): string => entityName(model, id);
  const parts = model.entities.flatMap(({ id, settings, data }) =>
    [...settings, ...data].flatMap(({ name, value }): Part[] =>
      [...held.of(value, { self: id, locals: new Map() })]
        // What is in it is seen to be in it.
        .filter((target) => !isIn(model, target, id))
        .map((target) => ({
          kind: 'names',
          ...ends(ids, id, target),
          word: name,
          reason: { text: `${path(id)} { ${name}: ${printExpression(value, path)} }`, span: entitySpan(sources, id) },
        })),
    ),
  );
  return joined(parts, ({ source, target }) => `${source}|names|${target}`);
}

function isIn({ entities }: Model, entity: EntityId, container: EntityId): boolean {
  for (let at = entities[entity]?.parent; at !== undefined; at = entities[at]?.parent)
    if (at === container) return true;
  return false;
}

function channels(model: Model, sources: Sources, ids: readonly string[]): readonly GraphEdge[] {
  const parts = model.channels.flatMap(({ name, settings, place }): Part[] => {
    const between = settings.find((setting) => setting.name === 'between')?.value;
    const both = between?.kind === 'list' ? between.items : [];
    const [left, right] = both.flatMap((item) => (item.kind === 'entity' ? [item.entity] : []));
    if (left === undefined || right === undefined) return [];
    const words = settings.map(
      (setting) => `${setting.name}: ${printExpression(setting.value, (id) => entityName(model, id))}`,
    );
    const reason = { text: `channel ${name} { ${words.join('  ')} }`, span: pieceSpan(sources, place) };
    return [{ kind: 'channel', ...ends(ids, left, right), word: name, reason }];
  });
  return joined(parts, ({ source, target }) => `${source}|channel|${target}`);
}

function ends(ids: readonly string[], source: EntityId, target: EntityId): Pick<Part, 'source' | 'target' | 'pair'> {
  return {
    source: itemAt(ids, source),
    target: itemAt(ids, target),
    pair: `${source.toString()} ${target.toString()}`,
  };
}

/** Joins the parts between the same two nodes. */
function joined(parts: readonly Part[], idOf: (part: Part) => string): readonly GraphEdge[] {
  const bundles = new Map<string, Part[]>();
  for (const part of parts) if (part.source !== part.target) append(bundles, idOf(part), part);
  return [...bundles].flatMap(([id, bundle]) => {
    const [first] = bundle;
    if (first === undefined) return [];
    const { kind, source, target, reason } = first;
    const count = new Set(bundle.map(({ pair }) => pair)).size;
    const reasons = new Map(bundle.map((part) => [part.reason.text, part.reason]));
    return [
      {
        ...{ id, kind, source, target, span: reason.span },
        as: [...new Set(bundle.map(({ word }) => word))].join(', '),
        ...(count > 1 && { count }),
        because: [...reasons.values()].slice(0, mostReasons),
      },
    ];
  });
}
