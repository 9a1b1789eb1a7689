/**
 * Has Node keep what it compiles of a program, in its own folder among the temporary files, so that the next start
 * need not compile it again. What `NODE_COMPILE_CACHE` and `NODE_DISABLE_COMPILE_CACHE` say goes.
 */
import * as nodeModule from 'node:module';

/** Holds for what is loaded from now on. A Node from before 22.1, and one that may not write there, does without. */
export function keepCompiled(node: Partial<Pick<typeof nodeModule, 'enableCompileCache'>> = nodeModule): void {
  node.enableCompileCache?.();
}
