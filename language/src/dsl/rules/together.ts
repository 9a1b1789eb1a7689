/**
 * Joins findings of one kind about imported declarations: a generated file has the same remark dozens of times, and
 * nobody mends it line by line. Errors stay apart.
 */
import { append } from '../../model/common/append.ts';
import type { Finding } from '../../model/finding.ts';
import type { Model, Sources } from '../../model/model.ts';
import { t } from '../../model/common/translation.ts';

/** From so many findings on, those of one code become one. */
const least = 10;

/**
 * Returns the findings of a file with many of one code about imported lines joined: the first of them stands for all,
 * and the others are its related places, in order.
 */
export function together(findings: readonly Finding[], model: Model, sources: Sources): readonly Finding[] {
  const lines = importedLines(model, sources);
  const byCode = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.severity === 'error' || !lines.has(lineOf(finding.span))) continue;
    append(byCode, finding.code, finding);
  }
  const joined = new Map<Finding, Finding | undefined>();
  for (const group of byCode.values()) {
    const [first, ...others] = group;
    if (first === undefined || group.length < least) continue;
    const message = t`${first.message} So it is in ${String(others.length)} more places.`;
    const places = others.map(({ message: other, span }) => ({ message: other, span }));
    joined.set(first, { ...first, message, related: [...first.related, ...places] });
    for (const other of others) joined.set(other, undefined);
  }
  if (joined.size === 0) return findings;
  return findings.flatMap((finding) => {
    const instead = joined.has(finding) ? joined.get(finding) : finding;
    return instead === undefined ? [] : [instead];
  });
}

type Place = Finding['span'];

const lineOf = ({ uri, start }: Place): string => `${uri} ${String(start.line)}`;

/** Returns the lines on which something imported is declared. */
function importedLines({ entities, relations }: Model, sources: Sources): ReadonlySet<string> {
  const lines = new Set<string>();
  const add = (all: readonly { readonly origin?: object }[], spans: readonly Place[]): void => {
    for (let id = 0; id < all.length; id++) {
      const span = all[id]?.origin && spans[id];
      if (span !== undefined) lines.add(lineOf(span));
    }
  };
  add(entities, sources.entities);
  add(relations, sources.relations);
  return lines;
}
