import { StateBadge, type Tone } from '../../ui/badge';
import type { WorkOrder } from './maintenance.queries';
import { useMaintenanceTexts } from './maintenance.texts';

const TONES: Record<WorkOrder['priority'], Tone> = {
  low: 'neutral',
  normal: 'info',
  high: 'serious',
  urgent: 'critical',
};

export function Priority({ priority }: Pick<WorkOrder, 'priority'>) {
  return <StateBadge tone={TONES[priority]}>{useMaintenanceTexts()(`priority.${priority}`)}</StateBadge>;
}
