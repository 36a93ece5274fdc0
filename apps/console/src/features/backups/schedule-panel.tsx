import { useState } from 'react';
import { Button, NumberInput, Switch, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mdiPencilOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../format/use-format';
import { FormDialog } from '../../ui/form-dialog';
import { Icon } from '../../ui/icon';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { nextRuns, readCron } from '../../ui/schedule/cron';
import { ScheduleField } from '../../ui/schedule/schedule-field';
import { TimezoneSelect } from '../../ui/schedule/timezone-select';
import { useScheduleText } from '../../ui/schedule/use-schedule-text';
import { useAction } from '../../ui/use-action';
import { type BackupSchedule, SCHEDULE, changeSchedule, scheduleQuery } from './backups.queries';
import { useBackupTexts } from './backups.texts';

const MOST_KEPT = 365;

/** The schedule of backups, and how many backups are kept. */
export function SchedulePanel() {
  const t = useBackupTexts();
  const schedule = useQuery(scheduleQuery);
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Panel
      title={t('schedule')}
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon path={mdiPencilOutline} size={16} />}
          disabled={!schedule.data}
          onClick={() => setIsEditing(true)}
        >
          {t('edit')}
        </Button>
      }
    >
      <QueryState query={schedule} height={24}>
        {(known) => (
          <>
            <ScheduleSummary schedule={known} />
            {isEditing && <ScheduleForm schedule={known} onClose={() => setIsEditing(false)} />}
          </>
        )}
      </QueryState>
    </Panel>
  );
}

function ScheduleSummary({ schedule }: { schedule: BackupSchedule }) {
  const t = useBackupTexts();
  const scheduleText = useScheduleText();
  const { dateTime, number } = useFormat();
  const { enabled, cron, timezone, nextRunAt, retentionCount, includeFiles } = schedule;
  if (!enabled) {
    return (
      <Text size="sm" c="dimmed">
        {t('scheduleOff')}
      </Text>
    );
  }
  const parts = [
    [scheduleText(cron), timezone].filter(Boolean).join(', '),
    t(includeFiles ? 'withFiles' : 'withoutFiles'),
    t('keeps', { count: number(retentionCount) }),
    t('next', { time: dateTime(nextRunAt) }),
  ];
  return <Text size="sm">{parts.join(' · ')}</Text>;
}

interface ScheduleFormProps {
  schedule: BackupSchedule;
  onClose: () => void;
}

function ScheduleForm({ schedule, onClose }: ScheduleFormProps) {
  const t = useBackupTexts();
  const { enabled, cron, timezone, retentionCount, includeFiles } = schedule;
  const form = useForm({ initialValues: { enabled, cron, timezone, retentionCount, includeFiles } });
  const { values } = form;
  const [kind, setKind] = useState(() => readCron(cron).kind);
  const save = useAction(() => changeSchedule(values), {
    done: t('saved'),
    changes: [SCHEDULE],
    onDone: onClose,
    form,
  });
  return (
    <FormDialog
      title={t('editSchedule')}
      confirm={t('save')}
      isRunning={save.isPending}
      isDirty={form.isDirty}
      onConfirm={() => {
        if (nextRuns(values.cron, 'UTC', 1).length > 0) save.mutate();
      }}
      onClose={onClose}
    >
      <Switch label={t('enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      <ScheduleField
        cron={values.cron}
        timezone={values.timezone}
        kind={kind}
        onChange={(changed, changedKind) => {
          form.setFieldValue('cron', changed);
          setKind(changedKind);
        }}
      />
      <TimezoneSelect value={values.timezone} onChange={(zone) => form.setFieldValue('timezone', zone)} />
      <NumberInput
        label={t('retention')}
        description={t('retentionHint')}
        min={1}
        max={MOST_KEPT}
        allowDecimal={false}
        clampBehavior="strict"
        {...form.getInputProps('retentionCount')}
        onChange={(count) => form.setFieldValue('retentionCount', Number(count) || 1)}
      />
      <Switch
        label={t('includeFiles')}
        description={t('includeFilesHint')}
        {...form.getInputProps('includeFiles', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}
