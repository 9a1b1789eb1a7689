/**
 * Loaded into a program before all else: sends it the signal `DIE_OF` before the file operation number `DIE_AT`,
 * from 1, of those that change something.
 */
import files from 'node:fs/promises';

const [at, signal] = [Number(process.env.DIE_AT), process.env.DIE_OF];
let count = 0;

/** @type {(holder: object, name: string) => void} */
function watch(holder, name) {
  const original = /** @type {(...given: unknown[]) => unknown} */ (Reflect.get(holder, name));
  Reflect.set(holder, name, function (/** @type {unknown[]} */ ...given) {
    count += 1;
    if (count === at) process.kill(process.pid, signal);
    return Reflect.apply(original, this, given);
  });
}

for (const name of ['writeFile', 'rename', 'link', 'rm', 'access']) watch(files, name);
const { open } = files;
files.open = async (...given) => {
  const handle = await open(...given);
  if (given[1] !== 'wx') return handle;
  for (const name of ['writeFile', 'chmod', 'sync', 'close']) watch(handle, name);
  return handle;
};
watch(files, 'open');
