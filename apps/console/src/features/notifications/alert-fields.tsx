import { Fieldset, MultiSelect, Select, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { areasQuery } from '../../api/areas';
import { inTreeOrder } from '../../api/area-tree';
import { SEVERITIES } from '../../ui/severity-badge';
import { useUiTexts } from '../../ui/ui.texts';
import { type NotificationForm, SOURCES } from './notification-fields';
import { useNotificationTexts } from './notifications.texts';

/** Which alerts a rule reports. */
export function AlertFields({ form }: { form: NotificationForm }) {
  const t = useNotificationTexts();
  const ui = useUiTexts();
  const { data } = useQuery(areasQuery);
  const areas = inTreeOrder(data?.areas ?? []).map(({ area, path }) => ({
    value: String(area.id),
    label: path ? `${path} / ${area.name}` : area.name,
  }));
  const { sources, areaIds } = form.values;
  return (
    <Fieldset legend={t('alerts')}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select
            label={t('minSeverity')}
            data={SEVERITIES.map((value) => ({ value, label: ui(value) }))}
            {...form.getInputProps('minSeverity')}
          />
          <MultiSelect
            label={t('sources')}
            placeholder={sources.length === 0 ? t('everySource') : undefined}
            data={SOURCES.map((value) => ({ value, label: t(`source.${value}`) }))}
            clearable
            {...form.getInputProps('sources')}
          />
        </SimpleGrid>
        <MultiSelect
          label={t('areas')}
          description={t('areasHint')}
          placeholder={areaIds.length === 0 ? t('everyArea') : undefined}
          data={areas}
          searchable
          clearable
          {...form.getInputProps('areaIds')}
        />
      </Stack>
    </Fieldset>
  );
}
