import { FileInput, SegmentedControl, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mdiCalendarImportOutline } from '@mdi/js';
import { type Calendar, CALENDARS } from '../../api/calendars';
import { FormDialog } from '../../ui/form-dialog';
import { Icon } from '../../ui/icon';
import { Notice } from '../../ui/notice';
import { useAction } from '../../ui/use-action';
import { useErrorText } from '../../ui/use-error-text';
import { importEvents } from './calendars.queries';
import { useCalendarTexts } from './calendars.texts';

interface Fields {
  file: File | null;
  pasted: string;
  kind: 'closed' | 'open';
  from: string;
  to: string;
}

interface ImportDialogProps {
  calendar: Calendar;
  onClose: () => void;
}

/** Adds the events of an iCalendar file as exceptions. */
export function ImportDialog({ calendar, onClose }: ImportDialogProps) {
  const t = useCalendarTexts();
  const errorText = useErrorText();
  const form = useForm<Fields>({
    initialValues: { file: null, pasted: '', kind: 'closed', from: '', to: '' },
    validate: {
      file: (file, { pasted }) => (file === null && pasted.trim() === '' ? t('fileMissing') : null),
    },
  });
  const { file, pasted, kind, from, to } = form.values;
  const start = useAction(
    async () => {
      const text = (await file?.text()) ?? pasted;
      return importEvents(calendar.id, { text, kind, from: from || undefined, to: to || undefined });
    },
    {
      done: ({ exceptions }) => t('done.import', { count: exceptions.length }),
      changes: [CALENDARS],
      onDone: onClose,
      form,
    },
  );
  return (
    <FormDialog
      title={t('import')}
      confirm={t('import')}
      isRunning={start.isPending}
      isDirty={form.isDirty}
      onConfirm={form.onSubmit(() => start.mutate())}
      onClose={onClose}
    >
      <FileInput
        label={t('file')}
        description={t('fileHint')}
        placeholder={t('choose')}
        accept=".ics,.ical,.ifb,.txt,text/calendar"
        clearable
        clearButtonProps={{ 'aria-label': t('remove') }}
        leftSection={<Icon path={mdiCalendarImportOutline} />}
        {...form.getInputProps('file')}
      />
      {file === null && (
        <Textarea
          label={t('pasted')}
          placeholder="BEGIN:VCALENDAR"
          minRows={3}
          maxRows={8}
          {...form.getInputProps('pasted')}
        />
      )}
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {t('during')}
        </Text>
        <SegmentedControl
          aria-label={t('during')}
          data={(['closed', 'open'] as const).map((value) => ({ value, label: t(`kind.${value}`) }))}
          {...form.getInputProps('kind')}
        />
      </Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="date"
          label={t('firstDate')}
          description={t('firstDateHint')}
          {...form.getInputProps('from')}
        />
        <TextInput
          type="date"
          label={t('endDate')}
          description={t('endDateHint')}
          {...form.getInputProps('to')}
        />
      </SimpleGrid>
      {start.isError && <Notice tone="critical">{errorText(start.error)}</Notice>}
    </FormDialog>
  );
}
