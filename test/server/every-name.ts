/**
 * A model that declares and uses every kind of name of the language, for features that start from a name.
 */
import { openInMemory, type InMemory } from './in-memory.ts';

/** Names with the same meaning are marked with the number of their group: `⟨1:name⟩`; `!` marks the declaration. */
const source = `
import "lib"
space ⟨1!:disk1⟩ : ⟨2:block⟩ { resource ⟨3!:block1⟩ }
pd ⟨4!:server⟩ { manages ⟨1:disk1⟩  holds ⟨1:disk1⟩.⟨3:block1⟩ as rw, ⟨1:disk1⟩.* }
pd app { requests ⟨4:server⟩ as ⟨2:block⟩ }
event ⟨5!:Ping⟩(n: int)
machine ⟨6!:Worker⟩ for pd {
  param ⟨7!:hold⟩: duration = 1s
  var ⟨8!:door⟩: {⟨9!:open⟩, done} = ⟨9:open⟩
  let ⟨19!:shut⟩ = ⟨8:door⟩ == done
  event ⟨20!:Inner⟩
  initial state ⟨10!:Idle⟩ { on ⟨5:Ping⟩(⟨11!:k⟩) when ⟨11:k⟩ > 1 do { ⟨8:door⟩ := ⟨9:open⟩ } -> ⟨12:Busy⟩ }
  state ⟨12!:Busy⟩ { after ⟨7:hold⟩ -> ⟨10:Idle⟩  on ⟨20:Inner⟩ when not ⟨19:shut⟩ -> ⟨10:Idle⟩ }
}
pd ⟨13!:worker⟩ runs ⟨6:Worker⟩ { ⟨7:hold⟩: 2s }
policy ⟨14!:careful⟩ { pdDepth: 1 }
channel ⟨15!:wan⟩ { delay: 1s }
collector ⟨21!:lease⟩ { period: 1s }
root object box { ⟨22!:colour⟩: "red" }
root object ⟨23!:'old box'⟩ { refers box }
object net { destroyed after box notify ⟨16!:detach⟩  action ⟨16:detach⟩(⟨17!:vm⟩) { log "gone \${⟨17:vm⟩}" } }
pd ⟨24!:pod⟩[3] { object ⟨25!:part⟩ }
class ⟨27!:Base⟩ for pd { param ⟨28!:port⟩: int = 80  pd ⟨29!:cache⟩  needs ⟨29:cache⟩  overhead: ⟨28:port⟩ }
class ⟨30!:Web⟩ extends ⟨27:Base⟩ { ⟨28:port⟩: 81 }
pd ⟨31!:site⟩ is ⟨30:Web⟩ { needs ⟨29:cache⟩ as soft }
scenario "x" {
  send ⟨5:Ping⟩(2) to ⟨13:worker⟩
  send ⟨20:Inner⟩ to ⟨13:worker⟩
  set ⟨15:wan⟩.loss = 1
  set ⟨21:lease⟩.period = 2s
  crash ⟨4:server⟩ under ⟨14:careful⟩
  expect ⟨13:worker⟩.⟨8:door⟩ == ⟨9:open⟩ and ⟨13:worker⟩ in ⟨12:Busy⟩
  expect rsi(⟨4:server⟩, app, ⟨2:block⟩) == 0
  expect box.⟨22:colour⟩ == "red" and ⟨23:'old box'⟩ alive and ⟨24:pod⟩[0].⟨25:part⟩ alive
  expect ⟨31:site⟩ is ⟨27:Base⟩ and ⟨31:site⟩.⟨28:port⟩ == 81 and ⟨31:site⟩.⟨29:cache⟩ alive
  expect all ⟨26!:q⟩ in pds: ⟨26:q⟩ alive
  for ⟨18!:p⟩ in pds { expect ⟨18:p⟩ alive }
}
check "every run" { never ⟨4:server⟩ crashed }
`;

/** An occurrence of a name. */
export interface NamePlace {
  readonly group: string;
  readonly name: string;
  readonly start: number;
}

interface Mark extends NamePlace {
  readonly isDeclaration: boolean;
}

function readMarks(): { readonly text: string; readonly marks: readonly Mark[] } {
  let text = '';
  const marks: Mark[] = [];
  for (const part of source.split(/(⟨\d+!?:[^⟩]*⟩)/)) {
    const [, group, declared, name] = /^⟨(\d+)(!?):([^⟩]*)⟩$/.exec(part) ?? [];
    if (group !== undefined && name !== undefined)
      marks.push({ group, name, start: text.length, isDeclaration: declared === '!' });
    text += name ?? part;
  }
  return { text, marks };
}

const read = readMarks();

/** The text without its marks. */
export const everyName = read.text;

/** All occurrences of names, in text order. */
export const namePlaces: readonly NamePlace[] = read.marks;

/** The numbers of the groups. */
export const nameGroups: readonly string[] = [...new Set(read.marks.map(({ group }) => group))];

/** Returns the declaration of a group's name; a type label is declared nowhere. */
export const declarationOf = (group: string): NamePlace | undefined =>
  // The action is declared after the relation that names it.
  group === '16'
    ? read.marks.findLast((mark) => mark.group === group)
    : read.marks.find((mark) => mark.group === group && mark.isDeclaration);

/** Returns the occurrences of a group's name, in text order. */
export const placesOf = (group: string): readonly NamePlace[] => namePlaces.filter((each) => each.group === group);

/** Opens the model together with the file that it imports. */
export const openEveryName = (): Promise<InMemory> => openInMemory(everyName, { 'lib.aft': 'pd far' });
