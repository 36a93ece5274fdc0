import { TextInput } from '@mantine/core';
import { mdiMagnify } from '@mdi/js';
import { Icon } from './icon';
import classes from './search-field.module.css';
import { useTypedText } from './use-typed-text';

interface SearchFieldProps {
  label: string;
  /** Shown in the empty field. If it is given, the label is shown above the field. */
  hint?: string;
  text: string;
  maxLength: number;
  onChange: (text: string) => void;
}

export function SearchField({ label, hint, text, maxLength, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useTypedText(text, onChange);
  return (
    <TextInput
      className={classes.search}
      {...(hint ? { label, placeholder: hint } : { 'aria-label': label, placeholder: label })}
      leftSection={<Icon path={mdiMagnify} />}
      maxLength={maxLength}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}
