import { useEffect, useEffectEvent, useState } from 'react';
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

/** A search that is debounced, so that typing does not send a request for each letter. */
export function SearchField({ label, text, maxLength, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const [rested] = useDebouncedValue(typed, TYPING_MS);
  // The search changes only when the user types, not when the page passes a new text.
  const search = useEffectEvent((wanted: string) => {
    if (wanted !== text) onChange(wanted);
  });
  useEffect(() => search(rested.trim()), [rested]);
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
