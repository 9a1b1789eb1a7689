/**
 * The table of all commands, in the order of the help.
 */
import type { Command } from './input/command.ts';
import { availabilityCommand } from './commands/availability.ts';
import { check } from './commands/check.ts';
import { clusterCommand } from './commands/cluster.ts';
import { crashCommand } from './commands/crash.ts';
import { docsCommand } from './commands/docs.ts';
import { conformCommand } from './commands/conform.ts';
import { diffCommand } from './commands/diff.ts';
import { driftCommand } from './commands/drift.ts';
import { experiments } from './commands/experiments.ts';
import { exportCommand } from './commands/export.ts';
import { formatCommand } from './commands/format.ts';
import { importCommand } from './commands/import.ts';
import { matrix } from './commands/matrix.ts';
import { mergeCommand } from './commands/merge.ts';
import { mcpCommand } from './commands/mcp.ts';
import { metricsCommand } from './commands/metrics.ts';
import { planCommand } from './commands/plan.ts';
import { pointsCommand } from './commands/points.ts';
import { reportCommand } from './commands/report.ts';
import { replayCommand } from './commands/replay.ts';
import { simulate } from './commands/simulate.ts';
import { testCommand } from './commands/test.ts';
import { verify } from './commands/verify.ts';
import { whyCommand } from './commands/why.ts';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  check,
  crashCommand,
  planCommand,
  whyCommand,
  matrix,
  metricsCommand,
  pointsCommand,
  availabilityCommand,
  experiments,
  diffCommand,
  driftCommand,
  testCommand,
  simulate,
  replayCommand,
  conformCommand,
  verify,
  mergeCommand,
  clusterCommand,
  formatCommand,
  importCommand,
  exportCommand,
  reportCommand,
  docsCommand,
  mcpCommand,
];
