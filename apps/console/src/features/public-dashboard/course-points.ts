/** A point of a curve. Positions are shares of the width and height, from 0 at the left and at the top. */
export interface CoursePoint {
  x: number;
  y: number;
}

interface Hour {
  kw: number | null;
}

/** The highest power of both days, rounded up to a number with one digit; 1 if there is none. */
export function topOf(...days: readonly (readonly Hour[])[]): number {
  const highest = Math.max(0, ...days.flat().map(({ kw }) => kw ?? 0));
  if (highest === 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(highest));
  return Math.ceil(highest / unit) * unit;
}

/** Divides the hours of a day into curves without gaps. Each hour is at its middle. */
export function curvesOf(hours: readonly Hour[], top: number, hoursOfDay: number): CoursePoint[][] {
  const curves: CoursePoint[][] = [[]];
  for (const [index, { kw }] of hours.entries()) {
    if (kw === null) curves.push([]);
    else curves.at(-1)?.push({ x: (index + 0.5) / hoursOfDay, y: 1 - kw / top });
  }
  return curves.filter((curve) => curve.length > 0);
}

/** The path of a curve in a picture that is 1000 wide and high. */
export function pathOf(curve: readonly CoursePoint[]): string {
  return `M${curve.map(({ x, y }) => `${Math.round(1000 * x)} ${Math.round(1000 * y)}`).join(' L')}`;
}
