/**
 * Converts findings about a model to findings of the text: at the location of the setting they are about, and with
 * their remedies written as edits.
 */
import type { ModelFinding } from '../../analysis/rules/rule.ts';
import type { Finding } from '../../model/finding.ts';
import type { Model, Sources } from '../../model/model.ts';
import type { Span } from '../../model/span.ts';
import { AstUtils } from 'langium';
import * as ast from '../generated/ast.ts';
import { spanOf } from '../lowering/collector.ts';
import { startOf } from '../syntax/tree/places.ts';
import { parametersOf, settingsOf } from '../types/bodies.ts';
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
 * Returns the span of the value that gives a setting to the entity whose name is at a span: the one in its body, that
 * of a parameter which its class reads for it, or else the one in the class. Undefined if none is in its file.
 */
function settingSpan(tree: TreeIndex, { start }: Span, name: string): Span | undefined {
  const entity = tree.all('Entity').find((each) => {
    const place = startOf(each) === undefined ? undefined : spanOf(each, 'name').start;
    return place?.line === start.line && place.character === start.character;
  });
  const given = entity === undefined ? undefined : givenBy(entity, name, new Set());
  if (entity === undefined || given === undefined || AstUtils.findRootNode(given) !== AstUtils.findRootNode(entity))
    return undefined;
  return spanOf(given, 'value');
}

/** Returns what gives an entity the value of a name; of several, what is in its own body. */
function givenBy(entity: ast.Entity, name: string, seen: Set<string>): ast.Setting | ast.Parameter | undefined {
  if (seen.has(name)) return undefined;
  seen.add(name);
  const isNamed = ({ property }: ast.Setting): boolean => property.$refText === name;
  const said = settingsOf(entity).find(isNamed) ?? parametersOf(entity).find((each) => each.name === name);
  if (said?.value === undefined || said.$container === entity) return said;
  const read = [...AstUtils.streamAst(said.value)].filter(ast.isNameReference);
  const givers = read.flatMap(({ target }) => givenBy(entity, target.$refText, seen) ?? []);
  return givers.find(({ $container }) => $container === entity) ?? givers[0] ?? said;
}
