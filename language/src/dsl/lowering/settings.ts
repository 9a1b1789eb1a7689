/**
 * Lowers settings `name: value`.
 */
import type { Setting } from '../../model/entity.ts';
import type * as ast from '../generated/ast.ts';
import { lowerEach } from './collector.ts';
import { lowerExpression } from './expressions.ts';
import type { PathContext } from './path-context.ts';

/** Lowers settings in the order of the text; omits incomplete ones. */
export function lowerSettings(settings: readonly ast.Setting[], context: PathContext): Setting[] {
  return lowerEach(settings, context.collector, ({ property, value }) => ({
    name: property.$refText,
    value: lowerExpression(value, context),
  }));
}
