import { StateBadge, type Tone } from '../../ui/badge';
import type { FaultStatus } from './fault-steps';
import { useFaultTexts } from './faults.texts';

const TONES: Record<FaultStatus, Tone> = {
  open: 'serious',
  in_progress: 'info',
  resolved: 'good',
  closed: 'neutral',
};

/** The status of a fault as a badge. */
export function FaultState({ status }: { status: FaultStatus }) {
  return <StateBadge tone={TONES[status]}>{useFaultTexts()(`status.${status}`)}</StateBadge>;
}
