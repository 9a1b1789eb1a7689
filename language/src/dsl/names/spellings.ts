/**
 * One URI for each file, on disks where a name may be written in capitals or not: the one that was seen first. Asks the
 * disk only about names that differ in nothing else.
 */

/** Returns true if two URIs, which differ in case only, are of one file of the disk. */
export type IsSameFile = (one: string, other: string) => boolean;

/** Returns the URI under which a file is known. */
export type Spelled = (uri: string) => string;

/** Returns the URIs as they are, for disks on which every spelling is another file. */
export const asWritten: Spelled = (uri) => uri;

/** Returns a function that gives all spellings of a file the first of them. */
export function createSpellings(isSameFile: IsSameFile | undefined): Spelled {
  if (isSameFile === undefined) return asWritten;
  const first = new Map<string, string>();
  const known = new Map<string, string>();
  return (uri) => {
    const found = known.get(uri);
    if (found !== undefined) return found;
    const key = keyOf(uri);
    const one = first.get(key);
    if (one === undefined) first.set(key, uri);
    // A file that is still missing may come to be the same one.
    else if (!isSameFile(one, uri)) return uri;
    known.set(uri, one ?? uri);
    return one ?? uri;
  };
}

/** Returns the same for names that a disk may take for one; letters beyond English ones are escaped in a URI. */
function keyOf(uri: string): string {
  try {
    return decodeURIComponent(uri).normalize().toLowerCase();
  } catch {
    return uri.toLowerCase();
  }
}
