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

/** Searches after a short rest, so that typing does not send a call for each letter. */
export function SearchField({ label, text, maxLength, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const [rested] = useDebouncedValue(typed, TYPING_MS);
  // Only typing changes the search, not a new text of the page.
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
