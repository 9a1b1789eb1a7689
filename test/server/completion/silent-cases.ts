/**
 * Positions where nothing can be completed.
 */

/** The positions, each with its name and text. */
export const silentCases: readonly (readonly [string, string])[] = [
  ['a comment to the end of the line', 'pd x { } // ho¦'],
  ['a comment', '/* a ¦ b */ pd x { }'],
  ['a documentation comment', '/** pd ¦ */\npd x { }'],
  ['a comment that is never closed', 'pd x { }\n/* pd ¦'],
  ['a text', 'scenario "pd ¦" { }'],
  ['a text that is never closed', 'scenario "pd ¦'],
  ['a text before its value', 'machine X { state A { enter { log "a¦ ${1}" } } }'],
  ['a text after its value', 'machine X { state A { enter { log "${1} a¦" } } }'],
  ['a number', 'policy x { pdDepth: 1¦ }'],
  ['a quantity', 'channel x { delay: 1s¦ }'],
  ['the name of an entity', 'pd ¦'],
  ['the name of a machine', 'machine ¦'],
  ['the name of a state', 'machine X { state ¦ }'],
  ['the name of a variable', 'machine X { var ¦ }'],
  ['the variable of a quantifier', 'scenario "x" { expect not any ¦ }'],
  ['the variable of a quantifier in a machine', 'machine X { let n = count ¦\n let m = 1 }'],
  ['the values of an enumeration', 'machine X { var v: {¦} }'],
  ['behind a word that means nothing', 'pd x { hold disk1 ¦ }'],
];
