/**
 * Converts findings about a model to findings of the text: at the location of the setting they are about, and with
 * their remedies written as edits.
 */
import type { ModelFinding } from '../../analysis/rules/rule.ts';
import type { Finding } from '../../model/finding.ts';
import type { Model, Sources } from '../../model/model.ts';
import type { Span } from '../../model/span.ts';
import * as ast from '../generated/ast.ts';
import { spanOf } from '../lowering/collector.ts';
import { remedyWriter } from './fixes/remedy-fixes.ts';
import type { TreeIndex } from '../names/tree-index.ts';

/** The most findings with fixes: writing edits takes time, and nobody fixes more than these one by one. */
const mostWithFixes = 500;

/** Converts findings of a file, removing the properties that only the model uses. */
export function modelFindings(
  tree: TreeIndex,
  uri: string,
  { model, sources }: { readonly model: Model; readonly sources: Sources },
  findings: readonly ModelFinding[],
): Finding[] {
  const write = remedyWriter(tree, uri, model, sources);
  let written = 0;
  return findings.map(({ remedies, setting, ...finding }) => {
    const isOwn = finding.span.uri === uri;
    const own = isOwn && written < mostWithFixes ? remedies() : [];
    if (own.length > 0) written++;
    const fixes = write(own);
    const span = setting === undefined || !isOwn ? undefined : settingSpan(tree, finding.span, setting.name);
    return { ...finding, ...(span === undefined ? {} : { span }), ...(fixes.length === 0 ? {} : { fixes }) };
  });
}

/**
 * Returns the span of a setting's value in the entity whose name is at a span; undefined if the setting is not given.
 */
function settingSpan(tree: TreeIndex, { start }: Span, name: string): Span | undefined {
  const entity = tree.all('Entity').find((each) => {
    const place = each.$cstNode === undefined ? undefined : spanOf(each, 'name').start;
    return place?.line === start.line && place.character === start.character;
  });
  const setting = entity?.members.filter(ast.isSetting).find(({ property }) => property.$refText === name);
  return setting === undefined ? undefined : spanOf(setting, 'value');
}
