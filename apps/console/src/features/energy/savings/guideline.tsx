import { StateBadge } from '../../../ui/badge';
import { useSavingsTexts } from './savings.texts';

/** Whether a model is within the bounds of ASHRAE Guideline 14. */
export function Guideline({ isMet }: { isMet: boolean }) {
  const t = useSavingsTexts();
  return <StateBadge tone={isMet ? 'good' : 'caution'}>{t(isMet ? 'met' : 'notMet')}</StateBadge>;
}
