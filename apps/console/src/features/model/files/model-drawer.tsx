import { Button, Divider, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sceneQuery } from '../../../api/scene';
import { MODEL_LISTS } from '../../../api/models';
import { OBJECTS } from '../../../api/objects';
import { DeleteButton } from '../../../ui/delete-button';
import { DescriptionField } from '../../../ui/description-field';
import { Form } from '../../../ui/form';
import { FormDrawer } from '../../../ui/form-drawer';
import { Notice } from '../../../ui/notice';
import { useUnsaved } from '../../../ui/unsaved';
import { useAction } from '../../../ui/use-action';
import { isDrawnFormat } from './drawable';
import { ImportPoints } from './import-points';
import { changeModel, deleteModel, type Model, showModel } from './models.queries';
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
    <FormDrawer isOpen parameter="model" title={name} onClose={onClose}>
      <Stack gap="lg">
        <ModelForm model={model} />
        <Divider />
        {!isDrawnFormat(model.file.name) && <Notice tone="caution">{t('notDrawn.format')}</Notice>}
        <ReplaceFile id={id} />
        <Divider />
        <ImportPoints modelId={id} />
        <Divider />
        <Group justify="space-between">
          <DeleteButton
            title={t('deleteTitle', { name })}
            remove={() => deleteModel(id)}
            changes={[MODEL_LISTS, sceneQuery.queryKey, OBJECTS]}
            onDeleted={onClose}
          >
            {t('deleteEffect')}
          </DeleteButton>
          <Group gap="xs">
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/points/objects" search={{ model: id }} {...props} />}
            >
              {t('objects')}
            </Button>
            <Button
              variant="default"
              disabled={scene?.modelId === id}
              loading={show.isPending}
              onClick={() => show.mutate()}
            >
              {t('show')}
            </Button>
          </Group>
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
  useUnsaved(form.isDirty);
  const save = useAction(
    async (fields: typeof form.values) => {
      await changeModel(id, { ...fields, description: fields.description.trim() || null });
      form.resetDirty(fields);
    },
    { done: t('saved'), changes: [MODEL_LISTS], form },
  );
  return (
    <Form
      confirm={t('save')}
      isRunning={save.isPending}
      onSubmit={form.onSubmit((fields) => save.mutate(fields))}
    >
      <TextInput label={t('name')} required maxLength={255} {...form.getInputProps('name')} />
      <TextInput label={t('version')} maxLength={64} {...form.getInputProps('version')} />
      <DescriptionField maxLength={4000} {...form.getInputProps('description')} />
    </Form>
  );
}
