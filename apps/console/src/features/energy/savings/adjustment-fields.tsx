import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  NumberInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { mdiPlus, mdiTrashCanOutline } from '@mdi/js';
import { Icon } from '../../../ui/icon';
import { type BaselineFields, newAdjustment } from './baseline-fields';
import { useSavingsTexts } from './savings.texts';

const MOST_ADJUSTMENTS = 100;

interface AdjustmentFieldsProps {
  form: UseFormReturnType<BaselineFields>;
  /** The unit of the energy. */
  unit: string;
}

/** The events that changed the consumption but are not the measure. */
export function AdjustmentFields({ form, unit }: AdjustmentFieldsProps) {
  const t = useSavingsTexts();
  const rows = form.values.adjustments;
  const error = form.errors['adjustments'];
  return (
    <Fieldset legend={t('adjustments')}>
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {t('adjustmentsHint')}
        </Text>
        {rows.map(({ key }, index) => {
          const field = (name: string) => form.getInputProps(`adjustments.${index}.${name}`);
          const remove = t('removeAdjustment', { number: index + 1 });
          return (
            <Stack key={key} gap="xs" component="section" aria-label={t('adjustment', { number: index + 1 })}>
              <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
                <TextInput type="date" label={t('firstDay')} required {...field('from')} />
                <TextInput type="date" label={t('lastDay')} required {...field('last')} />
                <NumberInput
                  label={t('perDay', { unit })}
                  decimalScale={3}
                  hideControls
                  required
                  {...field('kwhPerDay')}
                />
              </SimpleGrid>
              <Group gap="xs" align="flex-end" wrap="nowrap">
                <TextInput label={t('note')} required maxLength={1000} flex={1} {...field('note')} />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="input-sm"
                  aria-label={remove}
                  title={remove}
                  onClick={() => form.removeListItem('adjustments', index)}
                >
                  <Icon path={mdiTrashCanOutline} />
                </ActionIcon>
              </Group>
            </Stack>
          );
        })}
        {error && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
        <div>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon path={mdiPlus} size={16} />}
            disabled={rows.length >= MOST_ADJUSTMENTS}
            onClick={() => form.insertListItem('adjustments', newAdjustment(rows))}
          >
            {t('addAdjustment')}
          </Button>
        </div>
      </Stack>
    </Fieldset>
  );
}
