import { useState } from 'react';
import { Button, Group, NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mdiFan } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import type { Area } from '../../../api/areas';
import { AreaSelect } from '../../../ui/area-select';
import { DataTable } from '../../../ui/data-table';
import { DeleteIcon } from '../../../ui/delete-button';
import { CreateButton } from '../../../ui/form-button';
import { FormDialog } from '../../../ui/form-dialog';
import { Panel } from '../../../ui/panel';
import { PointInput } from '../../../ui/point-input';
import { QueryState } from '../../../ui/query-state';
import { EmptyState } from '../../../ui/states';
import { useAction } from '../../../ui/use-action';
import {
  type AirHandler,
  airHandlersQuery,
  type AirRole,
  LOSS_RULES,
  LOSSES,
  replaceAirHandlers,
} from './losses.queries';
import { useLossTexts } from './losses.texts';

const ROLES: readonly AirRole[] = [
  'supplyTemperature',
  'fanStatus',
  'supplySetpoint',
  'mixedTemperature',
  'returnTemperature',
  'outdoorTemperature',
  'heatingValve',
  'coolingValve',
  'outdoorDamper',
  'fanSpeed',
  'ductPressure',
  'ductPressureSetpoint',
];
const REQUIRED: readonly AirRole[] = ['supplyTemperature', 'fanStatus'];
const required = (value: unknown) => value === '' || value === null;

/** The air handling units that rules judge. */
export function AirHandlersPanel({ areas }: { areas: readonly Area[] }) {
  const t = useLossTexts();
  const query = useQuery(airHandlersQuery);
  const units = query.data ?? [];
  const [shown, setShown] = useState<number>();
  return (
    <Panel
      title={t('units')}
      actions={
        <CreateButton title={t('addUnit')}>
          {(close) => <UnitForm units={units} index={units.length} onClose={close} />}
        </CreateButton>
      }
    >
      <QueryState query={query} height={80}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState icon={mdiFan} title={t('noUnits')} />
          ) : (
            <DataTable
              label={t('units')}
              items={found.map((unit, index) => ({ unit, index }))}
              keyOf={({ index }) => index}
              columns={[
                { key: 'name', title: t('unitName'), render: ({ unit }) => unit.name },
                {
                  key: 'area',
                  title: t('area'),
                  render: ({ unit }) => areas.find(({ id }) => id === unit.areaId)?.name ?? `#${unit.areaId}`,
                },
                {
                  key: 'points',
                  title: t('points'),
                  align: 'right',
                  render: ({ unit }) => Object.keys(unit.points).length,
                },
                {
                  key: 'actions',
                  title: t('actions'),
                  render: ({ index }) => (
                    <Group gap="xs" wrap="nowrap">
                      <Button size="xs" variant="default" onClick={() => setShown(index)}>
                        {t('change')}
                      </Button>
                      <Deletion units={found} index={index} />
                    </Group>
                  ),
                },
              ]}
            />
          )
        }
      </QueryState>
      {shown !== undefined && <UnitForm units={units} index={shown} onClose={() => setShown(undefined)} />}
    </Panel>
  );
}

interface UnitProps {
  units: readonly AirHandler[];
  /** The number of units for a new one. */
  index: number;
}

function Deletion({ units, index }: UnitProps) {
  const t = useLossTexts();
  const name = units[index]?.name ?? '';
  return (
    <DeleteIcon
      label={t('deleteUnit', { name })}
      title={t('deleteUnit', { name })}
      remove={() => replaceAirHandlers(units.filter((_, at) => at !== index))}
      changes={[LOSS_RULES, LOSSES]}
    >
      {t('deleteUnitEffect')}
    </DeleteIcon>
  );
}

interface UnitFields {
  name: string;
  areaId: number | null;
  points: Record<AirRole, string>;
  minDamperPercent: number | string;
  airflowM3PerHour: number | string;
}

function UnitForm({ units, index, onClose }: UnitProps & { onClose: () => void }) {
  const t = useLossTexts();
  const stored = units[index];
  const form = useForm<UnitFields>({
    initialValues: {
      name: stored?.name ?? '',
      areaId: stored?.areaId ?? null,
      points: Object.fromEntries(
        ROLES.map((role) => [role, stored?.points[role] ?? '']),
      ) as UnitFields['points'],
      minDamperPercent: stored?.minDamperPercent ?? 20,
      airflowM3PerHour: stored?.airflowM3PerHour ?? '',
    },
    validate: {
      name: (name) => (required(name.trim()) ? t('missing') : null),
      areaId: (id) => (required(id) ? t('missing') : null),
      minDamperPercent: (value) => (required(value) ? t('missing') : null),
      points: Object.fromEntries(
        REQUIRED.map((role) => [role, (code: string) => (required(code.trim()) ? t('missing') : null)]),
      ),
    },
  });
  const save = useAction(() => replaceAirHandlers(units.toSpliced(index, 1, unitOf(form.values))), {
    done: t('done.unit'),
    changes: [LOSS_RULES, LOSSES],
    onDone: onClose,
    form,
  });
  return (
    <FormDialog
      title={t(stored ? 'changeUnit' : 'addUnit')}
      confirm={t('save')}
      isRunning={save.isPending}
      isDirty={form.isDirty}
      onConfirm={form.onSubmit(() => save.mutate())}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t('unitName')}
          required
          maxLength={255}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <AreaSelect
          label={t('area')}
          required
          value={form.values.areaId}
          error={form.errors['areaId']}
          onChange={(id) => form.setFieldValue('areaId', id)}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {t('unitHint')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {ROLES.map((role) => (
          <PointInput
            key={role}
            label={t(`role.${role}`)}
            required={REQUIRED.includes(role)}
            maxLength={255}
            {...form.getInputProps(`points.${role}`)}
          />
        ))}
        <NumberInput
          label={t('minDamper')}
          required
          min={0}
          max={100}
          suffix=" %"
          hideControls
          {...form.getInputProps('minDamperPercent')}
        />
        <NumberInput
          label={t('airflow')}
          description={t('airflowHint')}
          min={1}
          suffix=" m³/h"
          hideControls
          {...form.getInputProps('airflowM3PerHour')}
        />
      </SimpleGrid>
    </FormDialog>
  );
}

function unitOf({ name, areaId, points, minDamperPercent, airflowM3PerHour }: UnitFields): AirHandler {
  const codes = Object.entries(points).flatMap(([role, code]) =>
    code.trim() === '' ? [] : [[role, code.trim()]],
  );
  return {
    name: name.trim(),
    areaId: areaId ?? 0,
    points: Object.fromEntries(codes) as AirHandler['points'],
    minDamperPercent: Number(minDamperPercent),
    ...(airflowM3PerHour !== '' && { airflowM3PerHour: Number(airflowM3PerHour) }),
  };
}
