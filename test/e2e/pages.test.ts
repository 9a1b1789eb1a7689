/**
 * Pictures in Markdown, reports, and what every panel owes to VS Code. A folder without a model, in which no server may
 * run, has to come first.
 */
import { inOneWindow } from './walk.ts';
import { markdownWalk } from './walks/markdown.ts';
import { panelsWalk } from './walks/panels.ts';
import { reportsWalk } from './walks/reports.ts';

inOneWindow('Markdown, reports and panels, in one window', [markdownWalk, reportsWalk, panelsWalk]);
