/**
 * Models of any size, similar to a large system: for measurements.
 */

const linesOfGroup = 20;

/** Returns a model of about `lineCount` lines, with every structural construct in it. */
export function generateModel(lineCount: number): string {
  const groups: string[] = [];
  for (let index = 0; index < Math.floor(lineCount / linesOfGroup); index++) groups.push(group(index));
  return groups.join('\n');
}

function group(index: number): string {
  const own = String(index);
  const next = index === 0 ? '' : String(index - 1);
  return `/** Group ${own}: a server with its space, its clients and what they say to each other. */
space store${own} : block {
  resource block${own}a
  resource block${own}b
  ${index === 0 ? '// the first one maps nothing' : `maps store${next}`}
}
event Tick${own}(from: pd, round: int)
machine Server${own} for pd {
  param pace: duration = 2s
  var round: int = 0
  initial state Idle { on Tick${own}(by, n) when n > round do { round := n } -> Busy }
  state Busy { after pace do { send Tick${own}(self, round) to self } -> Idle }
}
pd server${own} runs Server${own} { manages store${own}  holds store${own}.*  pace: 3s }
pd client${own} { requests store${own}  holds store${own}.block${own}a as rw }
scenario "group ${own}" {
  crash server${own} under pd-direct
  expect client${own} destroyed and not server${own} alive
  at 5s restart server${own}
}`;
}
