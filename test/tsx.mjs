/**
 * Lets Node run the sources directly. The compiler project is named because the one at the root contains no files, and
 * JSX needs Preact's settings.
 */
import { join } from 'node:path';

process.env.TSX_TSCONFIG_PATH ??= join(import.meta.dirname, '../language/tsconfig.json');
await import('tsx');
