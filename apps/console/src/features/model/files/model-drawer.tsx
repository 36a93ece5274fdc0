import { Button, Divider, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { DeleteButton } from '../../../ui/delete-button';
import { Form } from '../../../ui/form';
import { FormDrawer } from '../../../ui/form-drawer';
import { useAction } from '../../../ui/use-action';
import { sceneQuery } from '../model.queries';
import { changeModel, deleteModel, MODEL_LISTS, type Model, showModel } from './models.queries';
import { useModelsTexts } from './models.texts';
import { ReplaceFile } from './replace-file';

interface ModelDrawerProps {
  model: Model;
  onClose: () => void;
}

/** Changes, shows, replaces and deletes a model. */
export function ModelDrawer({ model, onClose }: ModelDrawerProps) {
  const t = useModelsTexts();
  const { id, name } = model;
  const { data: scene } = useQuery(sceneQuery);
  const show = useAction(() => showModel(id), { done: t('nowShown'), changes: [sceneQuery.queryKey] });
  return (
    <FormDrawer isOpen title={name} onClose={onClose}>
      <Stack gap="lg">
        <ModelForm model={model} />
        <Divider />
        <ReplaceFile id={id} />
        <Divider />
        <Group justify="space-between">
          <DeleteButton
            title={t('deleteTitle', { name })}
            remove={() => deleteModel(id)}
            changes={[MODEL_LISTS, sceneQuery.queryKey]}
            onDeleted={onClose}
          >
            {t('deleteEffect')}
          </DeleteButton>
          <Button
            variant="default"
            disabled={scene?.modelId === id}
            loading={show.isPending}
            onClick={() => show.mutate()}
          >
            {t('show')}
          </Button>
        </Group>
      </Stack>
    </FormDrawer>
  );
}

function ModelForm({ model: { id, name, version, description } }: { model: Model }) {
  const t = useModelsTexts();
  const form = useForm({
    initialValues: { name, version, description: description ?? '' },
    validate: { name: (text) => (text.trim() === '' ? t('missing') : null) },
  });
  const save = useAction(
    () => {
      const { description: details, ...values } = form.values;
      return changeModel(id, { ...values, description: details.trim() || null });
    },
    { done: t('saved'), changes: [MODEL_LISTS], form },
  );
  return (
    <Form confirm={t('save')} isRunning={save.isPending} onSubmit={form.onSubmit(() => save.mutate())}>
      <TextInput label={t('name')} required maxLength={255} {...form.getInputProps('name')} />
      <TextInput label={t('version')} maxLength={64} {...form.getInputProps('version')} />
      <Textarea
        label={t('details')}
        maxLength={4000}
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
    </Form>
  );
}
