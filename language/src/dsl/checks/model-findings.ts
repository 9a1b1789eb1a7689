/**
 * The findings about a model, as they are told of the text: with the place of the setting that they are
 * about, and with their remedies written as edits.
 */
import type { ModelFinding } from '../../analysis/checks/check.ts';
import type { Finding } from '../../model/finding.ts';
import type { Model, Sources } from '../../model/model.ts';
import type { Span } from '../../model/span.ts';
import * as ast from '../generated/ast.ts';
import { spanOf } from '../lowering/collector.ts';
import { remedyWriter } from './fixes/remedy-fixes.ts';
import type { TreeIndex } from '../names/tree-index.ts';

/** Writing edits takes time for each finding; who has more than these does not mend them one by one. */
const mostWithFixes = 500;

/** Returns findings of a file without what only the model knows of them. */
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
    const hasFixes = isOwn && remedies.length > 0 && written < mostWithFixes;
    if (hasFixes) written++;
    const fixes = hasFixes ? write(remedies) : [];
    const span = setting === undefined || !isOwn ? undefined : settingSpan(tree, finding.span, setting.name);
    return { ...finding, ...(span === undefined ? {} : { span }), ...(fixes.length === 0 ? {} : { fixes }) };
  });
}

/** The value of a setting of the entity whose name stands at a span; nothing where it is not given. */
function settingSpan(tree: TreeIndex, { start }: Span, name: string): Span | undefined {
  const entity = tree.all('Entity').find((each) => {
    const place = each.$cstNode === undefined ? undefined : spanOf(each, 'name').start;
    return place?.line === start.line && place.character === start.character;
  });
  const setting = entity?.members.filter(ast.isSetting).find(({ property }) => property.$refText === name);
  return setting === undefined ? undefined : spanOf(setting, 'value');
}
