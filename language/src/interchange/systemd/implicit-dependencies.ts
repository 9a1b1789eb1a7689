/**
 * The dependencies that systemd adds to a unit: those that `DefaultDependencies=no` turns off, and implicit ones (man
 * pages systemd.unit, .service, .socket, .mount, .automount, .swap, .timer, .path, .target, .slice, .exec).
 */
import { tableOf } from '../../model/common/table.ts';
import { type Add, isYes, wordsOfKey, type LoadedUnit, type NeededPath, valueOf } from './loaded-unit.ts';
import { execDependencies, execMounts } from './exec-dependencies.ts';
import { escapeName, splitName } from './unit-names.ts';
import { type DependencyKind, statedDependency, type UnitDependency, unitType } from './unit.ts';

/** The dependencies that systemd adds to a unit. */
export interface Implied {
  readonly dependencies: readonly UnitDependency[];
  /** The paths that it needs, as `RequiresMountsFor=` states them. */
  readonly mounts: readonly NeededPath[];
}

/** Returns what systemd adds to a unit; targets learn of what they want elsewhere. */
export function impliedBy(unit: LoadedUnit): Implied {
  const dependencies: UnitDependency[] = [];
  const add: Add = (names, other, why, place = unit.place) => {
    for (const name of names.split(' ')) {
      const stated = statedDependency(name, { unit: unit.name, other }, place);
      if (stated !== undefined && other !== unit.name)
        dependencies.push({ ...stated, isInverse: false, words: `${why}: ${name}=${other}` });
    }
  };
  const mounts: NeededPath[] = ['RequiresMountsFor', 'WantsMountsFor'].flatMap((key) =>
    wordsOfKey(unit, key).map(({ word, place }) => ({
      path: word,
      place,
      why: `${key}=${word}`,
      isWanted: key === 'WantsMountsFor',
    })),
  );
  addSlice(unit, add);
  addTriggered(unit, add);
  if (hasExec(unit)) {
    execDependencies(unit, add);
    mounts.push(...execMounts(unit));
  }
  mounts.push(...ownPaths(unit));
  addOwn(unit, add);
  if (isYes(unit, 'DefaultDependencies', hasDefaults(unit.name))) addDefaults(unit, add);
  return { dependencies, mounts };
}

const isRoot = (name: string): boolean => name === '-.slice' || name === '-.mount' || name === 'init.scope';
const hasDefaults = (name: string): boolean => !isRoot(name) && name !== 'system.slice';

const withControlGroup = new Set(['service', 'socket', 'mount', 'swap', 'slice', 'scope']);

function addSlice(unit: LoadedUnit, add: Add): void {
  const { name } = unit;
  if (!withControlGroup.has(unitType(name)) || name === '-.slice') return;
  const slice = sliceOf(unit);
  add('Requires After', slice, `Slice=${slice}`);
}

/** Returns the slice that a unit is in. */
function sliceOf(unit: LoadedUnit): string {
  const { prefix, instance, type } = splitName(unit.name);
  if (type === 'slice') {
    const parent = prefix.slice(0, Math.max(0, prefix.lastIndexOf('-')));
    return parent === '' ? '-.slice' : `${parent}.slice`;
  }
  const own = valueOf(unit, 'Slice');
  if (own !== undefined) return own;
  if (isRoot(unit.name) || (type === 'mount' && isExtrinsic(valueOf(unit, 'Where') ?? '/'))) return '-.slice';
  return instance === undefined ? 'system.slice' : `system-${escapeName(prefix)}.slice`;
}

/** Returns true for mounts that no shutdown takes away. */
const isExtrinsic = (where: string): boolean =>
  /^\/(?:usr\/?)?$/.test(where) || /^\/(?:proc|sys|dev|run\/initramfs|run\/nextroot)(?:\/|$)/.test(where);

/** Adds what a socket, timer, path or automount starts; it is stopped after that. */
function addTriggered(unit: LoadedUnit, add: Add): void {
  const type = unitType(unit.name);
  const stem = unit.name.slice(0, -type.length - 1);
  const isCalled = type === 'socket' && isYes(unit, 'Accept');
  if (isCalled || !['socket', 'timer', 'path', 'automount'].includes(type)) return;
  const own = valueOf(unit, type === 'socket' ? 'Service' : 'Unit');
  const other = own ?? `${stem}.${type === 'automount' ? 'mount' : 'service'}`;
  add('Triggers Before', other, own === undefined ? 'starts it' : `Unit=${own}`);
}

const hasExec = (unit: LoadedUnit): boolean => {
  const type = unitType(unit.name);
  if (type === 'socket') return unit.statements.some(({ key }) => /^Exec(?:Start|Stop)/.test(key));
  return type === 'service' || type === 'mount' || type === 'swap' ? unit.name !== '-.mount' : false;
};

