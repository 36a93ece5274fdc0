import { ActionIcon, Button, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import { mdiClose, mdiPlus } from '@mdi/js';
import { Icon } from '../../ui/icon';
import { useMaintenanceTexts } from './maintenance.texts';
import { newStep, type OrderForm } from './order-fields';

const MAX_STEPS = 200;

/** The steps of the work, which can be added and removed. */
export function ChecklistFields({ form }: { form: OrderForm }) {
  const t = useMaintenanceTexts();
  const { checklist } = form.values;
  return (
    <Fieldset variant="unstyled" legend={t('checklist')}>
      <Stack gap="xs">
        {checklist.map(({ key }, index) => (
          <Group key={key} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              flex={1}
              aria-label={t('stepText', { number: index + 1 })}
              maxLength={500}
              {...form.getInputProps(`checklist.${index}.text`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('removeStep', { number: index + 1 })}
              title={t('removeStep', { number: index + 1 })}
              onClick={() => form.removeListItem('checklist', index)}
            >
              <Icon path={mdiClose} />
            </ActionIcon>
          </Group>
        ))}
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon path={mdiPlus} />}
            disabled={checklist.length >= MAX_STEPS}
            onClick={() => form.insertListItem('checklist', newStep({ text: '', done: false }))}
          >
            {t('addStep')}
          </Button>
        </div>
      </Stack>
    </Fieldset>
  );
}
