import { readCron } from './cron';
import { useScheduleTexts } from './schedule.texts';
import { useWeekdayName } from './use-weekdays';

/** Returns a function that describes a cron expression. An expression that is not a simple schedule stays as it is. */
export function useScheduleText(): (cron: string) => string {
  const t = useScheduleTexts();
  const weekdayName = useWeekdayName();
  return (cron) => {
    const schedule = readCron(cron);
    if (schedule.kind === 'custom') return cron;
    if (schedule.kind === 'daily') return t('text.daily', { time: schedule.time });
    if (schedule.kind === 'monthly') return t('text.monthly', { time: schedule.time, day: schedule.day });
    return t('text.weekly', { time: schedule.time, weekday: weekdayName(schedule.weekday) });
  };
}
