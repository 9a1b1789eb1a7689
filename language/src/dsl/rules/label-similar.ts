/**
 * Finds type labels that are one letter off a class or another label, as a slip of the finger is; and the name of a class
 * as a label of what is not of it, as others write instances.
 */
import type { AstNode } from 'langium';
import { append } from '../../model/common/append.ts';
import type { TextEdit } from '../../model/finding.ts';
import { required } from '../../model/common/lookup.ts';
import * as ast from '../generated/ast.ts';
import { isBuiltIn } from '../types/built-ins.ts';
import { editDistance } from '../syntax/messages/nearest-name.ts';
import { oncePerState } from '../names/declaration-state.ts';
import { nodesOf, type TreeIndex } from '../names/tree-index.ts';
import { keywordsOf } from '../syntax/tree/places.ts';
import { printName } from '../syntax/lexing/print-name.ts';
import { kindOf } from '../types/bodies.ts';
import type { LanguageFault, LanguageRule, NodeOrProperty } from './rule.ts';
import { placeOf, replaceNode, replacePiece } from './fixes/edits.ts';
import { t } from '../../model/common/translation.ts';

/** Shorter words differ in one letter too easily. */
const shortest = 4;

/**
 * Reports labels that are one letter off a class or another label of the file, the rarer of two labels; and those of
 * entities without a class that are the name of one.
 */
export const labelSimilar: LanguageRule = {
  code: 'label/similar',
  looksAt: 'file',
  certainty: 'file',
  run(tree, report) {
    for (const entity of tree.all('Entity')) {
      if (namesClass(entity.type, entity, tree)) report(asClass(entity, entity.type));
    }
    const places = placesOf(tree);
    const classes = new Set(tree.all('Class').map(({ name }) => name));
    // The label of a class's instances may be its name in another case.
    const named = new Set([...classes].map((name) => name.toLowerCase()));
    const isMeant = (other: string, label: string): boolean => classes.has(other) || strength(other) > strength(label);
    const order = new Map([...places.keys()].map((label, index) => [label, index]));
    // Of two that occur equally often, the first counts.
    const strength = (label: string): number =>
      (places.get(label)?.length ?? 0) - required(order.get(label)) / order.size;
    for (const [label, all] of places) {
      if (named.has(label.toLowerCase())) continue;
      const meant = [...new Set([...classes, ...places.keys()])].find(
        (other) => isOneLetterOff(label, other) && isMeant(other, label),
      );
      const [first] = all;
      if (meant === undefined || first === undefined) continue;
      report({
        ...first,
        message: t`The label "${label}" is one letter off the ${classes.has(meant) ? t`class` : t`label`} "${meant}". If the same is meant, write "${meant}".`,
        fixes: [
          {
            title: t`Write "${meant}"`,
            edits: all.map(({ node, property }) =>
              ast.isEntity(node) && namesClass(meant, node, tree)
                ? instanceEdit(node, meant)
                : replaceNode(node, meant, property),
            ),
          },
        ],
      });
    }
  },
};

/** Returns true if a label is the name of a class of the file, which an entity without a class could be of. */
const namesClass = (label: string | undefined, entity: ast.Entity, tree: TreeIndex): label is string =>
  entity.class === undefined && tree.all('Class').some((each) => each.name === label && kindOf(each) === entity.kind);

function asClass(entity: ast.Entity, name: string): LanguageFault {
  const written = `is ${printName(name)}`;
  return {
    node: entity,
    property: 'type',
    message: t`"${name}" is only a label here, so "${entity.name}" has nothing of the class. An instance is declared by "is": ${`${entity.kind} ${printName(entity.name)} ${written}`}.`,
    fixes: [{ title: t`Write "${written}"`, edits: [instanceEdit(entity, name)] }],
  };
}

/** Returns the edit that makes an entity with a label an instance of a class. */
function instanceEdit(entity: ast.Entity, name: string): TextEdit {
  const { offset, end } = placeOf(entity, 'type');
  const [colon] = keywordsOf(entity, ':');
  return replacePiece(entity, { start: colon?.offset ?? offset, end }, `is ${printName(name)}`);
}

/** Returns the places of each label: where an entity or class carries it, and where a value is compared with it. */
function placesOf({ document }: TreeIndex): ReadonlyMap<string, readonly NodeOrProperty[]> {
  const places = new Map<string, NodeOrProperty[]>();
  const all = document.declarations.flatMap(labelsIn);
  for (const wanted of ['Entity', 'Class', 'NameReference'])
    for (const { label, node, property } of all) if (node.$type === wanted) append(places, label, { node, property });
  return places;
}

type LabelPlace = Required<NodeOrProperty> & { readonly label: string };

const noLabels: readonly LabelPlace[] = [];

/** Returns the places of labels in one declaration. */
const labelsIn = oncePerState((declaration): readonly LabelPlace[] => {
  const places = nodesOf(declaration).flatMap((node): readonly LabelPlace[] => {
    if (ast.isEntity(node) || ast.isClass(node))
      return node.type === undefined ? [] : [{ node, property: 'type', label: node.type }];
    const target = ast.isNameReference(node) && isTyped(node) ? node.target.ref : undefined;
    const isLabel = target !== undefined && isBuiltIn(target) && target.group === 'label';
    return isLabel ? [{ node, property: 'target', label: target.name }] : [];
  });
  return places.length === 0 ? noLabels : places;
});

/** Returns true if a word is compared with the type of an entity. */
function isTyped({ $container: around }: ast.NameReference): boolean {
  if (!ast.isBinary(around)) return false;
  const isType = (side: AstNode): boolean => ast.isMemberAccess(side) && side.member.$refText === 'type';
  return isType(around.left) || isType(around.right);
}

/** Returns true if one letter was added, left out, replaced or swapped; another case or digit is meant so. */
function isOneLetterOff(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < shortest || Math.abs(a.length - b.length) > 1) return false;
  const [first, second] = [a.toLowerCase(), b.toLowerCase()];
  if (first === second || withoutDigits(first) === withoutDigits(second)) return false;
  return editDistance(first, second) === 1;
}

const withoutDigits = (word: string): string => word.replaceAll(/\d/g, '');
