/**
 * The entities of a model as the lines of a nested drawing language: what contains others opens a
 * group, shows itself in it, then what is nested, and closes it.
 */
import type { Entity } from '../model/entity.ts';
import type { Model } from '../model/model.ts';
import { entityPaths } from './entity-paths.ts';

/** One line: `depth` groups are open around it. `label` is the name within the entity around it. */
export interface DrawingLine {
  readonly is: 'open' | 'entity' | 'close';
  readonly entity: Entity;
  readonly label: string;
  readonly depth: number;
}

/** Returns the lines in order of declaration. Every entity has exactly one line of its own. `O(n)`. */
export function drawingOf(model: Model): DrawingLine[] {
  const paths = entityPaths(model);
  const lines: DrawingLine[] = [];
  const waiting = paths
    .nested(undefined)
    .toReversed()
    .map((entity) => ({ entity, depth: 0, isEnd: false }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { entity, depth, isEnd } = next;
    const nested = paths.nested(entity.id);
    const label = paths.name(entity.id).replace(/^'(.*)'$/, '$1');
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
