import { FileInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mdiCubeOutline } from '@mdi/js';
import { MODEL_LISTS } from '../../../api/models';
import { DescriptionField } from '../../../ui/description-field';
import { FormDialog } from '../../../ui/form-dialog';
import { Icon } from '../../../ui/icon';
import { UploadProgress } from '../../../ui/upload-progress';
import { useUpload } from '../../../ui/use-upload';
import { MODEL_TYPES, uploadModel } from './models.queries';
import { useModelsTexts } from './models.texts';
import { NotDrawnNotice } from './not-drawn-notice';

interface Fields {
  name: string;
  description: string;
  file: File | null;
}

/** Uploads a model. If no name was typed, the file names the model. */
export function NewModel({ onClose }: { onClose: () => void }) {
  const t = useModelsTexts();
  const form = useForm<Fields>({
    initialValues: { name: '', description: '', file: null },
    validate: {
      name: (name) => (name.trim() === '' ? t('missing') : null),
      file: (file) => (file === null ? t('fileMissing') : null),
    },
  });
  const { action, share, stop } = useUpload(uploadModel, {
    done: ({ name }) => t('uploaded', { name }),
    changes: [MODEL_LISTS],
    onDone: onClose,
    form,
  });
  const upload = ({ name, description, file }: Fields) => {
    if (file) action.mutate({ name: name.trim(), description: description.trim() || null, file });
  };
  const choose = (file: File | null) => {
    form.setFieldValue('file', file);
    if (file && form.values.name === '') form.setFieldValue('name', file.name.replace(/\.[^.]+$/, ''));
  };
  return (
    <FormDialog
      title={t('upload')}
      confirm={t('upload')}
      isRunning={action.isPending}
      isDirty={form.isDirty}
      parameter="upload"
      onConfirm={form.onSubmit(upload)}
      onClose={() => {
        stop();
        onClose();
      }}
    >
      <FileInput
        label={t('file')}
        description={t('fileHint')}
        placeholder={t('choose')}
        accept={MODEL_TYPES}
        required
        leftSection={<Icon path={mdiCubeOutline} />}
        {...form.getInputProps('file')}
        onChange={choose}
      />
      <NotDrawnNotice file={form.values.file} />
      <TextInput label={t('name')} required maxLength={255} {...form.getInputProps('name')} />
      <DescriptionField maxLength={4000} {...form.getInputProps('description')} />
      {action.isPending && <UploadProgress name={action.variables.file.name} share={share} onStop={stop} />}
    </FormDialog>
  );
}
