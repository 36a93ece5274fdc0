import { Checkbox, Group, NumberInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRouterState } from '@tanstack/react-router';
import { PointInput } from '../../ui/point-input';
import { useAction } from '../../ui/use-action';
import { SettingsForm } from './settings-form';
import { CONFIGURATION, type Configuration, changeConfiguration } from './settings.queries';
import { useSettingsTexts } from './settings.texts';

const DECIMALS = 5;
const numberOrNull = (value: number | string): number | null => (value === '' ? null : Number(value));
const focusOn = (input: HTMLInputElement | null) => input?.focus();

/** This point code stands for the temperature of the weather provider. */
const PROVIDER_CODE = 'weather:provider';

/** The settings that depend on where the site is: coordinates, name of the place, and emission factors. */
export function SitePanel({ configuration: { site, weather, carbon } }: { configuration: Configuration }) {
  const t = useSettingsTexts();
  // The page of savings links to the field of the temperature.
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const form = useForm({
    initialValues: {
      latitude: site.latitude ?? '',
      longitude: site.longitude ?? '',
      location: weather.location ?? '',
      temperaturePointCode: weather.temperaturePointCode ?? '',
      region: carbon.region,
      scope: carbon.scope ?? '',
    },
  });
  const save = useAction(
    async () => {
      const sent = form.values;
      const { latitude, longitude, location, temperaturePointCode, region, scope } = sent;
      await changeConfiguration({
        site: { latitude: numberOrNull(latitude), longitude: numberOrNull(longitude) },
        weather: {
          location: location.trim() || null,
          temperaturePointCode: temperaturePointCode.trim() || null,
        },
        carbon: { region: region.trim(), scope: scope.trim() || null },
      });
      form.resetDirty(sent);
    },
    {
      done: t('saved'),
      changes: [CONFIGURATION],
      // The API names a field `site.latitude`. The form uses only the last part of the name.
      form: {
        setErrors: (errors) =>
          form.setErrors(
            Object.fromEntries(
              Object.entries(errors).map(([field, text]) => [field.split('.').at(-1), text]),
            ),
          ),
      },
    },
  );
  const isProvider = form.values.temperaturePointCode === PROVIDER_CODE;
  return (
    <SettingsForm title={t('site')} form={form} isRunning={save.isPending} onSave={() => save.mutate()}>
      <Text size="sm" c="dimmed">
        {t('siteHint')}
      </Text>
      <Group grow align="flex-start">
        <NumberInput
          label={t('latitude')}
          min={-90}
          max={90}
          decimalScale={DECIMALS}
          hideControls
          {...form.getInputProps('latitude')}
        />
        <NumberInput
          label={t('longitude')}
          min={-180}
          max={180}
          decimalScale={DECIMALS}
          hideControls
          {...form.getInputProps('longitude')}
        />
      </Group>
      <Group grow align="flex-start">
        <TextInput label={t('location')} maxLength={200} {...form.getInputProps('location')} />
        <PointInput
          label={t('temperaturePointCode')}
          ref={hash === 'temperature' ? focusOn : undefined}
          maxLength={255}
          disabled={isProvider}
          {...form.getInputProps('temperaturePointCode')}
        />
      </Group>
      <Checkbox
        label={t('temperatureOfProvider')}
        checked={isProvider}
        onChange={({ currentTarget }) =>
          form.setFieldValue('temperaturePointCode', currentTarget.checked ? PROVIDER_CODE : '')
        }
      />
      <Group grow align="flex-start">
        <TextInput label={t('region')} maxLength={64} {...form.getInputProps('region')} />
        <TextInput label={t('scope')} maxLength={64} {...form.getInputProps('scope')} />
      </Group>
    </SettingsForm>
  );
}
