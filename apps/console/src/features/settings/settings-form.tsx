import type { ReactNode } from 'react';
import { Button, Group, Stack } from '@mantine/core';
import { Panel } from '../../ui/panel';
import { useSettingsTexts } from './settings.texts';

interface SettingsFormProps {
  title: string;
  /** The fields. */
  children: ReactNode;
  isRunning: boolean;
  onSave: () => void;
  /** Buttons beside the one that saves. */
  actions?: ReactNode;
}

/** A part of the settings that is saved on its own. */
export function SettingsForm({ title, children, isRunning, onSave, actions }: SettingsFormProps) {
  const t = useSettingsTexts();
  return (
    <Panel title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        <Stack gap="md">
          {children}
          <Group justify="flex-end" gap="xs">
            {actions}
            <Button type="submit" loading={isRunning}>
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
