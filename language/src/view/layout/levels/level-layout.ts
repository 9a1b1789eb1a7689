/**
 * Lays out a nested graph level by level, the innermost first. Earlier levels are cached, so that after an edit only
 * the changed containers are laid out again.
 */
import { elkSheet, fromElk, toElk, type ElkNode } from './elk-graph.ts';
import type { LayoutGraph } from '../layout-graph.ts';
import { levelsOf, type Level } from './levels.ts';
import { joinedLevels, type PlacedLevel } from './placed-level.ts';
import type { Placement } from '../placement.ts';
import { itemAt } from '../../../model/common/lookup.ts';

/** Lays out a graph in the engine's format. */
export type AskElk = (graph: ElkNode) => Promise<ElkNode>;

/** Lays out graphs one after another; each view has its own, because of the cache. */
export interface LevelLayout {
  readonly place: (graph: LayoutGraph, ask: AskElk) => Promise<Placement>;
  /** Returns the number of levels that the engine has laid out so far, for measurements. */
  readonly asked: () => number;
}

/** The size of the cache; the least recently used levels are dropped first. */
const memory = 2000;

/** Returns a layout with an empty cache. */
export function createLevelLayout(): LevelLayout {
  const known = new Map<string, ElkNode>();
  let asked = 0;
  const answers = async (wanted: readonly ElkNode[], ask: AskElk): Promise<readonly ElkNode[]> => {
    const keys = wanted.map((level) => JSON.stringify(level));
    const news = [...new Map(wanted.map((level, at) => [itemAt(keys, at), level]))].filter(([key]) => !known.has(key));
    asked += news.length;
    const sheet = news.length === 0 ? undefined : await ask(elkSheet(news.map(([, level]) => level)));
    news.forEach(([key], at) => {
      const answer = sheet?.children?.[at];
      if (answer !== undefined) known.set(key, answer);
    });
    const found = keys.map((key) => {
      const answer = known.get(key);
      if (answer === undefined) throw new Error('The layout engine omitted a part of the graph.');
      // Reinserting keeps recently used levels longest.
      known.delete(key);
      known.set(key, answer);
      return answer;
    });
    for (const key of known.keys()) {
      if (known.size <= memory) break;
      known.delete(key);
    }
    return found;
  };
  return { asked: () => asked, place: (graph, ask) => place(graph, (wanted) => answers(wanted, ask)) };
}

async function place(
  graph: LayoutGraph,
  answers: (wanted: readonly ElkNode[]) => Promise<readonly ElkNode[]>,
): Promise<Placement> {
  const levels = levelsOf(graph);
  const placed = new Map<string | undefined, PlacedLevel>();
  for (const batch of batches(levels)) {
    const asked = batch.map(([, level]) => {
      const inner = level.members.flatMap((member, at): [number, PlacedLevel][] => {
        const found = placed.get(member.id);
        return found === undefined ? [] : [[at, found]];
      });
      return toElk(level, new Map(inner), graph.frame);
    });
    const found = await answers(asked);
    batch.forEach(([id, level], at) => {
      const answer = found[at];
      if (answer !== undefined) placed.set(id, fromElk(answer, level, graph.frame));
    });
  }
  return joinedLevels(graph, levels, placed, 'elk');
}

/** Returns batches of independent levels, the innermost first: by the height of their nesting. */
function batches(levels: ReadonlyMap<string | undefined, Level>): readonly (readonly [string | undefined, Level][])[] {
  const heights = new Map<string | undefined, number>();
  const found: [string | undefined, Level][][] = [];
  for (const [id, level] of levels) {
    const height = level.members.reduce((most, member) => Math.max(most, (heights.get(member.id) ?? -1) + 1), 0);
    heights.set(id, height);
    (found[height] ??= []).push([id, level]);
  }
  return found;
}
