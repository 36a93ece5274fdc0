import { Group, SegmentedControl, Select, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useState } from 'react';
import { LANGUAGE_NAMES, type Language } from '../../i18n/language';
import { AreasSelect } from '../../ui/areas-select';
import { FormDialog } from '../../ui/form-dialog';
import { nextRuns, readCron } from '../../ui/schedule/cron';
import { ScheduleField } from '../../ui/schedule/schedule-field';
import { TimezoneSelect } from '../../ui/schedule/timezone-select';
import { useAction } from '../../ui/use-action';
import { RANGES, type Range } from './report-period';
import { PLANS, type Plan, changePlan, createPlan, useTemplates } from './reports.queries';
import { useReportTexts } from './reports.texts';

const FORMATS = ['pdf', 'csv', 'excel'] as const;
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface PlanFormProps {
  /** Undefined for a new plan. */
  plan?: Plan;
  /** The template of a new plan. */
  templateId?: number;
  onClose: () => void;
}

/** Creates or changes a plan. */
export function PlanForm({ plan, templateId, onClose }: PlanFormProps) {
  const t = useReportTexts();
  const form = useForm({
    initialValues: valuesOf(plan, templateId),
    validate: {
      name: (name) => (name.trim() === '' ? t('nameMissing') : null),
      templateId: (id) => (id === null ? t('templateMissing') : null),
      recipients: (addresses) => {
        const wrong = addresses.find((address) => !ADDRESS.test(address));
        return wrong === undefined ? null : t('recipientsWrong', { address: wrong });
      },
    },
  });
  const save = useAction(
    async () => {
      const { templateId: chosen, ...values } = form.values;
      const body = { ...values, name: values.name.trim(), templateId: Number(chosen) };
      await (plan ? changePlan(plan.id, body) : createPlan(body));
    },
    {
      done: t('saved'),
      changes: [PLANS],
      onDone: onClose,
      form,
    },
  );
  const isSchedule = nextRuns(form.values.cron, 'UTC', 1).length > 0;
  return (
    <FormDialog
      title={t(plan ? 'editPlan' : 'newPlan')}
      confirm={t('save')}
      isRunning={save.isPending}
      isDirty={form.isDirty}
      parameter="view"
      onConfirm={() => {
        if (!form.validate().hasErrors && isSchedule) save.mutate();
      }}
      onClose={onClose}
    >
      <PlanFields form={form} />
    </FormDialog>
  );
}

type PlanFormState = UseFormReturnType<PlanValues>;

function PlanFields({ form }: { form: PlanFormState }) {
  const t = useReportTexts();
  const { data: templates = [] } = useTemplates();
  const { cron, timezone, areaIds, templateId, language, range } = form.values;
  const [kind, setKind] = useState(() => readCron(cron).kind);
  return (
    <>
      <TextInput label={t('name')} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
      <Select
        label={t('template')}
        required
        data={templates.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={templateId === null ? null : String(templateId)}
        error={form.errors.templateId}
        onChange={(id) => form.setFieldValue('templateId', Number(id))}
      />
      <ScheduleField
        cron={cron}
        timezone={timezone}
        kind={kind}
        onChange={(changed, changedKind) => {
          form.setFieldValue('cron', changed);
          setKind(changedKind);
        }}
      />
      <Group grow align="flex-start">
        <TimezoneSelect value={timezone} onChange={(zone) => form.setFieldValue('timezone', zone)} />
        <Select
          label={t('range')}
          description={t('rangeHint')}
          data={RANGES.map((value) => ({ value, label: t(value) }))}
          value={range}
          onChange={(value) => form.setFieldValue('range', value as Range)}
        />
      </Group>
      <Group grow align="flex-end">
        <Stack gap={4}>
          <Text size="sm" fw={500}>
            {t('format')}
          </Text>
          <SegmentedControl
            aria-label={t('format')}
            data={FORMATS.map((value) => ({ value, label: t(value) }))}
            {...form.getInputProps('format')}
          />
        </Stack>
        <Select
          label={t('language')}
          placeholder={t('platformLanguage')}
          clearable
          data={LANGUAGE_NAMES}
          value={language}
          onChange={(value) => form.setFieldValue('language', value as Language | null)}
        />
      </Group>
      <AreasSelect
        label={t('areas')}
        description={t('areasHint')}
        value={areaIds}
        onChange={(ids) => form.setFieldValue('areaIds', ids)}
      />
      <TagsInput
        label={t('recipients')}
        description={t('recipientsHint')}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        maxTags={50}
        {...form.getInputProps('recipients')}
      />
      <Switch
        label={t('enabled')}
        description={t('enabledHint')}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </>
  );
}

type PlanValues = Omit<Plan, 'id' | 'templateId' | 'lastRunAt' | 'lastStatus' | 'nextRunAt'> & {
  templateId: number | null;
};

function valuesOf(plan: Plan | undefined, templateId: number | undefined): PlanValues {
  return {
    name: plan?.name ?? '',
    templateId: plan?.templateId ?? templateId ?? null,
    cron: plan?.cron ?? '0 7 * * 1',
    timezone: plan?.timezone ?? null,
    range: plan?.range ?? 'lastWeek',
    format: plan?.format ?? 'pdf',
    language: plan?.language ?? null,
    areaIds: plan?.areaIds ?? [],
    recipients: plan?.recipients ?? [],
    enabled: plan?.enabled ?? true,
  };
}
