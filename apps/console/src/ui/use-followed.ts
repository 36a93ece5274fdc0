import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Reports texts that the page passes to a field, for example after the Back button, but not those that come back from
 * the field itself: the user may have typed more since then.
 * @param onOther called with a text that the field has not passed to the page
 * @returns a function that the field calls with each text that it passes to the page
 */
export function useFollowed(text: string, onOther: (text: string) => void): (passed: string) => void {
  /** Texts that were passed to the page and have not come back as `text`. */
  const sent = useRef<string[]>([]);
  const follow = useEffectEvent((current: string) => {
    const place = sent.current.indexOf(current);
    sent.current = place < 0 ? [] : sent.current.slice(place + 1);
    if (place < 0) onOther(current);
  });
  useEffect(() => follow(text), [text]);
  return (passed) => void sent.current.push(passed);
}
