import { useState } from 'react';
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { mdiCashRemove } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useHasRole } from '../../../api/account';
import type { Area } from '../../../api/areas';
import { unitsOf } from '../../../api/energy-types';
import { useFormat } from '../../../format/use-format';
import type { Column } from '../../../ui/data-table';
import { useEnergyTypeTexts } from '../../../ui/energy-type.texts';
import { NoteDialog } from '../../../ui/note-dialog';
import { PageHeader } from '../../../ui/page-header';
import { PagedTable } from '../../../ui/paged-table';
import { Panel } from '../../../ui/panel';
import { useAction } from '../../../ui/use-action';
import { EnergyAreas } from '../energy-areas';
import { AirHandlersPanel } from './air-handlers-panel';
import { LossRulesPanel } from './loss-rules-panel';
import { dismissLoss, isAirRule, type Loss, LOSSES, LOSSES_PER_PAGE, lossesQuery } from './losses.queries';
import { STATUSES } from './losses-search';
import { useLossTexts } from './losses.texts';

const route = getRouteApi('/shell/energy/losses');

/** The losses of all areas as a work list, the most expensive first. */
export function LossesPage() {
  const t = useLossTexts();
  return <EnergyAreas title={t('title')}>{(areas) => <Losses areas={areas} />}</EnergyAreas>;
}

function Losses({ areas }: { areas: readonly Area[] }) {
  const t = useLossTexts();
  const { status = 'open', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const isEngineer = useHasRole('engineer');
  const [dismissed, setDismissed] = useState<Loss>();
  const statuses = (
    <SegmentedControl
      aria-label={t('status')}
      data={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
      value={status}
      onChange={(value) => void navigate({ search: { status: STATUSES.find((known) => known === value) } })}
    />
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Stack gap="md">
        <Panel title={t('losses')} actions={statuses}>
          <PagedTable
            label={t('losses')}
            query={useQuery(lossesQuery(status, page))}
            page={page}
            limit={LOSSES_PER_PAGE}
            none={t(`none.${status}`)}
            icon={mdiCashRemove}
            columns={useColumns(areas, setDismissed)}
            onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
          />
        </Panel>
        {isEngineer && <AirHandlersPanel areas={areas} />}
        {isEngineer && <LossRulesPanel />}
      </Stack>
      {dismissed && <DismissDialog loss={dismissed} onClose={() => setDismissed(undefined)} />}
    </>
  );
}

function useColumns(areas: readonly Area[], onDismiss: (loss: Loss) => void): Column<Loss>[] {
  const t = useLossTexts();
  const { date, quantity } = useFormat();
  const isOperator = useHasRole('operator');
  const areaName = (id: number) => areas.find((area) => area.id === id)?.name ?? `#${id}`;
  const columns: Column<Loss>[] = [
    { key: 'rule', title: t('loss'), render: (loss) => <LossText loss={loss} /> },
    { key: 'area', title: t('area'), render: ({ areaId }) => areaName(areaId) },
    { key: 'since', title: t('since'), render: ({ since }) => date(since) },
    {
      key: 'energy',
      title: t('energy'),
      align: 'right',
      render: ({ kwhPerMonth, energyType }) =>
        kwhPerMonth === 0 ? '–' : quantity(kwhPerMonth, unitsOf(energyType ?? 'electricity')[0], 0),
    },
    {
      key: 'cost',
      title: t('cost'),
      align: 'right',
      render: ({ costPerMonth, currency }) =>
        costPerMonth === null ? '–' : quantity(costPerMonth, currency, 0),
    },
  ];
  if (!isOperator) return columns;
  const actions: Column<Loss> = {
    key: 'actions',
    title: t('actions'),
    render: (loss) => <LossActions loss={loss} onDismiss={() => onDismiss(loss)} />,
  };
  return [...columns, actions];
}

/** Returns the name of a loss: its rule, with the energy type unless it is electricity. */
function useLossName(): (loss: Loss) => string {
  const t = useLossTexts();
  const typeText = useEnergyTypeTexts();
  return ({ rule, energyType }) =>
    energyType === null || energyType === 'electricity'
      ? t(`rule.${rule}`)
      : `${t(`rule.${rule}`)} (${typeText(energyType)})`;
}

/** The rule, and the numbers from which it has concluded that there is a loss. */
function LossText({ loss }: { loss: Loss }) {
  const t = useLossTexts();
  const nameOf = useLossName();
  const { number } = useFormat();
  const { rule, evidence, pointCode, dismissal } = loss;
  const values = Object.fromEntries(evidence.map(({ code, value }) => [code, number(value)]));
  const [energyUnit, unit] = unitsOf(loss.energyType ?? 'electricity');
  const isStopped = evidence.some(({ code }) => code === 'stoppedHours');
  const ofRule = isAirRule(rule) ? 'evidence.air' : (`evidence.${rule}` as const);
  const sentence = isStopped ? 'evidence.stopped_meter' : ofRule;
  return (
    <>
      {nameOf(loss)}
      <Text size="sm" c="dimmed">
        {t(sentence, { ...values, point: pointCode ?? '', unit, energyUnit })}
      </Text>
      {dismissal && (
        <Text size="sm" c="dimmed">
          {t('dismissedBy', { name: dismissal.by, reason: dismissal.reason })}
        </Text>
      )}
    </>
  );
}

function LossActions({ loss, onDismiss }: { loss: Loss; onDismiss: () => void }) {
  const t = useLossTexts();
  const nameOf = useLossName();
  if (loss.status !== 'open') return null;
  const fault = { report: true, title: nameOf(loss), area: loss.areaId } as const;
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="xs" variant="default" onClick={onDismiss}>
        {t('dismiss')}
      </Button>
      <Button
        size="xs"
        variant="default"
        renderRoot={(props) => <Link to="/faults" search={fault} {...props} />}
      >
        {t('makeFault')}
      </Button>
    </Group>
  );
}

function DismissDialog({ loss, onClose }: { loss: Loss; onClose: () => void }) {
  const t = useLossTexts();
  const dismiss = useAction((reason: string) => dismissLoss(loss.id, reason), {
    done: t('done.dismiss'),
    changes: [LOSSES],
    onDone: onClose,
  });
  return (
    <NoteDialog
      title={t('dismissTitle')}
      confirm={t('dismiss')}
      label={t('reason')}
      hint={t('reasonHint')}
      maxLength={500}
      isRunning={dismiss.isPending}
      onConfirm={(reason) => dismiss.mutate(reason ?? '')}
      onClose={onClose}
    />
  );
}
