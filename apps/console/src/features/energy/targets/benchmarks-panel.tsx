import { type ReactNode, useState } from 'react';
import { Group, Progress, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Area } from '../../../api/areas';
import type { EnergyType } from '../../../api/energy-types';
import { type CalendarDate, moved } from '../../../format/calendar-period';
import { useFormat } from '../../../format/use-format';
import { DataTable } from '../../../ui/data-table';
import { useEnergyTypeTexts } from '../../../ui/energy-type.texts';
import { Panel } from '../../../ui/panel';
import { QueryState } from '../../../ui/query-state';
import { SetUpButton } from '../../../ui/set-up-button';
import { EmptyState } from '../../../ui/states';
import { typesOf } from '../energy-areas';
import { energyUnitOf } from '../energy.queries';
import { type Benchmark, benchmarksQuery } from './targets.queries';
import { useTargetsTexts } from './targets.texts';

interface BenchmarksPanelProps {
  areas: readonly Area[];
  areaName: (id: number) => string;
  today: CalendarDate;
}

/** The ranking, with a choice of the energy type. */
export function BenchmarksPanel({ areas, areaName, today }: BenchmarksPanelProps) {
  const t = useTargetsTexts();
  const typeText = useEnergyTypeTexts();
  const [energyType, setType] = useState<EnergyType>('electricity');
  const types = typesOf(areas);
  const choice = (
    <Select
      label={t('energyType')}
      allowDeselect={false}
      data={types.map((value) => ({ value, label: typeText(value) }))}
      value={energyType}
      onChange={(value) => setType(types.find((type) => type === value) ?? 'electricity')}
    />
  );
  return (
    <Panel title={t('benchmarks')}>
      <Ranking energyType={energyType} areaName={areaName} today={today} choice={choice} />
    </Panel>
  );
}

interface RankingProps extends Pick<BenchmarksPanelProps, 'areaName' | 'today'> {
  energyType: EnergyType;
  choice?: ReactNode;
}

/** The energy of the last twelve whole months per square metre, by area, as numbers and as bars. */
export function Ranking({ energyType, areaName, today, choice }: RankingProps) {
  const t = useTargetsTexts();
  const span = { from: moved('month', today, -12), to: moved('month', today, 0) };
  return (
    <QueryState query={useQuery(benchmarksQuery({ ...span, energyType }))} height={200}>
      {(benchmarks) =>
        benchmarks.length === 0 ? (
          <EmptyState
            title={t('noFloorArea')}
            action={<SetUpButton to="/energy/areas" title={t('setFloorArea')} />}
          />
        ) : (
          <Stack gap="sm">
            {choice && (
              <Group justify="space-between" align="flex-end" gap="sm">
                <Text size="sm">{t('benchmarksHint')}</Text>
                {choice}
              </Group>
            )}
            <BenchmarkTable
              benchmarks={benchmarks}
              areaName={areaName}
              unit={`${energyUnitOf({ energyType })}/m²`}
            />
          </Stack>
        )
      }
    </QueryState>
  );
}

interface BenchmarkTableProps extends Pick<BenchmarksPanelProps, 'areaName'> {
  benchmarks: readonly Benchmark[];
  unit: string;
}

function BenchmarkTable({ benchmarks, areaName, unit }: BenchmarkTableProps) {
  const t = useTargetsTexts();
  const { number, quantity, change, share } = useFormat();
  // Areas without energy have empty bars.
  const highest = Math.max(...benchmarks.map(({ kwhPerM2 }) => kwhPerM2 ?? 0)) || 1;
  return (
    <DataTable
      label={t('benchmarks')}
      items={benchmarks}
      keyOf={({ areaId }) => String(areaId)}
      columns={[
        { key: 'rank', title: t('rank'), align: 'right', render: ({ rank }) => number(rank) },
        { key: 'area', title: t('area'), render: ({ areaId }) => areaName(areaId) },
        {
          key: 'use',
          title: t('use'),
          render: ({ use }) => use ?? '–',
        },
        { key: 'built', title: t('builtYear'), align: 'right', render: ({ builtYear }) => builtYear ?? '–' },
        {
          key: 'energy',
          title: t('energy'),
          align: 'right',
          render: (row) => (
            <div>
              {quantity(row.kwhPerM2, unit, 1)}
              <Progress
                miw={120}
                value={((row.kwhPerM2 ?? 0) / highest) * 100}
                color={(differenceOf(row) ?? 0) > 0 ? 'orange' : undefined}
                aria-label={`${areaName(row.areaId)}: ${quantity(row.kwhPerM2, unit, 1)}`}
              />
            </div>
          ),
        },
        {
          key: 'reference',
          title: t('reference'),
          align: 'right',
          render: ({ reference }) => (reference === null ? '–' : quantity(reference, unit, 1)),
        },
        {
          key: 'difference',
          title: t('difference'),
          align: 'right',
          render: (row) => change(differenceOf(row)),
        },
        {
          key: 'cost',
          title: t('cost'),
          align: 'right',
          render: ({ costPerM2, currency }) => quantity(costPerM2, `${currency}/m²`, 2),
        },
        {
          key: 'emissions',
          title: t('emissions'),
          align: 'right',
          render: ({ kgPerM2 }) => quantity(kgPerM2, 'kg/m²', 1),
        },
        { key: 'coverage', title: t('coverage'), align: 'right', render: ({ coverage }) => share(coverage) },
      ]}
    />
  );
}

/** The difference from the reference in percent; null for an area without a rank or a reference. */
function differenceOf({ kwhPerM2, reference, rank }: Benchmark): number | null {
  if (kwhPerM2 === null || rank === null || !reference) return null;
  return (kwhPerM2 / reference - 1) * 100;
}
