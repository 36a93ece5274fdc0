import { useState } from 'react';
import { Group, JsonInput, Select, Stack } from '@mantine/core';
import { parseJson } from '../../../../ui/parse-json';
import { useFormTexts } from './form.texts';
import { ExpressionInput } from '../expressions/expression-input';
import { DecimalInput } from './decimal-input';
import type { FieldProps, InputTexts } from './field-props';
import { isTemplate, type Schema } from './schema';

const FORMS = ['text', 'number', 'boolean', 'json', 'computed'] as const;
type Form = (typeof FORMS)[number];

const FIRST: Record<Form, unknown> = { text: '', number: 0, boolean: true, json: null, computed: '{{  }}' };

function formOf(value: unknown, forms: readonly Form[]): Form {
  if (isTemplate(value)) return 'computed';
  const found = ({ string: 'text', number: 'number', boolean: 'boolean' } as const)[typeof value as string];
  if (found) return found;
  return value === undefined ? (forms[0] ?? 'text') : 'json';
}

/** Returns the types that the schema allows for the value. */
function formsOf({ type, anyOf }: Schema): readonly Form[] {
  if (type === 'array') return ['json', 'computed'];
  const types = anyOf?.map((one) => one.type);
  if (!types) return FORMS;
  const forms = types.flatMap((one): Form[] => {
    if (one === 'string') return ['text'];
    if (one === 'boolean') return ['boolean'];
    return one === 'number' || one === 'integer' ? ['number'] : ['json'];
  });
  return [...new Set<Form>([...forms, 'computed'])];
}

interface AnyFieldProps extends Pick<FieldProps, 'schema' | 'value' | 'onChange'> {
  texts: InputTexts;
}

/** A value of several possible types, with a field to choose the type. */
export function AnyField({ schema, value, onChange, texts }: AnyFieldProps) {
  const t = useFormTexts();
  const forms = formsOf(schema);
  const [chosen, setChosen] = useState<Form>(() => formOf(value, forms));
  // Undo may restore a value of another type.
  const form = value === undefined ? chosen : formOf(value, forms) === 'json' ? 'json' : formOf(value, forms);
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <Stack gap={4} style={{ flex: 1, minWidth: 0 }}>
        <Value form={form} schema={schema} value={value} onChange={onChange} texts={texts} />
      </Stack>
      <Select
        w={116}
        label={t('type')}
        aria-label={t('typeOf', { field: texts.label })}
        data={forms.map((name) => ({ value: name, label: t(`form.${name}`) }))}
        value={form}
        onChange={(next) => {
          const wanted = forms.find((name) => name === next);
          if (!wanted || wanted === form) return;
          setChosen(wanted);
          onChange(FIRST[wanted]);
        }}
      />
    </Group>
  );
}

interface ValueProps extends Pick<FieldProps, 'schema' | 'value' | 'onChange'> {
  form: Form;
  texts: InputTexts;
}

function Value({ form, schema, value, onChange, texts }: ValueProps) {
  const t = useFormTexts();
  switch (form) {
    case 'number':
      return (
        <DecimalInput {...texts} value={typeof value === 'number' ? value : undefined} onChange={onChange} />
      );
    case 'boolean':
      return (
        <Select
          {...texts}
          data={[
            { value: 'true', label: t('true') },
            { value: 'false', label: t('false') },
          ]}
          value={typeof value === 'boolean' ? String(value) : null}
          onChange={(next) => onChange(next === 'true')}
        />
      );
    case 'json':
      return <JsonField texts={texts} value={value} onChange={onChange} />;
    default:
      return (
        <ExpressionInput
          {...texts}
          kind="template"
          schema={schema}
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
        />
      );
  }
}

interface JsonFieldProps {
  texts: InputTexts;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Any value as JSON. A text that is not valid JSON yet is kept here. */
function JsonField({ texts, value, onChange }: JsonFieldProps) {
  const t = useFormTexts();
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  const isComplete = text.trim() === '' || parseJson(text) !== undefined;
  const isCurrent = !isComplete || JSON.stringify(parseJson(text)) === JSON.stringify(value);
  return (
    <JsonInput
      {...texts}
      error={isComplete ? texts.error : t('jsonWanted')}
      autosize
      minRows={2}
      maxRows={14}
      formatOnBlur
      value={isCurrent ? text : JSON.stringify(value, null, 2)}
      onChange={(next) => {
        setText(next);
        const parsed = parseJson(next);
        if (next.trim() === '' || parsed !== undefined) onChange(parsed);
      }}
    />
  );
}
