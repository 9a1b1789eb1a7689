/**
 * Chooses the main files of a Compose project as `docker compose` does: all that are given, but in a folder those that
 * `COMPOSE_FILE` names, or else the first of the usual names with its override.
 */
import type { Finding } from '../../model/finding.ts';
import { fileFinding, fileStart } from '../import/import-findings.ts';
import type { ImportFile } from '../import/import-format.ts';
import { baseOf, missingFile, pathFrom, readProject } from './compose-project.ts';
import { readEnvironment } from './interpolation.ts';
import { t } from '../../model/common/translation.ts';

/** The main files in the order in which they count, and those that are not there. */
export interface MainFiles {
  readonly main: readonly ImportFile[];
  readonly missing: readonly string[];
  readonly findings: readonly Finding[];
}

/** The names that `docker compose` looks for in a folder; of each kind the first counts. */
const usual = ['compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml'];
const overrides = [
  ...['compose.override.yml', 'compose.override.yaml'],
  ...['docker-compose.override.yml', 'docker-compose.override.yaml'],
];

/** Returns true for the files in a folder that `docker compose` reads there. */
export const isComposePath = (path: string): boolean => [...usual, ...overrides, '.env'].includes(path);

/** Returns true for a file of variables. */
export const isEnvironment = (name: string): boolean => baseOf(name) === '.env';

/** Returns the main files of those that are given. */
export function mainFiles(files: readonly ImportFile[]): MainFiles {
  const environment = files.find(({ within }) => within === '.env');
  const variables = readEnvironment(environment === undefined ? [] : [environment.text]);
  const listed = variables.get('COMPOSE_FILE');
  if (environment !== undefined && listed !== undefined && listed !== '') {
    const names = listed.split(variables.get('COMPOSE_PATH_SEPARATOR') ?? ':');
    return listedFiles(files, names, environment);
  }
  const candidates = files.filter(({ name }) => !isEnvironment(name));
  const leftOut = [...laterOf(candidates, usual), ...laterOf(candidates, overrides)];
  const main = unreferred(
    files,
    candidates.filter((file) => !leftOut.includes(file)),
  );
  return { main, missing: [], findings: leftOut.map(({ name, uri }) => leftOutFinding(name, uri)) };
}

/** Returns the files in a folder with later names than the first of these that is there. */
const laterOf = (files: readonly ImportFile[], names: readonly string[]): readonly ImportFile[] =>
  names.flatMap((name) => files.filter(({ within }) => within === name)).slice(1);

const leftOutFinding = (name: string, uri: string): Finding =>
  fileFinding(uri, {
    code: 'import/left-out',
    severity: 'information',
    message: t`"${name}" is left out: in a folder with several names of its kind, "docker compose" reads only the first. Give the files themselves if all of them count.`,
  });

function listedFiles(files: readonly ImportFile[], listed: readonly string[], environment: ImportFile): MainFiles {
  const names = listed.map((name) => pathFrom(environment.name, name.trim()));
  const missing = names.filter((name) => !files.some((file) => file.name === name));
  return {
    main: names.flatMap((name) => files.filter((file) => file.name === name)),
    missing,
    findings: missing.map((name) => missingFile(name, fileStart(environment.uri))),
  };
}

/** Returns the files that no other one refers to, the first in any case; overrides come last. */
function unreferred(files: readonly ImportFile[], candidates: readonly ImportFile[]): readonly ImportFile[] {
  if (candidates.length <= 1) return candidates;
  const [first] = candidates;
  const { referred } = readProject(files, candidates);
  const main = candidates.filter((file) => file === first || !referred.includes(file.name));
  const isOverride = ({ name }: ImportFile): boolean => /\.override\.ya?ml$/.test(name);
  return [...main.filter((file) => !isOverride(file)), ...main.filter(isOverride)];
}
