/**
 * Imports Compose files: services with the order in which they stop and start, their volumes and networks. Never throws
 * for bad input.
 */
import type { Finding } from '../../model/finding.ts';
import { failedImport, fileFinding, fileStart } from '../import/import-findings.ts';
import { orderCycles } from '../import/order-cycles.ts';
import type { ImportFile } from '../import/import-format.ts';
import type { ImportOutcome } from '../import/imported.ts';
import { composeModel } from './compose-model.ts';
import { baseOf, readProject, type ReadProject } from './compose-project.ts';
import { type ComposeService, readServices } from './services.ts';
import { t } from '../../model/translation.ts';

const mainFile = /^(?:docker-)?compose(?:\.override)?\.ya?ml$/;

/** Returns true for the files in a folder that `docker compose` reads there. */
export const isComposePath = (path: string): boolean => !path.includes('/') && (mainFile.test(path) || path === '.env');

/** Returns what shows that files are a Compose project, if they are. */
export function recognizeCompose(files: readonly ImportFile[]): string | undefined {
  const found = files.find(
    ({ name, text }) => !isEnvironment(name) && /^(?:services|include)\s*:/m.test(text.slice(0, looksAt)),
  );
  return found && t`"${found.name}" has "services:" or "include:" at its top level, as Compose files do`;
}

const looksAt = 200_000;
const isEnvironment = (name: string): boolean => baseOf(name) === '.env';

/** Returns the paths that Compose files refer to: what they include and extend, and their `.env`. */
export const composeAlsoReads = (files: readonly ImportFile[]): readonly string[] => projectOf(files).referred;

/** Returns the model of a project: the first file, with the others as overrides. `O(text)`, but for repeated aliases. */
export function importCompose(files: readonly ImportFile[]): ImportOutcome {
  const [first] = files;
  const uri = first?.uri ?? '';
  if (files.every(({ text }) => text.trim() === '')) return failedImport(uri, 'import/empty', emptyMessage);
  const { project, findings } = projectOf(files);
  if (findings.some(({ severity }) => severity === 'error')) return { value: undefined, findings };
  if (project === undefined || project.services.size === 0)
    return failedImport(uri, 'import/wrong-format', wrongMessage);
  const services = readServices(project);
  return {
    value: composeModel(project, services, fileStart(uri)),
    findings: [
      ...findings,
      ...unsetFindings([...project.variables.unset], uri),
      ...unknownFindings(services),
      ...cycleFindings(services),
    ],
  };
}

/** Reads the files that no other one refers to; in a folder, `compose.yaml` comes before its override. */
function projectOf(files: readonly ImportFile[]): ReadProject {
  const candidates = files.filter(({ name }) => !isEnvironment(name));
  if (candidates.length <= 1) return readProject(files, candidates);
  const [first] = candidates;
  const { referred } = readProject(files, candidates);
  const main = candidates.filter((file) => file === first || !referred.includes(file.name));
  const isOverride = ({ name }: ImportFile): boolean => /\.override\.ya?ml$/.test(name);
  return readProject(files, [...main.filter((file) => !isOverride(file)), ...main.filter(isOverride)]);
}

function unsetFindings(names: readonly string[], uri: string): Finding[] {
  if (names.length === 0) return [];
  const list = names.slice(0, 3).map((name) => `"${name}"`);
  const more = names.length > list.length ? t` and ${String(names.length - list.length)} more` : '';
  const message = t`${names.length === 1 ? t`1 variable is` : t`${String(names.length)} variables are`} not set and ${names.length === 1 ? t`counts` : t`count`} as empty: ${list.join(', ')}${more}. Set them in ".env" beside the file if they matter.`;
  return [fileFinding(uri, { code: 'import/left-out', severity: 'information', message })];
}

/** Returns a finding for each dependency on a service that the project does not have. */
function unknownFindings(services: readonly ComposeService[]): Finding[] {
  const known = new Set(services.map(({ name }) => name));
  return services.flatMap(({ name, links }) =>
    links
      .filter(({ to, isRequired }) => isRequired && !known.has(to))
      .map(({ to, place, words }): Finding => ({
        code: 'import/left-out',
        severity: 'warning',
        message: t`"${name}" says "${words}", but the project has no service "${to}". Compose refuses this; correct the name.`,
        span: place,
        related: [],
      })),
  );
}

/** Returns a finding for each group of services that wait for each other: a shortest cycle. */
function cycleFindings(services: readonly ComposeService[]): Finding[] {
  return orderCycles(
    services.map(({ name }) => name),
    services.flatMap((service) => service.links.map((link) => ({ ...link, from: service.name }))),
    (cycle) =>
      t`The services depend on each other in a cycle: ${cycle}. Compose refuses to start them; remove one of the dependencies.`,
  );
}

const emptyMessage = t`The file is empty. Choose the file that "docker compose" reads.`;
const wrongMessage = t`The file has no "services:" with a service, so it is not a Compose file. Choose the file that "docker compose" reads, or let "import auto" find the format.`;
