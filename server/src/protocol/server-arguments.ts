/**
 * The arguments of Node that the server is started with, where it is a process of its own.
 */

/**
 * The size of what V8 collects often. Otherwise it grows with the number of trees, to a quarter of the memory of a
 * workspace, and saves no time that could be measured. V8 reads it only when it starts.
 */
export const serverArguments: readonly string[] = ['--max-semi-space-size=16'];
