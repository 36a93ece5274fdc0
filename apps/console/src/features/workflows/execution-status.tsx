import { StateBadge, type Tone } from '../../ui/badge';
import type { Execution } from './workflows.queries';
import { useWorkflowTexts } from './workflows.texts';

const TONES: Record<Execution['status'], Tone> = { running: 'info', success: 'good', failed: 'critical' };

/** The status of an execution as a badge. */
export function ExecutionStatus({ execution }: { execution: Pick<Execution, 'status' | 'startedAt'> }) {
  const { status, startedAt } = execution;
  const t = useWorkflowTexts();
  if (status === 'running' && !startedAt) return <StateBadge tone="neutral">{t('queuedState')}</StateBadge>;
  return <StateBadge tone={TONES[status]}>{t(status)}</StateBadge>;
}
