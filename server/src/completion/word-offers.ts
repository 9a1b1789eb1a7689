/**
 * Offers of words that are neither keywords nor declared names: type labels, rights and usages after `as`, depths, and
 * the paths of imports.
 */
import { isBody } from '../../../language/src/dsl/types/bodies.ts';
import { UriUtils } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { relationKindOf } from '../../../language/src/dsl/types/relation-kind.ts';
import { standardLibrary } from '../../../language/src/dsl/library/standard-library.ts';
import { standardScheme, visibleSymbols } from '../../../language/src/dsl/names/visible.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { LanguageServices } from '../workspace/document-trees.ts';
import type { Offer } from './offer.ts';
import type { Probed } from './probe.ts';
import { writtenName } from './written-name.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the words that fit a property that is not looked up anywhere. */
export function wordOffers({ node, property }: Probed, { shared }: LanguageServices): readonly Offer[] {
  const documents = shared.workspace.LangiumDocuments;
  const labels = () =>
    [...new Set(visibleSymbols(node, documents).flatMap(({ labels }) => [...labels]))].map((name): Offer => ({
      label: writtenName(name),
      kind: 'label',
      detail: t`type label`,
      rank: 10,
    }));
  if (property === 'type' && isBody(node)) return labels();
  if (property !== 'as') return [];
  const verb = ast.isRelated(node) ? node.kind : ast.isRelationTarget(node) ? node.$container.kind : undefined;
  switch (verb === undefined ? undefined : relationKindOf(verb)) {
    case 'holds':
      return words('right', ['r', 'w', 'rw']);
    case 'owns':
      return words('ownership', ['nonblocking']);
    case 'refers':
      return words('usage', ['in', 'out', 'inout', 'const', 'runtime', 'static', 'config', 'local']);
    case 'needs':
      return words(t`strength`, ['soft', 'start', 'call']);
    case 'requests':
      return labels();
    default:
      return [];
  }
}

/** Returns the words that a setting accepts besides values, such as `unlimited`. */
export function settingWords(reference: ast.NameReference): readonly Offer[] {
  const setting = reference.$container;
  if (!ast.isSetting(setting) || !ast.isPolicy(setting.$container)) return [];
  return setting.property.$refText.endsWith('Depth') ? words('depth', ['unlimited']) : [];
}

const words = (detail: string, list: readonly string[]): readonly Offer[] =>
  list.map((label, index) => ({ label, kind: 'enum value', detail, rank: 10 + index }));

/** Returns the files that a document can import, in quotes, without those it imports already. */
export function importOffers(document: ModelDocument, all: readonly ModelDocument[]): readonly Offer[] {
  const known = new Set(document.parseResult.value.declarations.filter(ast.isImport).map(({ path }) => path));
  const standard = [...standardLibrary.keys()].map((path) => path.slice(1).replace(/\.aft$/, ''));
  const folder = UriUtils.dirname(document.uri);
  const own = all
    .filter(({ uri }) => uri.scheme === document.uri.scheme && uri.scheme !== standardScheme)
    .filter(({ uri }) => uri.toString() !== document.uri.toString())
    .map(({ uri }) => UriUtils.relative(folder, uri).replace(/\.aft$/, ''))
    .sort();
  return [...standard, ...own]
    .filter((path) => !known.has(path))
    .map((path, index) => ({
      label: `"${path}"`,
      kind: 'file',
      detail: path.startsWith('std/') ? t`standard library` : 'file',
      rank: 10 + (index < standard.length ? 0 : 10),
    }));
}
