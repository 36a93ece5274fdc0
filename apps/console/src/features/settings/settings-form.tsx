import type { ReactNode } from 'react';
import { Form } from '../../ui/form';
import { Panel } from '../../ui/panel';
import { useSettingsTexts } from './settings.texts';

interface SettingsFormProps {
  title: string;
  /** The fields. */
  children: ReactNode;
  isRunning: boolean;
  onSave: () => void;
  /** Buttons next to the one that saves. */
  actions?: ReactNode;
}

/** A part of the settings that is saved on its own. */
export function SettingsForm({ title, children, isRunning, onSave, actions }: SettingsFormProps) {
  const t = useSettingsTexts();
  return (
    <Panel title={title}>
      <Form confirm={t('save')} isRunning={isRunning} actions={actions} onSubmit={onSave}>
        {children}
      </Form>
    </Panel>
  );
}
