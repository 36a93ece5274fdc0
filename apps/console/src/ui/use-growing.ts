import { type RefCallback, useCallback, useState } from 'react';

/** Fills a screen. More items would show the page later. */
const FIRST = 50;
const STEP = 100;
/** More items are added before the end comes into view. */
const ROOT_MARGIN = '800px';

interface Growing<Item> {
  shown: readonly Item[];
  hasMore: boolean;
  /** Observes the element after the shown items. When it comes into view, more items are shown. */
  observeEnd: RefCallback<HTMLElement>;
}

/**
 * Shows the first items of a long list, and more of them as a person scrolls.
 * @param least the number of items that are always shown, such as those up to the selected one
 */
export function useGrowing<Item>(items: readonly Item[], least = 0): Growing<Item> {
  const [count, setCount] = useState(FIRST);
  const observeEnd = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setCount((before) => before + STEP);
      },
      { rootMargin: ROOT_MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const shown = items.slice(0, Math.max(count, least));
  return { shown, hasMore: shown.length < items.length, observeEnd };
}
