/**
 * The selection in the picture.
 */

/** The node or edge whose details are shown. */
export interface Selection {
  readonly type: 'node' | 'edge';
  readonly id: string;
}
