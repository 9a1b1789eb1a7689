/**
 * What the user has set in an editor that can be asked for it. Each setting is known for a document before its
 * findings are made; a change holds at once. Values without meaning are left out and written to the log.
 */
import { type Connection, DidChangeConfigurationNotification, type InitializeParams } from 'vscode-languageserver';
import { gradedCodes, type Severities } from '../../../language/src/dsl/checks/severities.ts';
import { severityWords } from '../../../language/src/dsl/project-file.ts';
import { describeError } from './describe-error.ts';

/** The settings `aftermath.*` that the server goes by. */
export interface Settings {
  /** Of the findings of a document, where no project file says otherwise. */
  readonly severities: Severities;
  /** Milliseconds from the last change of a text to its check. */
  readonly diagnosticsDelay: number;
  readonly codeLens: LensSettings;
  readonly inlayHints: HintSettings;
}

/** Which lenses there are; none without `enable`. */
export interface LensSettings {
  readonly enable: boolean;
  /** How many hold an entity, and depend on it otherwise. */
  readonly dependents: boolean;
  /** What the crash of a PD or node does. */
  readonly crash: boolean;
}

/** Which hints there are within the text; none without `enable`. */
export interface HintSettings {
  readonly enable: boolean;
  readonly teardownLayer: boolean;
  readonly depth: boolean;
  readonly inherited: boolean;
  readonly timeouts: boolean;
}

/** What holds where nothing is set, and in editors that cannot be asked. */
export const usualSettings: Settings = {
  severities: {},
  diagnosticsDelay: 100,
  codeLens: { enable: true, dependents: true, crash: true },
  inlayHints: { enable: true, teardownLayer: true, depth: true, inherited: true, timeouts: true },
};

export interface ClientSettings {
  /** Asks for what holds for a document, unless that is known. */
  readonly load: (uri: string) => Promise<void>;
  /** What is known to hold for a document. */
  readonly of: (uri: string) => Settings;
  /** Asks again from now on. */
  readonly clear: () => void;
}

export interface ClientSettingsParts {
  readonly log: (message: string) => void;
  /** Asks the editor for the section `aftermath` of a document. */
  readonly ask: (uri: string) => Promise<unknown>;
}

/** Makes the settings of an editor; what was asked for is kept until it is cleared. */
export function createClientSettings({ ask, log }: ClientSettingsParts): ClientSettings {
  // By folder: no setting of ours differs between two files of one.
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

/** Reads what an editor has answered; says in the log what means nothing. */
export function readSettings(value: unknown, log: (message: string) => void): Settings {
  const { severities, diagnostics, codeLens, inlayHints } = recordOf(value);
  const { delay } = recordOf(diagnostics);
  if (delay !== undefined && !isDelay(delay)) log(`aftermath.diagnostics.delay is no time from 0 to 60000 ms.`);
  return {
    severities: readSeverities(recordOf(severities), log),
    diagnosticsDelay: isDelay(delay) ? delay : usualSettings.diagnosticsDelay,
    codeLens: readSwitches(recordOf(codeLens), usualSettings.codeLens),
    inlayHints: readSwitches(recordOf(inlayHints), usualSettings.inlayHints),
  };
}

/** Reads switches; one that is neither on nor off is as usual. */
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
    log(`aftermath.severities: "${code}": ${JSON.stringify(word)} means nothing.`);
    return [];
  });
  return Object.fromEntries(entries);
}

const isDelay = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 60_000;

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Asks a client for its settings of a document; there are none where it cannot be asked. */
export async function askForSettings(
  connection: Connection,
  parameters: InitializeParams | undefined,
  uri: string,
): Promise<unknown> {
  if (parameters?.capabilities.workspace?.configuration !== true) return {};
  return await connection.workspace.getConfiguration({ scopeUri: uri, section: 'aftermath' });
}

/** Asks to be told when the user has set something else. */
export function listenToSettings(
  connection: Connection,
  { capabilities }: Pick<InitializeParams, 'capabilities'>,
  log: (message: string) => void,
): void {
  if (capabilities.workspace?.didChangeConfiguration?.dynamicRegistration !== true) return;
  const section = { section: 'aftermath' };
  connection.client.register(DidChangeConfigurationNotification.type, section).catch((error: unknown) => {
    log(`Changes of settings are not followed: ${describeError(error)}`);
  });
}
