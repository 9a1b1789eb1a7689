/**
 * Names from files that a document does not import yet, offered wherever one of them may be used: choosing one adds the
 * import. Needs at least one typed letter, and omits files whose import would form a cycle.
 */
import type { ReferenceInfo } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { documentationOf } from '../../../language/src/dsl/lowering/documentation.ts';
import { symbolsOf, type Symbols } from '../../../language/src/dsl/types/symbols.ts';
import { importedUri, standardScheme } from '../../../language/src/dsl/names/visible.ts';
import type { LanguageServices } from '../workspace/document-trees.ts';
import { fitsTyped } from '../workspace/fits-typed.ts';
import { documentationLines, joinLines } from '../hover/markdown.ts';
import { importPath } from '../workspace/imports.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { offerOf } from './name-offers.ts';
import type { Offer } from './offer.ts';
import { standardFiles } from './standard-files.ts';
import { wantedOf } from './wanted.ts';

/** The most names offered from other files; typing more letters reaches the others. */
const mostOffers = 100;

/** The document, and the other files to search. */
export interface Elsewhere {
  readonly document: ModelDocument;
  readonly all: readonly ModelDocument[];
  readonly services: LanguageServices;
  /** The name typed so far. */
  readonly typed: string;
}

/** Returns the names from files that are not imported; those of the user's own files first. */
export function offersToImport(info: ReferenceInfo, elsewhere: Elsewhere): readonly Offer[] {
  const { document, typed } = elsewhere;
  if (typed === '') return [];
  const own = document.uri.toString();
  const offers: Offer[] = [];
  for (const file of filesToImport(elsewhere)) {
    const path = importPath(own, file.uri.toString());
    const isStandard = file.uri.scheme === standardScheme;
    for (const [name, node] of namesFor(info, symbolsOf(file.parseResult.value))) {
      if (node === undefined || !fitsTyped(name, typed)) continue;
      const offer = offerOf(name, node, info);
      if (offer === undefined) continue;
      const words = isStandard ? joinLines(documentationLines(documentationOf(node))) : '';
      const detail = `${offer.detail ?? ''} from "${path}"`.trim();
      const documented = words === '' ? {} : { documentation: words };
      offers.push({ ...offer, ...documented, detail, importPath: path, rank: offer.rank + 100 });
      if (offers.length >= mostOffers) return offers;
    }
  }
  return offers;
}

/** Returns the files that are not imported and do not import the document themselves. */
function filesToImport({ document, all, services }: Elsewhere): readonly ModelDocument[] {
  const visible = new Set(urisImportedBy(document));
  const own = document.uri.toString();
  const leadsHere = new Set([own]);
  for (let size = 0; size < leadsHere.size;) {
    size = leadsHere.size;
    for (const file of all)
      if (urisImportedBy(file).some((uri) => leadsHere.has(uri))) leadsHere.add(file.uri.toString());
  }
  const files = all.filter(({ uri }) => uri.scheme === document.uri.scheme && uri.scheme !== standardScheme);
  return [...files, ...standardFiles(services)].filter(
    ({ uri }) => !visible.has(uri.toString()) && !leadsHere.has(uri.toString()),
  );
}

const urisImportedBy = (document: ModelDocument): readonly string[] =>
  symbolsOf(document.parseResult.value).imports.map(({ path }) => importedUri(path, document.uri).toString());

/** Returns the names of the kind that a reference could mean. */
function namesFor(
  { container, property }: ReferenceInfo,
  symbols: Symbols,
): readonly (readonly [string, ast.Named | ast.Class | undefined])[] {
  const firstOf = <T extends ast.Named | ast.Class>(map: ReadonlyMap<string, readonly T[]>) =>
    [...map].map(([name, [node]]) => [name, node] as const);
  if (property === 'machine') return firstOf(symbols.machines);
  if (property === 'class' || property === 'base') return firstOf(symbols.classes);
  if (property === 'event') return firstOf(symbols.events);
  // The words of an enumeration and labels are nobody's declarations.
  return ast.isNameReference(container) &&
    !container.isCall &&
    !['enum', 'label'].includes(wantedOf(container).type.kind)
    ? [...firstOf(symbols.entities), ...firstOf(symbols.policies)]
    : [];
}
