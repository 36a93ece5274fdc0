import { Text } from '@mantine/core';
import type { PointValue } from '../api/live-values';
import { useFormat } from '../format/use-format';
import { StateBadge, type Tone } from './badge';
import { useUiTexts } from './ui.texts';
import { useNowMs } from './use-now';

const TONES: Record<PointValue['quality'], Tone> = { good: 'good', uncertain: 'caution', bad: 'critical' };

/** Returns a function that writes a value of a point with its unit. */
export function useValueText(): (value: unknown, unit?: string | null) => string {
  const t = useUiTexts();
  const { number, quantity } = useFormat();
  return (value, unit) => {
    if (value === null || value === undefined) return number(null);
    if (typeof value === 'boolean') return t(value ? 'on' : 'off');
    if (typeof value === 'number') return unit ? quantity(value, unit, 3) : number(value, 3);
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
}

export function QualityBadge({ quality }: { quality: PointValue['quality'] }) {
  return <StateBadge tone={TONES[quality]}>{useUiTexts()(quality)}</StateBadge>;
}

/** How long ago a value was measured. */
export function ValueAge({ timestamp }: { timestamp: string | null | undefined }) {
  const { age, dateTime } = useFormat();
  return (
    <Text component="time" size="sm" c="dimmed" dateTime={timestamp ?? undefined} title={dateTime(timestamp)}>
      {age(timestamp, useNowMs())}
    </Text>
  );
}
