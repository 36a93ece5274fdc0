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
/** A mark moves at most this far from its place, in pixels. Instead of moving further, it becomes a dot. */
const FURTHEST = 80;
/** The width and the height of a dot with its margin, in pixels. */
const DOT = 24;

/** Places the marks. A mark that would cover another one is moved below it, or becomes a dot if there is no room. */
export function placeMarks(marks: readonly PlacedMark[]): void {
  // A dot is smaller than its mark, so all are measured as marks.
  for (const { element } of marks) element.dataset.shape = 'label';
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
    if (top === undefined) {
      element.dataset.shape = 'dot';
      move(element, at.left - DOT / 2, at.top - DOT / 2);
    } else {
      taken.push({ ...box, top });
      move(element, box.left, top);
    }
  }
}

function move(element: HTMLElement, left: number, top: number): void {
  element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}

function freeTop(box: Box, taken: readonly Box[]): number | undefined {
  let { top } = box;
  for (;;) {
    const covered = taken.find((other) => overlaps({ ...box, top }, other));
    if (!covered) return top;
    top = covered.top + covered.height + GAP;
    if (top - box.top > FURTHEST) return undefined;
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
