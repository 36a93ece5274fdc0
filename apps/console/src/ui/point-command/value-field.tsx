import { Input, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { useUiTexts } from '../ui.texts';
import type { PointInput } from './point-command.queries';
import { usePointCommandTexts } from './point-command.texts';

export type ValueKind = 'number' | 'boolean' | 'text';
/** A number that is being typed may be a text. */
export type Entry = string | number;

/** Returns the kind of a point's values according to the data type or, if it is unknown, to the current value. */
export function kindOf(dataType: string | null, value: unknown): ValueKind {
  const known = dataType ?? typeof value;
  if (/^(number|float|double|real|int|integer|analog)/i.test(known)) return 'number';
  if (/^(bool|binary|digital)/i.test(known)) return 'boolean';
  return 'text';
}

/** Returns the value of an entry, or undefined if there is none yet. */
export function valueOf(kind: ValueKind, entry: Entry): PointInput | undefined {
  if (entry === '') return undefined;
  if (kind === 'boolean') return entry === 'on';
  if (kind === 'text') return String(entry);
  const value = Number(entry);
  return Number.isFinite(value) ? value : undefined;
}

/** Returns the entry for a value. */
export function entryOf(kind: ValueKind, value: unknown): Entry {
  if (kind === 'boolean') return value === true ? 'on' : 'off';
  return typeof value === 'number' || typeof value === 'string' ? value : '';
}

interface ValueFieldProps {
  kind: ValueKind;
  unit: string | null;
  entry: Entry;
  error?: string;
  onChange: (entry: Entry) => void;
}

/** A field for a value: a number with its unit, a switch, or a text. */
export function ValueField({ kind, unit, entry, error, onChange }: ValueFieldProps) {
  const t = usePointCommandTexts();
  const ui = useUiTexts();
  if (kind === 'boolean') {
    return (
      <Input.Wrapper label={t('newValue')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('newValue')}
          data={[
            { value: 'on', label: ui('on') },
            { value: 'off', label: ui('off') },
          ]}
          value={String(entry)}
          onChange={onChange}
        />
      </Input.Wrapper>
    );
  }
  if (kind === 'number') {
    return (
      <NumberInput
        label={t('newValue')}
        suffix={unit ? ` ${unit}` : undefined}
        error={error}
        data-autofocus
        value={entry}
        onChange={onChange}
      />
    );
  }
  return (
    <TextInput
      label={t('newValue')}
      error={error}
      maxLength={1000}
      data-autofocus
      value={entry}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
