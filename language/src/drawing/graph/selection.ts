/**
 * What is selected in the picture.
 */

/** The node or edge that the details are shown of. */
export interface Selection {
  readonly type: 'node' | 'edge';
  readonly id: string;
}
