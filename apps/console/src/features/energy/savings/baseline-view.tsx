import type { ReactNode } from 'react';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Area } from '../../../api/areas';
import type { CalendarDate } from '../../../format/calendar-period';
import { useMessageText } from '../../../ui/messages/use-message-text';
import { PageHeader } from '../../../ui/page-header';
import { Panel } from '../../../ui/panel';
import { QueryState } from '../../../ui/query-state';
import { RecordActions } from '../../../ui/record-actions';
import { SetUpButton } from '../../../ui/set-up-button';
import { EmptyState } from '../../../ui/states';
import { useEnergyTexts } from '../energy.texts';
import { BaselineForm } from './baseline-form';
import { DefinitionPanel, ModelPanel } from './baseline-panels';
import { baselineQuery, BASELINES, deleteBaseline, type FittedBaseline } from './baselines.queries';
import { SavingsOf, type SavingsOfProps } from './savings-of';
import { useSavingsTexts } from './savings.texts';
import { TemperaturePanel } from './temperature-panel';

interface BaselineViewProps extends Omit<SavingsOfProps, 'baseline' | 'fit'> {
  id: number;
  areas: readonly Area[];
  today: CalendarDate;
  onDeleted: () => void;
}

/** The saving of a baseline with its model. Without a model, it says what is missing. */
export function BaselineView({ id, areas, onDeleted, ...savings }: BaselineViewProps) {
  return (
    <QueryState query={useQuery(baselineQuery(id))} height={600}>
      {(baseline) => {
        const { areaId, fit, missing } = baseline;
        const area = areas.find((one) => one.id === areaId)?.name ?? `#${areaId}`;
        return (
          <>
            <PageHeader
              title={baseline.name}
              description={area}
              actions={<Actions baseline={baseline} onDeleted={onDeleted} />}
            />
            <Stack gap="md">
              {fit ? (
                <>
                  <SavingsOf baseline={baseline} fit={fit} {...savings} />
                  <ModelPanel baseline={baseline} fit={fit} />
                  <TemperaturePanel baseline={baseline} />
                </>
              ) : (
                <Panel>
                  <Missing missing={missing} />
                </Panel>
              )}
              <DefinitionPanel baseline={baseline} area={area} />
            </Stack>
          </>
        );
      }}
    </QueryState>
  );
}

function Actions({ baseline, onDeleted }: { baseline: FittedBaseline; onDeleted: () => void }) {
  const t = useSavingsTexts();
  return (
    <RecordActions
      list="/energy/savings"
      titles={{ all: t('all'), edit: t('edit') }}
      deletion={{
        title: t('deleteTitle', { name: baseline.name }),
        remove: () => deleteBaseline(baseline.id),
        changes: [BASELINES],
        onDeleted,
        children: t('deleteEffect'),
      }}
    >
      {(close) => <BaselineForm stored={baseline} onClose={close} />}
    </RecordActions>
  );
}

/** Says why there is no model, with a link to the page on which this can be changed. */
function Missing({ missing }: Pick<FittedBaseline, 'missing'>): ReactNode {
  const energyText = useEnergyTexts();
  const t = useSavingsTexts();
  const messageText = useMessageText();
  if (!missing) return null;
  if (missing.code === 'baseline_of_other_form') return <EmptyState title={messageText(missing)} />;
  return (
    <EmptyState
      title={messageText(missing)}
      action={
        missing.code === 'temperature_missing' ? (
          <SetUpButton to="/settings" hash="temperature" title={t('setTemperature')} lowestRole="admin" />
        ) : (
          <SetUpButton to="/energy/areas" title={energyText('setUp')} />
        )
      }
    />
  );
}
