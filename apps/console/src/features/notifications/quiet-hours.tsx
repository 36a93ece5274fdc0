import { Chip, Fieldset, Group, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { NotificationForm } from './notification-fields';
import { useNotificationTexts } from './notifications.texts';
import { useWeekdays } from './use-weekdays';

/** When messages wait. */
export function QuietHours({ form }: { form: NotificationForm }) {
  const t = useNotificationTexts();
  const weekdays = useWeekdays();
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
              <TextInput type="time" label={t('from')} required {...form.getInputProps('quiet.from')} />
              <TextInput type="time" label={t('to')} required {...form.getInputProps('quiet.to')} />
            </SimpleGrid>
            <Fieldset variant="unstyled" legend={t('days')}>
              <Chip.Group
                multiple
                value={quiet.days}
                onChange={(days) => form.setFieldValue('quiet.days', days)}
              >
                <Group gap="xs">
                  {weekdays.map(({ value, label }) => (
                    <Chip key={value} value={value} size="xs">
                      {label}
                    </Chip>
                  ))}
                </Group>
              </Chip.Group>
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
