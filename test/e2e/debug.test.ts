/**
 * A run in the debugger, the chart of its machine, and checks.
 */
import { inOneWindow } from './walk.ts';
import { checksWalk } from './walks/checks.ts';
import { debuggerWalk } from './walks/debugger.ts';
import { machineWalk } from './walks/machine.ts';

inOneWindow('the debugger, machines and checks, in one window', [debuggerWalk, machineWalk, checksWalk]);
