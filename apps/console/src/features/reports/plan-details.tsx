import { useState } from 'react';
import { Button, Drawer, Group, Stack, Title } from '@mantine/core';
import { mdiPencilOutline, mdiPlay, mdiTrashCanOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useHasRole } from '../../api/account';
import { areasQuery } from '../../api/areas';
import { useFormat } from '../../format/use-format';
import { LANGUAGE_NAMES } from '../../i18n/language';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Icon } from '../../ui/icon';
import { QueryState } from '../../ui/query-state';
import { useScheduleText } from '../../ui/schedule/use-schedule-text';
import { useAction } from '../../ui/use-action';
import { useUiTexts } from '../../ui/ui.texts';
import classes from './plan-details.module.css';
import { PlanForm } from './plan-form';
import { PLANS, type Plan, deletePlan, plansQuery, runPlan, templatesQuery } from './reports.queries';
import { useReportTexts } from './reports.texts';
import { RunList } from './run-list';

interface PlanDetailsProps {
  /** Undefined: closed. */
  id: number | undefined;
  onClose: () => void;
}

/** The facts, the actions and the runs of one plan. */
export function PlanDetails({ id, onClose }: PlanDetailsProps) {
  const t = useReportTexts();
  const ui = useUiTexts();
  const plans = useQuery({ ...plansQuery, select: (all) => all.filter((plan) => plan.id === id) });
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={t('plan')}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <QueryState query={plans} height={300}>
        {([plan]) => plan && <Details plan={plan} onDeleted={onClose} />}
      </QueryState>
    </Drawer>
  );
}

function Details({ plan, onDeleted }: { plan: Plan; onDeleted: () => void }) {
  const t = useReportTexts();
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {plan.name}
      </Title>
      <PlanActions plan={plan} onDeleted={onDeleted} />
      <Facts plan={plan} />
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
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const run = useAction(() => runPlan(plan.id), { done: t('started'), changes: [PLANS] });
  const remove = useAction(() => deletePlan(plan.id), {
    done: t('deleted'),
    changes: [PLANS],
    onDone: onDeleted,
  });
  if (!isEngineer) return null;
  const close = () => setOpen(null);
  return (
    <Group gap="xs">
      <Button leftSection={<Icon path={mdiPlay} />} loading={run.isPending} onClick={() => run.mutate()}>
        {t('runNow')}
      </Button>
      <Button
        variant="default"
        leftSection={<Icon path={mdiPencilOutline} />}
        onClick={() => setOpen('edit')}
      >
        {t('edit')}
      </Button>
      <Button
        variant="default"
        leftSection={<Icon path={mdiTrashCanOutline} />}
        onClick={() => setOpen('delete')}
      >
        {t('delete')}
      </Button>
      {open === 'edit' && <PlanForm plan={plan} onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'delete'}
        title={t('deletePlan')}
        confirm={t('delete')}
        isDangerous
        isRunning={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={close}
      >
        {t('deleteHint', { name: plan.name })}
      </ConfirmDialog>
    </Group>
  );
}

function Facts({ plan }: { plan: Plan }) {
  const t = useReportTexts();
  const scheduleText = useScheduleText();
  const { dateTime } = useFormat();
  const { data: templates } = useQuery(templatesQuery);
  const { data: areas } = useQuery(areasQuery);
  const areaName = (id: number) => areas?.areas.find((area) => area.id === id)?.name ?? `#${id}`;
  const language = LANGUAGE_NAMES.find(({ value }) => value === plan.language);
  const facts: [name: string, value: string][] = [
    [t('template'), templates?.find(({ id }) => id === plan.templateId)?.name ?? '…'],
    [t('schedule'), [scheduleText(plan.cron), plan.timezone].filter(Boolean).join(', ')],
    [t('nextRun'), plan.enabled ? dateTime(plan.nextRunAt) : t('disabled')],
    [t('range'), t(plan.range)],
    [t('areas'), plan.areaIds.map(areaName).join(', ') || t('wholeSite')],
    [t('format'), t(plan.format)],
    [t('language'), language?.label ?? t('platformLanguage')],
    [t('recipients'), plan.recipients.join(', ') || '–'],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
