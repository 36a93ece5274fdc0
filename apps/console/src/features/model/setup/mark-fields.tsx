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
import { ObjectSelect } from '../../../ui/object-select';
import { PointInput } from '../../../ui/point-input';
import { type MarkPath, newDevice, type SetupFields, withoutDevice } from './setup-fields';
import { useSetupTexts } from './setup.texts';

export type SetupForm = UseFormReturnType<SetupFields>;

const AXES = ['x', 'y', 'z'] as const;
const FURTHEST = 10_000_000;
const MOST_DEVICES = 200;
const NAME_LENGTH = 255;

interface MarkFieldsProps {
  form: SetupForm;
  path: MarkPath;
  onRemove: () => void;
}

/** The fields of one mark or of one group of lights. */
export function MarkFields({ form, path, onRemove }: MarkFieldsProps) {
  const t = useSetupTexts();
  const isHotspot = path.startsWith('hotspots');
  const name = form.getInputProps(`${path}.${isHotspot ? 'title' : 'text'}`) as { value: string };
  return (
    <Stack gap="sm" py="sm">
      <Text size="xs" c="dimmed">
        {t('placeHint')}
      </Text>
      <TextInput
        label={t('name')}
        required
        maxLength={NAME_LENGTH}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a new mark, which has no name yet, was just added by a button
        autoFocus={name.value === ''}
        {...name}
      />
      <SimpleGrid cols={3} spacing="xs">
        {AXES.map((axis) => (
          <NumberInput
            key={axis}
            label={t('position', { axis })}
            min={-FURTHEST}
            max={FURTHEST}
            hideControls
            {...form.getInputProps(`${path}.position.${axis}`)}
          />
        ))}
      </SimpleGrid>
      {isHotspot ? <ObjectFields form={form} path={path} /> : <DeviceFields form={form} path={path} />}
      <Group>
        <Button variant="default" leftSection={<Icon path={mdiTrashCanOutline} />} onClick={onRemove}>
          {t('remove')}
        </Button>
      </Group>
    </Stack>
  );
}

type PartProps = Pick<MarkFieldsProps, 'form' | 'path'>;

function ObjectFields({ form, path }: PartProps) {
  const t = useSetupTexts();
  return (
    <>
      <ObjectSelect
        label={t('object')}
        description={t('objectHint')}
        {...form.getInputProps(`${path}.objectId`)}
      />
      <NodeInput form={form} path={path} hint={t('nodeHint')} />
    </>
  );
}

function NodeInput({ form, path, hint }: { form: SetupForm; path: string; hint?: string }) {
  const t = useSetupTexts();
  const { value, ...props } = form.getInputProps(`${path}.nodeName`) as { value: string | null };
  return (
    <TextInput label={t('node')} description={hint} maxLength={NAME_LENGTH} {...props} value={value ?? ''} />
  );
}

function DeviceFields({ form, path }: PartProps) {
  const t = useSetupTexts();
  const index = Number(path.split('.')[1]);
  const label = form.values.labels[index];
  if (!label) return null;
  const { devices } = label;
  const add = () =>
    form.insertListItem(`${path}.devices`, newDevice(devices.map(({ deviceId }) => deviceId)));
  return (
    <Fieldset legend={t('lights')}>
      <Stack gap="md">
        {devices.map(({ deviceId }, at) => (
          <Fieldset key={deviceId} variant="unstyled" aria-label={t('light', { number: at + 1 })}>
            <Stack gap="xs">
              <Group gap="xs" align="flex-end" wrap="nowrap">
                <TextInput
                  flex={1}
                  label={t('name')}
                  required
                  maxLength={NAME_LENGTH}
                  {...form.getInputProps(`${path}.devices.${at}.name`)}
                />
                <ActionIcon
                  variant="default"
                  size={36}
                  aria-label={t('removeLight', { number: at + 1 })}
                  title={t('removeLight', { number: at + 1 })}
                  onClick={() => form.setFieldValue(path, withoutDevice(label, deviceId))}
                >
                  <Icon path={mdiTrashCanOutline} />
                </ActionIcon>
              </Group>
              {(['switchCode', 'levelCode', 'powerCode'] as const).map((field) => (
                <CodeInput key={field} form={form} path={`${path}.devices.${at}.${field}`} label={t(field)} />
              ))}
              <NodeInput form={form} path={`${path}.devices.${at}`} />
            </Stack>
          </Fieldset>
        ))}
        {devices.length < MOST_DEVICES && (
          <Group>
            <Button size="compact-sm" variant="subtle" leftSection={<Icon path={mdiPlus} />} onClick={add}>
              {t('addLight')}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

function CodeInput({ form, path, label }: { form: SetupForm; path: string; label: string }) {
  const { value, ...props } = form.getInputProps(path) as { value: string | null };
  return <PointInput label={label} maxLength={255} {...props} value={value ?? ''} />;
}
