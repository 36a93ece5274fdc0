import { Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { usePlatform } from '../../../api/platform';
import type { Widget } from '../../../api/dashboards';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useWidgetTexts } from '../../../ui/widget/widget.texts';
import { useDashboardTexts } from '../dashboards.texts';
import { ConfigFields } from './config-fields';
import { ContentFields } from './content-fields';
import {
  changedWidget,
  CONTENTS,
  type Fields,
  fieldsOf,
  isPublishable,
  missingField,
  NEW_FIELDS,
  newWidget,
} from './widget-fields';

interface WidgetDialogProps {
  /** The widget to change, or the first row below all widgets for a new one. */
  of: Widget | number;
  canPublish: boolean;
  onDone: (widget: Widget) => void;
  onClose: () => void;
}

/** Asks for the content of a new widget, or for that of a stored one, whose kind stays as it is. */
export function WidgetDialog({ of, canPublish, onDone, onClose }: WidgetDialogProps) {
  const isNew = typeof of === 'number';
  const t = useDashboardTexts();
  const widget = useWidgetTexts();
  const hasWeather = usePlatform()?.weatherEnabled === true;
  const form = useForm<Fields>({
    initialValues: isNew ? NEW_FIELDS : fieldsOf(of),
    validate: (fields) => {
      const missing = missingField(fields);
      return missing ? { [missing]: t(`missing.${missing}`) } : {};
    },
  });
  const { content, title, isPublic } = form.values;
  return (
    <ConfirmDialog
      isOpen
      title={t(isNew ? 'addWidget' : 'widgetSettings')}
      confirm={t(isNew ? 'add' : 'apply')}
      onConfirm={form.onSubmit((fields) => {
        onDone(isNew ? newWidget(fields, of) : changedWidget(of, fields));
        onClose();
      })}
      onClose={onClose}
    >
      {isNew && (
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
      )}
      <ContentFields content={content} form={form} />
      <ConfigFields
        config={{ title, isPublic }}
        canPublish={canPublish && isPublishable(content)}
        onChange={(config) => form.setValues(config)}
      />
    </ConfirmDialog>
  );
}
