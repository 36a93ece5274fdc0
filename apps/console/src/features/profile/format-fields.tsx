import { Select, Stack } from '@mantine/core';
import { useChangePreferences, useZoneChoices } from '../../app/preferences/preference-choices';
import { usePreferences } from '../../app/preferences/preferences';
import { usePreferenceTexts } from '../../app/preferences/preferences.texts';
import type { FormatChoices } from '../../format/regional-formats';
import { useWeekdayName } from '../../ui/schedule/use-weekdays';

/** The choices of formats. Dates in Chinese have one order. */
export function FormatFields() {
  const t = usePreferenceTexts();
  const nameOf = useWeekdayName();
  const { language } = usePreferences();
  const browser = { value: 'browser', label: t('asBrowser') };
  const dates = [
    { value: 'dmy', label: '27 Nov 2026' },
    { value: 'mdy', label: 'Nov 27, 2026' },
    { value: 'ymd', label: '2026-11-27' },
  ];
  const clocks = (['24h', '12h'] as const).map((value) => ({ value, label: t(value) }));
  const marks = [
    { value: 'point', label: '1,234.5' },
    { value: 'comma', label: '1.234,5' },
  ];
  const weekdays = [
    { value: 'monday', label: nameOf(1) },
    { value: 'saturday', label: nameOf(6) },
    { value: 'sunday', label: nameOf(7) },
  ];
  return (
    <Stack gap="sm">
      {language === 'en-US' && <FormatField name="dateOrder" data={[browser, ...dates]} />}
      <FormatField name="clock" data={[browser, ...clocks]} />
      <FormatField name="decimalMark" data={[browser, ...marks]} />
      <FormatField name="firstWeekday" data={[browser, ...weekdays]} />
      <FormatField name="timeZone" data={useZoneChoices()} />
    </Stack>
  );
}

interface FormatFieldProps {
  name: keyof FormatChoices;
  data: { value: string; label: string }[];
}

function FormatField({ name, data }: FormatFieldProps) {
  const t = usePreferenceTexts();
  const preferences = usePreferences();
  const change = useChangePreferences();
  return (
    <Select
      label={t(name)}
      data={data}
      value={preferences[name]}
      onChange={(value) => void change({ [name]: value })}
    />
  );
}
