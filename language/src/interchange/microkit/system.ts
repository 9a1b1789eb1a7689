/**
 * Reads a system description of Microkit: protection domains, virtual machines, channels, memory regions, and who may
 * use what. What others say by name is resolved in `microkit-model.ts`.
 */
import { type Occurrence, placeSpan } from '../import/import-findings.ts';
import type { Span } from '../../model/span.ts';
import type { XmlElement } from '../xml/xml-document.ts';

/** A protection domain, a virtual machine, or a device that reads and writes memory by itself. */
export interface MicrokitDomain {
  readonly name: string;
  readonly what: 'protection domain' | 'virtual machine' | 'device';
  /** The domain whose child it is: it takes the faults. */
  readonly parent: string | undefined;
  readonly place: Span;
  readonly priority: number;
  /** True in older descriptions, where the domain that may be called says so. */
  readonly isCalled: boolean;
  readonly data: readonly (readonly [string, string | number | boolean])[];
}

/** A memory region, an interrupt or a range of ports. */
export interface SystemResource {
  readonly space: ResourceSpace;
  readonly name: string;
  readonly place: Span;
  /** In bytes. */
  readonly size: number | undefined;
}

/** The spaces of resources, by what they contain. */
export type ResourceSpace = 'memory' | 'irqs' | 'ioports';

/** The use of a resource, or of another domain through a capability. */
export interface SystemUse {
  readonly by: string;
  readonly of: ResourceSpace | 'domain';
  readonly name: string;
  readonly rights: string;
  readonly place: Span;
}

/** An end of a channel. */
export interface ChannelEnd {
  readonly domain: string;
  readonly id: string;
  /** True if it may call the other end. */
  readonly calls: boolean;
  readonly notifies: boolean;
  readonly place: Span;
}

/** A description. */
export interface MicrokitSystem {
  readonly domains: MicrokitDomain[];
  readonly resources: SystemResource[];
  readonly uses: SystemUse[];
  readonly channels: { readonly ends: readonly [ChannelEnd, ChannelEnd]; readonly place: Span }[];
  /** Elements that mean nothing here. */
  readonly unknown: Occurrence[];
  /** Elements without an attribute that they need. */
  readonly unreadable: Occurrence[];
}

interface Reading {
  readonly uri: string;
  readonly system: MicrokitSystem;
}

/** Returns the content of the element `system`. `O(elements)`. */
export function readSystem(root: XmlElement, uri: string): MicrokitSystem {
  const system: MicrokitSystem = {
    domains: [],
    resources: [],
    uses: [],
    channels: [],
    unknown: [],
    unreadable: [],
  };
  const reading = { uri, system };
  for (const element of root.children) {
    if (element.name === 'protection_domain') readDomain(element, undefined, reading);
    else if (element.name === 'channel') readChannel(element, reading);
    else if (element.name === 'memory_region') readRegion(element, reading);
    else if (element.name === 'io_address_space') readDevice(element, reading);
    else if (!silent.has(element.name)) system.unknown.push({ about: element.name, place: element.place });
  }
  return system;
}

/** The elements that do not affect dependencies. */
const silent = new Set(['program_image', 'setvar', 'domains']);
/** The attributes of a domain that are kept as data. */
const kept = ['id', 'priority', 'passive', 'budget', 'period', 'cpu', 'domain', 'smc', 'stack_size'];

function readDomain(element: XmlElement, parent: string | undefined, reading: Reading): void {
  const { uri, system } = reading;
  const name = namedBy(element, 'name', reading);
  if (name === undefined) return;
  const isMachine = element.name === 'virtual_machine';
  system.domains.push({
    name,
    what: isMachine ? 'virtual machine' : 'protection domain',
    parent,
    place: placeSpan(uri, element.place),
    priority: numberOf(element.attributes.get('priority') ?? '') ?? 0,
    isCalled: element.attributes.get('pp') === 'true',
    data: kept.flatMap((key) => {
      const text = element.attributes.get(key);
      return text === undefined ? [] : [[key, valueOf(text)] as const];
    }),
  });
  for (const child of element.children) readMember(child, name, reading);
}

