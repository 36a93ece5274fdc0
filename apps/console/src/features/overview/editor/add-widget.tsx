import { useState } from 'react';
import { MultiSelect, SegmentedControl, Select, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { inTreeOrder } from '../../../api/area-tree';
import { areasQuery } from '../../../api/areas';
import { ENERGY_TYPES } from '../../../api/energy-types';
import { usePlatform } from '../../../api/platform';
import { createWidget, type WidgetInput, WIDGETS } from '../../../api/widgets';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useEnergyTypeTexts } from '../../../ui/energy-type.texts';
import { SEVERITIES } from '../../../ui/severity-badge';
import { useUiTexts } from '../../../ui/ui.texts';
import { useAction } from '../../../ui/use-action';
import type { WidgetDataType } from '../../../ui/widget/widget-content';
import { useWidgetTexts } from '../../../ui/widget/widget.texts';
import { pointChoicesQuery } from '../overview.queries';
import { useOverviewTexts } from '../overview.texts';
import { withConfig } from '../widget-config';
import { ConfigFields } from './edited-widget';

const CONTENTS = ['energy', 'points', 'alerts', 'faults', 'weather', 'static'] as const;
const PERIODS = ['today', 'thisWeek', 'thisMonth'] as const;
const DISPLAYS = ['chart', 'figures', 'cost', 'emissions'] as const;
const WHOLE_SITE = '';

interface Fields {
  content: WidgetDataType;
  title: string;
  isPublic: boolean;
  area: string;
  energyType: string;
  period: string;
  display: string;
  codes: string[];
  minSeverity: string;
  note: string;
}

interface AddWidgetProps {
  /** The first row below all widgets. */
  top: number;
  onClose: () => void;
}

/** Asks for the content of a new widget, and creates it below the others. */
export function AddWidget({ top, onClose }: AddWidgetProps) {
  const t = useOverviewTexts();
  const widget = useWidgetTexts();
  const hasWeather = usePlatform()?.weatherEnabled === true;
  const form = useForm<Fields>({
    initialValues: {
      content: 'energy',
      title: '',
      isPublic: false,
      area: WHOLE_SITE,
      energyType: 'electricity',
      period: 'today',
      display: 'chart',
      codes: [],
      minSeverity: '',
      note: '',
    },
    validate: {
      codes: (codes, { content }) => (content === 'points' && codes.length === 0 ? t('pointsMissing') : null),
      note: (note, { content }) => (content === 'static' && note.trim() === '' ? t('noteMissing') : null),
    },
  });
  const { content, title, isPublic } = form.values;
  const add = useAction(() => createWidget(inputOf(form.values, top)), {
    done: t('widgetAdded'),
    changes: [WIDGETS],
    onDone: onClose,
  });
  const confirm = form.onSubmit(() => add.mutate());
  return (
    <ConfirmDialog
      isOpen
      title={t('addWidget')}
      confirm={t('add')}
      isRunning={add.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Select
        label={t('content')}
        data={CONTENTS.filter((value) => value !== 'weather' || hasWeather).map((value) => ({
          value,
          label: widget(value),
        }))}
        {...form.getInputProps('content')}
      />
      {content === 'energy' && <EnergyFields form={form} />}
      {content === 'points' && <PointsField form={form} />}
      {content === 'alerts' && <SeverityField form={form} />}
      {content === 'static' && (
        <Textarea label={t('note')} maxLength={2000} {...form.getInputProps('note')} />
      )}
      <ConfigFields config={{ title, isPublic }} onChange={(config) => form.setValues(config)} />
    </ConfirmDialog>
  );
}

interface FieldsProps {
  form: ReturnType<typeof useForm<Fields>>;
}

function EnergyFields({ form }: FieldsProps) {
  const t = useOverviewTexts();
  const typeText = useEnergyTypeTexts();
  const widget = useWidgetTexts();
  const areas = useQuery(areasQuery).data?.areas ?? [];
  return (
    <>
      <Select
        label={t('area')}
        data={[
          { value: WHOLE_SITE, label: t('wholeSite') },
          ...inTreeOrder(areas).map(({ area, path }) => ({
            value: String(area.id),
            label: path ? `${path} / ${area.name}` : area.name,
          })),
        ]}
        {...form.getInputProps('area')}
      />
      <Select
        label={t('energyType')}
        data={ENERGY_TYPES.map((value) => ({ value, label: typeText(value) }))}
        {...form.getInputProps('energyType')}
      />
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

/** Typing searches among all points. */
function PointsField({ form }: FieldsProps) {
  const t = useOverviewTexts();
  const [typed, setTyped] = useState('');
  const [rested] = useDebouncedValue(typed, TYPING_MS);
  const { data: found = [] } = useQuery(pointChoicesQuery(rested));
  const chosen = form.values.codes.filter((code) => !found.some((point) => point.code === code));
  return (
    <MultiSelect
      label={t('pointsOf')}
      data={[
        ...found.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
        ...chosen.map((code) => ({ value: code, label: code })),
      ]}
      searchable
      hidePickedOptions
      maxValues={MOST_CODES}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      {...form.getInputProps('codes')}
    />
  );
}

function SeverityField({ form }: FieldsProps) {
  const t = useOverviewTexts();
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

const TYPES: Record<WidgetDataType, WidgetInput['type']> = {
  energy: 'energy',
  points: 'list',
  alerts: 'list',
  faults: 'stats',
  weather: 'weather',
  static: 'list',
};

function inputOf(fields: Fields, top: number): WidgetInput {
  const { content, title, isPublic, display } = fields;
  const isChart = content === 'energy' && display === 'chart';
  return {
    type: isChart ? 'chart' : TYPES[content],
    dataType: content,
    dataJson: JSON.stringify(dataOf(fields)),
    config: withConfig({}, { title: title.trim(), isPublic }),
    layoutX: 0,
    layoutY: top,
    layoutW: isChart ? 6 : 4,
    layoutH: isChart ? 4 : 3,
  };
}

/** The selection of the data (docs/dashboard.md). */
function dataOf({ content, area, energyType, period, display, codes, minSeverity, note }: Fields): unknown {
  if (content === 'energy')
    return {
      energyType,
      period,
      ...(area !== WHOLE_SITE && { areaId: Number(area) }),
      ...((display === 'cost' || display === 'emissions') && { metric: display }),
    };
  if (content === 'points') return { codes };
  if (content === 'alerts') return minSeverity ? { minSeverity } : {};
  return content === 'static' ? note.trim() : {};
}
