import { Autocomplete, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { OBJECTS } from '../../api/objects';
import { POINTS } from '../../api/points';
import { FormDialog } from '../../ui/form-dialog';
import { ObjectSelect } from '../../ui/object-select';
import { useUiTexts } from '../../ui/ui.texts';
import { useAction } from '../../ui/use-action';
import { IdentityFields } from './identity-fields';
import { changePoint, createPoint, type Point, type PointFields } from './points.queries';
import { usePointTexts } from './points.texts';

interface Fields {
  name: string;
  code: string;
  objectId: number | null;
  unit: string;
  dataType: string;
}

/** Types that the gateway uses. Others can be typed. */
const DATA_TYPES = ['number', 'boolean', 'string'];

interface NewPointProps {
  /** The object that is chosen at first. */
  objectId: number | undefined;
  onCreated: (point: Point) => void;
  onClose: () => void;
}

export function NewPoint({ objectId, onCreated, onClose }: NewPointProps) {
  const t = usePointTexts();
  return (
    <PointForm
      title={t('newPoint')}
      fields={{ name: '', code: '', objectId: objectId ?? null, unit: '', dataType: '' }}
      done={t('created')}
      send={async (fields) => onCreated(await createPoint(fields))}
      onClose={onClose}
    />
  );
}

interface EditPointProps {
  point: Point;
  onClose: () => void;
}

export function EditPoint({ point, onClose }: EditPointProps) {
  const t = usePointTexts();
  const { id, name, code, objectId, unit, dataType } = point;
  return (
    <PointForm
      title={t('editPoint')}
      fields={{ name, code, objectId, unit: unit ?? '', dataType: dataType ?? '' }}
      done={t('saved')}
      send={(fields) => changePoint(id, fields)}
      onClose={onClose}
    />
  );
}

interface PointFormProps {
  title: string;
  fields: Fields;
  done: string;
  send: (fields: PointFields) => Promise<unknown>;
  onClose: () => void;
}

function PointForm({ title, fields, done, send, onClose }: PointFormProps) {
  const t = usePointTexts();
  const ui = useUiTexts();
  const missing = (text: string) => (text.trim() === '' ? ui('missing') : null);
  const form = useForm<Fields>({
    initialValues: fields,
    validate: {
      name: missing,
      code: missing,
      objectId: (id) => (id === null ? ui('missing') : null),
    },
  });
  const save = useAction(() => send(writtenOf(form.values)), {
    done,
    changes: [POINTS, OBJECTS],
    onDone: onClose,
    form,
  });
  return (
    <FormDialog
      title={title}
      confirm={t('save')}
      isRunning={save.isPending}
      isDirty={form.isDirty}
      onConfirm={form.onSubmit(() => save.mutate())}
      onClose={onClose}
    >
      <IdentityFields codeHint={t('codeHint')} fieldOf={form.getInputProps} />
      <ObjectSelect label={t('object')} required {...form.getInputProps('objectId')} />
      <TextInput label={t('unit')} maxLength={64} {...form.getInputProps('unit')} />
      <Autocomplete
        label={t('dataType')}
        maxLength={64}
        data={DATA_TYPES}
        {...form.getInputProps('dataType')}
      />
    </FormDialog>
  );
}

function writtenOf({ name, code, objectId, unit, dataType }: Fields): PointFields {
  return {
    name: name.trim(),
    code: code.trim(),
    objectId: objectId ?? 0,
    unit: unit.trim() || null,
    dataType: dataType.trim() || null,
  };
}
