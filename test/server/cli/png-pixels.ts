/**
 * Reads the pixels of a PNG with transparency and eight bits per channel, from the format specification alone.
 */
import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** As `#rrggbb`. */
  readonly at: (x: number, y: number) => string;
}

const channels = 4;

/** Returns the pixels. */
export function pixelsOf(png: Buffer): Pixels {
  assert.equal(png.subarray(0, 8).toString('latin1'), '\u0089PNG\r\n\u001a\n');
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  // Eight bits, red, green, blue and alpha, not interlaced.
  assert.deepEqual([...png.subarray(24, 29)], [8, 6, 0, 0, 0]);
  const raw = inflateSync(Buffer.concat(parts));
  const row = width * channels;
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (row + 1)] ?? 0;
    for (let x = 0; x < row; x += 1) {
      const left = x < channels ? 0 : (pixels[y * row + x - channels] ?? 0);
      const above = y === 0 ? 0 : (pixels[(y - 1) * row + x] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (pixels[(y - 1) * row + x - channels] ?? 0);
      pixels[y * row + x] = (raw[y * (row + 1) + 1 + x] ?? 0) + predicted(filter, left, above, corner);
    }
  }
  return {
    width,
    height,
    at: (x, y) => `#${pixels.toString('hex', y * row + x * channels, y * row + x * channels + 3)}`,
  };
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  const nearest = (): number => {
    const [toLeft, toAbove, toCorner] = [left, above, corner].map((one) => Math.abs(left + above - corner - one));
    assert.ok(toLeft !== undefined && toAbove !== undefined && toCorner !== undefined);
    if (toLeft <= toAbove && toLeft <= toCorner) return left;
    return toAbove <= toCorner ? above : corner;
  };
  return [0, left, above, Math.floor((left + above) / 2), filter === 4 ? nearest() : 0][filter] ?? 0;
}
