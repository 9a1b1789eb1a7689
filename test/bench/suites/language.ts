/**
 * The language server, compared with the one that Langium makes of the same grammar, and with that of LikeC4 on files
 * of the same size: all over stdio, as an editor uses them.
 */
import type { Bench, Result, Suite, Table } from '../suite.ts';
import { countOf, milliseconds, resultOf } from '../tables.ts';

const names = { aftermath: 'aftermath', langium: 'plain Langium', likec4: 'LikeC4' } as const;
type Name = keyof typeof names;

export const language: Suite = {
  summary: 'typing in large files and building workspaces, over the protocol',
  contenders: {
    aftermath: async () => (await import('../language/servers.ts')).typingIn('aftermath'),
    langium: async () => (await import('../language/servers.ts')).typingIn('langium'),
    likec4: async () => (await import('../language/servers.ts')).typingIn('likec4'),
    'aftermath workspace': async () => (await import('../language/servers.ts')).buildingOf('aftermath'),
    activation: async () => (await import('../language/activation.ts')).activating,
    'langium workspace': async () => (await import('../language/servers.ts')).buildingOf('langium'),
  },
  async *run(bench) {
    for (const lines of [1000, 10_000]) yield await typing(bench, lines);
    yield await building(bench, { files: 100, lines: 1000, rounds: 3 });
    yield await building(bench, { files: 1, lines: 100_000, rounds: 1 });
    yield await longUse(bench);
    yield await activation(bench);
  },
};

async function typing(bench: Bench, lines: number): Promise<Table> {
  const only: readonly Name[] = ['aftermath', 'langium', 'likec4'];
  const rounds = 3;
  const [edits, seconds] = [60, 15];
  const results = await bench.duel({ lines, edits, seconds }, { rounds, only, patience: 600 });
  const phases = ['start', 'open', 'edit', 'edit p95', 'hover p95', 'completion p95'];
  const ours = resultOf(results.get('aftermath'));
  return {
    title: `a file of ${countOf(lines)} lines: milliseconds, medians of ${String(rounds)} turns`,
    columns: ['', ...phases, 'edits', 'MB', 'edit, ours of theirs'],
    rows: only.map((name) => {
      const result = resultOf(results.get(name));
      return [
        names[name],
        ...phases.map((phase) => milliseconds(result.times[phase] ?? NaN)),
        ...[result.facts.edits, result.facts.megabytes].map((each) => (each ?? NaN).toFixed(0)),
        ratio(ours, result, 'edit'),
      ];
    }),
    notes: [
      'An edit is a digit that is typed over; it takes until its diagnostics are there, any waiting included.',
      `A turn is of ${String(edits)} edits, or of those that fit into ${String(seconds)} s; of fewer than 20, p95 is the slowest.`,
    ],
  };
}

/** Measures a workspace after a day's worth of edits. */
async function longUse(bench: Bench): Promise<Table> {
  const name = 'aftermath workspace';
  const edits = 1000;
  const input = { files: 100, lines: 1000, edits, seconds: 600 };
  const results = await bench.duel(input, { rounds: 1, only: [name], patience: 900 });
  const { times, facts } = resultOf(results.get(name));
  return {
    title: `${countOf(edits)} edits in one of 100 files of 1,000 lines, and then none`,
    columns: ['', 'edit, ms', 'p95, ms', 'MB built', 'MB after edits', 'work in 3 s of rest, ms'],
    rows: [
      [
        names.aftermath,
        milliseconds(times.edit ?? NaN),
        milliseconds(times['edit p95'] ?? NaN),
        ...[facts.built, facts.edited, facts.idle].map((each) => (each ?? NaN).toFixed(0)),
      ],
    ],
    notes: ['Where nothing is typed, nothing runs; VS Code starts the extension only where there is a model.'],
  };
}

async function activation(bench: Bench): Promise<Table> {
  const results = await bench.duel({}, { rounds: 1, only: ['activation'] });
  const { times } = resultOf(results.get('activation'));
  return {
    title: 'the extension, until it is there: milliseconds of a processor',
    columns: ['', 'loaded', 'activated', 'then, for an open model'],
    rows: [[names.aftermath, ...[times.load, times.activate, times.client].map((time) => milliseconds(time ?? NaN))]],
    notes: ['Its own work only: VS Code is a stand-in that does nothing, and the server is another process.'],
  };
}

async function building(
  bench: Bench,
  { files, lines, rounds }: { readonly files: number; readonly lines: number; readonly rounds: number },
): Promise<Table> {
  const only = ['aftermath workspace', 'langium workspace'];
  const seconds = 300;
  const options = { rounds, only, turns: { 'langium workspace': 1 }, patience: 3 * seconds };
  const results = await bench.duel({ files, lines, edits: 20, seconds }, options);
  const ours = resultOf(results.get('aftermath workspace'));
  return {
    title: `a workspace of ${String(files)} files of ${countOf(lines)} lines`,
    columns: ['', 'build, s', 'edit, ms', 'MB built', 'MB after edits', 'build, ours of theirs'],
    rows: only.map((name) => {
      const result = resultOf(results.get(name));
      const { build = NaN, edit } = result.times;
      const isGivenUp = result.facts.isGivenUp === 1;
      return [
        names[name === 'aftermath workspace' ? 'aftermath' : 'langium'],
        `${isGivenUp ? '> ' : ''}${(build / 1000).toFixed(1)}`,
        edit === undefined ? '' : milliseconds(edit),
        ...[result.facts.built, result.facts.edited].map((each) => each?.toFixed(0) ?? ''),
        `${isGivenUp ? '< ' : ''}${ratio(ours, result, 'build')}`,
      ];
    }),
    notes: [
      'Built is a workspace when all of its files are diagnosed for the first time.',
      `The time of Aftermath is the median of its turns: ${String(rounds)}. Plain Langium has one, and is given up after ${String(seconds)} s.`,
    ],
  };
}

const ratio = (ours: Result, theirs: Result, phase: string): string =>
  ours === theirs ? '' : ((ours.times[phase] ?? NaN) / (theirs.times[phase] ?? NaN)).toFixed(3);
