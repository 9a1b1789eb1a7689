/**
 * `npm run fuzz [-- CHANGES [SEED]]`: 50,000 random changes, or as many as are asked for, with a new seed in
 * each run. A failure ends it with the seed, the text and what went wrong.
 */
import { fuzz } from './fuzzing.ts';

const [changes = '50000', given] = process.argv.slice(2);
const round = 1000;
const first = given === undefined ? Date.now() % 2 ** 31 : Number(given);
for (let done = 0; done < Number(changes); done += round) {
  const seed = first + done / round;
  fuzz(Math.min(round, Number(changes) - done), seed);
  process.stdout.write(`${String(Math.min(done + round, Number(changes)))} changes, seed ${String(seed)}\n`);
}
