import { useState } from 'react';
import { Input, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CURRENT_VALUES } from '../../api/use-stream';
import { useFormat } from '../../format/use-format';
import { ConfirmDialog } from '../confirm-dialog';
import { Notice } from '../notice';
import { useValueText } from '../point-value';
import { useAction } from '../use-action';
import { forceValue, historyOf, OVERRIDES, setValue, WRITES, type Written } from './point-command.queries';
import { usePointCommandTexts } from './point-command.texts';
import { entryOf, kindOf, ValueField, valueOf } from './value-field';

export interface WrittenPoint {
  code: string;
  name: string;
  unit: string | null;
  dataType: string | null;
}

interface WriteDialogProps {
  point: WrittenPoint;
  /** The current value. */
  value: unknown;
  onClose: () => void;
}

/** Props of both dialogs: the entered value, and the texts around it. */
function useWriting({ point: { code, unit, dataType }, value, onClose }: WriteDialogProps) {
  const t = usePointCommandTexts();
  const valueText = useValueText();
  const kind = kindOf(dataType, value);
  return {
    kind,
    firstEntry: entryOf(kind, value),
    missing: t(kind === 'number' ? 'numberMissing' : 'textMissing'),
    changes: [CURRENT_VALUES, OVERRIDES, WRITES, historyOf(code)],
    current: t('currentValue', { value: valueText(value, unit) }),
    done: ({ confirmed, value: read }: Written) =>
      confirmed ? t('done') : t('unconfirmed', { value: valueText(read, unit) }),
    onDone: onClose,
  };
}

/** Asks for a value, and writes it unless an interlock forbids it. */
export function SetDialog(props: WriteDialogProps) {
  const { point, onClose } = props;
  const t = usePointCommandTexts();
  const valueText = useValueText();
  const { kind, firstEntry, missing, current, ...options } = useWriting(props);
  const [entry, setEntry] = useState(firstEntry);
  const [isChecked, setChecked] = useState(false);
  const wanted = valueOf(kind, entry);
  const set = useAction(() => setValue(point.code, wanted ?? null), options);
  const confirm = () => {
    setChecked(true);
    if (wanted !== undefined) set.mutate();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('set')}
      confirm={wanted === undefined ? t('set') : t('setTo', { value: valueText(wanted, point.unit) })}
      isRunning={set.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">
        {point.name}
        <br />
        {current}
      </Text>
      <ValueField
        kind={kind}
        unit={point.unit}
        entry={entry}
        error={isChecked && wanted === undefined ? missing : undefined}
        onChange={setEntry}
      />
      <Text size="sm" c="dimmed">
        {t('setHint')}
      </Text>
    </ConfirmDialog>
  );
}

const HOURS = ['1', '4', '8', '24', '0'] as const;
const HOUR_MS = 3_600_000;

/** Asks for a value, an end and a reason, and writes the value despite interlocks. */
export function ForceDialog(props: WriteDialogProps) {
  const { point, onClose } = props;
  const t = usePointCommandTexts();
  const valueText = useValueText();
  const { dateTime } = useFormat();
  const { kind, firstEntry, missing, current, ...options } = useWriting(props);
  const form = useForm({
    initialValues: { entry: firstEntry, hours: '1', reason: '' },
    validate: {
      entry: (entry) => (valueOf(kind, entry) === undefined ? missing : null),
      reason: (text) => (text.trim() === '' ? t('reasonMissing') : null),
    },
  });
  const { entry, hours, reason } = form.values;
  const wanted = valueOf(kind, entry);
  const [openedAtMs] = useState(() => Date.now());
  const expiresAt = hours === '0' ? null : new Date(openedAtMs + Number(hours) * HOUR_MS).toISOString();
  const force = useAction(
    () => forceValue({ code: point.code, value: wanted ?? null, reason: reason.trim(), expiresAt }),
    options,
  );
  const confirm = form.onSubmit(() => force.mutate());
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('force')}
      confirm={wanted === undefined ? t('force') : t('forceTo', { value: valueText(wanted, point.unit) })}
      isRunning={force.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Notice tone="caution">{t('forceHint')}</Notice>
      <Text size="sm">
        {point.name}
        <br />
        {current}
      </Text>
      <ValueField
        kind={kind}
        unit={point.unit}
        entry={entry}
        error={typeof form.errors.entry === 'string' ? form.errors.entry : undefined}
        onChange={(value) => form.setFieldValue('entry', value)}
      />
      <Input.Wrapper label={t('duration')} labelElement="div">
        <Stack gap={4}>
          <SegmentedControl
            fullWidth
            aria-label={t('duration')}
            data={HOURS.map((value) => ({ value, label: t(`hours.${value}`) }))}
            {...form.getInputProps('hours')}
          />
          <Text size="xs" c="dimmed">
            {expiresAt ? t('until', { time: dateTime(expiresAt) }) : t('untilReleased')}
          </Text>
        </Stack>
      </Input.Wrapper>
      <Textarea label={t('reason')} required maxLength={1000} {...form.getInputProps('reason')} />
    </ConfirmDialog>
  );
}
