/** A folder, served below a path as by any host of static pages. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** A server that runs. */
export interface Served {
  /** The address of the folder, with a slash at its end. */
  readonly address: string;
  /** The paths that were asked for and are not there. */
  readonly missing: readonly string[];
  readonly close: () => Promise<void>;
}

/** Serves a folder below `path`, which begins and ends with a slash; a folder's page is its `index.html`. */
export async function serveFolder(folder: string, path: string): Promise<Served> {
  const missing: string[] = [];
  const server = createServer((request, response) => {
    const asked = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const inside = normalize(asked.slice(path.length));
    const file = join(folder, inside.endsWith('/') || inside === '.' ? `${inside}/index.html` : inside);
    const found = asked.startsWith(path) && !inside.startsWith('..') ? readFile(file) : Promise.reject(new Error());
    found.then(
      (content) => {
        response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain; charset=utf-8' }).end(content);
      },
      () => {
        missing.push(asked);
        response.writeHead(404).end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${String(port)}${path}`,
    missing,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
