/**
 * The type of an inlay hint.
 */
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
