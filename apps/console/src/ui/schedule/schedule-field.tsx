import { Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { usePlatform } from '../../api/platform';
import { useFormat } from '../../format/use-format';
import { type Schedule, nextRuns, readCron, writeCron } from './cron';
import { useScheduleTexts } from './schedule.texts';
import { TimeField } from './time-field';
import { useWeekdayName, useWeekdays } from './use-weekdays';

const KINDS = ['daily', 'weekly', 'monthly', 'custom'] as const;
const SHOWN_RUNS = 3;

interface ScheduleFieldProps {
  cron: string;
  /** Null for the zone of the platform. */
  timezone: string | null;
  /** The kind is a separate state, because a cron expression that is being typed may look like a simple schedule. */
  kind: Schedule['kind'];
  onChange: (cron: string, kind: Schedule['kind']) => void;
}

/** Edits a cron expression: simple schedules by their parts, any other one as text. Shows the next runs. */
export function ScheduleField({ cron, timezone, kind, onChange }: ScheduleFieldProps) {
  const t = useScheduleTexts();
  const schedule = kind === 'custom' ? ({ kind, cron } as const) : readCron(cron);
  const change = (changed: Schedule) => onChange(writeCron(changed), changed.kind);
  return (
    <Stack gap={6}>
      <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
        <Select
          label={t('repeat')}
          data={KINDS.map((value) => ({ value, label: t(value) }))}
          value={schedule.kind}
          onChange={(value) => change(ofKind(value as Schedule['kind'], cron))}
        />
        <ScheduleParts schedule={schedule} onChange={change} />
      </Group>
      <NextRuns cron={cron} timezone={timezone} />
    </Stack>
  );
}

/** Returns a schedule of another kind. It keeps the time of day. */
function ofKind(kind: Schedule['kind'], cron: string): Schedule {
  const before = readCron(cron);
  const time = before.kind === 'custom' ? '07:00' : before.time;
  if (kind === 'custom') return { kind, cron };
  if (kind === 'weekly') return { kind, time, weekday: 1 };
  return kind === 'monthly' ? { kind, time, day: 1 } : { kind, time };
}

interface SchedulePartsProps {
  schedule: Schedule;
  onChange: (schedule: Schedule) => void;
}

function ScheduleParts({ schedule, onChange }: SchedulePartsProps) {
  const t = useScheduleTexts();
  const weekdayName = useWeekdayName();
  const weekdays = useWeekdays();
  if (schedule.kind === 'custom') {
    return (
      <TextInput
        label={t('cron')}
        description={t('cronHint')}
        maxLength={255}
        value={schedule.cron}
        onChange={({ currentTarget }) => onChange({ kind: 'custom', cron: currentTarget.value })}
      />
    );
  }
  return (
    <>
      {schedule.kind === 'weekly' && (
        <Select
          label={t('weekday')}
          data={weekdays.map((weekday) => ({ value: String(weekday % 7), label: weekdayName(weekday) }))}
          value={String(schedule.weekday)}
          onChange={(weekday) => onChange({ ...schedule, weekday: Number(weekday) })}
        />
      )}
      {schedule.kind === 'monthly' && (
        <NumberInput
          label={t('day')}
          description={schedule.day > 28 ? t('dayHint') : null}
          min={1}
          max={31}
          clampBehavior="strict"
          allowDecimal={false}
          value={schedule.day}
          onChange={(day) => onChange({ ...schedule, day: Number(day) || 1 })}
        />
      )}
      <TimeField
        label={t('time')}
        value={schedule.time}
        onChange={(time) => onChange({ ...schedule, time: time || '00:00' })}
      />
    </>
  );
}

function NextRuns({ cron, timezone }: { cron: string; timezone: string | null }) {
  const t = useScheduleTexts();
  const { part } = useFormat();
  const platformZone = usePlatform()?.timezone;
  const timeZone = timezone ?? platformZone;
  const runs = nextRuns(cron, timeZone, SHOWN_RUNS);
  if (runs.length === 0) {
    return (
      <Text size="xs" c="var(--mantine-color-error)" role="alert">
        {t('never')}
      </Text>
    );
  }
  const times = runs.map((run) => part(run, { dateStyle: 'medium', timeStyle: 'short', timeZone }));
  return (
    <Text size="xs" c="dimmed" aria-live="polite">
      {t('next', { times: times.join(' · ') })}
    </Text>
  );
}
