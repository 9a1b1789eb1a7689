/**
 * `Object.groupBy` for Node 20, which lacks it and which the parser library calls. The build puts it before all other
 * code of the command line and the language server.
 */

/**
 * @param {Iterable<unknown>} items
 * @param {(item: unknown, index: number) => PropertyKey} keyOf
 */
function groupBy(items, keyOf) {
  /** @type {Record<PropertyKey, unknown[]>} */
  const groups = Object.create(null);
  let index = 0;
  for (const item of items) (groups[keyOf(item, index++)] ??= []).push(item);
  return groups;
}

if (!('groupBy' in Object))
  Object.defineProperty(Object, 'groupBy', { value: groupBy, writable: true, configurable: true });
