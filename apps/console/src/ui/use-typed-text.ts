import { useEffect, useEffectEvent, useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { useFollowed } from './use-followed';

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
  const passed = useFollowed(text, setTyped);
  // The search changes only when the user types, not when the page passes a new text.
  const search = useEffectEvent((wanted: string) => {
    if (wanted === text) return;
    passed(wanted);
    onChange(wanted);
  });
  useEffect(() => search(rested.trim()), [rested]);
  return [typed, setTyped];
}
