/**
 * The forms of ids in OSmosis dumps: `PD_<n>`, `<TYPE>_SPACE_<n>`, `<TYPE>_<space>_<object>`. Numbers are hexadecimal
 * (CellulOS), decimal (proc extractor) or have suffixes (`PD_4.0`); they are never used in arithmetic.
 */
import type { NodeKind } from './osmosis-row.ts';

const forms: Readonly<Record<NodeKind, RegExp>> = {
  pd: /^PD_[\da-f.]+$/i,
  space: /^[a-z]\w*_SPACE_[\da-f.]+$/i,
  resource: /^[a-z]\w*_[\da-f.]+_[\da-f.]+$/i,
};

/** Returns true if an id has the usual form for its kind. */
export const hasIdForm = (kind: NodeKind, id: string): boolean => forms[kind].test(id);

/** Returns the kind that an id shows, if it has a usual form. */
export function kindOfId(id: string): NodeKind | undefined {
  if (hasIdForm('pd', id)) return 'pd';
  if (hasIdForm('space', id)) return 'space';
  return hasIdForm('resource', id) ? 'resource' : undefined;
}

/** Returns the type in the id of a space or resource; empty for a PD or another form. */
export function typeOfId(kind: NodeKind, id: string): string {
  if (kind === 'pd' || !hasIdForm(kind, id)) return '';
  return id.replace(kind === 'space' ? /_SPACE_[^_]+$/ : /_[^_]+_[^_]+$/, '');
}
