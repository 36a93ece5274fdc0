import { useState } from 'react';
import {
  Group,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { inTreeOrder } from '../../../api/area-tree';
import { areasQuery } from '../../../api/areas';
import { ENERGY_TYPES } from '../../../api/energy-types';
import { useEnergyTypeTexts } from '../../../ui/energy-type.texts';
import { PointInput } from '../../../ui/point-input';
import { useFoundPoints } from '../../../ui/use-found-points';
import { SEVERITIES } from '../../../ui/severity-badge';
import { areaSeries, MOST_SERIES, RANGES } from '../../../ui/trend/trend-choice';
import { useTrendTexts } from '../../../ui/trend/trend.texts';
import { useUiTexts } from '../../../ui/ui.texts';
import { useWidgetTexts } from '../../../ui/widget/widget.texts';
import { sceneQuery } from '../../../api/scene';
import { pictureChoicesQuery } from '../dashboards.queries';
import { useDashboardTexts } from '../dashboards.texts';
import { type Content, type Fields, FIXED_PERIOD, WHOLE_SITE } from './widget-fields';

const PERIODS = ['today', 'thisWeek', 'thisMonth'] as const;
const DISPLAYS = ['chart', 'figures', 'cost', 'emissions'] as const;
/** The pictures of the analysis (docs/dashboard.md). */
const PICTURES = [
  'heatMap',
  'durationCurve',
  'typicalDays',
  'flow',
  'change',
  'degreeDays',
  'temperature',
  'saving',
  'ranking',
] as const;
const LONGEST_NOTE = 2000;
const LONGEST_LABEL = 200;

interface FieldsProps {
  form: ReturnType<typeof useForm<Fields>>;
}

/** The fields that a content needs. */
export function ContentFields({ content, form }: FieldsProps & { content: Content }) {
  const t = useDashboardTexts();
  switch (content) {
    case 'energy':
      return <EnergyFields form={form} />;
    case 'points':
      return <PointsField form={form} />;
    case 'trend':
      return <TrendFields form={form} />;
    case 'value':
      return <ValueFields form={form} />;
    case 'heatMap':
      return <AnalysisFields form={form} />;
    case 'alerts':
      return <SeverityField form={form} />;
    case 'lighting':
      return <LabelField form={form} />;
    case 'picture':
      return <PictureField form={form} />;
    case 'link':
      return (
        <>
          <TextInput label={t('url')} maxLength={LONGEST_NOTE} {...form.getInputProps('url')} />
          <TextInput label={t('linkText')} maxLength={LONGEST_LABEL} {...form.getInputProps('note')} />
        </>
      );
    case 'static':
      return <Textarea label={t('note')} maxLength={LONGEST_NOTE} {...form.getInputProps('note')} />;
    default:
      return null;
  }
}

/** @param valueOf returns the value of an area by its id */
function useAreaOptions(valueOf: (id: number) => string): { value: string; label: string }[] {
  const areas = useQuery(areasQuery).data?.areas ?? [];
  return inTreeOrder(areas).map(({ area, path }) => ({
    value: valueOf(area.id),
    label: path ? `${path} / ${area.name}` : area.name,
  }));
}

function AreaField({ form }: FieldsProps) {
  const t = useDashboardTexts();
  return (
    <Select
      label={t('area')}
      data={[{ value: WHOLE_SITE, label: t('wholeSite') }, ...useAreaOptions(String)]}
      searchable
      allowDeselect={false}
      {...form.getInputProps('area')}
    />
  );
}

function EnergyTypeField({ form }: FieldsProps) {
  const t = useDashboardTexts();
  const typeText = useEnergyTypeTexts();
  return (
    <Select
      label={t('energyType')}
      data={ENERGY_TYPES.map((value) => ({ value, label: typeText(value) }))}
      allowDeselect={false}
      {...form.getInputProps('energyType')}
    />
  );
}

function AnalysisFields({ form }: FieldsProps) {
  const t = useDashboardTexts();
  return (
    <>
      <Select
        label={t('analysis')}
        data={PICTURES.map((value) => ({ value, label: t(`analysis.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('picture')}
      />
      <AreaField form={form} />
      <EnergyTypeField form={form} />
    </>
  );
}

function EnergyFields({ form }: FieldsProps) {
  const t = useDashboardTexts();
  const widget = useWidgetTexts();
  return (
    <>
      <AreaField form={form} />
      <EnergyTypeField form={form} />
      <SegmentedControl
        aria-label={t('period')}
        data={PERIODS.map((value) => ({ value, label: widget(`period.${value}`) }))}
        {...form.getInputProps('period')}
      />
      <SegmentedControl
        aria-label={t('display')}
        data={DISPLAYS.map((value) => ({ value, label: t(`display.${value}`) }))}
        {...form.getInputProps('display')}
      />
    </>
  );
}

const TYPING_MS = 250;
const MOST_CODES = 100;

interface PointsFieldProps extends FieldsProps {
  most?: number;
  /** Whether areas can be chosen, too. */
  withAreas?: boolean;
}

/** Typing searches among all points. */
function PointsField({ form, most = MOST_CODES, withAreas = false }: PointsFieldProps) {
  const t = useDashboardTexts();
  const areas = useAreaOptions(areaSeries);
  const [typed, setTyped] = useState('');
  const [rested] = useDebouncedValue(typed, TYPING_MS);
  const found = useFoundPoints(rested);
  const matching = areas.filter(
    ({ value, label }) =>
      withAreas &&
      (form.values.codes.includes(value) || label.toLowerCase().includes(rested.trim().toLowerCase())),
  );
  const offered = new Set([...found.map(({ code }) => code), ...matching.map(({ value }) => value)]);
  const chosen = form.values.codes.filter((code) => !offered.has(code));
  return (
    <MultiSelect
      label={t(withAreas ? 'pointsAndAreas' : 'pointsOf')}
      data={[
        ...found.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
        ...chosen.map((code) => ({ value: code, label: code })),
        ...matching,
      ]}
      searchable
      hidePickedOptions
      maxValues={most}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      {...form.getInputProps('codes')}
    />
  );
}

function TrendFields({ form }: FieldsProps) {
  const t = useTrendTexts();
  return (
    <>
      <PointsField form={form} most={MOST_SERIES} withAreas />
      <Select
        label={t('range')}
        data={[
          ...(form.values.trend.from ? [{ value: FIXED_PERIOD, label: t('fixedPeriod') }] : []),
          ...RANGES.map((value) => ({ value, label: t(`range.${value}`) })),
        ]}
        allowDeselect={false}
        {...form.getInputProps('range')}
      />
    </>
  );
}

function ValueFields({ form }: FieldsProps) {
  const t = useDashboardTexts();
  return (
    <>
      <PointInput label={t('point')} {...form.getInputProps('code')} />
      <Group grow align="start">
        <NumberInput label={t('min')} {...form.getInputProps('min')} />
        <NumberInput label={t('max')} {...form.getInputProps('max')} />
      </Group>
    </>
  );
}

function SeverityField({ form }: FieldsProps) {
  const t = useDashboardTexts();
  const ui = useUiTexts();
  return (
    <Select
      label={t('minSeverity')}
      data={[
        { value: '', label: t('everySeverity') },
        ...SEVERITIES.map((value) => ({ value, label: ui(value) })),
      ]}
      {...form.getInputProps('minSeverity')}
    />
  );
}

function LabelField({ form }: FieldsProps) {
  const t = useDashboardTexts();
  const labels = useQuery(sceneQuery).data?.labels.filter(({ devices }) => devices.length > 0) ?? [];
  return (
    <Select
      label={t('lights')}
      searchable
      data={labels.map(({ id, text }) => ({ value: id, label: text }))}
      {...form.getInputProps('labelId')}
    />
  );
}

function PictureField({ form }: FieldsProps) {
  const t = useDashboardTexts();
  const { data: pictures = [] } = useQuery(pictureChoicesQuery);
  return (
    <Select
      label={t('picture')}
      description={t('pictureHint')}
      searchable
      data={pictures.map(({ id, name }) => ({ value: id, label: name }))}
      {...form.getInputProps('fileId')}
    />
  );
}
