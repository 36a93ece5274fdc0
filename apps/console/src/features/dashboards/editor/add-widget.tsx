import { Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { usePlatform } from '../../../api/platform';
import type { Widget } from '../../../api/dashboards';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useWidgetTexts } from '../../../ui/widget/widget.texts';
import { useDashboardTexts } from '../dashboards.texts';
import { ConfigFields } from './config-fields';
import { ContentFields } from './content-fields';
import { CONTENTS, type Fields, isPublishable, missingField, NEW_FIELDS, newWidget } from './new-widget';

interface AddWidgetProps {
  /** The first row below all widgets. */
  top: number;
  canPublish: boolean;
  onAdd: (widget: Widget) => void;
  onClose: () => void;
}

/** Asks for the content of a new widget, and places it below the others. */
export function AddWidget({ top, canPublish, onAdd, onClose }: AddWidgetProps) {
  const t = useDashboardTexts();
  const widget = useWidgetTexts();
  const hasWeather = usePlatform()?.weatherEnabled === true;
  const form = useForm<Fields>({
    initialValues: NEW_FIELDS,
    validate: (fields) => {
      const missing = missingField(fields);
      return missing ? { [missing]: t(`missing.${missing}`) } : {};
    },
  });
  const { content, title, isPublic } = form.values;
  return (
    <ConfirmDialog
      isOpen
      title={t('addWidget')}
      confirm={t('add')}
      onConfirm={form.onSubmit((fields) => {
        onAdd(newWidget(fields, top));
        onClose();
      })}
      onClose={onClose}
    >
      <Select
        label={t('content')}
        data={CONTENTS.filter((value) => value !== 'weather' || hasWeather).map((value) => ({
          value,
          label: widget(value),
        }))}
        maxDropdownHeight={360}
        allowDeselect={false}
        {...form.getInputProps('content')}
      />
      <ContentFields content={content} form={form} />
      <ConfigFields
        config={{ title, isPublic }}
        canPublish={canPublish && isPublishable(content)}
        onChange={(config) => form.setValues(config)}
      />
    </ConfirmDialog>
  );
}
