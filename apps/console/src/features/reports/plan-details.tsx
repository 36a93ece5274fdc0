import { useState } from 'react';
import { Button, Group, Stack, Title } from '@mantine/core';
import { mdiPencilOutline, mdiPlay } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useHasRole } from '../../api/account';
import { areasQuery } from '../../api/areas';
import { useFormat } from '../../format/use-format';
import { LANGUAGE_NAMES } from '../../i18n/language';
import { DeleteButton } from '../../ui/delete-button';
import { DetailsHeading } from '../../ui/details-drawer';
import { Fact, Facts } from '../../ui/facts';
import { Icon } from '../../ui/icon';
import { QueryState } from '../../ui/query-state';
import { useScheduleText } from '../../ui/schedule/use-schedule-text';
import { SideDrawer } from '../../ui/side-drawer';
import { MissingState } from '../../ui/states';
import { useAction } from '../../ui/use-action';
import { PlanForm } from './plan-form';
import { PLANS, type Plan, deletePlan, plansQuery, runPlan, useTemplates } from './reports.queries';
import { useReportTexts } from './reports.texts';
import { RunList } from './run-list';

interface PlanDetailsProps {
  /** Undefined if the drawer is closed. */
  id: number | undefined;
  onClose: () => void;
}

/** The details of one plan: its fields, its actions and its runs. */
export function PlanDetails({ id, onClose }: PlanDetailsProps) {
  const t = useReportTexts();
  const plans = useQuery({ ...plansQuery, select: (all) => all.filter((plan) => plan.id === id) });
  return (
    <SideDrawer isOpen={id !== undefined} parameter="plan" title={t('plan')} onClose={onClose}>
      <QueryState query={plans} height={300}>
        {([plan]) => (plan ? <Details plan={plan} onDeleted={onClose} /> : <MissingState />)}
      </QueryState>
    </SideDrawer>
  );
}

function Details({ plan, onDeleted }: { plan: Plan; onDeleted: () => void }) {
  const t = useReportTexts();
  return (
    <Stack gap="md">
      <DetailsHeading title={plan.name} />
      <PlanActions plan={plan} onDeleted={onDeleted} />
      <PlanFacts plan={plan} />
      <div>
        <Title order={3} size="h5" mb="xs">
          {t('runs')}
        </Title>
        <RunList plan={plan} />
      </div>
    </Stack>
  );
}

function PlanActions({ plan, onDeleted }: { plan: Plan; onDeleted: () => void }) {
  const t = useReportTexts();
  const isEngineer = useHasRole('engineer');
  const [isEditing, setEditing] = useState(false);
  const run = useAction(() => runPlan(plan.id), { done: t('started'), changes: [PLANS] });
  if (!isEngineer) return null;
  return (
    <Group gap="xs">
      <Button leftSection={<Icon path={mdiPlay} />} loading={run.isPending} onClick={() => run.mutate()}>
        {t('runNow')}
      </Button>
      <Button
        variant="default"
        leftSection={<Icon path={mdiPencilOutline} />}
        onClick={() => setEditing(true)}
      >
        {t('edit')}
      </Button>
      <DeleteButton
        hasIcon
        title={t('deletePlan')}
        remove={() => deletePlan(plan.id)}
        changes={[PLANS]}
        onDeleted={onDeleted}
      >
        {t('deleteHint', { name: plan.name })}
      </DeleteButton>
      {isEditing && <PlanForm plan={plan} onClose={() => setEditing(false)} />}
    </Group>
  );
}

function PlanFacts({ plan }: { plan: Plan }) {
  const t = useReportTexts();
  const scheduleText = useScheduleText();
  const { dateTime } = useFormat();
  const { data: templates } = useTemplates();
  const { data: areas } = useQuery(areasQuery);
  const areaName = (id: number) => areas?.areas.find((area) => area.id === id)?.name ?? `#${id}`;
  const language = LANGUAGE_NAMES.find(({ value }) => value === plan.language);
  return (
    <Facts>
      <Fact name={t('template')}>{templates?.find(({ id }) => id === plan.templateId)?.name ?? '…'}</Fact>
      <Fact name={t('schedule')}>{[scheduleText(plan.cron), plan.timezone].filter(Boolean).join(', ')}</Fact>
      <Fact name={t('nextRun')}>{plan.enabled ? dateTime(plan.nextRunAt) : t('disabled')}</Fact>
      <Fact name={t('range')}>{t(plan.range)}</Fact>
      <Fact name={t('areas')}>{plan.areaIds.map(areaName).join(', ') || t('wholeSite')}</Fact>
      <Fact name={t('format')}>{t(plan.format)}</Fact>
      <Fact name={t('language')}>{language?.label ?? t('platformLanguage')}</Fact>
      <Fact name={t('recipients')}>{plan.recipients.join(', ') || t('noRecipients')}</Fact>
    </Facts>
  );
}
