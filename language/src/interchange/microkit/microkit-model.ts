/**
 * Makes a model of a system description: who uses what, who calls whom, and who learns of a fault. See
 * `language/docs/reference/formats.md` for the table.
 */
import { writeName } from '../../model/language-names.ts';
import type { Span } from '../../model/span.ts';
import type { Imported } from '../import/imported.ts';
import { type Making, modelOf, statedSetting, type Statement } from '../import/statements.ts';
import type { ChannelEnd, MicrokitDomain, MicrokitSystem, ResourceSpace } from './system.ts';

const spaces: readonly (readonly [ResourceSpace, string])[] = [
  ['memory', 'memory_region'],
  ['irqs', 'irq'],
  ['ioports', 'ioport'],
];

/** Returns the model. Names are those of the description; the kernel and its spaces give way. `O(elements)`. */
export function microkitModel(system: MicrokitSystem, place: Span): Imported {
  const taken = new Set(system.domains.map(({ name }) => writeName(name)));
  const free = (...wished: readonly string[]): string => {
    const name = wished.map(writeName).find((each) => !taken.has(each)) ?? writeName(`${wished.join('/')}/`);
    taken.add(name);
    return name;
  };
  const kernel = 'kernel';
  const makings: Making[] = [];
  const statements: Statement[] = [];
  const addSpace = (key: string, name: string, manager: string, options: { type: string; at: Span }): void => {
    const { type, at } = options;
    makings.push({ key, entity: { kind: 'space', name, type }, place: at, words: spaceWords(type) });
    statements.push({ kind: 'manages', from: manager, to: key, place: at, words: spaceWords(type) });
  };
  const used = spaces.filter(([space]) => system.resources.some((each) => each.space === space));
  if (used.length > 0) {
    const words = 'the kernel: what the description hands out outlives every protection domain';
    const entity = { kind: 'pd', name: free('microkit', 'kernel'), type: 'kernel', root: true } as const;
    makings.push({ key: kernel, entity, place, words });
  }
  for (const [space, type] of used) {
    const name = free(space, `microkit/${space}`);
    addSpace(space, name, kernel, { type, at: place });
    for (const { name: own, place: at, size } of system.resources.filter((each) => each.space === space)) {
      const settings = size === undefined ? [] : [statedSetting('size', size)];
      const key = `${space} ${own}`;
      const nested = { kind: 'resource', name: `${name}.${writeName(own)}`, type, settings } as const;
      makings.push({ key, parent: space, entity: nested, place: at });
      statements.push({ kind: 'holds', from: kernel, to: key, place: at });
    }
  }
  for (const domain of system.domains) {
    makings.push(domainMaking(domain));
    const children = system.domains.filter(({ parent }) => parent === domain.name);
    const [first] = children;
    if (first === undefined) continue;
    const key = `faults ${domain.name}`;
    const name = free(`faults/${domain.name}`);
    addSpace(key, name, `domain ${domain.name}`, { type: 'fault_endpoint', at: first.place });
    for (const child of children) {
      const own = { kind: 'resource', name: `${name}.${writeName(child.name)}`, type: 'fault_endpoint' } as const;
      const fault = `${key} ${child.name}`;
      const words = `a fault of ${child.name} goes to its parent ${domain.name}`;
      makings.push({ key: fault, parent: key, entity: own, place: child.place, words });
      statements.push({ kind: 'holds', from: `domain ${domain.name}`, to: fault, place: child.place, words });
      statements.push({ kind: 'holds', from: `domain ${child.name}`, to: fault, place: child.place, words });
    }
  }
  return modelOf(makings, [...statements, ...useStatements(system), ...channelStatements(system)]);
}

const spaceWords = (type: string): string =>
  type === 'fault_endpoint' ? 'children: their faults go to the parent' : `all elements of the kind ${type}`;

function domainMaking({ name, what, data, place }: MicrokitDomain): Making {
  const type = what === 'protection domain' ? undefined : what.replace(' ', '_');
  const own = data.map(([key, value]) => statedSetting(key, value));
  return { key: `domain ${name}`, entity: { kind: 'pd', name: writeName(name), type, data: own }, place };
}

function useStatements({ uses }: MicrokitSystem): Statement[] {
  return uses
    .filter(({ by, of, name }) => of !== 'domain' || by !== name)
    .map(({ by, of, name, rights, place }) => {
      return {
        kind: 'holds',
        from: `domain ${by}`,
        to: `${of} ${name}`,
        as: rights === '' ? undefined : rights,
        place,
      };
    });
}

/** A notification reaches nobody once its receiver is gone; a caller is blocked until its server answers. */
function channelStatements({ channels, domains }: MicrokitSystem): Statement[] {
  const called = new Set(domains.filter(({ isCalled }) => isCalled).map(({ name }) => name));
  const statements: Statement[] = [];
  const add = (from: ChannelEnd, to: ChannelEnd): void => {
    const own = { from: `domain ${from.domain}`, to: `domain ${to.domain}`, place: from.place };
    if (from.notifies) {
      const words = `channel: ${from.domain} (${from.id}) notifies ${to.domain} (${to.id})`;
      statements.push({ kind: 'holds', ...own, as: 'signal', words });
    }
    if (from.calls || called.has(to.domain)) {
      const words = `channel: ${from.domain} (${from.id}) calls ${to.domain} (${to.id}) and is blocked until it answers`;
      statements.push({ kind: 'needs', ...own, as: 'call', words });
    }
  };
  for (const { ends } of channels) {
    add(ends[0], ends[1]);
    add(ends[1], ends[0]);
  }
  return statements;
}
