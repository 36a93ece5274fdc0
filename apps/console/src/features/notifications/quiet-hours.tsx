import { Fieldset, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { TimeField } from '../../ui/schedule/time-field';
import { WeekdayChips } from '../../ui/schedule/weekday-chips';
import type { NotificationForm } from './notification-fields';
import { useNotificationTexts } from './notifications.texts';

/** The hours in which messages wait. */
export function QuietHours({ form }: { form: NotificationForm }) {
  const t = useNotificationTexts();
  const { isQuiet, quiet } = form.values;
  return (
    <Fieldset legend={t('quietHours')}>
      <Stack gap="sm">
        <Switch
          label={t('hold')}
          description={t('quietHint')}
          {...form.getInputProps('isQuiet', { type: 'checkbox' })}
        />
        {isQuiet && (
          <>
            <SimpleGrid cols={2}>
              <TimeField label={t('from')} required {...form.getInputProps('quiet.from')} />
              <TimeField label={t('to')} required {...form.getInputProps('quiet.to')} />
            </SimpleGrid>
            <Fieldset variant="unstyled" legend={t('days')}>
              <WeekdayChips value={quiet.days} onChange={(days) => form.setFieldValue('quiet.days', days)} />
            </Fieldset>
            {form.errors['quiet.days'] && (
              <Text size="xs" c="var(--mantine-color-error)">
                {form.errors['quiet.days']}
              </Text>
            )}
          </>
        )}
      </Stack>
    </Fieldset>
  );
}
