/** The server, as a process of its own, under random changes and requests. */
import { runs, tried } from '../properties.ts';
import { fuzzOverStdio } from './stdio-fuzzing.ts';

describe('random changes over stdio', () => {
  it('leave the answers of a server that is given the text now', async () => {
    const { edits, comparisons, requests, longest } = await fuzzOverStdio(runs(40, 51_000));
    tried('edits', edits);
    tried('comparisons', comparisons);
    tried('requests', requests);
    tried(`ms for ${longest.method}`, longest.ms);
  });
});
