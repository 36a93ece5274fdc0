import { NumberInput, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { usePlatform } from '../../../api/platform';
import { useFormat } from '../../../format/use-format';
import { FormDialog } from '../../../ui/form-dialog';
import { useAction } from '../../../ui/use-action';
import {
  CORRECTED,
  type CorrectionInput,
  createCorrection,
  type ExplainedReading,
} from './corrections.queries';
import { useCorrectionTexts } from './corrections.texts';

interface CorrectionDialogProps {
  pointCode: string;
  reading: ExplainedReading;
  onClose: () => void;
}

interface Fields {
  kind: CorrectionInput['kind'];
  to: string;
  value: number | string;
  reason: string;
}

/** Marks a reading as false, alone or with those after it, or replaces its value. */
export function CorrectionDialog({ pointCode, reading, onClose }: CorrectionDialogProps) {
  const t = useCorrectionTexts();
  const { part, number } = useFormat();
  const timezone = usePlatform()?.timezone ?? '';
  const form = useForm<Fields>({
    initialValues: { kind: 'false', to: '', value: '', reason: '' },
    validate: {
      value: (value, { kind }) => (kind === 'value' && value === '' ? t('valueMissing') : null),
      reason: (reason) => (reason.trim() === '' ? t('reasonMissing') : null),
    },
  });
  const save = useAction(createCorrection, {
    done: t('corrected'),
    changes: CORRECTED,
    form,
    onDone: onClose,
  });
  const { timestamp, value } = reading;
  const time = part(timestamp, { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <FormDialog
      title={t('title', { code: pointCode })}
      confirm={t('confirm')}
      isRunning={save.isPending}
      isDirty={() => form.isDirty()}
      onConfirm={form.onSubmit((fields) => save.mutate({ pointCode, from: timestamp, ...inputOf(fields) }))}
      onClose={onClose}
    >
      <Text size="sm">{t('reading', { time, value: number(value, 3) })}</Text>
      <SegmentedControl
        aria-label={t('kind')}
        data={[
          { value: 'false', label: t('kind.false') },
          { value: 'value', label: t('kind.value') },
        ]}
        {...form.getInputProps('kind')}
      />
      {form.values.kind === 'false' ? (
        <TextInput
          type="datetime-local"
          label={t('to')}
          description={t('toHint', { timezone })}
          {...form.getInputProps('to')}
        />
      ) : (
        <NumberInput label={t('value')} required hideControls {...form.getInputProps('value')} />
      )}
      <Textarea label={t('reason')} required maxLength={500} {...form.getInputProps('reason')} />
    </FormDialog>
  );
}

function inputOf({ kind, to, value, reason }: Fields): Omit<CorrectionInput, 'pointCode' | 'from'> {
  if (kind === 'value') return { kind, value: Number(value), reason };
  return { kind, reason, ...(to !== '' && { to }) };
}
