import type { ReactNode } from 'react';
import { Form } from '../../ui/form';
import { Panel } from '../../ui/panel';
import { useUnsaved } from '../../ui/unsaved';
import { useSettingsTexts } from './settings.texts';

interface SettingsFormProps {
  title: string;
  /** The fields. */
  children: ReactNode;
  /** Asks before the page is left while this form has changes. */
  form: { isDirty: () => boolean };
  isRunning: boolean;
  onSave: () => void;
  /** Buttons next to the one that saves. */
  actions?: ReactNode;
}

/** A part of the settings that is saved on its own. */
export function SettingsForm({ title, children, form, isRunning, onSave, actions }: SettingsFormProps) {
  const t = useSettingsTexts();
  useUnsaved(form.isDirty);
  return (
    <Panel title={title}>
      <Form confirm={t('save')} isRunning={isRunning} actions={actions} onSubmit={onSave}>
        {children}
      </Form>
    </Panel>
  );
}
