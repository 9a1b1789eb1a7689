/**
 * The language server as a program: communicates over the channel that its arguments name (`--stdio`, `--node-ipc`, …).
 */
import { setFlagsFromString } from 'node:v8';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { fittingMessages } from './lsp/fitting-messages.ts';
import { startServer } from './lsp/server.ts';
import { programParts } from './program-parts.ts';

// The trees of a workspace stay; V8 would let the heap grow to more than twice their size before it collects.
setFlagsFromString('--heap-growing-percent=40');

const connection = createConnection(ProposedFeatures.all, { messageStrategy: fittingMessages });

startServer(connection, programParts(connection, process.argv[1]));
