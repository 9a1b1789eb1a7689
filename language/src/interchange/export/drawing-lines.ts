/**
 * Turns the entities of a model into the lines of a nested drawing language: a container opens a group, shows itself in
 * it, then its content, and closes it.
 */
import type { BoxKind, LineKind } from '../../model/drawn-kinds.ts';
import type { Model } from '../../model/model.ts';
import type { Relation } from '../../model/relation.ts';
import { entityPaths, localName } from '../printing/entity-paths.ts';

/** The entity of a line, which may represent several. */
interface DrawnEntity {
  /** A unique number. */
  readonly id: number;
  readonly kind: BoxKind;
  readonly type?: string | undefined;
  readonly root: boolean;
  readonly absent: boolean;
}

/** One line: `depth` groups are open around it. `label` is the name within the containing entity. */
export interface DrawingLine {
  readonly is: 'open' | 'entity' | 'close';
  readonly entity: DrawnEntity;
  readonly label: string;
  readonly depth: number;
}

/** A line between two entities, by their numbers; `count` if it represents several relations. */
export interface DrawnRelation {
  readonly source: number;
  readonly target: number;
  readonly kind: LineKind;
  readonly as: string | undefined;
  readonly count?: number | undefined;
  /** The number of a need whose other targets are not drawn, so that it has no gate. */
  readonly number?: { readonly least: number; readonly of: number } | undefined;
  /** True after the gate of a need with a number, which says it all. */
  readonly isAfterGate?: true;
}

/** The input of a drawing language. */
export interface Drawing {
  readonly lines: readonly DrawingLine[];
  readonly relations: readonly DrawnRelation[];
}

/** Returns the label of a line between two entities. */
export function relationLabel({ kind, as, count, number, isAfterGate }: DrawnRelation): string {
  if (isAfterGate === true) return '';
  const some = number === undefined ? '' : ` ${String(number.least)} of ${String(number.of)}`;
  return `${kind}${some}${as === undefined ? '' : ` as ${as}`}${count === undefined ? '' : ` × ${String(count)}`}`;
}

/** The end of the label of an entity that no orderly end takes. */
export const protectedMark = ' (protected)';

/** Returns the drawing of a model; nesting gives no relations, and a need with a number goes through a gate. */
export function modelDrawing(model: Model): Drawing {
  const drawn = model.relations.filter(({ nested }) => !nested);
  const gates = new Map<string, { readonly id: number; readonly needs: Relation[] }>();
  for (const relation of drawn) {
    if (relation.quorum === undefined) continue;
    const key = gateKey(relation);
    const gate = gates.get(key) ?? { id: model.entities.length + gates.size, needs: [] };
    gates.set(key, gate);
    gate.needs.push(relation);
  }
  const lines = [...gates.values()].map(({ id, needs }): DrawingLine => {
    const label = `${(needs[0]?.quorum?.least ?? needs.length).toString()} of ${needs.length.toString()}`;
    return { is: 'entity', entity: { id, kind: 'gate', root: false, absent: false }, label, depth: 0 };
  });
  const relations = drawn.flatMap((relation): readonly DrawnRelation[] => {
    const gate = relation.quorum === undefined ? undefined : gates.get(gateKey(relation));
    if (gate === undefined) return [relation];
    const { source, target, kind, as } = relation;
    const after = { source: gate.id, target, kind, as, isAfterGate: true } as const;
    return gate.needs[0] === relation ? [{ source, target: gate.id, kind, as }, after] : [after];
  });
  return { lines: [...linesOf(model), ...lines], relations };
}

const gateKey = ({ source, quorum }: Relation): string => `${source.toString()} ${(quorum?.key ?? '').toString()}`;

/** Returns the lines in declaration order. Every entity has exactly one line of its own. `O(n)`. */
function linesOf(model: Model): DrawingLine[] {
  const paths = entityPaths(model);
  const lines: DrawingLine[] = [];
  const waiting = paths
    .nested(undefined)
    .toReversed()
    .map((entity) => ({ entity, depth: 0, isEnd: false }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { entity, depth, isEnd } = next;
    const nested = paths.nested(entity.id);
    const mark = entity.protected === true ? protectedMark : '';
    const around = entity.parent === undefined ? undefined : model.entities[entity.parent];
    const label = localName(entity, around) + mark;
    if (isEnd || nested.length === 0) {
      lines.push({ is: isEnd ? 'close' : 'entity', entity, label, depth });
      continue;
    }
    lines.push({ is: 'open', entity, label, depth }, { is: 'entity', entity, label, depth: depth + 1 });
    waiting.push({ entity, depth, isEnd: true });
    for (const inner of nested.toReversed()) waiting.push({ entity: inner, depth: depth + 1, isEnd: false });
  }
  return lines;
}
