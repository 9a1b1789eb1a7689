/**
 * The light style for printing a graph and writing it into files. The page follows the theme of VS Code instead, in its
 * own style sheet; both distinguish kinds, relations and statuses by the same shapes and patterns.
 */
import type { BoxKind, LineKind } from '../../model/drawn-kinds.ts';
import type { StatusKind } from './node-status.ts';

/** The colours of print: dark enough for text on white. */
export const ink = {
  ground: '#ffffff',
  text: '#1f2328',
  quiet: '#57606a',
  blue: '#0b57a4',
  green: '#1a6b33',
  purple: '#7a3a9a',
  orange: '#9a4a00',
  red: '#b3191f',
  cyan: '#0a6a78',
  yellow: '#7a5c00',
} as const;

const kinds: Readonly<Record<BoxKind, string>> = {
  pd: ink.blue,
  space: ink.green,
  resource: ink.quiet,
  object: ink.purple,
  node: ink.orange,
  region: ink.cyan,
  gate: ink.orange,
};

const statuses: Readonly<Record<StatusKind, string>> = {
  refused: ink.green,
  started: ink.green,
  destroyed: ink.red,
  held: ink.blue,
  later: ink.cyan,
  broken: ink.orange,
  degraded: ink.yellow,
  dangling: ink.purple,
  spared: ink.green,
  removed: ink.quiet,
  added: ink.blue,
  worse: ink.red,
  better: ink.green,
  changed: ink.yellow,
  cause: ink.orange,
  untouched: ink.quiet,
};

const relations: Readonly<Partial<Record<LineKind, string>>> = {
  manages: ink.green,
  requests: ink.blue,
  maps: ink.purple,
  owns: ink.purple,
  'destroyed after': ink.orange,
  needs: ink.orange,
  'dies with': ink.red,
  'stops with': ink.red,
  'waits for': ink.orange,
  protects: ink.green,
  contains: ink.cyan,
  sends: ink.cyan,
  channel: ink.cyan,
};

const plain = [
  'text{font-family:system-ui,"Segoe UI","Helvetica Neue",Helvetica,Arial,"DejaVu Sans",sans-serif}',
  '.shape,.stacked{stroke-width:1.25;stroke-linejoin:round}',
  '.outline-detail,.icon,.focus-ring,.line,.badge path{fill:none}',
  '.hit,.focus-ring{display:none}',
  '.icon{stroke-width:1.2;stroke-linecap:round;stroke-linejoin:round}',
  `.name{fill:${ink.text};font-size:13px;font-weight:600}`,
  `.detail{fill:${ink.quiet};font-size:11px}`,
  '.number{text-anchor:middle;font-weight:600}',
  '.kind-region .shape{stroke-dasharray:6 4;stroke-width:1.5}',
  `.is-absent .shape{fill:${ink.ground};stroke-dasharray:3 3}`,
  `.hull{color:${ink.cyan}}`,
  '.is-root .shape{stroke-width:2.5}',
  '.pattern{opacity:.22}',
  'pattern path{fill:none;stroke-width:1.5}',
  '.status-destroyed:not(.is-refused,.is-partly) .name,.status-removed:not(.is-partly) .name{text-decoration:line-through}',
  '.status-removed .shape,.is-removed .line{stroke-dasharray:4 4}',
  `.is-added .line{stroke:${ink.blue};stroke-width:2.5}`,
  '.is-refused .shape{stroke-dasharray:6 4}',
  '.is-refused .pattern{display:none}',
  '.sign{stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}',
  `.sign-hollow{fill:${ink.ground}}`,
  '.sign-none{fill:none}',
  `.edge-label{fill:${ink.quiet};stroke:${ink.ground};stroke-width:8;stroke-linejoin:round;paint-order:stroke;font-size:11px;text-anchor:middle}`,
  `.badge{font-size:11px;font-weight:700;text-anchor:middle}`,
  `.badge .disc,.badge circle{fill:${ink.ground};stroke:${ink.text};stroke-width:1.25}`,
  `.badge path{stroke:${ink.text};stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}`,
  `.badge text{fill:${ink.text}}`,
  ...(['error', 'warning'] as const).map((severity) => {
    const colour = severity === 'error' ? ink.red : ink.orange;
    return `.problem-${severity} .disc,.problem-${severity} circle,.problem-${severity} path{stroke:${colour}}`;
  }),
];

/** Returns the CSS rules, all with plain values. */
export function printStyle(): string {
  const painted = (name: string, colour: string): readonly string[] => [
    `.${name} .shape,.${name} .stacked{stroke:${colour};fill:${tint(colour, 0.1)}}`,
    `.${name}.is-container .shape{fill:${tint(colour, 0.04)}}`,
    `.${name} .outline-detail,.${name} .icon{stroke:${colour}}`,
  ];
  const related = (name: string, colour: string): string =>
    `.${name} .line,.${name} .sign{stroke:${colour}}.${name} .sign-solid{fill:${colour}}`;
  return [
    ...Object.entries(kinds).flatMap(([kind, colour]) => painted(`kind-${kind}`, colour)),
    ...Object.entries(statuses).flatMap(([status, colour]) => [
      ...painted(`status-${status}`, colour),
      `.pattern-${status} path{stroke:${colour}}`,
      ...(status === 'untouched' ? [] : [`.status-${status} .shape{stroke-width:2}`]),
    ]),
    related('edge', ink.quiet),
    ...Object.entries(relations).map(([kind, colour]) => related(`relation-${kind.replaceAll(' ', '-')}`, colour)),
    ...plain,
  ].join('\n');
}

/** Mixes a colour with white, as `#rrggbb`. */
function tint(colour: string, share: number): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return `#${channels
    .map((value) =>
      Math.round(255 - (255 - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
