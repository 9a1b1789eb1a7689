/**
 * The extension's own work until it is there: the bundle that ships is loaded and activated beside a stand-in for VS Code
 * that takes everything and does nothing. So no time of VS Code or of the server is in it.
 */
import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Contender } from '../suite.ts';

/** The part of Node's loader through which every module comes. */
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
    // The server is where the bench has it, built or not.
    asAbsolutePath: () => fileURLToPath(new URL('server.js', import.meta.url)),
    subscriptions: [],
    ...Object.fromEntries(
      ['extensionUri', 'extension', 'workspaceState', 'globalState'].map((name) => [name, anything()]),
    ),
  });
  const all = milliseconds(process.cpuUsage(begun));
  await untilTurnIsOver();
  // The stand-in has a model open: the client of the server follows once the extension is there.
  return { times: { load, activate: all - load, client: milliseconds(process.cpuUsage(begun)) - all }, answers: {} };
};

/** A short run would be repeated in its turn. */
const untilTurnIsOver = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300));

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

/** All names of the API, as its types list them. */
function standIn(): Readonly<Record<string, unknown>> {
  const types = readFileSync('node_modules/@types/vscode/index.d.ts', 'utf8');
  const names = types.matchAll(/^\texport (?:abstract )?(?:class|enum|namespace|function|const|let) (\w+)/gm);
  const api: Record<string, unknown> = {};
  for (const [, name = ''] of names) api[name] = anything();
  // The library that speaks to the server reads it.
  return { ...api, version: '1.101.0' };
}

/** Can be called, constructed and asked for anything, and is always something of the kind. */
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
