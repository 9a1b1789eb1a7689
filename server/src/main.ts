/**
 * The language server as a program: speaks over whatever channel its arguments name (`--stdio`,
 * `--node-ipc`, …) and reads files from the disk.
 */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import { findingPage } from '../../language/src/model/finding-codes.ts';
import { nodeFiles } from './node-files.ts';
import { startServer } from './server.ts';

startServer(createConnection(ProposedFeatures.all), { files: nodeFiles, page: pageOf(docsFolder()) });

/** The folder of the pages about findings, beside the folder that this program is bundled into. */
function docsFolder(): string | undefined {
  const [, program] = process.argv;
  if (program === undefined || !existsSync(program)) return undefined;
  const folder = join(dirname(realpathSync(program)), '..', 'language', 'docs', 'findings');
  return existsSync(folder) ? folder : undefined;
}

function pageOf(folder: string | undefined): (code: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (code) => {
    if (folder === undefined) return undefined;
    if (!known.has(code)) {
      const path = join(folder, findingPage(code));
      known.set(code, existsSync(path) ? URI.file(path).toString() : undefined);
    }
    return known.get(code);
  };
}
