import { StateBadge, type Tone } from '../../ui/badge';
import type { Health } from './settings.queries';
import { useSettingsTexts } from './settings.texts';

type Breaker = Health['gateway']['breaker'];

const TONES: Record<Breaker, Tone> = {
  closed: 'good',
  half_open: 'caution',
  open: 'critical',
  unknown: 'neutral',
};

/** Whether a gateway can be reached. */
export function BreakerBadge({ breaker }: { breaker: Breaker }) {
  const t = useSettingsTexts();
  return <StateBadge tone={TONES[breaker]}>{t(`breaker.${breaker}`)}</StateBadge>;
}
