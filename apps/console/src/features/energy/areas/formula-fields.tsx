import { ActionIcon, Autocomplete, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { mdiPlus, mdiTrashCanOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { areasQuery } from '../../../api/areas';
import { Icon } from '../../../ui/icon';
import { useAreaTexts } from './areas.texts';
import { type AreaForm, newPart } from './edited-area';

const MOST_PARTS = 100;

/** The meters of a formula, each with its factor. */
export function FormulaFields({ form, index }: { form: AreaForm; index: number }) {
  const t = useAreaTexts();
  const { data } = useQuery(areasQuery);
  const parts = form.values.meters[index]?.formula ?? [];
  const path = `meters.${index}.formula`;
  const stored = data?.areas.flatMap(({ meters }) => meters) ?? [];
  const codes = new Set([...stored, ...form.values.meters].map(({ pointCode }) => pointCode));
  codes.delete('');
  const error = form.errors[path];
  return (
    <Stack gap="xs" component="section" aria-label={t('formula')}>
      <Text size="xs" c="dimmed">
        {t('formulaHint')}
      </Text>
      {parts.map(({ key }, place) => (
        <Group key={key} gap="xs" align="flex-start" wrap="nowrap">
          <NumberInput
            aria-label={t('factor', { number: place + 1 })}
            suffix=" ×"
            hideControls
            required
            w={110}
            {...form.getInputProps(`${path}.${place}.factor`)}
          />
          <Autocomplete
            aria-label={t('part', { number: place + 1 })}
            data={[...codes]}
            limit={50}
            required
            maxLength={255}
            flex={1}
            {...form.getInputProps(`${path}.${place}.pointCode`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label={t('removePart', { number: place + 1 })}
            title={t('removePart', { number: place + 1 })}
            onClick={() => form.removeListItem(path, place)}
          >
            <Icon path={mdiTrashCanOutline} />
          </ActionIcon>
        </Group>
      ))}
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon path={mdiPlus} />}
          disabled={parts.length >= MOST_PARTS}
          onClick={() => form.insertListItem(path, newPart(parts))}
        >
          {t('addPart')}
        </Button>
      </div>
    </Stack>
  );
}
