import { StateBadge } from '../../ui/badge';
import type { Alert } from './alerts.queries';
import { useAlertTexts } from './alerts.texts';

/** The state of an alert as a badge. */
export function AlertState({ alert }: { alert: Alert }) {
  const t = useAlertTexts();
  if (alert.status === 'cleared') return <StateBadge tone="good">{t('cleared')}</StateBadge>;
  if (alert.shelvedUntil) return <StateBadge tone="neutral">{t('shelved')}</StateBadge>;
  if (alert.acknowledged) return <StateBadge tone="info">{t('acknowledged')}</StateBadge>;
  return <StateBadge tone="critical">{t('unacknowledged')}</StateBadge>;
}
