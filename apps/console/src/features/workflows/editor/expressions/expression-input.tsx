import { useEffect, useRef, useState } from 'react';
import { Autocomplete, Combobox, Text, TextInput, Textarea, useCombobox } from '@mantine/core';
import { type OfferedPoint, pointOption } from '../../../../ui/point-option';
import { useFormContext } from '../form/form-context';
import type { InputTexts } from '../form/field-props';
import type { Schema } from '../form/schema';
import { completionsAt } from './completions';
import classes from './expression-input.module.css';
import { ExpressionPreview } from './expression-preview';

interface ExpressionInputProps extends InputTexts {
  /** `expression`: the whole text is an expression. `template`: the parts in `{{ }}` are. `plain`: nothing is. */
  kind: 'expression' | 'template' | 'plain';
  schema: Schema;
  isLong?: boolean;
  /** Points whose codes are values to choose from. */
  suggestions?: readonly OfferedPoint[];
  value: string;
  onChange: (value: string | undefined) => void;
}

/** A text that may contain expressions, with their completion and their value on real data. */
export function ExpressionInput(props: ExpressionInputProps) {
  const { kind, schema, isLong, suggestions = [], value, onChange, ...texts } = props;
  const change = (text: string) => onChange(text === '' ? undefined : text);
  const placeholder = exampleOf(schema);
  if (kind !== 'plain') return <Completed {...props} kind={kind} />;
  if (suggestions.length > 0) {
    return (
      <Autocomplete
        {...texts}
        data={suggestions.map(({ code }) => code)}
        filter={({ options }) => options}
        renderOption={pointOption(suggestions)}
        placeholder={placeholder}
        value={value}
        onChange={change}
      />
    );
  }
  const common = { ...texts, placeholder, value };
  return isLong ? (
    <Textarea
      {...common}
      autosize
      minRows={3}
      maxRows={16}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  ) : (
    <TextInput {...common} onChange={({ currentTarget }) => change(currentTarget.value)} />
  );
}

interface Option {
  label: string;
  detail: string;
  insert: string;
  from: number;
  to: number;
}

function Completed(props: ExpressionInputProps & { kind: 'expression' | 'template' }) {
  const { kind, schema, isLong, suggestions = [], value, onChange, ...texts } = props;
  const { data, conditionData, functions, hasRealData } = useFormContext();
  const scope = schema['x-condition'] && conditionData ? conditionData : data;
  const input = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const wantedCaret = useRef<number>(undefined);
  const combobox = useCombobox();
  const isCode = kind === 'expression' || value.includes('{{');

  const options: Option[] =
    caret === null
      ? []
      : isCode || suggestions.length === 0
        ? completionsAt(value, caret, { kind, data: scope, functions }).map((one) => ({ ...one, to: caret }))
        : suggestions
            .filter(({ code }) => code !== value)
            .map(({ code, name }) => ({
              label: code,
              insert: code,
              detail: name,
              from: 0,
              to: value.length,
            }));
  const isOpen = combobox.dropdownOpened && options.length > 0;

  // Puts the caret behind the text that a completion has inserted.
  useEffect(() => {
    const wanted = wantedCaret.current;
    wantedCaret.current = undefined;
    if (wanted !== undefined) input.current?.setSelectionRange(wanted, wanted);
  });

  const follow = (target: HTMLTextAreaElement) => setCaret(target.selectionStart);
  const choose = (option: Option | undefined) => {
    if (!option) return;
    const text = value.slice(0, option.from) + option.insert + value.slice(option.to);
    const end = option.from + option.insert.length;
    onChange(text);
    setCaret(end);
    wantedCaret.current = end;
    combobox.resetSelectedOption();
  };
  return (
    <div>
      <Combobox
        store={combobox}
        onOptionSubmit={(index) => choose(options[Number(index)])}
        position="bottom-start"
        width="max-content"
      >
        <Combobox.Target withKeyboardNavigation={isOpen}>
          <Textarea
            {...texts}
            ref={input}
            autosize
            minRows={isLong ? 3 : 1}
            maxRows={16}
            spellCheck={!isCode}
            classNames={{ input: isCode ? classes.code : undefined }}
            placeholder={exampleOf(schema)}
            value={value}
            onChange={({ currentTarget }) => {
              onChange(currentTarget.value === '' ? undefined : currentTarget.value);
              follow(currentTarget);
              combobox.openDropdown();
              combobox.resetSelectedOption();
            }}
            onSelect={({ currentTarget }) => follow(currentTarget)}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!isOpen} className={classes.dropdown}>
          <Combobox.Options mah={260} style={{ overflowY: 'auto' }}>
            {options.map((option, index) => (
              <Combobox.Option key={option.label} value={String(index)} className={classes.option}>
                <Text span size="sm" ff="monospace">
                  {option.label}
                </Text>
                <Text span size="xs" c="dimmed" truncate>
                  {option.detail}
                </Text>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {isCode && hasRealData && scope === data && <ExpressionPreview text={value} kind={kind} />}
    </div>
  );
}

function exampleOf({ examples, default: standard }: Schema): string | undefined {
  const first = examples?.find((one) => typeof one === 'string') ?? standard ?? examples?.[0];
  if (first === undefined) return undefined;
  return typeof first === 'string' ? first : JSON.stringify(first);
}
