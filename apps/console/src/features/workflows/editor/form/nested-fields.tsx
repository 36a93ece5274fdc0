import { useState } from 'react';
import { ActionIcon, Button, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { mdiClose, mdiPlus } from '@mdi/js';
import { Icon } from '../../../../ui/icon';
import type { Config } from '../../graph/definition';
import { useFormTexts } from './form.texts';
import { AnyField } from './any-field';
import type { FieldProps, InputTexts } from './field-props';
import { isRepeated, recordOf, type RecordRow, rowsOf, withNewRow } from './record-rows';
import type { Schema } from './schema';
import { useSchemaText } from './use-schema-text';

interface NestedProps extends FieldProps {
  texts: InputTexts;
}

const objectOf = (value: unknown): Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Config) : {};

/** The description and the problem of a group of fields. */
function GroupTexts({ texts: { description, error } }: { texts: InputTexts }) {
  return (
    <>
      {description && (
        <Text size="xs" c="dimmed" mb="xs">
          {description}
        </Text>
      )}
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" mb="xs">
          {error}
        </Text>
      )}
    </>
  );
}

/** An object with known fields. An optional object is added and removed as a whole. */
export function ObjectField({ path, schema, isRequired, value, onChange, texts, Form }: NestedProps) {
  const t = useFormTexts();
  if (value === undefined && !isRequired) {
    return (
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon path={mdiPlus} size={16} />}
          onClick={() => onChange({})}
        >
          {t('addGroup', { field: texts.label })}
        </Button>
        {texts.description && (
          <Text size="xs" c="dimmed" mt={4}>
            {texts.description}
          </Text>
        )}
      </div>
    );
  }
  return (
    <Fieldset legend={texts.label} p="sm">
      <GroupTexts texts={texts} />
      <Form path={path} schema={schema} value={objectOf(value)} onChange={onChange} />
      {!isRequired && <RemoveButton label={texts.label} onClick={() => onChange(undefined)} />}
    </Fieldset>
  );
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  const t = useFormTexts();
  return (
    <Button mt="sm" variant="subtle" size="compact-xs" color="gray" onClick={onClick}>
      {t('removeField', { field: label })}
    </Button>
  );
}

/** An object of one of several kinds. */
export function VariantsField({ path, schema, value, onChange, texts, Form }: NestedProps) {
  const t = useFormTexts();
  const schemaText = useSchemaText();
  const variants = schema.anyOf ?? [];
  const fields = Object.keys(objectOf(value));
  // The variant that has all fields of the value.
  const index = variants.findIndex(({ properties = {} }) =>
    fields.every((name) => Object.hasOwn(properties, name)),
  );
  const chosen: Schema | undefined = value === undefined ? undefined : variants[Math.max(index, 0)];
  return (
    <Fieldset legend={texts.label} p="sm">
      <GroupTexts texts={texts} />
      <Stack gap="sm">
        <Select
          aria-label={texts.label}
          placeholder={t('none')}
          clearable
          clearButtonProps={{ 'aria-label': t('clearField', { field: texts.label }) }}
          data={variants.map(({ title }, at) => ({
            value: String(at),
            label: title ? schemaText(title) : String(at + 1),
          }))}
          value={chosen ? String(variants.indexOf(chosen)) : null}
          onChange={(next) => onChange(next === null ? undefined : skeletonOf(variants[Number(next)]))}
        />
        {chosen && <Form path={path} schema={chosen} value={objectOf(value)} onChange={onChange} />}
      </Stack>
    </Fieldset>
  );
}

/**
 * Returns an object that matches only this variant: its first required field has its first choice, or an empty text.
 */
function skeletonOf(variant: Schema | undefined): Config {
  const [name] = variant?.required ?? [];
  if (name === undefined) return {};
  return { [name]: variant?.properties?.[name]?.enum?.[0] ?? '' };
}

/** A list of objects. */
export function ObjectsField({ path, schema, value, onChange, texts, Form }: NestedProps) {
  const t = useFormTexts();
  const entries = Array.isArray(value) ? value.map(objectOf) : [];
  return (
    <Fieldset legend={texts.label} p="sm">
      <GroupTexts texts={texts} />
      <Stack gap="sm">
        {entries.map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- entries have no identity but their position
          <Group key={index} align="flex-start" wrap="nowrap" gap="xs">
            <div style={{ flex: 1, minWidth: 0 }}>
              <Form
                path={`${path}[${index}]`}
                schema={schema.items ?? {}}
                value={entry}
                onChange={(next) => onChange(entries.with(index, next))}
              />
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('removeEntry', { number: index + 1 })}
              onClick={() => onChange(entries.toSpliced(index, 1))}
            >
              <Icon path={mdiClose} size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon path={mdiPlus} size={16} />}
          onClick={() => onChange([...entries, {}])}
        >
          {t('addEntry')}
        </Button>
      </Stack>
    </Fieldset>
  );
}

const ANYTHING: Schema = {};

/** An object whose names are free. */
export function RecordField({ schema, value, onChange, texts }: NestedProps) {
  const t = useFormTexts();
  const [values = ANYTHING] = Object.values(schema.patternProperties ?? {});
  const [rows, setRows] = useState(() => rowsOf(objectOf(value)));
  // The value is another one after an undo, for example.
  if (JSON.stringify(recordOf(rows) ?? {}) !== JSON.stringify(objectOf(value))) {
    setRows(rowsOf(objectOf(value)));
  }
  const change = (next: RecordRow[]) => {
    setRows(next);
    onChange(recordOf(next));
  };
  return (
    <Fieldset legend={texts.label} p="sm">
      <GroupTexts texts={texts} />
      <Stack gap="sm">
        {rows.map((row, index) => (
          <Group key={row.id} align="flex-end" wrap="nowrap" gap="xs">
            <Stack gap={4} style={{ flex: 1, minWidth: 0 }}>
              <TextInput
                label={t('entryName')}
                value={row.name}
                error={isRepeated(rows, row) && t('nameRepeated')}
                onChange={({ currentTarget }) =>
                  change(rows.with(index, { ...row, name: currentTarget.value }))
                }
              />
              <AnyField
                schema={values}
                value={row.value}
                texts={{ label: t('entryValue') }}
                onChange={(next) => change(rows.with(index, { ...row, value: next ?? '' }))}
              />
            </Stack>
            <ActionIcon
              variant="subtle"
              color="gray"
              mb={4}
              aria-label={t('removeField', { field: row.name })}
              onClick={() => change(rows.toSpliced(index, 1))}
            >
              <Icon path={mdiClose} size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon path={mdiPlus} size={16} />}
          onClick={() => change(withNewRow(rows))}
        >
          {t('addEntry')}
        </Button>
      </Stack>
    </Fieldset>
  );
}
