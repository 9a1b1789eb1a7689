/**
 * Large input, with which every command works for seconds.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

/** Returns a tree of PDs that need each other, and one of objects that own each other. */
const trees = (count: number): string =>
  lines(count, (index) => `pd p${index} {${index > 0 ? ` needs p${Math.floor((index - 1) / 2)}` : ''} }\n`) +
  lines(count, (index) => `${index === 0 ? 'root ' : ''}object o${index}\n`) +
  lines(count - 1, (index) => `o${Math.floor(index / 3)} owns o${index + 1}\n`);

/** Returns replicas that need one of several others, which have many cut sets. */
const replicas = (count: number): string =>
  lines(count, (index) => `pd r${index}\n`) +
  lines(
    count,
    (index) =>
      `pd q${index} { needs 6 of ${Array.from({ length: 12 }, (_, at) => `r${(index + at * 7) % count}`).join(', ')} }\n`,
  );

const clock = `machine Clock for pd {
  var ticks: int = 0
  initial state Idle { after 1us do { ticks := (ticks + 1) % 1000000 } -> Idle }
}
pd clock runs Clock
scenario "for days" { run 12d  expect clock alive }
check "for days" { clock: exact  horizon: 12d  never clock.ticks > 999999 }
`;

const kubernetes = (count: number): string =>
  lines(count, (index) =>
    [
      'apiVersion: v1',
      'kind: ConfigMap',
      'metadata:',
      `  name: c${index}`,
      `  namespace: n${index % 50}`,
      `  uid: u${index}`,
      ...(index > 0
        ? [
            '  ownerReferences:',
            '  - apiVersion: v1',
            '    kind: ConfigMap',
            `    name: c${Math.floor(index / 2)}`,
            `    uid: u${Math.floor(index / 2)}`,
          ]
        : []),
      '---\n',
    ].join('\n'),
  );

const compose = (count: number): string =>
  `services:\n${lines(count, (index) => `  s${index}:\n    image: x\n${index > 0 ? `    depends_on: [s${Math.floor(index / 2)}]\n` : ''}`)}`;

const terraform = (count: number): string =>
  lines(
    count,
    (index) =>
      `resource "aws_instance" "i${index}" {\n  ami = "x"\n${index > 0 ? `  subnet = aws_instance.i${Math.floor(index / 2)}.id\n` : ''}}\n`,
  );

const microkit = (count: number): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<system>\n${lines(count, (index) => `<protection_domain name="p${index}" priority="${index % 200}"><program_image path="x.elf" /></protection_domain>\n`)}${lines(count - 1, (index) => `<channel><end pd="p${index}" id="${index % 60}" /><end pd="p${index + 1}" id="${index % 60}" /></channel>\n`)}</system>\n`;

const scxml = (count: number): string =>
  `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="s0">\n${lines(count, (index) => `<state id="s${index}"><transition event="e${index}" target="s${(index + 1) % count}"/></state>\n`)}</scxml>\n`;

/** Returns a dump of PDs that hold two pages each and request from another PD. */
const osmosis = (count: number): string =>
  [
    'NODE_TYPE,NODE_ID,DATA,EDGE_TYPE,EDGE_FROM,EDGE_TO,EXTRA\nRESOURCE_SPACE,PAGE_SPACE_1,PAGE,,,,\n',
    lines(count, (index) => `PD,PD_${index + 1},worker,,,,\nRESOURCE,PAGE_1_${index + 1},PAGE,,,,\n`),
    lines(count, (index) => `,,NONE,SUBSET,PAGE_1_${index + 1},PAGE_SPACE_1,\n`),
    lines(count, (index) => `,,NONE,HOLD,PD_${index + 1},PAGE_1_${index + 1},\n`),
    lines(count, (index) => `,,RW,HOLD,PD_${index + 1},PAGE_1_${((index * 7) % count) + 1},\n`),
    lines(count - 1, (index) => `,,PAGE,REQUEST,PD_${index + 2},PD_${Math.floor(index / 2) + 1},\n`),
  ].join('');

/** Returns an environment of applications, each with a machine, that refer to each other. */
const murano = (count: number): string =>
  JSON.stringify({
    Objects: {
      '?': { id: 'env', type: 'io.Environment' },
      name: 'env',
      applications: Array.from({ length: count }, (_, index) => ({
        '?': { id: `app${index}`, type: 'io.App' },
        name: `app${index}`,
        instance: { '?': { id: `vm${index}`, type: 'io.Vm' }, name: `vm${index}` },
        database: `app${Math.floor(index / 2)}`,
        dependencies: { onDestruction: [{ subscriber: `app${Math.floor(index / 3)}`, handler: null }] },
      })),
    },
  });

const rare = `${lines(200, (index) => `pd p${index} { mttf: 1000h  mttr: 1h${index > 9 ? `  needs 2 of p${index % 10}, p${(index + 3) % 10}, p${(index + 5) % 10}` : ''} }\n`)}check "rare" { clock: exact  horizon: 1000h  never p199 broken }
`;

const log = (count: number): string =>
  lines(count, (index) => `{"time": ${index}, "entity": "clock", "event": "tick"}\n`);

/** Writes the input into a folder. */
export function writeInputs(folder: string): void {
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text);
  };
  write('large.aft', trees(20_000));
  write('trees.aft', trees(3000));
  write('other.aft', trees(3000).replace('needs p3 ', 'needs p4 '));
  write('replicas.aft', replicas(200));
  write('clock.aft', clock);
  write('objects.yaml', kubernetes(20_000));
  write('compose.yaml', compose(20_000));
  write('main.tf', terraform(20_000));
  write('system.system', microkit(5000));
  write('chart.scxml', scxml(4900));
  write('rare.aft', rare);
  write('dump.csv', osmosis(20_000));
  write('env.json', murano(20_000));
  write('log.jsonl', log(200_000));
  mkdirSync(join(folder, 'units'), { recursive: true });
  for (let index = 0; index < 4000; index++) {
    const needs =
      index > 0 ? `Requires=u${Math.floor(index / 2)}.service\nAfter=u${Math.floor(index / 2)}.service\n` : '';
    write(`units/u${index}.service`, `[Unit]\n${needs}[Service]\nExecStart=/bin/true\n`);
  }
}
