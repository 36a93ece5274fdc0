import { StateBadge, type Tone } from '../../ui/badge';
import type { RunStatus } from './reports.queries';
import { useReportTexts } from './reports.texts';

const TONES: Record<RunStatus, Tone> = {
  queued: 'neutral',
  running: 'info',
  sending: 'info',
  completed: 'good',
  undelivered: 'serious',
  failed: 'critical',
};

export function RunStatusBadge({ status }: { status: RunStatus }) {
  return <StateBadge tone={TONES[status]}>{useReportTexts()(status)}</StateBadge>;
}
