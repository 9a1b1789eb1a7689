/**
 * Models of any size as texts: servers with spaces built from other servers' spaces, as in real systems.
 */

/** The entities of one server: itself, its space and four resources. */
const perServer = 6;

/** Returns a model of `entities` entities, rounded up to whole servers. */
export function layeredText(entities: number): string {
  const lines: string[] = [];
  for (let server = 0; server < Math.ceil(entities / perServer); server++) {
    const lower = [3, 7, 11].slice(0, 1 + (server % 3)).flatMap((back) => (server < back ? [] : [server - back]));
    const resources = Array.from({ length: perServer - 2 }, (_, at) => `resource r${String(at)}`);
    const maps = lower.map((at) => `maps space${String(at)}`);
    lines.push(`space space${String(server)} : type${String(server % 5)} { ${[...maps, ...resources].join('  ')} }`);
    const uses = lower.map(
      (at) => `requests space${String(at)}  holds space${String(at)}.r${String(server % 4)} as rw`,
    );
    lines.push(`pd server${String(server)} { manages space${String(server)}  ${uses.join('  ')} }`);
  }
  return `${lines.join('\n')}\n`;
}
