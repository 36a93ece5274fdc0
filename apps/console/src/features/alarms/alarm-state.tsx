import { StateBadge } from '../../ui/badge';
import type { Alarm } from './alarms.queries';
import { useAlarmTexts } from './alarms.texts';

/** The state of an alarm as a badge. */
export function AlarmState({ alarm }: { alarm: Alarm }) {
  const t = useAlarmTexts();
  if (alarm.status === 'cleared') return <StateBadge tone="good">{t('cleared')}</StateBadge>;
  if (alarm.shelvedUntil) return <StateBadge tone="neutral">{t('shelved')}</StateBadge>;
  if (alarm.acknowledged) return <StateBadge tone="info">{t('acknowledged')}</StateBadge>;
  return <StateBadge tone="critical">{t('unacknowledged')}</StateBadge>;
}
