/**
 * Lines in words: their labels, and as sentences.
 */
import { itemAt } from '../model/common/lookup.ts';
import type { LineKind } from '../model/drawn-kinds.ts';
import { shortened } from './shortened.ts';
import type { GraphEdge, GraphQuorum, LineChange, LineReason } from './graph-edge.ts';
import { t } from '../model/common/translation.ts';

/** Of a region, the hull says what it contains. */
const shortKinds: Partial<Record<LineKind, string>> = { 'destroyed after': 'after', names: '', contains: '' };

/** The most names of messages in a label; the others are counted. */
const mostNames = 2;
const mostLetters = 20;

/** Returns the first names of a list: `Save`, `Probe, Request`, `Resume +4`. */
function firstNames(list: string): string {
  const names = list.split(', ').map((name) => shortened(name, mostLetters));
  if (names.length <= mostNames) return names.join(', ');
  return `${itemAt(names, 0)} +${(names.length - 1).toString()}`;
}

/** The properties of a line that its label says. */
type LabelWords = Pick<GraphEdge, 'kind' | 'as' | 'reply' | 'count' | 'quorum' | 'gateOf' | 'besides' | 'change'>;

/** The most other relations that the label of a line names; more are counted. */
const mostBesides = 1;

/**
 * Returns the label of an edge in a few words: `holds rw`, `after`, `sends Save`, `manages, holds × 3`, `manages +2`;
 * none after a gate.
 */
export function edgeLabel(edge: LabelWords): string {
  const { besides = [] } = edge;
  return besides.length <= mostBesides
    ? edgeLabelInFull(edge)
    : `${edgeLabelInFull({ ...edge, besides: [] })} +${besides.length.toString()}`;
}

/** Returns the label of an edge with all its relations: `manages, holds × 3, requests`; none after a gate. */
export function edgeLabelInFull(edge: LabelWords): string {
  if (edge.gateOf !== undefined) return '';
  const count = edge.count === undefined ? '' : ` × ${edge.count.toString()}`;
  const number = edge.quorum === undefined ? '' : quorumWords(edge.quorum);
  const [as, reply] = messageWords(edge.as ?? '', edge.reply);
  const words = [shortKinds[edge.kind] ?? edge.kind, number, as, reply];
  const own = words.filter((word) => word !== '').join(' ') + (edge.quorum === undefined ? count : '');
  return changeSign(edge) + [own, ...(edge.besides ?? [])].join(', ');
}

/** The most characters of what is sent both ways. */
const mostBothWays = 24;

/** Returns what a line carries, and what is sent back; numbers where names would make the label wider than its boxes. */
function messageWords(as: string, reply: string | undefined): readonly [string, string] {
  if (reply === undefined) return [firstNames(as), ''];
  const [there, back] = [firstNames(as), firstNames(reply)];
  if (there.length + back.length <= mostBothWays) return [there, `/ ${back}`];
  return [numberOfEvents(as), `/ ${numberOfEvents(reply)}`];
}

function numberOfEvents(list: string): string {
  const count = list.split(', ').length;
  return count === 1 ? shortened(list, mostLetters) : t`${count.toString()} events`;
}

const changeSigns: Readonly<Record<LineChange, string>> = { added: '+ ', removed: '− ', changed: '± ' };

const changeSign = ({ change }: Pick<GraphEdge, 'change'>): string => (change === undefined ? '' : changeSigns[change]);

/** Returns the number of a need in words: `2 of 3`. */
export const quorumWords = ({ least, of }: GraphQuorum): string => t`${least.toString()} of ${of.toString()}`;

interface LineWords extends Pick<GraphEdge, 'kind' | 'source' | 'target'> {
  readonly as?: string | undefined;
  readonly notify?: string | undefined;
  readonly reply?: string | undefined;
  readonly quorum?: GraphQuorum | undefined;
  readonly gate?: string | undefined;
  readonly gateOf?: string | undefined;
}

/** Returns a relation as a sentence of the language: `app holds disk.b1 as rw`. */
export function relationWords({ kind, source, target, as, notify }: LineWords): string {
  const strength = as === undefined ? '' : ` as ${as}`;
  return `${source} ${kind} ${target}${strength}${notify === undefined ? '' : ` notify ${notify}`}`;
}

/** Returns a line as a sentence: `app holds disk.b1 as rw`, `main sends Put to q`, `a names b as boss`. */
export function edgeWords(edge: LineWords): string {
  const { kind, source, target, as = '', quorum } = edge;
  switch (kind) {
    case 'sends':
      return t`${source} sends ${as} to ${target}${edge.reply === undefined ? '' : t`, which sends ${edge.reply}`}`;
    case 'channel':
      return t`channel ${as} between ${source} and ${target}`;
    case 'names':
      return t`${source} names ${target} as ${as}`;
    default:
      return (
        relationWords({ ...edge, source: edge.gateOf ?? source, target: edge.gate ?? target }) +
        (quorum === undefined ? '' : ` (${quorumWords(quorum)})`)
      );
  }
}

/** Returns the pieces of text for which a line is drawn; at least one. */
export const reasonsOf = (edge: GraphEdge): readonly LineReason[] =>
  edge.because ?? [{ text: edgeWords(edge), span: edge.span }];
