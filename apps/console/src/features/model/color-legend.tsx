import { useCallback } from 'react';
import { Group, SegmentedControl, Text } from '@mantine/core';
import { useFormat } from '../../format/use-format';
import { useChartColors } from '../../ui/chart/use-chart-style';
import { useErrorText } from '../../ui/use-error-text';
import { useModelTexts } from './model.texts';

const NONE = '';
/** Chosen instead of a unit, it colours the objects with an active alert. */
export const BY_ALERT = 'alerts';
/** Units that stand for one quantity in buildings. `%` stands for several. */
const QUANTITIES = new Map<string, 'temperature' | 'carbonDioxide' | 'power'>([
  ['°C', 'temperature'],
  ['ppm', 'carbonDioxide'],
  ['kW', 'power'],
  ['W', 'power'],
]);
const BAR = { width: '7rem', height: '0.6rem', borderRadius: '0.3rem' };

interface ColorLegendProps {
  units: readonly string[];
  /** Null if the objects have the colours of the file. */
  unit: string | null;
  onChange: (unit: string | null) => void;
  /** Null if no object has a value. */
  range: { low: number; high: number } | null;
  /** The number of marks with an active alert; undefined until the alerts are loaded. */
  alerting: number | undefined;
  /** Why the alerts could not be loaded. */
  error: Error | null;
}

/** Chooses the unit or the alerts by which the objects are coloured, and shows what the colours mean. */
export function ColorLegend({ units, unit, onChange, range, alerting, error }: ColorLegendProps) {
  const t = useModelTexts();
  const { quantity } = useFormat();
  const mixed = useMixedColor();
  const errorText = useErrorText();
  const nameOf = (value: string) => {
    const name = QUANTITIES.get(value);
    return name ? `${t(name)} (${value})` : value;
  };
  return (
    <Group gap="sm" mb="xs">
      <Text size="sm">{t('colorBy')}</Text>
      <SegmentedControl
        size="xs"
        aria-label={t('colorBy')}
        data={[
          { value: NONE, label: t('noColor') },
          ...units.map((value) => ({ value, label: nameOf(value) })),
          { value: BY_ALERT, label: t('alerts') },
        ]}
        value={unit ?? NONE}
        onChange={(value) => onChange(value === NONE ? null : value)}
      />
      {unit === BY_ALERT && error && <Text size="xs">{errorText(error)}</Text>}
      {unit === BY_ALERT && alerting !== undefined && (
        <Text size="xs">{t('alerting', { count: alerting })}</Text>
      )}
      {unit !== null && range && (
        <Group gap="xs">
          <Text size="xs">{quantity(range.low, unit)}</Text>
          <div style={{ ...BAR, background: `linear-gradient(to right, ${mixed(0)}, ${mixed(1)})` }} />
          <Text size="xs">{quantity(range.high, unit)}</Text>
        </Group>
      )}
    </Group>
  );
}

/** Returns a function that mixes the colours of low and high values: 0 is low, and 1 is high. */
export function useMixedColor(): (share: number) => string {
  const { info, serious } = useChartColors();
  return useCallback((share) => mix(info, serious, share), [info, serious]);
}

/** Mixes two colours of six digits. */
function mix(low: string, high: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [from, to] = [low, high].map((color) => Number.parseInt(color.slice(at, at + 2), 16)) as [
      number,
      number,
    ];
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}
