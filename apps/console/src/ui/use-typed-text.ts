import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';

const TYPING_MS = 250;

/**
 * Holds the text of a field whose value is a search parameter of the address. The router shows a new address later
 * than React expects from a controlled field. If the field showed the parameter itself, React would restore the old
 * text after each key, which moves the caret and ends the composition of Chinese characters.
 *
 * The result is debounced, so that typing does not send a request for each letter. If the page passes another text, for
 * example after the Back button, the field shows it.
 * @returns the typed text, and a function that sets it
 */
export function useTypedText(
  text: string,
  onChange: (text: string) => void,
): [typed: string, setTyped: (typed: string) => void] {
  const [typed, setTyped] = useState(text);
  const [rested] = useDebouncedValue(typed, TYPING_MS);
  /** Texts that were passed to `onChange` and have not come back as `text`. The user may have typed more since then. */
  const sent = useRef<string[]>([]);
  // The search changes only when the user types, not when the page passes a new text.
  const search = useEffectEvent((wanted: string) => {
    if (wanted === text) return;
    sent.current.push(wanted);
    onChange(wanted);
  });
  useEffect(() => search(rested.trim()), [rested]);
  const follow = useEffectEvent((passed: string) => {
    const place = sent.current.indexOf(passed);
    sent.current = place < 0 ? [] : sent.current.slice(place + 1);
    if (place < 0) setTyped(passed);
  });
  useEffect(() => follow(text), [text]);
  return [typed, setTyped];
}
