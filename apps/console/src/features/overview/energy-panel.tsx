import { useState } from 'react';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../../ui/query-state';
import { Panel } from '../../ui/panel';
import { type ChartPeriod, EnergyChart } from '../../ui/widget/energy-chart';
import { useWidgetTexts } from '../../ui/widget/widget.texts';
import { energyChartQuery } from './overview.queries';
import { useOverviewTexts } from './overview.texts';

const PERIODS: readonly ChartPeriod[] = ['today', 'thisWeek', 'thisMonth', 'thisYear'];
const HEIGHT = 300;

/** The energy of the site in a period, beside the previous period. */
export function EnergyPanel() {
  const t = useOverviewTexts();
  const widget = useWidgetTexts();
  const [period, setPeriod] = useState<ChartPeriod>('today');
  const data = PERIODS.map((value) => ({ value, label: widget(`period.${value}`) }));
  return (
    <Panel
      title={t('energy')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('period')}
          data={data}
          value={period}
          onChange={(value) => setPeriod(value as ChartPeriod)}
        />
      }
    >
      <QueryState query={useQuery(energyChartQuery(period))} height={HEIGHT}>
        {(chart) => <EnergyChart chart={chart} period={period} height={HEIGHT} />}
      </QueryState>
    </Panel>
  );
}
