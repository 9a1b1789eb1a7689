/** The contents of a one-file report, made of opened models and their results. */
import { crashRows } from '../../../../language/src/analysis/crash/crash-matrix.ts';
import { defaultPolicyOf } from '../../../../language/src/analysis/facts/policies.ts';
import type { Result } from '../../../../language/src/analysis/compare/change.ts';
import { entityKinds } from '../../../../language/src/model/entity-kind.ts';
import { itemAt } from '../../../../language/src/model/common/lookup.ts';
import { entityName } from '../../../../language/src/model/model.ts';
import type { Book, BookCrash, BookModel, BookResult } from '../../protocol/book.ts';
import type { Results } from '../../questions/compare-opened.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';
import { version } from '../text/version.ts';

/** A model with the results of its scenarios and checks. */
export interface BookSource {
  readonly opened: OpenedModel;
  readonly results: Results;
}

/** The most crashes in the overview. */
const mostCrashes = 10;

/** Returns the contents; the title is by default the name of the first model. The places of files outside their common folder are not told. */
export function makeBook(sources: readonly BookSource[], title: string | undefined): Book {
  const uris = [...new Set(sources.flatMap(({ opened }) => opened.readFiles))];
  const folder = commonFolder(uris);
  const moved = (uri: string): string => (uri.startsWith(folder) ? `file:///${uri.slice(folder.length)}` : uri);
  const texts = uris.flatMap((uri) => {
    const text = sources.map(({ opened }) => opened.textOf(uri)).find((each) => each !== undefined);
    return text === undefined ? [] : [{ uri: moved(uri), name: decodeURIComponent(uri.slice(folder.length)), text }];
  });
  const models = sources.map((source) => bookModel(source, moved));
  return { title: title ?? models[0]?.name ?? 'Aftermath', version, models, texts };
}

function bookModel({ opened, results }: BookSource, moved: (uri: string) => string): BookModel {
  const { model, findings, uri } = opened;
  const counts = entityKinds.flatMap((kind) => {
    const count = model.entities.filter((entity) => entity.kind === kind && !entity.absent).length;
    return count === 0 ? [] : [{ kind, count }];
  });
  return {
    name: decodeURIComponent(moved(uri).replace(/^file:\/\/\//u, '')),
    uri: moved(uri),
    counts,
    crashes: worstCrashes(opened),
    findings: findings.map(({ severity, code, message, span }) => ({
      ...{ severity, code, message },
      uri: moved(span.uri),
      line: span.start.line,
    })),
    scenarios: model.scenarios.map(({ title }) => resultOf(title, results.scenario)),
    checks: model.checks.map(({ title }) => resultOf(title, results.check)),
  };
}

const resultOf = (title: string, results: ReadonlyMap<string, Result>): BookResult => ({
  title,
  result: results.get(title) ?? 'undecided',
});

function worstCrashes({ model }: OpenedModel): BookCrash[] {
  const crashes: BookCrash[] = [];
  for (const { entity: pd, cells } of crashRows(model, { policies: [defaultPolicyOf(model)] })) {
    const [cell] = cells;
    if (cell === undefined) continue;
    // The one that crashes is destroyed in any case.
    const { destroyed, broken, degraded } = cell.counts;
    if (destroyed > 1 || broken + degraded > 0)
      crashes.push({ name: entityName(model, pd), destroyed, broken, degraded });
  }
  const weight = ({ destroyed, broken, degraded }: BookCrash): readonly number[] => [
    destroyed + broken,
    destroyed,
    degraded,
  ];
  return crashes
    .sort((one, other) => {
      const [a, b] = [weight(one), weight(other)];
      return a.map((each, index) => itemAt(b, index) - each).find((difference) => difference !== 0) ?? 0;
    })
    .slice(0, mostCrashes);
}

/** Returns the longest folder that all URIs begin with. */
function commonFolder(uris: readonly string[]): string {
  const [first = ''] = uris;
  let folder = first.slice(0, first.lastIndexOf('/') + 1);
  while (folder !== '' && !uris.every((uri) => uri.startsWith(folder)))
    folder = folder.slice(0, folder.slice(0, -1).lastIndexOf('/') + 1);
  return folder;
}
