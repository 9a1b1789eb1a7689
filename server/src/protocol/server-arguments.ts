/**
 * The arguments of Node that the server is started with, where it is a process of its own.
 */

/**
 * The size of what V8 collects often: otherwise it grows with the number of trees, to a quarter of the memory of a
 * workspace, and saves no time that could be measured. And the size below which V8 collects nothing else, because a
 * collection for each few megabytes that a workspace grows by takes a tenth of the time and more. V8 reads them only
 * when it starts.
 */
export const serverArguments: readonly string[] = ['--max-semi-space-size=16', '--initial-old-space-size=192'];
