import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  NumberInput,
  SegmentedControl,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { mdiClose, mdiPlus } from '@mdi/js';
import { Icon } from '../../ui/icon';
import {
  CHANNEL_KINDS,
  type ChannelFields as Channel,
  newEscalation,
  type NotificationForm,
} from './notification-fields';
import { useNotificationTexts } from './notifications.texts';

const MAX_ADDRESSES = 50;
const MAX_STEPS = 10;
const MAX_MINUTES = 10_080;

/** @param path the place of the channel in the form */
export function ChannelFields({ form, path }: { form: NotificationForm; path: string }) {
  const t = useNotificationTexts();
  const { value: kind } = form.getInputProps(`${path}.kind`) as { value: Channel['kind'] };
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('channel')}
        data={CHANNEL_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        {...form.getInputProps(`${path}.kind`)}
      />
      {kind === 'push' && (
        <Text size="xs" c="dimmed">
          {t('devicesHint')}
        </Text>
      )}
      {kind === 'mail' && (
        <TagsInput
          label={t('addresses')}
          description={t('addressesHint')}
          required
          maxTags={MAX_ADDRESSES}
          splitChars={[',', ';', ' ']}
          acceptValueOnBlur
          {...form.getInputProps(`${path}.to`)}
        />
      )}
      {kind === 'webhook' && (
        <TextInput
          type="url"
          label={t('url')}
          required
          maxLength={2000}
          {...form.getInputProps(`${path}.url`)}
        />
      )}
    </Stack>
  );
}

/** The recipients of an escalation. */
export function Escalation({ form }: { form: NotificationForm }) {
  const t = useNotificationTexts();
  const { escalation } = form.values;
  return (
    <Fieldset legend={t('escalation')}>
      <Stack gap="md">
        <Text size="xs" c="dimmed">
          {t('escalationHint')}
        </Text>
        {escalation.map(({ key }, index) => (
          <Stack key={key} gap="sm">
            <Group justify="space-between" align="flex-end">
              <NumberInput
                label={t('afterMinutes')}
                min={1}
                max={MAX_MINUTES}
                allowDecimal={false}
                {...form.getInputProps(`escalation.${index}.afterMinutes`)}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('removeEscalation', { number: index + 1 })}
                title={t('removeEscalation', { number: index + 1 })}
                onClick={() => form.removeListItem('escalation', index)}
              >
                <Icon path={mdiClose} />
              </ActionIcon>
            </Group>
            <ChannelFields form={form} path={`escalation.${index}.channel`} />
          </Stack>
        ))}
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon path={mdiPlus} />}
            disabled={escalation.length >= MAX_STEPS}
            onClick={() => form.insertListItem('escalation', newEscalation())}
          >
            {t('addEscalation')}
          </Button>
        </div>
      </Stack>
    </Fieldset>
  );
}
