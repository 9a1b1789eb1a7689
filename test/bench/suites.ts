/**
 * All suites by name. To add one, add a file in `suites/` and a line here.
 */
import type { Suite } from './suite.ts';

/** In the order in which they run. */
export const suites: Readonly<Record<string, () => Promise<Suite>>> = {
  graph: async () => (await import('./suites/graph.ts')).graph,
  simulation: async () => (await import('./suites/simulation.ts')).simulation,
  exploration: async () => (await import('./suites/exploration.ts')).exploration,
  classics: async () => (await import('./suites/classics.ts')).classics,
  language: async () => (await import('./suites/language.ts')).language,
  graphPage: async () => (await import('./suites/graph-page.ts')).graphPage,
  tracePage: async () => (await import('./suites/trace-page.ts')).tracePage,
  analysis: async () => (await import('./suites/analysis.ts')).analysis,
};
