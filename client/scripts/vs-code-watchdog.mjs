/**
 * Stands in place of the module `@vscode/native-watchdog` of the VS Code server, which would have to be compiled on each
 * machine. That ends an extension host that hangs after its server has ended; here, whoever starts the server ends all
 * its processes.
 */

/** Does nothing. */
export function start() {
  return undefined;
}
