/** An API server of Kubernetes in a few lines: it speaks HTTP or HTTPS, answers in pages, and fails as it is told. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** What a path does instead of answering. Each time it is asked, the first of its faults is used up. */
export type Fault = 403 | 404 | 410 | 500 | 'cut off' | 'slow' | 'no json' | 'same page';

/** The server. */
export interface FakeServer {
  readonly url: string;
  /** The requests, as `GET /api/v1/pods?limit=500`. */
  readonly asked: readonly string[];
}

export interface Told {
  readonly resources: Readonly<
    Record<string, readonly { readonly name: string; readonly kind: string; readonly namespaced?: boolean }[]>
  >;
  readonly items: Readonly<Record<string, readonly object[]>>;
  readonly faults?: Readonly<Record<string, readonly Fault[]>>;
  readonly isSecure?: boolean;
  readonly token?: string;
  readonly page?: number;
}

const pem = (name: string): Buffer => readFileSync(new URL(`../../fixtures/kubernetes/${name}`, import.meta.url));

/** Runs a body with a server, and ends it. */
export async function withApiServer(told: Told, body: (server: FakeServer) => Promise<void>): Promise<void> {
  const asked: string[] = [];
  const left = new Map(Object.entries(told.faults ?? {}).map(([path, faults]) => [path, [...faults]]));
  const answer: RequestListener = (request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const { pathname } = new URL(request.url ?? '', 'http://x');
    const faults = left.get(pathname);
    const fault = faults !== undefined && faults.length > 0 ? faults.shift() : undefined;
    if (told.token !== undefined && request.headers.authorization !== `Bearer ${told.token}`) send(response, 401, {});
    else if (fault !== undefined && fault !== 'same page') fail(response, fault);
    else respond(request, response, told, fault === 'same page');
  };
  const server = told.isSecure === true ? createSecureServer({ key: pem('api-server-key.pem'), cert: pem('api-server-cert.pem') }, answer) : createServer(answer); // oxfmt-ignore
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  try {
    await body({ url: `${told.isSecure === true ? 'https' : 'http'}://127.0.0.1:${String(port)}`, asked });
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function fail(response: ServerResponse, fault: Exclude<Fault, 'same page'>): void {
  if (fault === 'slow') return;
  if (fault === 'no json') response.end('<html>');
  else if (fault === 'cut off') {
    response.writeHead(200, { 'content-length': 1000 });
    response.write('{"items": [');
    setImmediate(() => response.destroy());
  } else send(response, fault, { kind: 'Status', code: fault });
}

function respond(request: IncomingMessage, response: ServerResponse, told: Told, isSamePage: boolean): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
  const groups = Object.keys(told.resources).filter((version) => version !== 'v1');
  const version = pathname === '/api/v1' ? 'v1' : pathname.replace(/^\/apis\//, '');
  const resources = told.resources[version];
  if (pathname === '/apis') {
    send(response, 200, { groups: groups.map((groupVersion) => ({ preferredVersion: { groupVersion } })) });
  } else if (resources !== undefined) {
    send(response, 200, { resources: resources.map((each) => ({ ...each, verbs: ['get', 'list'] })) });
  } else {
    const [whole = '', base = '', namespace = '', name] =
      /^(.*)\/namespaces\/([^/]+)(?:\/([^/]+))?$/.exec(pathname) ?? [];
    const metadataOf = (item: object) => (item as { readonly metadata: Readonly<Record<string, unknown>> }).metadata;
    if (whole !== '' && name === undefined) {
      const one = told.items[`${base}/namespaces`]?.find((item) => metadataOf(item).name === namespace);
      send(response, one === undefined ? 404 : 200, one ?? {});
      return;
    }
    const listed = told.items[whole === '' ? pathname : `${base}/${name ?? ''}`] ?? [];
    const all = whole === '' ? listed : listed.filter((item) => metadataOf(item).namespace === namespace);
    const start = Number(searchParams.get('continue') ?? '0');
    const end = start + (told.page ?? 2);
    const next = isSamePage ? String(start) : end < all.length ? String(end) : undefined;
    send(response, 200, { metadata: { continue: next }, items: all.slice(start, end) });
  }
}
