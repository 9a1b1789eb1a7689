/**
 * A lane: the name of an entity, and the states that it was in as bars. A state has its name in it where
 * there is room; the outline and a pattern show how it lives, never colour alone.
 */
import type { VNode } from 'preact';
import type { Bar, Lane } from '../../view/run/trace/trace.ts';
import type { Scale } from './scale.ts';
import { barHeight, fitted, widthOf } from './sizes.ts';

/** The properties of the bars of a lane. */
export interface LaneBarsProps {
  readonly lane: Lane;
  /** The middle of the lane. */
  readonly y: number;
  readonly scale: Scale;
  readonly onStep?: ((step: number) => void) | undefined;
  /** Returns what the menu over a lane offers, in the form that VS Code expects. */
  readonly menuOf?: ((lane: Lane) => string) | undefined;
}

/** Tones tell neighbours apart; a state has the same one each time. */
const tones = 4;

/** Draws the bars of a lane. */
export function LaneBars({ lane, y, scale, onStep, menuOf }: LaneBarsProps): VNode {
  const states = [...new Set(lane.bars.map(({ text }) => text))];
  return (
    <g class="lane" data-lane={lane.name} data-vscode-context={menuOf?.(lane)}>
      <line class="lane-line" x1={scale.left} x2={scale.right} y1={y} y2={y} />
      {lane.bars.map((bar, index) => (
        <StateBar key={index} bar={bar} tone={states.indexOf(bar.text) % tones} y={y} scale={scale} onStep={onStep} />
      ))}
    </g>
  );
}

interface StateBarProps extends Omit<LaneBarsProps, 'lane' | 'menuOf'> {
  readonly bar: Bar;
  readonly tone: number;
}

function StateBar({ bar, tone, y, scale, onStep }: StateBarProps): VNode {
  const { text, life, from } = bar;
  const { start, width, shown, isThin } = placeOf(bar, scale);
  const height = isThin ? 6 : barHeight;
  return (
    <g
      class={`bar life-${life} tone-${tone.toString()}`}
      data-bar={text}
      onClick={() => {
        onStep?.(from.step);
      }}
    >
      <title>{text}</title>
      <rect x={start} y={y - height / 2} width={width} height={height} rx={2} />
      {(life === 'crashed' || life === 'destroyed' || life === 'halted') && (
        <path
          class="ended"
          d={`M${(start + (shown === '' ? 0 : Math.min(width, widthOf(shown) + 8))).toString()} ${y.toString()}H${(start + width).toString()}`}
        />
      )}
    </g>
  );
}

/** Draws the names of the states of a lane, over whatever crosses its bars. */
export function BarNames({ lane, y, scale }: Pick<LaneBarsProps, 'lane' | 'y' | 'scale'>): VNode {
  return (
    <>
      {lane.bars.map((bar, index) => {
        const { start, shown, isThin } = placeOf(bar, scale);
        return shown === '' || isThin ? null : (
          <text key={index} class={`bar-name life-${bar.life}`} x={start + 4} y={y + 4}>
            {shown}
          </text>
        );
      })}
    </>
  );
}

/** Returns where a bar is, and the part of its name that fits. */
function placeOf({ text, life, from, to }: Bar, scale: Scale) {
  const start = scale.x(from);
  const end = to === undefined ? scale.right : scale.x(to);
  const width = Math.max(1.5, end - start);
  return { start, width, shown: fitted(text, width - 8), isThin: life === 'absent' };
}
