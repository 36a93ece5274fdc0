import type { ReactNode } from 'react';
import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { mdiFunctionVariant } from '@mdi/js';
import { Icon } from '../../../../ui/icon';
import { useFormTexts } from './form.texts';
import { ExpressionInput } from '../expressions/expression-input';
import type { FieldProps, InputTexts } from './field-props';

interface FieldSwitchProps extends Pick<FieldProps, 'schema' | 'value' | 'onChange'> {
  texts: InputTexts;
  isComputed: boolean;
  children: (texts: InputTexts) => ReactNode;
}

/** A field with a button that changes between a value and an expression. */
export function FieldSwitch({ texts, isComputed, schema, value, onChange, children }: FieldSwitchProps) {
  const t = useFormTexts();
  const title = t(isComputed ? 'useValue' : 'useExpression', { field: texts.label });
  return (
    <Group gap={6} align="flex-end" wrap="nowrap">
      <div style={{ flex: 1, minWidth: 0 }}>
        {isComputed ? (
          <ExpressionInput
            {...texts}
            kind="template"
            schema={schema}
            value={String(value)}
            onChange={(next) => onChange(next)}
          />
        ) : (
          children(texts)
        )}
      </div>
      <Tooltip label={title}>
        <ActionIcon
          variant={isComputed ? 'light' : 'subtle'}
          color={isComputed ? undefined : 'gray'}
          mb={4}
          aria-label={title}
          aria-pressed={isComputed}
          onClick={() => onChange(isComputed ? undefined : '{{  }}')}
        >
          <Icon path={mdiFunctionVariant} size={18} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
