/** The comparison of a crash with the code of CellulOS, as text: a row for each policy. */
import type { ImplementedRow } from '../../questions/as-implemented.ts';
import type { Output } from '../input/command.ts';
import { paint } from './colours.ts';

/** Writes the comparison. */
export function writeComparedWithCode(
  output: Output,
  { file, names }: { readonly file: string; readonly names: readonly string[] },
  rows: readonly ImplementedRow[],
): void {
  output.write(
    `${paint(output, 'heading', `Crash of ${names.join(', ')}, by the rules and in the code of CellulOS`)}\n`,
  );
  output.write(`in ${file}\n`);
  for (const { policy, documented, onlyDocumented, onlyImplemented } of rows) {
    const { name, pdDepth, spaceDepth } = policy;
    output.write(`\n${name} (PD depth ${String(pdDepth)}, space depth ${String(spaceDepth)})\n`);
    output.write(`  rules: ${listed(documented)}\n`);
    const also = onlyImplemented.length > 0 ? [`also ${listed(onlyImplemented)}`] : [];
    const without = onlyDocumented.length > 0 ? [`not ${listed(onlyDocumented)}`] : [];
    const code = [...also, ...without];
    output.write(`  code:  ${code.length === 0 ? 'the same' : code.join('; ')}\n`);
  }
}

const listed = (names: readonly string[]): string => (names.length === 0 ? 'nothing else' : names.join(', '));
