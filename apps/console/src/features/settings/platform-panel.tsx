import { Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { platformQuery } from '../../api/platform';
import { LANGUAGE_NAMES, type Language } from '../../i18n/language';
import { TimezoneSelect } from '../../ui/schedule/timezone-select';
import { useAction } from '../../ui/use-action';
import { SettingsForm } from './settings-form';
import { CONFIGURATION, type Configuration, changeConfiguration } from './settings.queries';
import { useSettingsTexts } from './settings.texts';

/** Name, language, time zone, currency and registration. */
export function PlatformPanel({ configuration }: { configuration: Configuration }) {
  const t = useSettingsTexts();
  const { platformName, logoUrl, language, timezone, currency, registrationEnabled } = configuration;
  const form = useForm({
    initialValues: {
      platformName,
      logoUrl: logoUrl ?? '',
      language,
      timezone,
      currency,
      registrationEnabled,
    },
    validate: { platformName: (name) => (name.trim() === '' ? t('missing') : null) },
  });
  const save = useAction(
    async () => {
      const sent = form.values;
      await changeConfiguration({ ...sent, logoUrl: sent.logoUrl.trim() || null });
      form.resetDirty(sent);
    },
    {
      done: t('saved'),
      changes: [CONFIGURATION, platformQuery.queryKey],
      form,
    },
  );
  return (
    <SettingsForm
      title={t('platform')}
      form={form}
      isRunning={save.isPending}
      onSave={form.onSubmit(() => save.mutate())}
    >
      <TextInput label={t('platformName')} required maxLength={100} {...form.getInputProps('platformName')} />
      <TextInput
        label={t('logoUrl')}
        description={t('logoHint')}
        type="url"
        placeholder="https://"
        maxLength={2048}
        {...form.getInputProps('logoUrl')}
      />
      <Stack gap={4}>
        <TimezoneSelect
          required
          value={form.values.timezone}
          onChange={(zone) => form.setFieldValue('timezone', zone ?? timezone)}
        />
        <Text size="xs" c="dimmed">
          {t('timezoneHint')}
        </Text>
      </Stack>
      <Group grow align="flex-start">
        <Select
          label={t('language')}
          description={t('languageHint')}
          data={LANGUAGE_NAMES}
          value={form.values.language}
          onChange={(value) => form.setFieldValue('language', value as Language)}
        />
        <TextInput
          label={t('currency')}
          description={t('currencyHint')}
          maxLength={3}
          {...form.getInputProps('currency')}
        />
      </Group>
      <Switch
        label={t('registration')}
        description={t('registrationHint')}
        {...form.getInputProps('registrationEnabled', { type: 'checkbox' })}
      />
    </SettingsForm>
  );
}
