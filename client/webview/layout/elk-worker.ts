/**
 * The worker that runs ELK, and the only file that imports it. In a worker, ELK's own script handles messages: `{ id,
 * cmd: 'layout', graph, … }` in, `{ id, data }` or `{ id, error }` out.
 */
import 'elkjs/lib/elk-worker.min.js';
