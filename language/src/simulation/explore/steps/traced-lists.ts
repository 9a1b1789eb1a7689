/** The lists of a state as the kernel sees them while it is traced: each read and write is noted. */
import type { State } from '../../kernel/run.ts';
import type { CoreSlots } from '../state/core-slots.ts';
import type { SlotNotes } from './slot-notes.ts';

/** The lists of a state. */
type Lists = Pick<State, 'life' | 'lives' | 'active' | 'values'>;

/** Returns lists that read and write those of the state that `raw` returns. */
export function tracedLists(raw: () => Lists, slots: CoreSlots, notes: SlotNotes): Lists {
  const traced = <T extends object>(list: () => T, slotOf: (index: number) => number, isPart = false): T =>
    new Proxy({} as T, {
      get(_, name) {
        const place = indexOf(name);
        const all = list();
        if (place >= 0) {
          notes.read(slotOf(place));
          return Reflect.get(all, name, all) as unknown;
        }
        if (name === 'length') return Reflect.get(all, name, all) as unknown;
        // A method may read and write everything.
        notes.touchAll();
        const found: unknown = Reflect.get(all, name, all);
        return typeof found === 'function' ? (found.bind(all) as unknown) : found;
      },
      set(_, name, value) {
        const place = indexOf(name);
        if (place < 0) return false;
        if (isPart) notes.writeParts();
        else notes.write(slotOf(place));
        return Reflect.set(list(), name, value);
      },
    });
  return {
    life: traced(() => raw().life, slots.life, true),
    lives: traced(() => raw().lives, slots.life, true),
    active: traced(() => raw().active, slots.active),
    values: traced(() => raw().values, slots.variable),
  };
}

/** Returns the index that the name of a property is; -1 for any other name. */
function indexOf(name: string | symbol): number {
  if (typeof name !== 'string') return -1;
  const first = name.charCodeAt(0);
  return first >= 48 && first <= 57 ? Number(name) : -1;
}
