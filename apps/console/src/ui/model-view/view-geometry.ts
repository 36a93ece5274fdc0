import { MathUtils, type Vector3 } from 'three';
import type { Position } from './model-view-props';

/** On an upright screen, the configured angle is the horizontal one, so that the model is not cut off. */
export function verticalView(degrees: number, aspect: number): number {
  if (aspect >= 1) return degrees;
  return MathUtils.radToDeg(2 * Math.atan(Math.tan(MathUtils.degToRad(degrees) / 2) / aspect));
}

/** Rounded, because further decimals cannot be seen. */
export function positionOf({ x, y, z }: Vector3): Position {
  return { x: rounded(x), y: rounded(y), z: rounded(z) };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
