/**
 * Imports system descriptions of seL4's Microkit (`.system`): protection domains, who learns of their faults, calls,
 * notifications and shared memory. Never throws for bad input.
 */
import type { Finding } from '../../model/finding.ts';
import { failedImport, type ImportFault, type Occurrence, placeSpan, summarize } from '../import/import-findings.ts';
import type { ImportFile } from '../import/import-format.ts';
import type { ImportOutcome } from '../import/imported.ts';
import { microkitModel } from './microkit-model.ts';
import { type ChannelEnd, type MicrokitSystem, readSystem } from './system.ts';
import { readXml } from '../xml/xml-document.ts';
import { t } from '../../model/common/translation.ts';

/** Returns what shows that a file is a system description, if it is one. */
export function recognizeMicrokit(files: readonly ImportFile[]): string | undefined {
  const found = files.find(({ text }) => start.test(text.slice(0, looksAt)));
  return found && t`"${found.name}" has the element <system> outermost, as descriptions of Microkit have`;
}

const start = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<system[\s>/]/;
const looksAt = 200_000;

/** Returns the model of a description, with findings `import/…`. `O(text)`. */
export function importMicrokit([file]: readonly ImportFile[]): ImportOutcome {
  const { text = '', uri = '' } = file ?? {};
  if (text.trim() === '') return failedImport(uri, 'import/empty', emptyMessage);
  const { value: root, findings } = readXml(text, uri, words);
  if (root === undefined) return { value: undefined, findings };
  if (root.name !== 'system') return failedImport(uri, 'import/wrong-format', wrongMessage(root.name));
  const { system, repeated } = withoutRepeated(readSystem(root, uri));
  if (system.domains.length === 0) return failedImport(uri, 'import/wrong-format', noDomains);
  return {
    value: microkitModel(system, placeSpan(uri, root.place)),
    findings: [
      ...summarize(uri, repeatedNames, repeated),
      ...summarize(uri, unreadable, system.unreadable),
      ...summarize(uri, unknownNames, unknownIn(system)),
      ...summarize(uri, wrongPriority, wrongCalls(system)),
      ...summarize(uri, leftOut, system.unknown),
    ],
  };
}

const words = {
  noun: t`system description`,
  choose: t`Choose the description that the tool "microkit" reads.`,
  checker: t`the tool "microkit" checks the file, too`,
};

/** Keeps the first of several domains or regions with one name. */
function withoutRepeated(system: MicrokitSystem): { readonly system: MicrokitSystem; readonly repeated: Occurrence[] } {
  const repeated: Occurrence[] = [];
  const firsts = <T extends { readonly name: string; readonly place: Finding['span'] }>(
    all: readonly T[],
    keyOf: (each: T) => string,
  ): T[] => {
    const known = new Set<string>();
    return all.filter((each) => {
      const isNew = !known.has(keyOf(each));
      if (!isNew) repeated.push(occurrence(each.name, each.place));
      known.add(keyOf(each));
      return isNew;
    });
  };
  const domains = firsts(system.domains, ({ name }) => name);
  const resources = firsts(system.resources, ({ space, name }) => `${space} ${name}`);
  return { system: { ...system, domains, resources }, repeated };
}

const occurrence = (about: string, { start: from, end }: Finding['span']): Occurrence => ({
  about,
  place: { line: from.line, start: from.character, end: end.character },
});

/** Returns the names that something refers to and nothing has. */
function unknownIn({ domains, resources, uses, channels }: MicrokitSystem): Occurrence[] {
  const known = new Set([
    ...domains.map(({ name }) => `domain ${name}`),
    ...resources.map(({ space, name }) => `${space} ${name}`),
  ]);
  const ends = channels.flatMap(({ ends: both }) =>
    both.map(({ domain, place }) => ({ of: 'domain', name: domain, place })),
  );
  return [...uses, ...ends].flatMap(({ of, name, place }) =>
    known.has(`${of} ${name}`) ? [] : [occurrence(name, place)],
  );
}

/** Returns the calls to a domain that has no higher priority than the caller. */
function wrongCalls({ domains, channels }: MicrokitSystem): Occurrence[] {
  const priorities = new Map(domains.map(({ name, priority }) => [name, priority]));
  const isWrong = (from: ChannelEnd, to: ChannelEnd): boolean => {
    const [caller, server] = [priorities.get(from.domain), priorities.get(to.domain)];
    return from.calls && caller !== undefined && server !== undefined && caller >= server;
  };
  return channels.flatMap(({ ends: [first, second] }) => [
    ...(isWrong(first, second) ? [occurrence(t`${first.domain} calls ${second.domain}`, first.place)] : []),
    ...(isWrong(second, first) ? [occurrence(t`${second.domain} calls ${first.domain}`, second.place)] : []),
  ]);
}

const repeatedNames: ImportFault = {
  code: 'import/repeated-name',
  severity: 'warning',
  message: (names, count) =>
    t`${count === 1 ? t`1 name is` : t`${String(count)} names are`} declared before: ${names}. The first of each counts; rename the others.`,
};
const unreadable: ImportFault = {
  code: 'import/left-out',
  severity: 'warning',
  message: (names, count) =>
    t`${count === 1 ? t`1 element lacks` : t`${String(count)} elements lack`} an attribute or an end that ${count === 1 ? t`it needs` : t`they need`} and ${count === 1 ? t`is` : t`are`} left out: ${names}. Microkit refuses the file; complete it.`,
};
const unknownNames: ImportFault = {
  code: 'import/left-out',
  severity: 'warning',
  message: (names, count) =>
    t`${count === 1 ? t`1 name that an element refers to is` : t`${String(count)} names that elements refer to are`} not declared: ${names}. Microkit refuses the file; correct the names.`,
};
const wrongPriority: ImportFault = {
  code: 'import/left-out',
  severity: 'warning',
  message: (names, count) =>
    t`${count === 1 ? t`1 call goes` : t`${String(count)} calls go`} to a protection domain whose priority is not higher than the caller's: ${names}. Microkit refuses the file; raise the priority of the server.`,
};
const leftOut: ImportFault = {
  code: 'import/left-out',
  severity: 'information',
  message: (names, count) =>
    t`${count === 1 ? t`1 element says` : t`${String(count)} elements say`} something that the model cannot express: ${names}. The rest of the file is imported.`,
};

const emptyMessage = t`The file is empty. Choose the description that the tool "microkit" reads.`;
const wrongMessage = (name: string): string =>
  t`The outermost element is <${name.slice(0, 40)}>, not <system>, so the file is not a Microkit description. Choose the file that the tool "microkit" reads.`;
const noDomains = t`The description has no protection domain. Choose the file that the tool "microkit" reads.`;