/** Returns the paths that the type of a unit needs. */
function ownPaths(unit: LoadedUnit): NeededPath[] {
  const type = unitType(unit.name);
  const keys: Readonly<Record<string, readonly string[]>> = tableOf({
    socket: ['ListenStream', 'ListenDatagram', 'ListenSequentialPacket', 'ListenFIFO', 'ListenSpecial'],
    path: ['PathExists', 'PathExistsGlob', 'PathChanged', 'PathModified', 'DirectoryNotEmpty'],
  });
  const listed = (keys[type] ?? []).flatMap((key) =>
    wordsOfKey(unit, key).map(({ word, place }) => ({ path: word, place, why: `${key}=${word}` })),
  );
  const found = listed.filter(({ path }) => path.startsWith('/'));
  if (type === 'timer' && isYes(unit, 'Persistent'))
    found.push({ path: '/var/lib/systemd/timers', place: unit.place, why: 'Persistent=yes' });
  const where = type === 'mount' || type === 'automount' ? valueOf(unit, 'Where') : undefined;
  if (where !== undefined && where !== '/')
    found.push({ path: where.replace(/\/+[^/]*\/*$/, '') || '/', place: unit.place, why: `Where=${where}` });
  const what = type === 'mount' ? valueOf(unit, 'What') : undefined;
  if (what?.startsWith('/') === true && !isNetwork(unit))
    found.push({ path: what, place: unit.place, why: `What=${what}` });
  return found;
}

const networkTypes =
  /^(?:afs|ceph|cifs|gfs|gfs2|glusterfs|lustre|ncp|ncpfs|nfs|nfs4|ocfs2|orangefs|pvfs2|smb3|smbfs|sshfs|davfs|fuse\.\w+)$/;
const optionsOf = (unit: LoadedUnit): string[] => (valueOf(unit, 'Options') ?? '').split(',');
const isNetwork = (unit: LoadedUnit): boolean =>
  optionsOf(unit).includes('_netdev') || networkTypes.test(valueOf(unit, 'Type') ?? '');

/** Adds what does not depend on `DefaultDependencies=`. */
function addOwn(unit: LoadedUnit, add: Add): void {
  const type = unitType(unit.name);
  if (type === 'service') {
    const bus = valueOf(unit, 'BusName');
    if ((valueOf(unit, 'Type') ?? (bus === undefined ? '' : 'dbus')) === 'dbus')
      add('Requires After', 'dbus.socket', 'Type=dbus');
    for (const { word, place } of wordsOfKey(unit, 'Sockets'))
      add('Wants After TriggeredBy', word, `Sockets=${word}`, place);
  }
  const what = type === 'mount' || type === 'swap' ? valueOf(unit, 'What') : undefined;
  const isBind = optionsOf(unit).some((option) => option === 'bind' || option === 'rbind');
  if (what?.startsWith('/dev/') === true && !isBind)
    add(
      type === 'mount' ? 'Requires After StopPropagatedFrom' : 'BindsTo After',
      `${escapeName(what.slice(1))}.device`,
      `What=${what}`,
    );
}

/** Adds what `DefaultDependencies=no` turns off. */
function addDefaults(unit: LoadedUnit, add: Add): void {
  const { name } = unit;
  const type = unitType(name);
  const why = 'DefaultDependencies=yes';
  const isCalendar = type === 'timer' && wordsOfKey(unit, 'OnCalendar').length > 0;
  const gathered: Readonly<Record<string, string>> = tableOf({ socket: 'sockets', timer: 'timers', path: 'paths' });
  if (type === 'service' || type in gathered) {
    add('Requires After', 'sysinit.target', why);
    const target = gathered[type];
    add(target === undefined ? 'After' : 'Before', `${target ?? 'basic'}.target`, why);
    if (isCalendar) for (const time of ['time-sync.target', 'time-set.target']) add('After', time, why);
  }
  if (type === 'mount') addMountDefaults(unit, add, why);
  else if (type === 'automount') {
    add('Before', 'local-fs.target', why);
    add('After', 'local-fs-pre.target', why);
    add('Before Conflicts', 'umount.target', why);
  } else if (type === 'swap') {
    add('Before', 'swap.target', why);
    add('Before Conflicts', 'umount.target', why);
  } else if (type !== 'device' && name !== 'shutdown.target') add('Before Conflicts', 'shutdown.target', why);
}

function addMountDefaults(unit: LoadedUnit, add: Add, why: string): void {
  if (isExtrinsic(valueOf(unit, 'Where') ?? '/')) return;
  const isRemote = isNetwork(unit);
  add('After', isRemote ? 'remote-fs-pre.target' : 'local-fs-pre.target', why);
  if (isRemote) {
    add('After', 'network.target', why);
    add('Wants After', 'network-online.target', why);
  }
  if (!optionsOf(unit).includes('nofail')) add('Before', isRemote ? 'remote-fs.target' : 'local-fs.target', why);
  add('Before Conflicts', 'umount.target', why);
  if (valueOf(unit, 'Type') === 'tmpfs') add('After', 'swap.target', why);
}

/** The dependencies that make a target follow what it wants. */
export const targetDependencies: readonly DependencyKind[] = ['Wants', 'Requires', 'Requisite', 'BindsTo', 'Upholds'];
