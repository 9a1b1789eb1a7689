/**
 * Finds a file within a folder by the paths of their URIs, on Windows whatever case the letter of the drive has: VS Code
 * writes it small, git as it was given.
 */

/** Returns the path of a file relative to a folder, both as in a URI; nothing if it is not inside. */
export function pathInside(folder: string, file: string): string | undefined {
  const root = `${withSmallDrive(folder).replace(/\/$/u, '')}/`;
  return withSmallDrive(file).startsWith(root) ? file.slice(root.length) : undefined;
}

const withSmallDrive = (path: string): string =>
  path.replace(/^\/([A-Z]):/u, (_, drive: string) => `/${drive.toLowerCase()}:`);
