import { useState } from 'react';
import { SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ALERTS } from '../../api/alerts';
import { useFormat } from '../../format/use-format';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useAction } from '../../ui/use-action';
import { type Alert, NOTE_LENGTH, shelveAlert } from './alerts.queries';
import { useAlertTexts } from './alerts.texts';

const HOURS = ['1', '4', '8', '24', '168'] as const;
const HOUR_MS = 3_600_000;

interface ShelveDialogProps {
  alert: Alert;
  onClose: () => void;
}

/** Asks for the end and the reason of shelving an alert. */
export function ShelveDialog({ alert, onClose }: ShelveDialogProps) {
  const t = useAlertTexts();
  const { dateTime } = useFormat();
  const form = useForm({
    initialValues: { hours: '4', reason: '' },
    validate: { reason: (text) => (text.trim() === '' ? t('reasonMissing') : null) },
  });
  const [openedAtMs] = useState(() => Date.now());
  const untilAt = new Date(openedAtMs + Number(form.values.hours) * HOUR_MS).toISOString();
  const shelve = useAction(() => shelveAlert(alert.id, untilAt, form.values.reason.trim()), {
    done: t('done.shelve'),
    changes: [ALERTS],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      title={t('shelve')}
      confirm={t('shelve')}
      isRunning={shelve.isPending}
      onConfirm={form.onSubmit(() => shelve.mutate())}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('hint.shelve')}
      </Text>
      <Stack gap={4}>
        <SegmentedControl
          fullWidth
          aria-label={t('duration')}
          data={HOURS.map((value) => ({ value, label: t(`hours.${value}`) }))}
          {...form.getInputProps('hours')}
        />
        <Text size="xs" c="dimmed">
          {t('until', { time: dateTime(untilAt) })}
        </Text>
      </Stack>
      <Textarea
        label={t('reason')}
        required
        maxLength={NOTE_LENGTH}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </ConfirmDialog>
  );
}
