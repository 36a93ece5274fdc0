import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { mdiMagnify } from '@mdi/js';
import { Icon } from './icon';
import classes from './search-field.module.css';

const TYPING_MS = 250;

interface SearchFieldProps {
  label: string;
  text: string;
  maxLength: number;
  onChange: (text: string) => void;
}

/**
 * A search that is debounced, so that typing does not send a request for each letter. If the page passes another text,
 * for example after the Back button, the field shows it.
 */
export function SearchField({ label, text, maxLength, onChange }: SearchFieldProps) {
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
  return (
    <TextInput
      className={classes.search}
      aria-label={label}
      placeholder={label}
      leftSection={<Icon path={mdiMagnify} />}
      maxLength={maxLength}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}
