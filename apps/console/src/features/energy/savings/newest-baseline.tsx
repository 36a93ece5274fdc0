import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EnergyType } from '../../../api/energy-types';
import type { CalendarDate } from '../../../format/calendar-period';
import { useMessageText } from '../../../ui/messages/use-message-text';
import { Panel } from '../../../ui/panel';
import { QueryState } from '../../../ui/query-state';
import { SetUpButton } from '../../../ui/set-up-button';
import { EmptyState } from '../../../ui/states';
import { energyUnitOf } from '../energy.queries';
import { allBaselinesQuery, type Baseline, modelDaysQuery } from './baselines.queries';
import { CumulativePanel } from './savings-charts';
import { SinceMeasure } from './savings-of';
import { useSavingsTexts } from './savings.texts';
import { TemperaturePanel } from './temperature-panel';

const HEIGHT = 320;

interface NewestBaselineProps {
  choice: { areaId: number; energyType: EnergyType };
  today: CalendarDate;
}

/** The energy of an area against the temperature, and its cumulative saving, by its newest baseline. */
export function NewestBaseline({ choice: { areaId, energyType }, today }: NewestBaselineProps) {
  const t = useSavingsTexts();
  return (
    <QueryState query={useQuery(allBaselinesQuery)} height={HEIGHT}>
      {(baselines) => {
        const newest = baselines.findLast(
          (baseline) => baseline.areaId === areaId && baseline.energyType === energyType,
        );
        return newest ? (
          <Pictures key={newest.id} baseline={newest} today={today} />
        ) : (
          <Panel title={t('baseline')}>
            <EmptyState
              title={t('noneOfArea')}
              action={<SetUpButton to="/energy/savings" title={t('setUp')} />}
            />
          </Panel>
        );
      }}
    </QueryState>
  );
}

function Pictures({ baseline, today }: { baseline: Baseline; today: CalendarDate }) {
  const t = useSavingsTexts();
  const messageText = useMessageText();
  const interval = baseline.method === 'monthlyDegreeDays' ? 'month' : 'week';
  return (
    <>
      <Panel title={t('baseline')}>
        <Text size="sm">
          <Anchor
            inherit
            renderRoot={(props) => (
              <Link to="/energy/savings" search={{ baseline: baseline.id }} {...props} />
            )}
          >
            {baseline.name}
          </Anchor>
        </Text>
      </Panel>
      <QueryState query={useQuery(modelDaysQuery(baseline.id))} height={HEIGHT}>
        {({ missing }) =>
          missing === null ? (
            <>
              <TemperaturePanel baseline={baseline} />
              <SinceMeasure baseline={baseline} today={today} interval={interval}>
                {(points) => (
                  <CumulativePanel points={points} unit={energyUnitOf(baseline)} interval={interval} />
                )}
              </SinceMeasure>
            </>
          ) : (
            <Panel>
              <EmptyState title={messageText(missing)} />
            </Panel>
          )
        }
      </QueryState>
    </>
  );
}
