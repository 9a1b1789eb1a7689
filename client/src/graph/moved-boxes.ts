/**
 * Keeps where boxes of graphs were moved by hand: beside the workspace, by document, and never in its text.
 */
import type { Memento } from 'vscode';
import { isBoxPlaces, type BoxPlace } from '../../webview/graph/messages.ts';

/** The moved boxes of a workspace. */
export interface MovedBoxes {
  /** Returns the boxes of a document, by its URI. */
  readonly of: (uri: string) => readonly BoxPlace[];
  /** Keeps the boxes of a document; none to forget it. */
  readonly keep: (uri: string, boxes: readonly BoxPlace[]) => void;
  /** Keeps the boxes of a document under its new URI. */
  readonly renamed: (from: string, to: string) => void;
}

const key = 'aftermath.graph.movedBoxes';
/** The most documents and boxes that are kept. */
const most = { documents: 200, boxes: 2000 } as const;

/** Returns the moved boxes that a storage has; anything else there is ignored. */
export function createMovedBoxes(memory: Pick<Memento, 'get' | 'update'>): MovedBoxes {
  const all = (): readonly (readonly [uri: string, boxes: readonly BoxPlace[]])[] => {
    const kept = memory.get<unknown>(key);
    if (typeof kept !== 'object' || kept === null) return [];
    return Object.entries(kept).flatMap(([uri, boxes]: [string, unknown]) =>
      isBoxPlaces(boxes) ? [[uri, boxes]] : [],
    );
  };
  const keep = (uri: string, boxes: readonly BoxPlace[]): void => {
    const others = all().filter(([other]) => other !== uri);
    const own = boxes.length === 0 ? [] : [[uri, boxes.slice(0, most.boxes)] as const];
    void memory.update(key, Object.fromEntries([...others, ...own].slice(-most.documents)));
  };
  const of = (uri: string): readonly BoxPlace[] => all().find(([each]) => each === uri)?.[1] ?? [];
  return {
    of,
    keep,
    renamed: (from, to) => {
      const boxes = of(from);
      if (boxes.length === 0) return;
      keep(from, []);
      keep(to, boxes);
    },
  };
}
