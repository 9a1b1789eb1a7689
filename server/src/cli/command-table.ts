/**
 * The table of all commands, in the order of the help.
 */
import type { Command } from './input/command.ts';
import { availability } from './commands/availability.ts';
import { check } from './commands/check.ts';
import { cluster } from './commands/cluster.ts';
import { crash } from './commands/crash.ts';
import { docs } from './commands/docs.ts';
import { conformCommand } from './commands/conform.ts';
import { diff } from './commands/diff.ts';
import { drift } from './commands/drift.ts';
import { experiments } from './commands/experiments.ts';
import { exportModel } from './commands/export.ts';
import { format } from './commands/format.ts';
import { importModel } from './commands/import.ts';
import { matrix } from './commands/matrix.ts';
import { merge } from './commands/merge.ts';
import { mcp } from './commands/mcp.ts';
import { metrics } from './commands/metrics.ts';
import { plan } from './commands/plan.ts';
import { points } from './commands/points.ts';
import { report } from './commands/report.ts';
import { replay } from './commands/replay.ts';
import { simulate } from './commands/simulate.ts';
import { test } from './commands/test.ts';
import { verify } from './commands/verify.ts';
import { why } from './commands/why.ts';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  check,
  crash,
  plan,
  why,
  matrix,
  metrics,
  points,
  availability,
  experiments,
  diff,
  drift,
  test,
  simulate,
  replay,
  conformCommand,
  verify,
  merge,
  cluster,
  format,
  importModel,
  exportModel,
  report,
  docs,
  mcp,
];
