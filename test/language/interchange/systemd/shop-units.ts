/**
 * Unit files of a made-up shop, with everything that a folder may have: drop-ins, templates, aliases, folders of wishes,
 * masks, each type of unit. `fixtures/shop-dump.txt` is what systemd 252 says of them.
 */
import type { ImportFile } from '../../../../language/src/interchange/import/import-format.ts';

const lib: Readonly<Record<string, string>> = {
  'shop.target':
    '[Unit]\nDescription=The shop\nRequires=web.service\nWants=cache.service\nAfter=late.service\nWants=late.service',
  'web.service':
    '[Unit]\nDescription=Web %n\nRequires=db@main.service\nAfter=db@main.service network.target\nPartOf=shop.target\nOnFailure=alert@%p.service\n[Service]\nExecStart=/bin/true\nRestart=on-failure\nPrivateTmp=yes\nStateDirectory=web web/x:y\nWorkingDirectory=/srv/shop',
  'db@.service':
    '[Unit]\nRequiresMountsFor=/data/%I\nBefore=shop.target\nBindsTo=data.mount\nAfter=data.mount\n[Service]\nType=notify\nExecStart=/bin/db \\\n  --name=%i \\\n# a comment within\n  --last\nSlice=shop-db.slice',
  'cache.service':
    '[Unit]\nDefaultDependencies=no\nStopWhenUnneeded=yes\nBefore=web.service\nPropagatesStopTo=late.service\n[Service]\nType=dbus\nBusName=org.shop.cache\nStandardOutput=null\nExecStart=/bin/true',
  'late.service':
    '[Unit]\nRequisite=web.service\nConflicts=early.service\nBefore=shop.target\n[Service]\nStandardInput=tty\nDynamicUser=yes\nRuntimeDirectory=late\nExecStart=/bin/true',
  'early.service': '[Service]\nExecStart=/bin/true',
  'alert@.service': '[Unit]\nRefuseManualStop=yes\nPartOf=late.service\n[Service]\nType=oneshot\nExecStart=/bin/true',
  'shop.socket':
    '[Unit]\nUpholds=cache.service\n[Socket]\nListenStream=/data/run/shop.sock\nListenStream=80\nService=web.service\n[Install]\nWantedBy=sockets.target',
  'echo.socket': '[Socket]\nListenStream=7\nAccept=yes\nSlice=shop.slice',
  'echo@.service': '[Service]\nStandardInput=socket\nExecStart=/bin/cat',
  'backup.timer': '[Timer]\nOnCalendar=daily\nPersistent=true\nUnit=backup@all.service',
  'tick.timer': '[Timer]\nOnBootSec=5min',
  'tick.service': '[Service]\nExecStart=/bin/true\nSockets=shop.socket',
  'backup@.service':
    '[Unit]\nStopPropagatedFrom=data.mount\nJoinsNamespaceOf=web.service\nAfter=%j.timer\n[Service]\nExecStart=/bin/true\nLogsDirectory=backup\nCacheDirectory=backup',
  'spool.path': '[Path]\nPathExists=/data/spool\nDirectoryNotEmpty=/var/spool/shop\nUnit=tick.service',
  'data.mount': '[Mount]\nWhat=/dev/vdb1\nWhere=/data\nType=ext4\nOptions=rw,nofail',
  'data-remote.mount': '[Mount]\nWhat=server:/export\nWhere=/data/remote\nType=nfs',
  'data-tmp.mount': '[Mount]\nWhat=tmpfs\nWhere=/data/tmp\nType=tmpfs',
  'data-bind.mount': '[Mount]\nWhat=/srv/bound\nWhere=/data/bind\nOptions=bind',
  'sys-shop.mount': '[Mount]\nWhat=shopfs\nWhere=/sys/shop\nType=shopfs',
  'data-auto.automount': '[Automount]\nWhere=/data/auto',
  'data-auto.mount': '[Mount]\nWhat=/data/image\nWhere=/data/auto\nOptions=loop',
  'shop-db.slice': '[Unit]\nDescription=Databases',
  'shut.target': '[Unit]\nDefaultDependencies=no\nWants=early.service\nConflicts=shop.target',
  'masked.service': '[Service]\nExecStart=/bin/true',
  'ordinary.service':
    '[Unit]\nAfter=store.service masked.service gone.service\nRequires=store.service\n[Service]\nExecStart=/bin/true',
  'web.service.d/20-more.conf':
    '[Unit]\nAfter=\nWants=echo.socket backup.timer tick.timer spool.path\n[Service]\nStateDirectory=',
  'web-.service.d/10-dashes.conf': '[Unit]\nWants=never.service',
  'service.d/90-all.conf': '[Unit]\nAfter=early.service',
  'db@.service.d/50.conf': '[Unit]\nWants=data-remote.mount data-tmp.mount data-bind.mount sys-shop.mount',
  'db@main.service.d/50.conf':
    '[Unit]\nWants=data-tmp.mount data-auto.automount sys-shop.mount data-remote.mount data-bind.mount',
};

const etc: Readonly<Record<string, string>> = {
  'web.service.d/20-more.conf':
    '[Unit]\nWants=echo.socket backup.timer tick.timer spool.path ordinary.service shut.target data-auto.automount\n[Service]\nStateDirectory=',
  'early.service': '[Unit]\nDescription=Overrides\n[Service]\nExecStart=/bin/true',
};

const links: Readonly<Record<string, string>> = {
  'store.service': '/lib/systemd/system/web.service',
  'masked.service': '/dev/null',
  'shop.target.wants/db@replica.service': '../db@.service',
  'shop.target.requires/late.service': '/lib/systemd/system/late.service',
};

/** What the units rely on, reduced to what matters. */
const base: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...['sysinit', 'basic', 'shutdown', 'umount', 'sockets', 'timers', 'paths', 'local-fs', 'local-fs-pre', 'network'],
    ...['remote-fs', 'remote-fs-pre', 'network-online', 'swap', 'time-sync', 'time-set', 'slices'],
  ].map((name) => [`${name}.target`, name === 'shutdown' ? '[Unit]\nDefaultDependencies=no' : '[Unit]']),
);
const services: Readonly<Record<string, string>> = {
  'dbus.socket': '[Unit]\nDefaultDependencies=no\n[Socket]\nListenStream=/run/dbus/bus\nService=early.service',
  'systemd-journald.socket':
    '[Unit]\nDefaultDependencies=no\n[Socket]\nListenStream=/run/journal\nService=early.service',
  'systemd-remount-fs.service': '[Unit]\nDefaultDependencies=no\n[Service]\nExecStart=/bin/true',
  'systemd-tmpfiles-setup.service': '[Unit]\nDefaultDependencies=no\n[Service]\nExecStart=/bin/true',
  'tmp.mount': '[Mount]\nWhat=tmpfs\nWhere=/tmp\nType=tmpfs',
};

const file = (name: string, text: string): ImportFile => ({ name, uri: `test:/${name}`, text });

/** The files, named as in the root of a host. */
export const shopUnits: readonly ImportFile[] = [
  ...Object.entries({ ...base, ...services, ...lib }).map(([name, text]) =>
    file(`lib/systemd/system/${name}`, `${text}\n`),
  ),
  ...Object.entries(etc).map(([name, text]) => file(`etc/systemd/system/${name}`, `${text}\n`)),
  ...Object.entries(links).map(([name, link]) => {
    const target = { ...base, ...services, ...lib }[link.slice(link.lastIndexOf('/') + 1)] ?? '';
    return { ...file(`etc/systemd/system/${name}`, target), link };
  }),
];
