/**
 * The user's settings, in editors that can be asked for them. The settings of a document are loaded before its findings
 * are made; a change applies at once. Invalid values are ignored and logged.
 */
import { type Connection, DidChangeConfigurationNotification, type InitializeParams } from 'vscode-languageserver';
import { gradedCodes, type Severities } from '../../../language/src/dsl/rules/severities.ts';
import { exclusionSettings, exclusionsIn, severityWords } from '../../../language/src/dsl/project-file.ts';
import { describeError } from './files/describe-error.ts';
import type { Exclusion } from './selection.ts';

/** The settings `aftermath.*` that the server uses. */
export interface Settings {
  /** The severities of findings in a document without a project file. */
  readonly severities: Severities;
  /** Milliseconds from the last change of a text to its check. */
  readonly diagnosticsDelay: number;
  /** The documents whose findings are shown: all models of the folders, or those that are open. */
  readonly diagnosticsOf: (typeof shownDocuments)[number];
  readonly verify: VerifySettings;
  readonly codeLens: LensSettings;
  readonly inlayHints: HintSettings;
}

const shownDocuments = ['all', 'open'] as const;

/** The limits of exploring a check. */
export interface VerifySettings {
  /** The most memory that states may use, in MiB. */
  readonly memory: number;
  /** Seconds; 0 for no limit. */
  readonly timeout: number;
}

/** The legal values of limits. */
const bounds = { memory: [16, 65_536], timeout: [0, 86_400] } as const;

/** The enabled lenses; none without `enable`. */
export interface LensSettings {
  readonly enable: boolean;
  /** The number of holders and other dependents of an entity. */
  readonly dependents: boolean;
  /** The effects of the crash of a PD or node. */
  readonly crash: boolean;
}

/** The enabled inlay hints; none without `enable`. */
export interface HintSettings {
  readonly enable: boolean;
  readonly teardownLayer: boolean;
  readonly depth: boolean;
  readonly inherited: boolean;
  readonly timeouts: boolean;
}

/** The defaults, also for editors that cannot be asked. */
export const usualSettings: Settings = {
  severities: {},
  diagnosticsDelay: 100,
  diagnosticsOf: 'all',
  verify: { memory: 1024, timeout: 0 },
  codeLens: { enable: true, dependents: true, crash: true },
  inlayHints: { enable: true, teardownLayer: false, depth: true, inherited: false, timeouts: true },
};

/** The settings of each document, requested from the client. */
export interface ClientSettings {
  /** Requests the settings of a document, unless they are known. */
  readonly load: (uri: string) => Promise<void>;
  /** Returns the known settings of a document. */
  readonly of: (uri: string) => Settings;
  /** Forgets all settings, so that they are requested again. */
  readonly clear: () => void;
}

/** The parts that the settings need. */
export interface ClientSettingsParts {
  readonly log: (message: string) => void;
  /** Requests the section `aftermath` of a document from the editor. */
  readonly ask: (uri: string) => Promise<unknown>;
}

/** Creates the settings of an editor; answers are kept until cleared. */
export function createClientSettings({ ask, log }: ClientSettingsParts): ClientSettings {
  // By folder: none of our settings differs between two files of the same folder.
  const asked = new Map<string, Promise<void>>();
  const known = new Map<string, Settings>();
  const request = async (uri: string): Promise<void> => {
    try {
      known.set(folderOf(uri), readSettings(await ask(uri), log));
    } catch (error) {
      log(`The settings of ${uri} cannot be read: ${describeError(error)}`);
    }
  };
  return {
    load: (uri) => {
      let pending = asked.get(folderOf(uri));
      if (pending === undefined) asked.set(folderOf(uri), (pending = request(uri)));
      return pending;
    },
    of: (uri) => known.get(folderOf(uri)) ?? usualSettings,
    clear: () => {
      asked.clear();
    },
  };
}

const folderOf = (uri: string): string => uri.slice(0, uri.lastIndexOf('/') + 1);

