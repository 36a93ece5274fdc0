import type { ReactNode } from 'react';
import { Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usePlatform } from '../../../api/platform';
import { type CalendarDate, dateIn, moved } from '../../../format/calendar-period';
import { useFormat } from '../../../format/use-format';
import { Figure } from '../../../ui/figure';
import { Panel } from '../../../ui/panel';
import { QueryState } from '../../../ui/query-state';
import { EmptyState } from '../../../ui/states';
import { energyUnitOf } from '../energy.queries';
import { ViewPanel } from '../view-panel';
import {
  type Baseline,
  type Fit,
  type Savings,
  SAVINGS_INTERVALS,
  type SavingsInterval,
  type SavingsPoint,
  savingsQuery,
} from './baselines.queries';
import { NormalizedPanel } from './normalized-panel';
import { CumulativePanel, ExpectedChart, ExpectedTable } from './savings-charts';
import { useSavingsTexts } from './savings.texts';

type Saving = NonNullable<Savings['saving']>;

export interface SavingsOfProps {
  baseline: Baseline;
  fit: Fit;
  today: CalendarDate;
  /** By default, a week. A baseline of months has only months. */
  interval: SavingsInterval | undefined;
  onInterval: (interval: SavingsInterval | undefined) => void;
}

/** The saving since the measure, and its course. */
export function SavingsOf({ baseline, fit, today, interval: chosen = 'week', onInterval }: SavingsOfProps) {
  const t = useSavingsTexts();
  const { date } = useFormat();
  const isMonthly = baseline.method === 'monthlyDegreeDays';
  const interval = isMonthly ? 'month' : chosen;
  const shown = { unit: energyUnitOf(baseline), interval };
  return (
    <SinceMeasure baseline={baseline} today={today} interval={interval}>
      {(points, saving) => (
        <>
          <SavingFigures saving={saving} fit={fit} unit={shown.unit} />
          <Panel>
            <Group justify="space-between" gap="sm">
              <Text size="sm">{t('since', { date: date(baseline.reportingFrom) })}</Text>
              {!isMonthly && (
                <SegmentedControl
                  aria-label={t('interval')}
                  data={SAVINGS_INTERVALS.map((value) => ({ value, label: t(`interval.${value}`) }))}
                  value={interval}
                  onChange={(value) => onInterval(SAVINGS_INTERVALS.find((known) => known === value))}
                />
              )}
            </Group>
          </Panel>
          <ViewPanel title={t('expectedEnergy')}>
            {(view) => (
              <Stack gap="xs">
                {view === 'chart' ? (
                  <ExpectedChart points={points} {...shown} />
                ) : (
                  <ExpectedTable points={points} {...shown} />
                )}
                <Text size="xs" c="dimmed">
                  {t('bandHint')}
                </Text>
              </Stack>
            )}
          </ViewPanel>
          <CumulativePanel points={points} {...shown} />
          <NormalizedPanel baseline={baseline} today={today} />
        </>
      )}
    </SinceMeasure>
  );
}

interface SinceMeasureProps extends Pick<SavingsOfProps, 'baseline' | 'today'> {
  /** A baseline of months has only months. */
  interval: SavingsInterval;
  children: (points: readonly SavingsPoint[], saving: Saving) => ReactNode;
}

/** Requests the saving since the measure, if it has begun. */
export function useSinceMeasure(
  { id, reportingFrom }: Baseline,
  today: CalendarDate,
  interval: SavingsInterval,
) {
  const timezone = usePlatform()?.timezone;
  const hasBegun = dateIn(timezone, new Date(reportingFrom)) <= today;
  const savings = useQuery({
    ...savingsQuery(id, { from: reportingFrom, to: moved('day', today, 1), interval }),
    enabled: hasBegun,
  });
  return { hasBegun, savings };
}

/** The saving since the measure. If it has not begun, or no day is complete, it says so. */
export function SinceMeasure({ baseline, today, interval, children }: SinceMeasureProps) {
  const t = useSavingsTexts();
  const { date } = useFormat();
  const { reportingFrom } = baseline;
  const { hasBegun, savings } = useSinceMeasure(baseline, today, interval);
  if (!hasBegun) {
    return (
      <Panel>
        <EmptyState title={t('notYet', { date: date(reportingFrom) })} />
      </Panel>
    );
  }
  return (
    <QueryState query={savings} height={600}>
      {({ points, saving }) =>
        saving === null ? (
          <Panel>
            <EmptyState title={t('noDay', { date: date(reportingFrom) })} />
          </Panel>
        ) : (
          children(points, saving)
        )
      }
    </QueryState>
  );
}

interface SavingFiguresProps {
  saving: Saving;
  fit: Fit;
  unit: string;
}

/** Above this uncertainty in percent, the band of the saving contains zero. */
const NO_SAVING = 100;

function SavingFigures({ saving, fit, unit }: SavingFiguresProps) {
  const t = useSavingsTexts();
  const { number, quantity, share } = useFormat();
  const { kwh, percent, uncertaintyPercent, confidence } = saving;
  const half = uncertaintyPercent === null ? null : (Math.abs(kwh) * uncertaintyPercent) / 100;
  const isUncertain = uncertaintyPercent === null || uncertaintyPercent > NO_SAVING;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <Figure
        title={t('saving')}
        value={number(kwh, 0)}
        unit={unit}
        note={half === null ? undefined : `± ${quantity(half, unit, 0)}`}
      />
      <Figure title={t('percent')} value={number(percent)} unit="%" note={t('ofExpected')} />
      <Figure
        title={t('uncertainty')}
        value={uncertaintyPercent === null ? '–' : `± ${number(uncertaintyPercent)}`}
        unit="%"
        tone={isUncertain ? 'caution' : undefined}
        note={isUncertain ? t('mayBeNone') : t('confidence', { share: share(confidence) })}
      />
      <Figure
        title={t('cvRmse')}
        value={number(fit.cvRmse, 2)}
        unit="%"
        note={t(fit.meetsGuideline14 ? 'meetsGuideline' : 'missesGuideline')}
      />
    </SimpleGrid>
  );
}
