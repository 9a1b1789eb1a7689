/** The layout engine of drawings, in a host that can load it from a file. */
import type { LayOut } from './drawn-model.ts';

/** Lays out by the large engine, which only drawings load. */
export const layOutLater: LayOut = async (graph) => {
  const { elkLayout } = await import('./elk-layout.ts');
  return elkLayout(graph);
};
