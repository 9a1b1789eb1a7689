/** Dumps with long series of resources, for the tests of copies: some similar, some almost. */
import fc from 'fast-check';

export type Base = 10 | 16;

const header = 'NODE_TYPE,NODE_ID,DATA,EDGE_TYPE,EDGE_FROM,EDGE_TO,EXTRA';

const series = fc.record({
  type: fc.constantFrom('BLOCK', 'MO', 'VMR', 'TOY_FILE'),
  space: fc.constantFrom('1', 'c'),
  first: fc.nat(300),
  count: fc.integer({ min: 1, max: 40 }),
  base: fc.constantFrom<Base>(10, 16),
  extra: fc.constantFrom('none', 'same', 'moving', 'padded'),
  isMember: fc.boolean(),
  isReversed: fc.boolean(),
});
type Series = typeof series extends fc.Arbitrary<infer T> ? T : never;

const links = fc.record({
  from: fc.nat(5),
  to: fc.nat(5),
  start: fc.nat(10),
  count: fc.nat(40),
  step: fc.constantFrom(0, 1, 1, 1, -1),
  edge: fc.constantFrom('MAP', 'MAP', 'HOLD'),
});
type Links = typeof links extends fc.Arbitrary<infer T> ? T : never;

const idOf = ({ type, space, first, base }: Series, n: number): string =>
  `${type}_${space}_${(first + n).toString(base)}`;

/** Two consecutive pages each. */
function extraOf({ type, extra }: Series, n: number): string {
  if (extra === 'none') return '';
  const address = (0xe000 + (extra === 'same' ? 0 : n * 8192)).toString(16);
  const use = type === 'VMR' ? 'STACK_' : '';
  return `${extra === 'padded' ? address.padStart(12, ' ') : `0x${address}`}_${use}2_12`;
}

function rowsOf(each: Series): string[] {
  const numbers = Array.from({ length: each.count }, (_, n) => n);
  if (each.isReversed) numbers.reverse();
  const nodes = numbers.map((n) => `RESOURCE,${idOf(each, n)},${each.type},,,,${extraOf(each, n)}`);
  const space = `${each.type}_SPACE_${each.space}`;
  if (!each.isMember) return nodes;
  return [
    `RESOURCE_SPACE,${space},${each.type},,,,`,
    ...nodes,
    ...numbers.map((n) => `,,NONE,SUBSET,${idOf(each, n)},${space},`),
  ];
}

function linkRows({ from, to, start, count, step, edge }: Links, all: readonly Series[]): string[] {
  const [one, other] = [all[from % all.length], all[to % all.length]];
  if (one === undefined || other === undefined) return [];
  return Array.from({ length: count }, (_, n) => {
    const target = idOf(other, Math.max(0, start + n * step));
    return edge === 'HOLD' ? `,,RW,HOLD,PD_1,${target},` : `,,NONE,MAP,${idOf(one, n)},${target},`;
  });
}

/** Rows of series of resources and edges between them, in any order. */
export const seriesDump: fc.Arbitrary<string> = fc
  .tuple(fc.array(series, { minLength: 1, maxLength: 5 }), fc.array(links, { maxLength: 4 }))
  .map(([all, joined]) => {
    const rows = [...all.flatMap(rowsOf), ...joined.flatMap((each) => linkRows(each, all))];
    return [header, 'PD,PD_1,disk,,,,', ...new Set(rows), ''].join('\n');
  });

/** Returns a dump of about `rows` rows: blocks in spaces, each space with its server and a client that maps them. */
export function largeDump(rows: number): string {
  const perSpace = 1000;
  const lines = [header];
  for (let space = 1; lines.length < rows; space += 1) {
    const [server, id] = [`PD_${String(space)}`, `BLOCK_SPACE_${String(space)}`];
    lines.push(
      `PD,${server},server_${String(space)},,,,`,
      `RESOURCE_SPACE,${id},BLOCK,,,,`,
      `,,NONE,HOLD,${server},${id},`,
    );
    for (let n = 1; n <= perSpace && lines.length < rows; n += 1) {
      const block = `BLOCK_${String(space)}_${String(n)}`;
      lines.push(`RESOURCE,${block},BLOCK,,,,`, `,,NONE,SUBSET,${block},${id},`, `,,NONE,HOLD,${server},${block},`);
      if (space > 1) lines.push(`,,NONE,MAP,${block},BLOCK_${String(space - 1)}_${String(n)},`);
    }
  }
  return [...lines, ''].join('\n');
}
