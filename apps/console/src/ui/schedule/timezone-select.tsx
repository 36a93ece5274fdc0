import { Select } from '@mantine/core';
import { usePlatform } from '../../api/platform';
import { useScheduleTexts } from './schedule.texts';

/** Some browsers do not list UTC. */
const ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
const SHOWN = 60;

interface TimezoneSelectProps {
  /** Null for the zone of the platform. */
  value: string | null;
  onChange: (timezone: string | null) => void;
  /** True if the zone of the platform itself is chosen, which cannot be empty. */
  required?: boolean;
}

/** Chooses an IANA time zone. */
export function TimezoneSelect({ value, onChange, required }: TimezoneSelectProps) {
  const t = useScheduleTexts();
  const zone = usePlatform()?.timezone ?? '';
  const known = value && !ZONES.includes(value) ? [value, ...ZONES] : ZONES;
  return (
    <Select
      label={t('timezone')}
      placeholder={required ? undefined : t('platformZone', { zone })}
      data={known}
      searchable
      clearable={!required}
      limit={SHOWN}
      value={value}
      onChange={onChange}
    />
  );
}
