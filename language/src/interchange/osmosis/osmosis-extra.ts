/**
 * Reads the column EXTRA of an OSmosis dump: `0x<physical address>_<pages>_<page bits>` of memory objects (MO),
 * `0x<virtual address>_<KIND>_<pages>_<page bits>` of virtual memory regions (VMR).
 */

/** The data in EXTRA. `bytes` is the number of pages times the page size. */
export interface ExtraData {
  readonly bytes: number;
  /** The purpose of a virtual memory region (`STACK`, `ELF_CODE`); undefined for a memory object. */
  readonly use: string | undefined;
}

/**
 * Reads the EXTRA of a resource of the given type, from the right, because a KIND may contain `_`. The address may lack
 * its `0x`, or be missing. Undefined if the type has no such data or it has another form.
 */
export function readExtra(type: string, extra: string): ExtraData | undefined {
  if (!hasExtraForm(type)) return undefined;
  const parts = extra.trim().split('_');
  const bits = wholeNumber(parts.at(-1));
  const pages = wholeNumber(parts.at(-2));
  if (bits === undefined || pages === undefined || bits > 52) return undefined;
  const bytes = pages * 2 ** bits;
  if (!Number.isSafeInteger(bytes)) return undefined;
  const head = parts.slice(0, -2);
  if (type === 'MO') return head.length === 1 && isAddress(head[0]) ? { bytes, use: undefined } : undefined;
  const use = (head.length > 1 && isAddress(head[0]) ? head.slice(1) : head).join('_');
  return use === '' ? undefined : { bytes, use };
}

/** Returns true if resources of this type give their size in EXTRA. */
export const hasExtraForm = (type: string): boolean => type === 'MO' || type === 'VMR';

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

const isAddress = (text: string | undefined): boolean => text !== undefined && /^(?:0x)?[0-9a-f]+$/i.test(text);
