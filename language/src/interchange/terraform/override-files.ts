/**
 * Puts blocks of override files (`override.tf`, `net_override.tf`) into the blocks that they override, as Terraform
 * does: argument by argument, and all nested blocks of a type at once, but for `lifecycle`.
 */
import { argumentOf, blockIn, type HclArgument, type HclBlock } from './hcl.ts';

/** A file of Terraform. */
export interface TfFile {
  readonly name: string;
  readonly uri: string;
  readonly text: readonly string[];
  readonly folder: string;
  readonly blocks: readonly HclBlock[];
}

/** A block with its file, and the blocks of other files that override some of it. */
export interface Placed {
  readonly file: TfFile;
  readonly block: HclBlock;
  readonly over: readonly Placed[];
}

/** Returns the blocks of the files of a module, each overridden; a block that overrides nothing counts by itself. */
export function blocksOf(files: readonly TfFile[]): readonly Placed[] {
  const [plain, overriding] = [files.filter((file) => !isOverride(file)), files.filter(isOverride)];
  const all = plain.flatMap(placedIn);
  const places = new Map(
    all
      .flatMap(({ block }, place) => (overridable.has(block.type) ? [[keyOf(block), place] as const] : []))
      .toReversed(),
  );
  const inOrder = overriding.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const over of inOrder.flatMap(placedIn)) {
    const place = places.get(keyOf(over.block));
    const known = place === undefined ? undefined : all[place];
    if (place === undefined || known === undefined) all.push(over);
    else all[place] = overridden(known, over);
  }
  return all;
}

const isOverride = ({ name }: TfFile): boolean => /(?:^|[/_])override\.(?:tf|tofu)$/.test(name);

const placedIn = (file: TfFile): Placed[] => file.blocks.map((block) => ({ file, block, over: [] }));

const overridable = new Set(['resource', 'data', 'module', 'variable', 'output']);

const keyOf = ({ type, labels }: HclBlock): string => JSON.stringify([type, ...labels]);

function overridden({ file, block, over }: Placed, by: Placed): Placed {
  return {
    file,
    block: without(block, by.block),
    over: [...over.map((each) => ({ ...each, block: without(each.block, by.block) })), by],
  };
}

/** Returns what another block leaves of a block. */
function without(block: HclBlock, by: HclBlock): HclBlock {
  return {
    ...block,
    arguments: block.arguments.filter(({ name }) => argumentOf(by, name) === undefined),
    blocks: block.blocks.flatMap((inner) => {
      const other = blockIn(by, inner.type);
      if (other === undefined) return [inner];
      return inner.type === 'lifecycle' ? [without(inner, other)] : [];
    }),
  };
}

/** Returns a block with all that overrides it. */
export function wholeBlock({ block, over }: Placed): HclBlock {
  const parts = [block, ...over.map((each) => each.block)];
  const blocks = parts.flatMap((part) => part.blocks);
  const lifecycles = blocks.filter(({ type }) => type === 'lifecycle');
  const [first] = lifecycles;
  const joined = first && { ...first, arguments: argumentsOf(lifecycles), blocks: lifecycles.flatMap((each) => each.blocks) }; // oxfmt-ignore
  return {
    ...block,
    arguments: argumentsOf(parts),
    blocks: [...(joined === undefined ? [] : [joined]), ...blocks.filter(({ type }) => type !== 'lifecycle')],
  };
}

const argumentsOf = (parts: readonly HclBlock[]): readonly HclArgument[] => parts.flatMap((part) => part.arguments);
