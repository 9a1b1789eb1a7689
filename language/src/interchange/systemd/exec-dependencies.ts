/**
 * The dependencies of units that run programs (man page systemd.exec, "Implicit Dependencies").
 */
import { type Add, isYes, wordsOfKey, type LoadedUnit, type NeededPath, valueOf } from './loaded-unit.ts';

const writtenFolders = { StateDirectory: '/var/lib', CacheDirectory: '/var/cache', LogsDirectory: '/var/log' } as const;
const folders = { ...writtenFolders, RuntimeDirectory: '/run', ConfigurationDirectory: '/etc' } as const;

const hasPrivateTmp = (unit: LoadedUnit): boolean => isYes(unit, 'PrivateTmp') || isYes(unit, 'DynamicUser');

/** Adds what the program of a unit needs of others. */
export function execDependencies(unit: LoadedUnit, add: Add): void {
  const written = Object.keys(writtenFolders).find((key) => wordsOfKey(unit, key).length > 0);
  if (written !== undefined) add('After', 'systemd-remount-fs.service', `${written}=`);
  if (hasPrivateTmp(unit)) {
    add('Wants After', 'tmp.mount', 'PrivateTmp=yes');
    add('After', 'systemd-tmpfiles-setup.service', 'PrivateTmp=yes');
  }
  const image = valueOf(unit, 'RootImage');
  if (image !== undefined) add('After', 'systemd-udevd.service', `RootImage=${image}`);
  const namespace = valueOf(unit, 'LogNamespace');
  if (namespace !== undefined) {
    for (const socket of [`systemd-journald@${namespace}.socket`, `systemd-journald-varlink@${namespace}.socket`])
      add('Requires After', socket, `LogNamespace=${namespace}`);
  } else if (isLogged(unit)) add('After', 'systemd-journald.socket', 'its output');
}

/** Returns true if output or errors go to the journal, as they do by default. */
function isLogged(unit: LoadedUnit): boolean {
  const input = valueOf(unit, 'StandardInput') ?? 'null';
  const output = valueOf(unit, 'StandardOutput') ?? 'inherit';
  const error = valueOf(unit, 'StandardError') ?? 'inherit';
  const isLog = (value: string): boolean => /^(?:journal|kmsg|syslog)/.test(value);
  if (isLog(output) || isLog(error)) return true;
  return output === 'inherit' && !/^(?:tty|socket|fd)/.test(input);
}

/** Returns the paths that the program of a unit needs. */
export function execMounts(unit: LoadedUnit): NeededPath[] {
  const mounts = Object.entries(folders).flatMap(([key, root]) =>
    wordsOfKey(unit, key).map(({ word, place }) => ({
      path: `${root}/${word.split(':', 1)[0] ?? ''}`,
      place,
      why: `${key}=${word}`,
    })),
  );
  for (const key of ['WorkingDirectory', 'RootDirectory', 'RootImage']) {
    const path = valueOf(unit, key);
    if (path?.startsWith('/') === true) mounts.push({ path, place: unit.place, why: `${key}=${path}` });
  }
  if (hasPrivateTmp(unit)) mounts.push({ path: '/var/tmp', place: unit.place, why: 'PrivateTmp=yes' });
  return mounts;
}
