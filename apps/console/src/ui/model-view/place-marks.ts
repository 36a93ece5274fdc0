interface PlacedMark {
  element: HTMLElement;
  /** True for the selected mark. It is placed before the other marks, so it is not moved. */
  isFirst: boolean;
  /** In pixels. Null if it is behind the camera. */
  at: { left: number; top: number } | null;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 3;
/** A mark moves at most this far from its place, in pixels. Instead of moving further, it covers other marks. */
const FURTHEST = 140;

/** Places the marks. A mark that would cover another one is moved below it. */
export function placeMarks(marks: readonly PlacedMark[]): void {
  const sizes = marks.map(({ element }) => ({ width: element.offsetWidth, height: element.offsetHeight }));
  const shown = marks
    .map((mark, index) => ({ ...mark, ...(sizes[index] ?? { width: 0, height: 0 }) }))
    .sort(
      (one, other) =>
        Number(other.isFirst) - Number(one.isFirst) || (one.at?.top ?? 0) - (other.at?.top ?? 0),
    );
  const taken: Box[] = [];
  for (const { element, at, width, height } of shown) {
    element.style.visibility = at ? 'visible' : 'hidden';
    if (!at) continue;
    const box = { left: at.left - width / 2, top: at.top - height / 2, width, height };
    const top = freeTop(box, taken);
    taken.push({ ...box, top });
    element.style.transform = `translate(${Math.round(box.left)}px, ${Math.round(top)}px)`;
  }
}

function freeTop(box: Box, taken: readonly Box[]): number {
  let { top } = box;
  for (;;) {
    const covered = taken.find((other) => overlaps({ ...box, top }, other));
    if (!covered) return top;
    top = covered.top + covered.height + GAP;
    if (top - box.top > FURTHEST) return box.top;
  }
}

function overlaps(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width + GAP &&
    other.left < one.left + one.width + GAP &&
    one.top < other.top + other.height + GAP &&
    other.top < one.top + one.height + GAP
  );
}
