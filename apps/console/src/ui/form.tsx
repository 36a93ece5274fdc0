import type { ReactNode, SubmitEvent } from 'react';
import { Button, Group, Stack } from '@mantine/core';
import { useUiTexts } from './ui.texts';

interface FormButtonsProps {
  /** The verb on the button that submits: "Save". */
  confirm: string;
  isDangerous?: boolean;
  isRunning?: boolean;
  /** If undefined, there is no button that cancels. */
  onCancel?: () => void;
  /** Other buttons, before the one that submits. */
  actions?: ReactNode;
}

interface FormProps extends FormButtonsProps {
  /** The fields. */
  children: ReactNode;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/** Fields in a column, with the buttons below them. */
export function Form({ children, onSubmit, ...buttons }: FormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The event of a dialog inside a form would also submit the outer form.
        event.stopPropagation();
        onSubmit(event);
      }}
    >
      <Stack gap="md">
        {children}
        <FormButtons {...buttons} />
      </Stack>
    </form>
  );
}

/** The buttons below the fields of a form. */
export function FormButtons({ confirm, isDangerous, isRunning, onCancel, actions }: FormButtonsProps) {
  const t = useUiTexts();
  return (
    <Group justify="flex-end" gap="xs">
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
      {actions}
      <Button type="submit" color={isDangerous ? 'red.8' : undefined} loading={isRunning}>
        {confirm}
      </Button>
    </Group>
  );
}
