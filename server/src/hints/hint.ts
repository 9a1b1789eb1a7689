/**
 * A hint within the text, whatever it is about.
 */
import type { Position } from '../../../language/src/model/span.ts';

/** A few words behind a place in the text. */
export interface Hint {
  readonly position: Position;
  readonly label: string;
  /** Markdown: why. */
  readonly reason?: string;
  /** Whether it is the type of what stands before it. */
  readonly isType?: boolean;
}
