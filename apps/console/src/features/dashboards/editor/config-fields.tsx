import { Checkbox, TextInput } from '@mantine/core';
import type { WidgetConfig } from '../../../ui/widget/widget-config';
import { useDashboardTexts } from '../dashboards.texts';

interface ConfigFieldsProps {
  config: WidgetConfig;
  /** Only widgets of the overview can be shown on the public dashboard. */
  canPublish: boolean;
  onChange: (config: WidgetConfig) => void;
}

/** The title of a widget, and whether everybody may see it. */
export function ConfigFields({ config, canPublish, onChange }: ConfigFieldsProps) {
  const t = useDashboardTexts();
  return (
    <>
      <TextInput
        label={t('widgetTitle')}
        maxLength={100}
        data-autofocus
        value={config.title}
        onChange={({ currentTarget }) => onChange({ ...config, title: currentTarget.value })}
      />
      {canPublish && (
        <Checkbox
          label={t('isPublic')}
          description={t('isPublicHint')}
          checked={config.isPublic}
          onChange={({ currentTarget }) => onChange({ ...config, isPublic: currentTarget.checked })}
        />
      )}
    </>
  );
}
