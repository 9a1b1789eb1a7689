/**
 * A new user's first hour, imports, help with the text, a run in the debugger, the chart of its machine, and checks. The
 * walkthrough is there only in the window that is opened for the first walk.
 */
import { inOneWindow } from './walk.ts';
import { checksWalk } from './walks/checks.ts';
import { debuggerWalk } from './walks/debugger.ts';
import { firstHourWalk } from './walks/first-hour.ts';
import { importsWalk } from './walks/imports.ts';
import { languageWalk } from './walks/language.ts';
import { machineWalk } from './walks/machine.ts';

inOneWindow('the beginning, imports, the language, the debugger, machines and checks, in one window', [
  firstHourWalk,
  importsWalk,
  languageWalk,
  debuggerWalk,
  machineWalk,
  checksWalk,
]);
