/**
 * The extension's own activation: the shipped bundle is loaded and activated with a stub of VS Code that accepts
 * everything and does nothing, so that no time of VS Code or of the server is included.
 */
import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Contender } from '../suite.ts';

/** The part of Node's loader that every module passes through. */
interface Loader {
  _load: (this: unknown, request: string, ...rest: readonly unknown[]) => unknown;
}

interface Extension {
  readonly activate: (context: unknown) => unknown;
}

/** Loads and activates the extension once; a process can do so only once. */
export const activating: Contender = async () => {
  const loader = Module as unknown as Loader;
  const usual = loader._load;
  const vscode = standIn();
  loader._load = function (request, ...rest) {
    return request === 'vscode' ? vscode : usual.call(this, request, ...rest);
  };
  const begun = process.cpuUsage();
  const require = Module.createRequire(import.meta.url);
  const { activate } = require(fileURLToPath(new URL('client.cjs', import.meta.url))) as Extension;
  const load = milliseconds(process.cpuUsage(begun));
  activate({
    // The server is in the bench's folder, bundled or not.
    asAbsolutePath: () => fileURLToPath(new URL('server.js', import.meta.url)),
    subscriptions: [],
    ...Object.fromEntries(
      ['extensionUri', 'extension', 'workspaceState', 'globalState'].map((name) => [name, anything()]),
    ),
  });
  const all = milliseconds(process.cpuUsage(begun));
  await untilTurnIsOver();
  // The stub has a model open: the client of the server starts after the extension.
  return { times: { load, activate: all - load, client: milliseconds(process.cpuUsage(begun)) - all }, answers: {} };
};

/** A short run would be repeated in its turn. */
const untilTurnIsOver = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300));

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

/** Returns a stub with all names of the API, as its types list them. */
function standIn(): Readonly<Record<string, unknown>> {
  const types = readFileSync('node_modules/@types/vscode/index.d.ts', 'utf8');
  const names = types.matchAll(/^\texport (?:abstract )?(?:class|enum|namespace|function|const|let) (\w+)/gm);
  const api: Record<string, unknown> = {};
  for (const [, name = ''] of names) api[name] = anything();
  // Read by the library that communicates with the server.
  return { ...api, version: '1.101.0' };
}

/** Returns an object that can be called, constructed and read, always with a result of the same kind. */
function anything(): object {
  const called: object = function called(): object {
    return anything();
  };
  const handler: ProxyHandler<object> = {
    get: (target, name): unknown => {
      if (name === 'then') return undefined;
      if (name === 'language') return 'en';
      if (name === Symbol.toPrimitive) return () => '';
      return name === 'prototype' ? Reflect.get(target, name) : anything();
    },
    apply: () => anything(),
    construct: () => anything(),
    set: () => true,
  };
  return new Proxy<object>(called, handler);
}
