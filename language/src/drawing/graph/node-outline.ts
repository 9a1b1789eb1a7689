/**
 * The outline of a node by its kind, as path data within its size. Kinds differ in shape, so that they can be told
 * apart without colour.
 */
import type { BoxKind } from '../../model/drawn-kinds.ts';
import type { Size } from '../../view/layout/layout-graph.ts';

/** The path data of a node. */
export interface Outline {
  readonly shape: string;
  /** Lines within the shape: the lid of a space, the edges of a node, the fold of a resource. */
  readonly detail?: string;
}

/** Returns the outline of a node. */
export function outlineOf(kind: BoxKind, { width, height }: Size): Outline {
  switch (kind) {
    case 'pd':
      return { shape: roundedRectangle(width, height, 14) };
    case 'region':
      return { shape: roundedRectangle(width, height, 8) };
    case 'space':
      return cylinder(width, height);
    case 'resource':
      return sheet(width, height);
    case 'object':
      return { shape: chamfered(width, height, 9) };
    case 'node':
      return block(width, height);
    case 'gate':
      return { shape: roundedRectangle(width, height, height / 2) };
  }
}

const path = (...parts: readonly (string | number)[]): string => parts.join(' ');

function roundedRectangle(w: number, h: number, radius: number): string {
  const r = Math.min(radius, w / 2, h / 2);
  const corner = (x: number, y: number): string => path('a', r, r, 0, 0, 1, x, y);
  return path(
    'M',
    r,
    0,
    'H',
    w - r,
    corner(r, r),
    'V',
    h - r,
    corner(-r, r),
    'H',
    r,
    corner(-r, -r),
    'V',
    r,
    corner(r, -r),
    'Z',
  );
}

function cylinder(w: number, h: number): Outline {
  const lid = 4;
  const arc = (x: number, sweep: 0 | 1): string => path('a', w / 2, lid, 0, 0, sweep, x, 0);
  return {
    shape: path('M', 0, lid, arc(w, 1), 'V', h - lid, arc(-w, 1), 'Z'),
    detail: path('M', 0, lid, arc(w, 0)),
  };
}

function sheet(w: number, h: number): Outline {
  const fold = 9;
  return {
    shape: path('M', 0, 0, 'H', w - fold, 'L', w, fold, 'V', h, 'H', 0, 'Z'),
    detail: path('M', w - fold, 0, 'V', fold, 'H', w),
  };
}

function chamfered(w: number, h: number, cut: number): string {
  return path(
    'M',
    cut,
    0,
    'H',
    w - cut,
    'L',
    w,
    cut,
    'V',
    h - cut,
    'L',
    w - cut,
    h,
    'H',
    cut,
    'L',
    0,
    h - cut,
    'V',
    cut,
    'Z',
  );
}

function block(w: number, h: number): Outline {
  const depth = 6;
  return {
    shape: path('M', 0, depth, 'L', depth, 0, 'H', w, 'V', h - depth, 'L', w - depth, h, 'H', 0, 'Z'),
    detail: path('M', 0, depth, 'H', w - depth, 'V', h, 'M', w - depth, depth, 'L', w, 0),
  };
}
