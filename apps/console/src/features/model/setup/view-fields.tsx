import { Button, Group, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { mdiCameraOutline } from '@mdi/js';
import { Icon } from '../../../ui/icon';
import type { ShownModel } from '../../../ui/model-view/model-view-props';
import { Panel } from '../../../ui/panel';
import { useUiTexts } from '../../../ui/ui.texts';
import type { SetupForm } from './mark-fields';
import { useSetupTexts } from './setup.texts';

interface ViewFieldsProps {
  form: SetupForm;
  /** Null until the model is shown. */
  model: ShownModel | null;
}

/** The initial view and the ambient light. */
export function ViewFields({ form, model }: ViewFieldsProps) {
  const t = useSetupTexts();
  const closeButtonProps = { 'aria-label': useUiTexts()('close') };
  const keepView = (shown: ShownModel) => {
    const { position, target } = shown.currentView();
    form.setFieldValue('camera', (camera) => ({ ...camera, position, target }));
    notifications.show({ message: t('viewUsed'), closeButtonProps });
  };
  return (
    <Panel title={t('camera')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('cameraHint')}
        </Text>
        <Group>
          <Button
            variant="default"
            leftSection={<Icon path={mdiCameraOutline} />}
            disabled={model === null}
            onClick={() => model && keepView(model)}
          >
            {t('useView')}
          </Button>
        </Group>
        <SimpleGrid cols={2}>
          <NumberInput label={t('fov')} min={1} max={179} {...form.getInputProps('camera.fov')} />
          <NumberInput
            label={t('ambient')}
            description={t('ambientHint')}
            min={0}
            max={100}
            step={0.1}
            {...form.getInputProps('ambientLight.intensity')}
          />
        </SimpleGrid>
      </Stack>
    </Panel>
  );
}
