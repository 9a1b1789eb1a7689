/**
 * Writes what an importer has made: the libraries it uses, the model, and declarations that it wrote itself.
 */
import { printModel } from './printing/print-model.ts';
import type { Imported } from './import/imported.ts';

/** Returns the text of an import. */
export function printImported({ model, libraries = [], classes, declarations = [] }: Imported): string {
  const head = libraries.map((library) => `import "${library}"\n`).join('');
  const own = declarations.map(({ text }) => `${text}\n`).join('');
  return [head, printModel(model, classes), own].filter((part) => part !== '').join('\n');
}
