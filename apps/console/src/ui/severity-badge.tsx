import type { components } from '../api/plantroom';
import { StateBadge, type Tone } from './badge';
import { useUiTexts } from './ui.texts';

export type Severity = components['schemas']['AlertDto']['severity'];
export const SEVERITIES: readonly Severity[] = ['critical', 'major', 'minor', 'warning', 'indeterminate'];

const TONES: Record<Severity, Tone> = {
  critical: 'critical',
  major: 'serious',
  minor: 'caution',
  warning: 'info',
  indeterminate: 'neutral',
};

export function SeverityBadge({ severity }: { severity: Severity }) {
  return <StateBadge tone={TONES[severity]}>{useUiTexts()(severity)}</StateBadge>;
}
