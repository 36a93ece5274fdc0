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
  /** Shows only this picture, without a frame. */
  picture?: 'temperature' | 'saving';
}

/** The energy of an area against the temperature, and its cumulative saving, by its newest baseline. */
export function NewestBaseline({ choice: { areaId, energyType }, today, picture }: NewestBaselineProps) {
  const t = useSavingsTexts();
  return (
    <QueryState query={useQuery(allBaselinesQuery)} height={HEIGHT}>
      {(baselines) => {
        const newest = baselines.findLast(
          (baseline) => baseline.areaId === areaId && baseline.energyType === energyType,
        );
        if (newest) return <Pictures key={newest.id} baseline={newest} today={today} picture={picture} />;
        const action = <SetUpButton to="/energy/savings" title={t('setUp')} />;
        const none = <EmptyState title={t('noneOfArea')} action={action} />;
        return picture ? none : <Panel title={t('baseline')}>{none}</Panel>;
      }}
    </QueryState>
  );
}

interface PicturesProps extends Pick<NewestBaselineProps, 'today' | 'picture'> {
  baseline: Baseline;
}

function Pictures({ baseline, today, picture }: PicturesProps) {
  const t = useSavingsTexts();
  const messageText = useMessageText();
  const interval = baseline.method === 'monthlyDegreeDays' ? 'month' : 'week';
  return (
    <>
      {!picture && (
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
      )}
      <QueryState query={useQuery(modelDaysQuery(baseline.id))} height={HEIGHT}>
        {({ missing }) =>
          missing === null ? (
            <>
              {picture !== 'saving' && <TemperaturePanel baseline={baseline} />}
              {picture !== 'temperature' && (
                <SinceMeasure baseline={baseline} today={today} interval={interval}>
                  {(points) => (
                    <CumulativePanel points={points} unit={energyUnitOf(baseline)} interval={interval} />
                  )}
                </SinceMeasure>
              )}
            </>
          ) : (
            <EmptyState title={messageText(missing)} />
          )
        }
      </QueryState>
    </>
  );
}
