import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type BuildingObject, OBJECTS } from '../../../api/objects';
import { DescriptionField } from '../../../ui/description-field';
import { Form } from '../../../ui/form';
import { FormDrawer } from '../../../ui/form-drawer';
import { useUiTexts } from '../../../ui/ui.texts';
import { useUnsaved } from '../../../ui/unsaved';
import { useAction } from '../../../ui/use-action';
import { IdentityFields } from '../identity-fields';
import { ModelSelect } from './model-select';
import { changeObject, createObject, type ObjectFields } from './objects.queries';
import { useObjectTexts } from './objects.texts';

interface Fields {
  name: string;
  code: string;
  modelId: number | null;
  nodeName: string;
  description: string;
}

interface NewObjectProps {
  /** The model that is chosen at first. */
  modelId: number | undefined;
  onClose: () => void;
}

export function NewObject({ modelId, onClose }: NewObjectProps) {
  const t = useObjectTexts();
  return (
    <FormDrawer isOpen title={t('add')} onClose={onClose}>
      <ObjectForm
        fields={{ name: '', code: '', modelId: modelId ?? null, nodeName: '', description: '' }}
        done={t('created')}
        send={createObject}
        onDone={onClose}
      />
    </FormDrawer>
  );
}

export function EditObject({ object }: { object: BuildingObject }) {
  const t = useObjectTexts();
  const { id, name, code, modelId, nodeName, description } = object;
  return (
    <ObjectForm
      fields={{ name, code, modelId, nodeName: nodeName ?? '', description: description ?? '' }}
      done={t('saved')}
      send={(fields) => changeObject(id, fields)}
    />
  );
}

interface ObjectFormProps {
  fields: Fields;
  done: string;
  send: (fields: ObjectFields) => Promise<unknown>;
  onDone?: () => void;
}

function ObjectForm({ fields, done, send, onDone }: ObjectFormProps) {
  const t = useObjectTexts();
  const ui = useUiTexts();
  const missing = (text: string) => (text.trim() === '' ? ui('missing') : null);
  const form = useForm<Fields>({
    initialValues: fields,
    validate: {
      name: missing,
      code: missing,
      modelId: (id) => (id === null ? ui('missing') : null),
    },
  });
  useUnsaved(form.isDirty);
  const save = useAction(
    async (sent: Fields) => {
      await send(writtenOf(sent));
      form.resetDirty(sent);
    },
    { done, changes: [OBJECTS], onDone, form },
  );
  return (
    <Form
      confirm={t('save')}
      isRunning={save.isPending}
      onSubmit={form.onSubmit((sent) => save.mutate(sent))}
    >
      <IdentityFields codeHint={t('codeHint')} fieldOf={form.getInputProps} />
      <ModelSelect label={t('model')} required {...form.getInputProps('modelId')} />
      <TextInput
        label={t('nodeName')}
        description={t('nodeHint')}
        maxLength={255}
        {...form.getInputProps('nodeName')}
      />
      <DescriptionField maxLength={2000} {...form.getInputProps('description')} />
    </Form>
  );
}

function writtenOf({ name, code, modelId, nodeName, description }: Fields): ObjectFields {
  return {
    name: name.trim(),
    code: code.trim(),
    modelId: modelId ?? 0,
    nodeName: nodeName.trim() || null,
    description: description.trim() || null,
  };
}
