/**
 * Lets Node run the sources as they are. The compiler project is named because that at the root holds no files
 * itself, and whoever writes elements of Preact needs to be told so.
 */
import { join } from 'node:path';

process.env.TSX_TSCONFIG_PATH ??= join(import.meta.dirname, '../language/tsconfig.json');
await import('tsx');
