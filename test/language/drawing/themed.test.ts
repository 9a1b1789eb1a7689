/** Drawings for a dark ground: as legible as print, with the same hues, and with their words left alone. */
import assert from 'node:assert/strict';
import { ink } from '../../../language/src/drawing/graph/print-style.ts';
import { darkened, themed } from '../../../language/src/drawing/themed.ts';

/** The contrast of WCAG 2.1. */
function contrast(one: string, other: string): number {
  const [light = 1, dark = 0] = [one, other].map(luminance).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const channelsOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The hue of HSV, in degrees. */
function hueOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour);
  return ((Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI + 360) % 360;
}

describe('a drawing for a dark ground', () => {
  it('is as legible as print', () => {
    const { ground, ...colours } = ink;
    assert.ok(luminance(darkened(ground)) < 0.03);
    for (const [name, colour] of Object.entries(colours)) {
      const found = contrast(darkened(colour), darkened(ground));
      assert.ok(found >= 4.5, `${name} ${darkened(colour)} ${found.toFixed(2)}`);
    }
    assert.ok(contrast(darkened(ink.text), darkened(ground)) > 10);
  });

  it('keeps hues', () => {
    for (const colour of [ink.blue, ink.green, ink.purple, ink.orange, ink.red, ink.cyan, ink.yellow]) {
      const turn = Math.abs(hueOf(colour) - hueOf(darkened(colour)));
      assert.ok(Math.min(turn, 360 - turn) < 25, `${colour} ${darkened(colour)}`);
    }
    for (let grey = 0; grey < 256; grey += 15) {
      const colour = `#${grey.toString(16).padStart(2, '0').repeat(3)}`;
      assert.ok(Math.max(...channelsOf(darkened(colour))) - Math.min(...channelsOf(darkened(colour))) <= 1, colour);
    }
  });

  const words = '<text>#ffffff $&amp;</text>';
  const svg = `<svg><title>#ffffff</title><style>a{fill:#ffffff;stroke:#1f2328}</style><rect width="1" height="2" fill="#ffffff"></rect>${words}</svg>`;

  it('changes rules and ground, and no word', () => {
    const dark = themed(svg, 'dark');
    const own = `<style>a{fill:${darkened('#ffffff')};stroke:${darkened('#1f2328')}}</style><rect width="1" height="2" fill="${darkened('#ffffff')}">`;
    assert.equal(dark, `<svg><title>#ffffff</title>${own}</rect>${words}</svg>`);
    assert.equal(themed(svg, 'light'), svg);
  });

  it('is chosen by the screen of the reader, if it may', () => {
    const auto = themed(svg, 'auto');
    assert.ok(
      auto.includes('<style>a{fill:#ffffff;stroke:#1f2328}\n@media (prefers-color-scheme:dark){\nsvg>rect{fill:'),
    );
    assert.ok(auto.includes(`a{fill:${darkened('#ffffff')};`) && auto.endsWith(`fill="#ffffff"></rect>${words}</svg>`));
  });
});
