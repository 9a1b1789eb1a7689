/**
 * Edits of imports after files or folders are renamed: the paths to them, and the paths in them.
 */
import { URI } from 'langium';
import { importedUri } from '../../../language/src/dsl/names/visible.ts';
import type { TextEdit } from '../../../language/src/model/finding.ts';
import { isStandard } from '../workspace/change.ts';
import { importPath, importsOf } from '../workspace/imports.ts';
import { literalText } from '../workspace/text-literal.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A file or folder and its new URI. */
export interface FileRename {
  readonly from: string;
  readonly to: string;
}

/** Returns the edits of imports, located in the files as they are before they are renamed. */
export function importEdits(workspace: Workspace, renames: readonly FileRename[]): readonly TextEdit[] {
  const renamed = (uri: string): string => {
    const rename = renames.find(({ from }) => uri === from || uri.startsWith(`${from}/`));
    return rename === undefined ? uri : `${rename.to}${uri.slice(rename.from.length)}`;
  };
  return workspace.all().flatMap((document) => {
    const own = document.uri.toString();
    if (isStandard(own)) return [];
    return importsOf(document).flatMap(({ uri, path, span }) => {
      if (isStandard(uri) || (renamed(uri) === uri && renamed(own) === own)) return [];
      // A file with another extension is no longer a model.
      if (!renamed(uri).endsWith('.aft')) return [];
      // A path that still leads to the file stays as it is.
      if (importedUri(path, URI.parse(renamed(own))).toString() === renamed(uri)) return [];
      const written = withEnding(importPath(renamed(own), renamed(uri)), path);
      return [{ span, text: `"${literalText(written)}"` }];
    });
  });
}

/** Keeps the extension if it was written. */
const withEnding = (path: string, before: string): string => (before.endsWith('.aft') ? `${path}.aft` : path);
