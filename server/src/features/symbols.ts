/**
 * The outline of a document: its declarations, nested.
 */
import { GrammarUtils, type AstNode } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { historyWords, stateWords } from '../../../language/src/dsl/types/state-words.ts';
import type { Span } from '../../../language/src/model/span.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';

/** The category of an outline entry, for its icon. */
export type SymbolKind =
  | ast.EntityKind
  | 'class'
  | 'machine'
  | 'state'
  | 'event'
  | 'parameter'
  | 'variable'
  | 'let'
  | 'action'
  | 'policy'
  | 'channel'
  | 'collector'
  | 'scenario'
  | 'check';

/** An entry of the outline. */
export interface OutlineEntry {
  readonly name: string;
  readonly kind: SymbolKind;
  /** A description of a few words, without the name. */
  readonly detail: string;
  readonly span: Pick<Span, 'start' | 'end'>;
  readonly nameSpan: Pick<Span, 'start' | 'end'>;
  readonly children: readonly OutlineEntry[];
}

/** Returns the declarations of a document, in text order, one per step. */
export function* documentOutline(document: ModelDocument): Generator<undefined, readonly OutlineEntry[]> {
  const outline: OutlineEntry[] = [];
  for (const declaration of document.parseResult.value.declarations) {
    outline.push(...entries(declaration));
    yield;
  }
  return outline;
}

function entries(node: AstNode): readonly OutlineEntry[] {
  switch (node.$type) {
    case 'Entity': {
      const entity = node as ast.Entity;
      return entry(entity, {
        name: entityName(entity),
        kind: entity.kind,
        detail: entityDetail(entity),
        members: entity.members,
      });
    }
    case 'Class': {
      const declaration = node as ast.Class;
      return entry(declaration, { kind: 'class', detail: classDetail(declaration), members: declaration.members });
    }
    case 'Machine': {
      const machine = node as ast.Machine;
      const detail = machine.for === undefined ? 'machine' : `machine for ${machine.for}`;
      return entry(machine, { kind: 'machine', detail, members: machine.members });
    }
    case 'State': {
      const state = node as ast.State;
      return entry(state, { kind: 'state', detail: stateWords(state), members: state.members });
    }
    case 'History': {
      const history = node as ast.History;
      return entry(history, { kind: 'state', detail: historyWords(history) });
    }
    default:
      return plainEntry(node);
  }
}

function plainEntry(node: AstNode): readonly OutlineEntry[] {
  if (ast.isEvent(node)) return entry(node, { kind: 'event', detail: 'event' });
  if (ast.isParameter(node)) return entry(node, { kind: 'parameter', detail: node.type.$cstNode?.text ?? 'parameter' });
  if (ast.isVariable(node)) return entry(node, { kind: 'variable', detail: node.type.$cstNode?.text ?? 'variable' });
  if (ast.isLet(node)) return entry(node, { kind: 'let', detail: 'let' });
  if (ast.isEntityAction(node)) return entry(node, { kind: 'action', detail: 'action' });
  if (ast.isPolicy(node)) return entry(node, { kind: 'policy', detail: 'policy' });
  if (ast.isChannel(node)) return entry(node, { kind: 'channel', detail: 'channel' });
  if (ast.isCollector(node)) return entry(node, { kind: 'collector', detail: 'collector' });
  if (ast.isScenario(node))
    return entry(node, { name: node.title, kind: 'scenario', detail: 'scenario', property: 'title' });
  if (ast.isView(node)) return entry(node, { name: node.title, kind: 'scenario', detail: 'view', property: 'title' });
  if (ast.isCheck(node)) return entry(node, { name: node.title, kind: 'check', detail: 'check', property: 'title' });
  return [];
}

interface EntryParts {
  readonly name?: string;
  readonly kind: SymbolKind;
  readonly detail: string;
  readonly members?: readonly AstNode[];
  /** The property with the name; default `name`. */
  readonly property?: 'title';
}

function entry(node: AstNode & { readonly name?: string }, parts: EntryParts): readonly OutlineEntry[] {
  const whole = node.$cstNode;
  if (whole === undefined) return [];
  const named = GrammarUtils.findNodeForProperty(whole, parts.property ?? 'name') ?? whole;
  const name = parts.name ?? node.name ?? '';
  return [
    {
      // Editors refuse entries without a name.
      name: name.trim() === '' ? '""' : name,
      kind: parts.kind,
      detail: parts.detail,
      span: whole.range,
      nameSpan: named.range,
      children: (parts.members ?? []).flatMap(entries),
    },
  ];
}

const entityName = ({ name, count }: ast.Entity): string => (count === undefined ? name : `${name}[${String(count)}]`);

function entityDetail({ kind, class: is, type, machine, modifiers }: ast.Entity): string {
  const instance = is === undefined ? '' : ` is ${is.$refText}`;
  const label = type === undefined ? '' : ` : ${type}`;
  const runs = machine === undefined ? '' : ` runs ${machine.$refText}`;
  return `${[...modifiers, kind].join(' ')}${instance}${label}${runs}`;
}

function classDetail({ for: kind, base }: ast.Class): string {
  const words = ['class', ...(kind === undefined ? [] : ['for', kind])];
  return [...words, ...(base === undefined ? [] : ['extends', base.$refText])].join(' ');
}
