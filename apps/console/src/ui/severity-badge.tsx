import type { components } from '../api/plantroom';
import { StateBadge, type Tone } from './badge';
import { useUiTexts } from './ui.texts';

export type Severity = components['schemas']['AlertDto']['severity'];

const TONES: Record<Severity, Tone> = {
  critical: 'critical',
  major: 'serious',
  minor: 'caution',
  warning: 'info',
  indeterminate: 'neutral',
};

/** From the most to the least severe. */
export const SEVERITIES = Object.keys(TONES) as readonly Severity[];

export function SeverityBadge({ severity }: { severity: Severity }) {
  return <StateBadge tone={TONES[severity]}>{useUiTexts()(severity)}</StateBadge>;
}
