import { useState } from 'react';
import { Anchor, Stack } from '@mantine/core';
import type { Config } from '../../graph/definition';
import { useFormTexts } from './form.texts';
import type { FormProps } from './field-props';
import { useFormContext } from './form-context';
import { SchemaField } from './schema-field';

/** The fields of an object. Optional fields without a value are shown on request. */
export function SchemaForm({ path, schema, value, onChange }: FormProps) {
  const t = useFormTexts();
  const { problems } = useFormContext();
  const [showsAll, setShowsAll] = useState(false);
  const fields = Object.entries(schema.properties ?? {});
  const required = new Set(schema.required);
  const hasProblem = (name: string) => {
    const field = `${path}.${name}`;
    const isWithin = (at: string) => at.startsWith(`${field}.`) || at.startsWith(`${field}[`);
    return [...problems.keys()].some((at) => at === field || isWithin(at));
  };
  const isMain = (name: string) => required.has(name) || value[name] !== undefined || hasProblem(name);
  const main = fields.some(([name]) => required.has(name)) || fields.length > 3;
  const shown = showsAll || !main ? fields : fields.filter(([name]) => isMain(name));
  return (
    <Stack gap="sm">
      {shown.map(([name, field]) => (
        <SchemaField
          key={name}
          path={`${path}.${name}`}
          name={name}
          schema={field}
          isRequired={required.has(name)}
          value={value[name]}
          Form={SchemaForm}
          onChange={(next) => onChange(withField(value, name, next), `${path}.${name}`)}
        />
      ))}
      {main && shown.length < fields.length && (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setShowsAll(true)}>
          {t('moreFields', { count: fields.length - shown.length })}
        </Anchor>
      )}
    </Stack>
  );
}

function withField(value: Config, name: string, next: unknown): Config {
  const { [name]: _, ...others } = value;
  if (next === undefined) return others;
  return Object.hasOwn(value, name) ? { ...value, [name]: next } : { ...others, [name]: next };
}
