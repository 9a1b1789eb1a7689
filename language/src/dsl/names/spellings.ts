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

/** The spellings that were seen. */
export interface Spellings {
  readonly spelled: Spelled;
  /** Forgets the files that are not kept, by the URIs under which they are known, once many names were seen. */
  readonly forget: (isKept: (uri: string) => boolean) => void;
}

/** This many names are not worth looking through. */
const few = 1000;

/** Gives all spellings of a file the first of them. */
export function createSpellings(isSameFile: IsSameFile | undefined): Spellings {
  if (isSameFile === undefined) return { spelled: asWritten, forget: () => undefined };
  const first = new Map<string, string>();
  const known = new Map<string, string>();
  let most = few;
  return {
    spelled: (uri) => {
      const found = known.get(uri);
      if (found !== undefined) return found;
      const key = keyOf(uri);
      const one = first.get(key);
      if (one === undefined) first.set(key, uri);
      // A file that is still missing may come to be the same one.
      else if (!isSameFile(one, uri)) return uri;
      known.set(uri, one ?? uri);
      return one ?? uri;
    },
    forget: (isKept) => {
      if (known.size <= most) return;
      for (const [key, uri] of first) if (!isKept(uri)) first.delete(key);
      for (const [uri, one] of known) if (!isKept(one)) known.delete(uri);
      most = few + 2 * known.size;
    },
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