function readMember(element: XmlElement, owner: string, reading: Reading): void {
  const { uri, system } = reading;
  const place = placeSpan(uri, element.place);
  switch (element.name) {
    case 'protection_domain':
    case 'virtual_machine':
      readDomain(element, owner, reading);
      return;
    case 'map':
    case 'iomap': {
      const name = namedBy(element, 'mr', reading);
      const rights = element.attributes.get('perms') ?? 'rw';
      if (name !== undefined) system.uses.push({ by: owner, of: 'memory', name, rights, place });
      return;
    }
    case 'irq':
    case 'ioport':
      readDeviceUse(element, owner, reading);
      return;
    case 'cspace':
      for (const capability of element.children) {
        const name = namedBy(capability, 'pd', reading);
        const rights = capability.name.replace(/^cap_/, '');
        const own = { by: owner, of: 'domain', name: name ?? '', rights } as const;
        if (name !== undefined) system.uses.push({ ...own, place: placeSpan(uri, capability.place) });
      }
      return;
    case 'vcpu':
      return;
    default:
      if (!silent.has(element.name)) system.unknown.push({ about: element.name, place: element.place });
  }
}

/** Reads an interrupt, which is one of several forms by processor, or a range of ports. */
function readDeviceUse(element: XmlElement, by: string, { uri, system }: Reading): void {
  const space = element.name === 'irq' ? 'irqs' : 'ioports';
  const of = (key: string): string | undefined => element.attributes.get(key);
  const said = [...element.attributes].find(([key]) => ['irq', 'vector', 'pin', 'addr'].includes(key));
  if (said === undefined) {
    system.unreadable.push({ about: element.name, place: element.place });
    return;
  }
  const place = placeSpan(uri, element.place);
  const name = of('pcidev') === undefined ? said[1] : `${of('pcidev') ?? ''} ${said[1]}`;
  if (!system.resources.some((each) => each.space === space && each.name === name))
    system.resources.push({ space, name, place, size: undefined });
  system.uses.push({ by, of: space, name, rights: '', place });
}

function readRegion(element: XmlElement, reading: Reading): void {
  const name = namedBy(element, 'name', reading);
  if (name === undefined) return;
  const size = numberOf(element.attributes.get('size') ?? '');
  reading.system.resources.push({ space: 'memory', name, place: placeSpan(reading.uri, element.place), size });
}

/** Reads a device behind an IOMMU: what it maps it can read and write, as a domain can. */
function readDevice(element: XmlElement, reading: Reading): void {
  const name = namedBy(element, 'name', reading);
  if (name === undefined) return;
  const place = placeSpan(reading.uri, element.place);
  reading.system.domains.push({
    name,
    what: 'device',
    parent: undefined,
    place,
    priority: 0,
    isCalled: false,
    data: [],
  });
  for (const child of element.children) readMember(child, name, reading);
}

function readChannel(element: XmlElement, reading: Reading): void {
  const { uri, system } = reading;
  const ends = element.children.flatMap((child): ChannelEnd[] => {
    const domain = child.name === 'end' ? namedBy(child, 'pd', reading) : undefined;
    if (domain === undefined) return [];
    return [
      {
        domain,
        id: child.attributes.get('id') ?? '',
        calls: child.attributes.get('pp') === 'true',
        notifies: child.attributes.get('notify') !== 'false',
        place: placeSpan(uri, child.place),
      },
    ];
  });
  const [first, second, ...others] = ends;
  if (first === undefined || second === undefined || others.length > 0)
    system.unreadable.push({ about: 'channel', place: element.place });
  else system.channels.push({ ends: [first, second], place: placeSpan(uri, element.place) });
}

/** Returns the name that an attribute gives; without one the element is left out and noted. */
function namedBy(element: XmlElement, attribute: string, { system }: Reading): string | undefined {
  const name = element.attributes.get(attribute);
  if (name !== undefined && name !== '') return name;
  system.unreadable.push({ about: element.name, place: element.place });
  return undefined;
}

/** Returns a whole number as Microkit writes it, such as `0x200_000`; undefined if it is none that counts exactly. */
function numberOf(text: string): number | undefined {
  const digits = text.replaceAll('_', '');
  const value = /^(?:0x[\da-f]+|\d+)$/i.test(digits) ? Number(digits) : undefined;
  return Number.isSafeInteger(value) ? value : undefined;
}

function valueOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return numberOf(text) ?? text;
}
