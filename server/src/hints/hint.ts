/**
 * The type of an inlay hint, and its place.
 */
import { GrammarUtils } from 'langium';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import type { Position } from '../../../language/src/model/span.ts';

/** A few words after a position in the text. */
export interface Hint {
  readonly position: Position;
  readonly label: string;
  /** The reason, in Markdown. */
  readonly reason?: string;
  /** True if the hint is the type of the name before it. */
  readonly isType?: boolean;
}

/** Returns the end of the name of an entity, after its copy count. */
export function endOfName({ $cstNode, count }: ast.Entity): Position | undefined {
  const name = GrammarUtils.findNodeForProperty($cstNode, 'name');
  const bracket = count === undefined ? undefined : GrammarUtils.findNodeForKeyword($cstNode, ']');
  return (bracket ?? name)?.range.end;
}
