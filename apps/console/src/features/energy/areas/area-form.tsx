import { Button, Fieldset, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mdiPlus } from '@mdi/js';
import type { Area } from '../../../api/areas';
import { usePlatform } from '../../../api/platform';
import { AreaSelect } from '../../../ui/area-select';
import { Form } from '../../../ui/form';
import { FormDrawer } from '../../../ui/form-drawer';
import { Icon } from '../../../ui/icon';
import { useAction } from '../../../ui/use-action';
import { type AreaInput, idsWithin, withArea } from './area-set';
import { AREAS, changeAreas, type SavedAreas } from './areas.queries';
import { useAreaTexts } from './areas.texts';
import { type AreaFields, editedOf, NEW_AREA, newMeter, ownErrors, writtenOf } from './edited-area';
import { MeterFieldset } from './meter-fieldset';

const MOST_METERS = 1000;

export function NewArea({ onClose }: Pick<AreaFormProps, 'onClose'>) {
  const t = useAreaTexts();
  return (
    <AreaForm
      title={t('add')}
      fields={NEW_AREA}
      done={t('done.add')}
      send={(input) => changeAreas((newest) => withArea(newest, input))}
      onClose={onClose}
    />
  );
}

interface EditAreaProps extends Pick<AreaFormProps, 'onClose'> {
  area: Area;
  areas: readonly Area[];
}

export function EditArea({ area, areas, onClose }: EditAreaProps) {
  const t = useAreaTexts();
  return (
    <AreaForm
      title={t('edit', { name: area.name })}
      areaId={area.id}
      fields={editedOf(area, usePlatform()?.timezone)}
      inside={idsWithin(areas, area.id)}
      done={t('done.save')}
      send={(input) => changeAreas((newest) => withArea(newest, { id: area.id, ...input }))}
      onClose={onClose}
    />
  );
}

interface AreaFormProps {
  title: string;
  /** Undefined for a new area. */
  areaId?: number;
  fields: AreaFields;
  /** The area and the areas inside it, which cannot contain it. */
  inside?: ReadonlySet<number>;
  done: string;
  send: (input: AreaInput) => Promise<SavedAreas>;
  onClose: () => void;
}

function AreaForm({ title, areaId, fields, inside, done, send, onClose }: AreaFormProps) {
  const t = useAreaTexts();
  const timezone = usePlatform()?.timezone;
  const missing = (value: number | string) => (String(value).trim() === '' ? t('missing') : null);
  const form = useForm<AreaFields>({
    initialValues: fields,
    validate: {
      name: missing,
      warningKw: (warning, { overLimitKw }) =>
        warning !== '' && overLimitKw !== '' && Number(warning) > Number(overLimitKw)
          ? t('limitOrder')
          : null,
      meters: {
        pointCode: missing,
        multiplier: missing,
        intervalSeconds: missing,
        formula: { pointCode: missing, factor: missing },
      },
    },
  });
  const save = useAction(() => send(writtenOf(form.values, timezone)), {
    done: ({ warnings }) => {
      const codes = warnings.map(({ values }) => values.pointCode).join(', ');
      return codes === '' ? done : `${done} ${t('unknownPoints', { codes })}`;
    },
    changes: [AREAS],
    onDone: onClose,
    form: { setErrors: (errors) => form.setErrors(ownErrors(errors)) },
  });
  const { meters } = form.values;
  return (
    <FormDrawer isOpen title={title} isDirty={form.isDirty} onClose={onClose}>
      <Form
        confirm={t('save')}
        isRunning={save.isPending}
        onSubmit={form.onSubmit(() => save.mutate())}
        onCancel={onClose}
      >
        <TextInput
          label={t('name')}
          required
          maxLength={255}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <AreaSelect
          label={t('parent')}
          description={t('parentHint')}
          without={inside}
          {...form.getInputProps('parentId')}
        />
        <Group grow align="flex-start">
          <NumberInput label={t('warning')} suffix=" kW" hideControls {...form.getInputProps('warningKw')} />
          <NumberInput label={t('over')} suffix=" kW" hideControls {...form.getInputProps('overLimitKw')} />
        </Group>
        <Group grow align="flex-start">
          <NumberInput
            label={t('floorArea')}
            suffix=" m²"
            min={0}
            hideControls
            {...form.getInputProps('floorAreaM2')}
          />
          <TextInput label={t('use')} maxLength={100} {...form.getInputProps('use')} />
          <NumberInput
            label={t('reference')}
            suffix=" kWh/m²"
            min={0}
            hideControls
            {...form.getInputProps('referenceKwhPerM2')}
          />
        </Group>
        <Group grow align="flex-start">
          <NumberInput
            label={t('builtYear')}
            allowDecimal={false}
            thousandSeparator=""
            hideControls
            {...form.getInputProps('builtYear')}
          />
          <NumberInput
            label={t('heatingBase')}
            description={t('baseHint', { base: 15 })}
            suffix=" °C"
            hideControls
            {...form.getInputProps('heatingBaseC')}
          />
          <NumberInput
            label={t('coolingBase')}
            description={t('baseHint', { base: 22 })}
            suffix=" °C"
            hideControls
            {...form.getInputProps('coolingBaseC')}
          />
        </Group>
        <Fieldset legend={t('meters')}>
          <Stack gap="md">
            <Text size="xs" c="dimmed">
              {t('meterHint')}
            </Text>
            {meters.map(({ key }, index) => (
              <MeterFieldset key={key} form={form} areaId={areaId} index={index} />
            ))}
            <div>
              <Button
                size="xs"
                variant="default"
                leftSection={<Icon path={mdiPlus} />}
                disabled={meters.length >= MOST_METERS}
                onClick={() => form.insertListItem('meters', newMeter(meters))}
              >
                {t('addMeter')}
              </Button>
            </div>
          </Stack>
        </Fieldset>
      </Form>
    </FormDrawer>
  );
}
