import { useState } from 'react';
import { Button, Group, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { mdiDownload } from '@mdi/js';
import { useMutation } from '@tanstack/react-query';
import { usePlatform } from '../../api/platform';
import { usePreferences } from '../../app/preferences/preferences';
import { type Span, dateIn, isCalendarDate, moved } from '../../format/calendar-period';
import { Dialog } from '../../ui/dialog';
import { PdfFrame } from '../../ui/file-preview/pdf-frame';
import { useObjectUrl } from '../../ui/file-preview/use-object-url';
import { Icon } from '../../ui/icon';
import { ErrorState } from '../../ui/states';
import { useUiTexts } from '../../ui/ui.texts';
import { RANGES, type Range, spanOfRange } from './report-period';
import { type PreviewInput, previewReport } from './reports.queries';
import { useReportTexts } from './reports.texts';
import { useTemplateTexts } from './templates.texts';

interface PreviewDialogProps {
  name: string;
  source: Pick<PreviewInput, 'templateId' | 'config'>;
  onClose: () => void;
}

/** Renders a report for a period, and shows it as PDF. */
export function PreviewDialog({ name, source, onClose }: PreviewDialogProps) {
  const t = useTemplateTexts();
  const ui = useUiTexts();
  const { language } = usePreferences();
  const preview = useMutation({
    mutationFn: (span: Span) => previewReport({ ...source, ...span, language }),
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      size={960}
      title={t('previewTitle', { name })}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <Stack gap="md">
        <PeriodForm isRunning={preview.isPending} onShow={(span) => preview.mutate(span)} />
        {preview.isIdle && (
          <Text size="sm" c="dimmed">
            {t('previewHint')}
          </Text>
        )}
        {preview.isPending && <Skeleton height="60vh" radius="md" />}
        {preview.isError && <ErrorState error={preview.error} />}
        {preview.isSuccess && <Document content={preview.data} name={name} />}
      </Stack>
    </Dialog>
  );
}

/** Phones do not show a PDF within a page, so the document can also be saved. */
function Document({ content, name }: { content: Blob; name: string }) {
  const report = useReportTexts();
  const url = useObjectUrl(content);
  return (
    <>
      <PdfFrame content={content} name={name} />
      <Group justify="flex-end">
        <Button
          component="a"
          variant="default"
          href={url}
          download={`${name}.pdf`}
          leftSection={<Icon path={mdiDownload} />}
        >
          {report('download')}
        </Button>
      </Group>
    </>
  );
}

interface PeriodFormProps {
  isRunning: boolean;
  onShow: (span: Span) => void;
}

function PeriodForm({ isRunning, onShow }: PeriodFormProps) {
  const t = useTemplateTexts();
  const report = useReportTexts();
  const timezone = usePlatform()?.timezone;
  const [today] = useState(() => dateIn(timezone, new Date()));
  const [range, setRange] = useState<Range | 'custom'>('last7Days');
  const [span, setSpan] = useState(() => spanOfRange('last7Days', today));
  const isValid = isCalendarDate(span.from) && isCalendarDate(span.to) && span.from < span.to;
  const choose = (chosen: Range | 'custom') => {
    setRange(chosen);
    if (chosen !== 'custom') setSpan(spanOfRange(chosen, today));
  };
  const change = (changes: Partial<Span>) => {
    setRange('custom');
    setSpan({ ...span, ...changes });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) onShow(span);
      }}
    >
      <Group align="flex-end" gap="sm">
        <Select
          label={report('range')}
          data={[
            ...RANGES.map((value) => ({ value, label: report(value) })),
            { value: 'custom', label: t('custom') },
          ]}
          value={range}
          onChange={(value) => choose(value as Range | 'custom')}
        />
        <TextInput
          type="date"
          label={t('from')}
          value={span.from}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t('to')}
          // The end of a span is exclusive, but people enter the last day.
          value={isCalendarDate(span.to) ? moved('day', span.to, -1) : ''}
          onChange={({ currentTarget: { value } }) =>
            change({ to: isCalendarDate(value) ? moved('day', value, 1) : '' })
          }
        />
        <Button type="submit" disabled={!isValid} loading={isRunning}>
          {t('show')}
        </Button>
      </Group>
      {!isValid && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" mt={4}>
          {t('periodWrong')}
        </Text>
      )}
    </form>
  );
}
