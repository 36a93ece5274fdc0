import { useState } from 'react';
import { Select, Switch, TagsInput } from '@mantine/core';
import { pointOption } from '../../../../ui/point-option';
import { useFieldLabel } from '../field.texts';
import { useFormTexts } from './form.texts';
import { AnyField } from './any-field';
import { DecimalInput } from './decimal-input';
import { DurationField } from './duration-field';
import type { FieldProps, InputTexts } from './field-props';
import { FieldSwitch } from './field-switch';
import { useFormContext, useProblemAt } from './form-context';
import { ObjectField, ObjectsField, RecordField, VariantsField } from './nested-fields';
import { ReferenceField, useSuggestedPoints } from './reference-field';
import { useSchemaText } from './use-schema-text';
import { useChoiceText } from './choice.texts';
import { choicesOf, isTemplate, kindOf, referenceOf } from './schema';
import { ExpressionInput } from '../expressions/expression-input';

/** A field of a configuration, edited as its schema requires. */
export function SchemaField(props: FieldProps) {
  const { name, schema, value, onChange } = props;
  const kind = kindOf(name, schema);
  const { hasTemplates } = useFormContext();
  const texts = useTexts(props);
  switch (kind) {
    case 'expression':
      return (
        <ExpressionInput
          {...texts}
          kind="expression"
          value={textOf(value)}
          onChange={onChange}
          schema={schema}
        />
      );
    case 'text':
    case 'longText':
      return <TextField {...props} texts={texts} isLong={kind === 'longText'} />;
    case 'texts':
      return <TextsField {...props} texts={texts} />;
    case 'objects':
      return <ObjectsField {...props} texts={texts} />;
    case 'object':
      return <ObjectField {...props} texts={texts} />;
    case 'variants':
      return <VariantsField {...props} texts={texts} />;
    case 'record':
      return <RecordField {...props} texts={texts} />;
    case 'any':
      return <AnyField {...props} texts={texts} />;
    default:
  }
  const plain = { name, schema, value, onChange, texts };
  if (!hasTemplates) return <PlainField {...plain} kind={kind} />;
  // Instead of a value, the user may enter an expression.
  return (
    <FieldSwitch {...plain} isComputed={isTemplate(value)}>
      {(others) => <PlainField {...plain} texts={others} kind={kind} />}
    </FieldSwitch>
  );
}

function useTexts({ path, name, schema, isRequired }: FieldProps): InputTexts {
  const labelOf = useFieldLabel();
  const schemaText = useSchemaText();
  return {
    label: labelOf(name, schema.title),
    description: schema.description && schemaText(schema.description),
    error: useProblemAt(path),
    required: isRequired,
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface WithTexts extends Pick<FieldProps, 'name' | 'schema' | 'value' | 'onChange'> {
  texts: InputTexts;
}

function PlainField({ name, schema, value, onChange, texts, kind }: WithTexts & { kind: string }) {
  const t = useFormTexts();
  const choiceText = useChoiceText();
  switch (kind) {
    case 'choice': {
      const standard = typeof schema.default === 'string' ? schema.default : undefined;
      return (
        <Select
          {...texts}
          data={choicesOf(schema)?.map((choice) => ({ value: choice, label: choiceText(name, choice) }))}
          value={typeof value === 'string' ? value : null}
          placeholder={standard && t('standard', { value: choiceText(name, standard) })}
          clearable={!texts.required}
          clearButtonProps={{ 'aria-label': t('clearField', { field: texts.label }) }}
          onChange={(next) => onChange(next ?? undefined)}
        />
      );
    }
    case 'switch':
      return (
        <Switch
          label={texts.label}
          description={texts.description}
          error={texts.error}
          checked={(value ?? schema.default) === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'duration':
      return <DurationField texts={texts} schema={schema} value={value} onChange={onChange} />;
    case 'reference':
      return <ReferenceField texts={texts} schema={schema} value={value} onChange={onChange} />;
    default:
      return (
        <DecimalInput
          {...texts}
          allowDecimal={schema.type !== 'integer'}
          value={typeof value === 'number' ? value : undefined}
          placeholder={
            typeof schema.default === 'number' ? t('standard', { value: schema.default }) : undefined
          }
          onChange={onChange}
          data-field={name}
        />
      );
  }
}

function TextField({ schema, value, onChange, texts, isLong }: WithTexts & { isLong: boolean }) {
  const { hasTemplates } = useFormContext();
  const isPoint = referenceOf(schema) === 'point';
  const suggestions = useSuggestedPoints(isPoint ? textOf(value) : null);
  const kind = hasTemplates && !schema['x-verbatim'] ? 'template' : 'plain';
  return (
    <ExpressionInput
      {...texts}
      kind={kind}
      isLong={isLong}
      schema={schema}
      suggestions={suggestions}
      value={value === undefined || typeof value === 'string' ? textOf(value) : JSON.stringify(value)}
      onChange={onChange}
    />
  );
}

/** A list of texts. If the schema also allows a single text, a list with one entry is stored as a text. */
function TextsField({ schema, value, onChange, texts }: WithTexts) {
  const [search, setSearch] = useState('');
  const isPoint = referenceOf(schema) === 'point';
  const suggestions = useSuggestedPoints(isPoint ? search : null);
  const takesText = schema.anyOf !== undefined;
  const entries = Array.isArray(value) ? value.map(String) : textOf(value) ? [textOf(value)] : [];
  return (
    <TagsInput
      {...texts}
      data={suggestions.map(({ code }) => code)}
      // The API has already filtered the points.
      filter={({ options }) => options}
      renderOption={pointOption(suggestions)}
      value={entries}
      searchValue={search}
      onSearchChange={setSearch}
      acceptValueOnBlur
      splitChars={[]}
      placeholder={entries.length === 0 ? exampleOf(schema) : undefined}
      onChange={(next) => {
        const [only] = next;
        if (only === undefined) onChange(undefined);
        else onChange(takesText && next.length === 1 ? only : next);
      }}
    />
  );
}

function exampleOf({ examples }: FieldProps['schema']): string | undefined {
  const [first] = examples ?? [];
  return first === undefined ? undefined : [first].flat().map(String).join(', ');
}
