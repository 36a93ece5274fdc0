import type { Calendar } from '../../api/calendars';
import { usePlatform } from '../../api/platform';
import { localDateTime } from '../../format/calendar-period';
import { StateBadge } from '../../ui/badge';
import { useNowMs } from '../../ui/use-now';
import { useCalendarTexts } from './calendars.texts';
import { isOpenAt } from './day-hours';

/** Returns the current time on the clocks of a calendar: `2026-03-29T08:30`. */
export function useLocalNow({ timezone }: Calendar): string {
  const platform = usePlatform()?.timezone;
  return localDateTime(timezone ?? platform, new Date(useNowMs()).toISOString());
}

/** Whether the calendar is open at this moment. */
export function OpenNow({ calendar }: { calendar: Calendar }) {
  const t = useCalendarTexts();
  const isOpen = isOpenAt(calendar, useLocalNow(calendar));
  return <StateBadge tone={isOpen ? 'good' : 'neutral'}>{t(isOpen ? 'open' : 'closed')}</StateBadge>;
}
