/** A model that uses the names of properties of every JavaScript object, wherever a name is legal. */

/** The names of properties that every JavaScript object has. */
export const names = Object.getOwnPropertyNames(Object.prototype).sort();

/** Every kind of name, each by its number; numbers that differ by less than there are names stay different. */
const model = `
event ⟨0⟩(⟨1⟩: int)
machine ⟨1⟩ for pd {
  param ⟨2⟩: duration = 1s
  var ⟨3⟩: 0..3 = 0
  var ⟨9⟩: {⟨10⟩, ⟨11⟩} = ⟨10⟩
  let ⟨4⟩ = ⟨3⟩ == 1
  event ⟨5⟩
  initial state ⟨6⟩ { on ⟨0⟩(⟨8⟩) when ⟨8⟩ > 0 do { ⟨3⟩ := 1  ⟨9⟩ := ⟨11⟩ } -> ⟨7⟩ }
  state ⟨7⟩ { initial state ⟨10⟩  after ⟨2⟩ -> ⟨6⟩  on ⟨5⟩ when not ⟨4⟩ -> ⟨6⟩ }
}
policy ⟨2⟩ { pdDepth: 1 }
channel ⟨3⟩ { delay: 1s }
space ⟨4⟩ : ⟨5⟩ { resource ⟨6⟩  resource ⟨7⟩ }
pd ⟨6⟩ { manages ⟨4⟩  holds ⟨4⟩.⟨6⟩ }
pd ⟨7⟩ runs ⟨1⟩ { requests ⟨6⟩ as ⟨5⟩  holds ⟨4⟩.⟨7⟩  ⟨2⟩: 2s }
root object ⟨8⟩ {
  ⟨9⟩: "⟨10⟩"
  refers ⟨10⟩
  destroyed after ⟨10⟩ notify ⟨11⟩
  action ⟨11⟩(⟨0⟩) { log "gone" }
}
node ⟨9⟩ : ⟨0⟩ { pd ⟨1⟩ : ⟨3⟩ { refers ⟨8⟩ } }
region ⟨2⟩ : ⟨8⟩ { contains ⟨6⟩ }
object ⟨10⟩ { object ⟨10⟩ }
pd ⟨11⟩[2] { object ⟨11⟩ }
scenario "⟨0⟩" {
  send ⟨0⟩(1) to ⟨7⟩
  set ⟨3⟩.loss = 0
  run 1s
  expect ⟨7⟩.⟨3⟩ == 1 and ⟨7⟩ in ⟨7⟩ and ⟨7⟩.⟨9⟩ == ⟨11⟩
  expect ⟨8⟩.⟨9⟩ == "⟨10⟩"
  crash ⟨6⟩ under ⟨2⟩
  expect all ⟨4⟩ in nodes: ⟨4⟩ alive
  for ⟨1⟩ in pds { expect ⟨1⟩ alive or not (⟨1⟩ alive) }
}
check "⟨1⟩" { may send ⟨5⟩ to ⟨7⟩  never ⟨7⟩.⟨3⟩ > 3 }
`;

/** Returns the name at a place of the model. */
export const nameAt = (rotation: number, place: number): string => names[(place + rotation) % names.length] ?? '';

/** Returns the model with rotated names. */
export const rotated = (rotation: number): string =>
  model.replace(/⟨(\d+)⟩/gu, (_, place: string) => nameAt(rotation, Number(place)));

/** Matches the output of an internal error, or of an object that is not ours. */
export const fault = /fault of Aftermath|native code|\[object|\bundefined\b|\bNaN\b/u;
