import { useState } from 'react';
import { Group, Select } from '@mantine/core';
import { DecimalInput } from './decimal-input';
import { useFormTexts } from './form.texts';
import type { InputTexts } from './field-props';
import type { Schema } from './schema';

const UNITS = { ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const;
type Unit = keyof typeof UNITS;
const NAMES = Object.keys(UNITS) as Unit[];

/** The largest unit in which the duration is a whole number. */
function unitOf(ms: number): Unit {
  return NAMES.findLast((unit) => ms !== 0 && ms % UNITS[unit] === 0) ?? 's';
}

interface DurationFieldProps {
  texts: InputTexts;
  schema: Schema;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** A duration in milliseconds, entered in a suitable unit. */
export function DurationField({ texts, schema, value, onChange }: DurationFieldProps) {
  const t = useFormTexts();
  const ms = typeof value === 'number' ? value : undefined;
  const standard = typeof schema.default === 'number' ? schema.default : undefined;
  const [unit, setUnit] = useState<Unit>(() => unitOf(ms ?? standard ?? UNITS.min));
  const { error, ...others } = texts;
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <DecimalInput
        {...others}
        error={error}
        flex={1}
        min={0}
        value={ms === undefined ? undefined : ms / UNITS[unit]}
        placeholder={
          standard === undefined
            ? undefined
            : t('standard', { value: `${standard / UNITS[unit]} ${t(`unit.${unit}`)}` })
        }
        onChange={(next) => onChange(next === undefined ? undefined : Math.round(next * UNITS[unit]))}
      />
      <Select
        w={104}
        aria-label={t('unitOf', { field: texts.label })}
        data={NAMES.map((name) => ({ value: name, label: t(`unit.${name}`) }))}
        value={unit}
        onChange={(next) => {
          const chosen = NAMES.find((name) => name === next);
          if (!chosen) return;
          setUnit(chosen);
          if (ms !== undefined) onChange(Math.round((ms / UNITS[unit]) * UNITS[chosen]));
        }}
      />
    </Group>
  );
}
