/**
 * Writes a model as a Mermaid flowchart, for pages that render Mermaid: what contains others is a
 * subgraph, the kinds are told apart by shape, the relations by line and label.
 */
import type { EntityId, EntityKind } from '../model/entity-kind.ts';
import type { Model } from '../model/model.ts';
import type { Relation, RelationKind } from '../model/relation.ts';
import { drawingOf, type DrawingLine } from './drawing-lines.ts';
import type { Exported } from './exported.ts';

/** What stands before and behind the label of a node. */
const brackets: Readonly<Record<EntityKind, readonly [open: string, close: string]>> = {
  pd: ['([', '])'],
  space: ['[(', ')]'],
  resource: ['[', ']'],
  object: ['(', ')'],
  node: ['[[', ']]'],
  region: ['{{', '}}'],
};

const arrows: Readonly<Record<RelationKind, string>> = {
  holds: '-->',
  manages: '==>',
  requests: '-.->',
  maps: '-.->',
  owns: '--o',
  refers: '-.->',
  'destroyed after': '-.-x',
  'dies with': '==x',
  needs: '==>',
  contains: '--o',
  feeds: '-->',
};

/** Returns the flowchart. Ids are `e<number>` in order of declaration. Mermaid itself refuses very large texts. */
export function exportMermaid(model: Model): Exported {
  const lines = drawingOf(model).map((line) => `${'  '.repeat(line.depth + 1)}${entityLine(line)}`);
  const edges = model.relations.filter(({ nested }) => !nested).map((relation) => `  ${edgeLine(relation)}`);
  return { text: ['flowchart LR', ...lines, ...edges, ''].join('\n'), leftOut: [] };
}

function entityLine({ is, entity, label }: DrawingLine): string {
  switch (is) {
    case 'open':
      return `subgraph g${String(entity.id)}[${quote(label)}]`;
    case 'close':
      return 'end';
    case 'entity': {
      const [open, close] = brackets[entity.kind];
      const text = entity.type === undefined ? label : `${label} : ${entity.type}`;
      return `${nodeId(entity.id)}${open}${quote(text)}${close}`;
    }
  }
}

function edgeLine({ source, target, kind, as }: Relation): string {
  const label = as === undefined ? kind : `${kind} as ${as}`;
  return `${nodeId(source)} ${arrows[kind]}|${quote(label)}| ${nodeId(target)}`;
}

const nodeId = (id: EntityId): string => `e${String(id)}`;

/** A text in double quotes, with Mermaid's entity codes for the characters that mean something to it. */
const quote = (text: string): string =>
  `"${text.replace(/[#"<>&`\\]/g, (character) => `#${String(character.charCodeAt(0))};`).replace(/[\r\n]+/g, ' ')}"`;
