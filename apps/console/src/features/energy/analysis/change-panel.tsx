import { Fragment } from 'react';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Area } from '../../../api/areas';
import { yearBefore } from '../../../format/calendar-period';
import { useFormat } from '../../../format/use-format';
import { useChartColors } from '../../../ui/chart/use-chart-style';
import { DataTable } from '../../../ui/data-table';
import { QueryState } from '../../../ui/query-state';
import { EmptyState } from '../../../ui/states';
import { energyUnitOf } from '../energy.queries';
import { NothingInside, ViewPanel } from '../view-panel';
import { type ProfileChoice, siteQuery } from './analysis.queries';
import { useAnalysisTexts } from './analysis.texts';
import { type ChangeStep, changeSteps, equalMonths } from './change-steps';
import { flowAreas } from './flow-layout';
import classes from './change-panel.module.css';

const HEIGHT = 200;

interface ChangeProps {
  before: number;
  now: number;
  steps: readonly ChangeStep[];
  unit: string;
}

/** How the areas inside the chosen area have changed its energy since a year before; nothing if there are none. */
export function ChangePanel({ areas, choice }: { areas: readonly Area[]; choice: ProfileChoice }) {
  const t = useAnalysisTexts();
  const { areaId } = choice;
  const earlier = { ...choice, ...yearBefore(choice) };
  const query = useQuery(siteQuery(choice));
  const queryBefore = useQuery(siteQuery(earlier));
  if (!areas.some(({ parentId }) => parentId === areaId)) return <NothingInside />;
  return (
    <ViewPanel title={t('change')}>
      {(view) => (
        <QueryState query={query} height={HEIGHT}>
          {(energies) => (
            <QueryState query={queryBefore} height={HEIGHT}>
              {(energiesBefore) => {
                const months = energies.get(areaId) ?? [];
                const equal = equalMonths(areas, areaId, energiesBefore, energies);
                if (equal.size === 0) return <EmptyState title={t('noChange')} />;
                const before = flowAreas(areas, energiesBefore, (month) => equal.has(month));
                const now = flowAreas(areas, energies, (month) => equal.has(month));
                const energyOf = (known: typeof now) => known.find(({ id }) => id === areaId)?.energy ?? 0;
                const shown = {
                  before: energyOf(before),
                  now: energyOf(now),
                  steps: changeSteps(before, now, areaId),
                  unit: energyUnitOf(choice),
                };
                return (
                  <Stack gap="sm" flex={1} mih={0}>
                    {view === 'chart' ? <ChangeChart {...shown} /> : <ChangeTable {...shown} />}
                    {equal.size < months.length && (
                      <Text size="sm" c="dimmed">
                        {t('equalMonths', { count: equal.size, all: months.length })}
                      </Text>
                    )}
                  </Stack>
                );
              }}
            </QueryState>
          )}
        </QueryState>
      )}
    </ViewPanel>
  );
}

function ChangeChart({ before, now, steps, unit }: ChangeProps) {
  const t = useAnalysisTexts();
  const { quantity } = useFormat();
  const colors = useChartColors();
  const energy = (value: number) => quantity(value, unit, 0);
  const ends = [before, now, ...steps.map(({ to }) => to), 0];
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const share = (value: number) => (most > least ? (100 * (value - least)) / (most - least) : 0);
  const rows = [
    {
      key: 'before',
      name: t('yearBefore'),
      from: 0,
      to: before,
      color: colors.other,
      text: energy(before),
    },
    ...steps.map(({ area, change, from, to }) => ({
      key: area?.id ?? 'rest',
      name: area?.name ?? t('rest'),
      from,
      to,
      color: change < 0 ? colors.good : colors.serious,
      text: `${change < 0 ? '−' : '+'}${energy(Math.abs(change))}`,
    })),
    {
      key: 'now',
      name: t('thisPeriod'),
      from: 0,
      to: now,
      color: colors.main,
      text: energy(now),
    },
  ];
  return (
    <figure
      className={classes.rows}
      aria-label={t('changeLabel', { before: energy(before), now: energy(now) })}
    >
      {rows.map(({ key, name, from, to, color, text }) => (
        <Fragment key={key}>
          <span>{name}</span>
          <span className={classes.track}>
            <span
              className={classes.bar}
              style={{
                background: color,
                left: `${share(Math.min(from, to))}%`,
                width: `${share(Math.max(from, to)) - share(Math.min(from, to))}%`,
              }}
            />
          </span>
          <span className={classes.value}>{text}</span>
        </Fragment>
      ))}
    </figure>
  );
}

function ChangeTable({ before, now, steps, unit }: ChangeProps) {
  const t = useAnalysisTexts();
  const { quantity, change: percent } = useFormat();
  const rows = [
    { key: 'before', name: t('yearBefore'), energy: before, share: null },
    ...steps.map(({ area, change }) => ({
      key: `${area?.id ?? 'rest'}`,
      name: area?.name ?? t('rest'),
      energy: change,
      share: before > 0 ? (100 * change) / before : null,
    })),
    {
      key: 'now',
      name: t('thisPeriod'),
      energy: now,
      share: before > 0 ? (100 * (now - before)) / before : null,
    },
  ];
  return (
    <DataTable
      label={t('change')}
      items={rows}
      keyOf={({ key }) => key}
      columns={[
        { key: 'area', title: t('area'), render: ({ name }) => name },
        {
          key: 'energy',
          title: t('energy'),
          align: 'right',
          render: ({ energy }) => quantity(energy, unit, 3),
        },
        { key: 'share', title: t('change'), align: 'right', render: ({ share }) => percent(share) },
      ]}
    />
  );
}