/** Reads an editor's answer; logs invalid values. */
export function readSettings(value: unknown, log: (message: string) => void): Settings {
  const { severities, diagnostics, verify, codeLens, inlayHints } = recordOf(value);
  const { delay, files } = recordOf(diagnostics);
  const shown = shownDocuments.find((each) => each === files);
  if (files !== undefined && shown === undefined) log('aftermath.diagnostics.files is neither "all" nor "open".');
  if (delay !== undefined && !isDelay(delay)) log(`aftermath.diagnostics.delay is not a time from 0 to 60000 ms.`);
  return {
    severities: readSeverities(recordOf(severities), log),
    diagnosticsDelay: isDelay(delay) ? delay : usualSettings.diagnosticsDelay,
    diagnosticsOf: shown ?? usualSettings.diagnosticsOf,
    verify: readLimits(recordOf(verify), log),
    codeLens: readSwitches(recordOf(codeLens), usualSettings.codeLens),
    inlayHints: readSwitches(recordOf(inlayHints), usualSettings.inlayHints),
  };
}

/** Reads limits; an invalid one has its default. */
function readLimits(given: Readonly<Record<string, unknown>>, log: (message: string) => void): VerifySettings {
  const limitOf = (name: keyof VerifySettings): number => {
    const [least, most] = bounds[name];
    const value = given[name];
    if (typeof value === 'number' && value >= least && value <= most) return value;
    if (value !== undefined) log(`aftermath.verify.${name} is not a number from ${String(least)} to ${String(most)}.`);
    return usualSettings.verify[name];
  };
  return { memory: limitOf('memory'), timeout: limitOf('timeout') };
}

/** Reads switches; an invalid one has its default. */
function readSwitches<T extends Readonly<Record<keyof T, boolean>>>(
  given: Readonly<Record<string, unknown>>,
  usual: T,
): T {
  const known = Object.keys(usual).flatMap((name) => (typeof given[name] === 'boolean' ? [[name, given[name]]] : []));
  return { ...usual, ...(Object.fromEntries(known) as Partial<T>) };
}

function readSeverities(value: Readonly<Record<string, unknown>>, log: (message: string) => void): Severities {
  const entries = Object.entries(value).flatMap(([code, word]) => {
    const severity = severityWords.find((each) => each === word);
    if (severity !== undefined && gradedCodes.includes(code)) return [[code, severity] as const];
    log(`aftermath.severities: "${code}": ${JSON.stringify(word)} is not a severity of a finding.`);
    return [];
  });
  return Object.fromEntries(entries);
}

const isDelay = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 60_000;

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Requests a client's settings of a document; there are none if it cannot be asked. */
export async function askForSettings(
  connection: Connection,
  parameters: InitializeParams | undefined,
  uri: string,
): Promise<unknown> {
  if (parameters?.capabilities.workspace?.configuration !== true) return {};
  return await connection.workspace.getConfiguration({ scopeUri: uri, section: 'aftermath' });
}

/** Requests what a client's settings exclude below a folder; nothing if it cannot be asked. */
export async function askForExclusions(
  connection: Connection,
  parameters: InitializeParams | undefined,
  { root, uri, log }: { readonly root: string; readonly uri: string; readonly log: (message: string) => void },
): Promise<readonly Exclusion[]> {
  if (parameters?.capabilities.workspace?.configuration !== true) return [];
  try {
    const items = exclusionSettings.map((section) => ({ scopeUri: uri, section }));
    const values: unknown[] = await connection.workspace.getConfiguration(items);
    return values.map((value) => ({ base: root, patterns: exclusionsIn(value) }));
  } catch (error) {
    log(`What is excluded from ${root} cannot be read: ${describeError(error)}`);
    return [];
  }
}

/** Subscribes to changes of the settings. */
export function listenToSettings(
  connection: Connection,
  { capabilities }: Pick<InitializeParams, 'capabilities'>,
  log: (message: string) => void,
): void {
  if (capabilities.workspace?.didChangeConfiguration?.dynamicRegistration !== true) return;
  const section = { section: ['aftermath', ...exclusionSettings] };
  connection.client.register(DidChangeConfigurationNotification.type, section).catch((error: unknown) => {
    log(`Changes of settings are not observed: ${describeError(error)}`);
  });
}
