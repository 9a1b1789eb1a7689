/** Blocks `removed` of Terraform: resources that no other block declares any more. */
import type { Span } from '../../model/span.ts';
import { type ConfigResource, localAddress, once } from './configuration.ts';
import { argumentOf, blockIn, type HclBlock } from './hcl.ts';
import { addressIn } from './hcl-arguments.ts';

/**
 * Returns what blocks name: it is still there, and goes with the next apply, or is forgotten then. Whole modules, and
 * what is in them, are added to `missing`.
 */
export function removedIn(
  blocks: readonly { readonly block: HclBlock; readonly place: Span }[],
  resources: readonly ConfigResource[],
  missing: { readonly source: string; readonly place: Span }[],
): ConfigResource[] {
  const known = new Set(resources.map(localAddress));
  return blocks.flatMap(({ block, place }): ConfigResource[] => {
    const address = addressIn(argumentOf(block, 'from')) ?? '';
    const [type = '', name, ...rest] = address.split('.');
    if (type === 'module' || name === undefined || rest.length > 0) {
      missing.push({ source: address, place });
      return [];
    }
    if (known.has(address)) return [];
    known.add(address);
    const destroy = argumentOf(blockIn(block, 'lifecycle'), 'destroy');
    const isForgotten = destroy?.value.length === 1 && destroy.value[0]?.text === 'false';
    const plain = {
      says: [],
      repeat: once,
      isCreatedFirst: false,
      isProtected: false,
      provider: type.split('_', 1)[0] ?? '',
    };
    return [
      {
        ...plain,
        mode: 'managed',
        type,
        name,
        place,
        isForgotten,
        data: [['removed', isForgotten ? 'forgotten' : 'destroyed']],
      },
    ];
  });
}
