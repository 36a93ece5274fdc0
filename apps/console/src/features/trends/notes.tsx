import { useState } from 'react';
import { Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useHasRole } from '../../api/account';
import { plantroom, unwrap } from '../../api/plantroom';
import { instantOf, localDateTime } from '../../format/calendar-period';
import { useFormat } from '../../format/use-format';
import { useActorName } from '../../ui/actor.texts';
import { DeleteIcon } from '../../ui/delete-button';
import { FormDialog } from '../../ui/form-dialog';
import { type Trend, TRENDS } from '../../ui/trend/trend.queries';
import type { LineTitle } from '../../ui/trend/use-trend';
import { useAction } from '../../ui/use-action';
import { useTrendsTexts } from './trends.texts';

const MAX_LENGTH = 500;

interface NotesProps {
  trend: Trend;
  titles: readonly LineTitle[];
}

/** Lists the notes of a trend. */
export function Notes({ trend: { lines, notes }, titles }: NotesProps) {
  const t = useTrendsTexts();
  const actorName = useActorName();
  const isOperator = useHasRole('operator');
  const { dateTime } = useFormat();
  return (
    <Stack gap={4}>
      {notes.map(({ id, at, text, series, createdBy }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <Text size="sm">
            {dateTime(at)} {text}{' '}
            <Text span inherit c="dimmed">
              {titles[lines.findIndex((line) => line.series === series)]?.name} · {actorName(createdBy)}
            </Text>
          </Text>
          {isOperator && (
            <DeleteIcon label={t('removeNote', { text })} changes={[TRENDS]} remove={() => removeNote(id)}>
              {text}
            </DeleteIcon>
          )}
        </Group>
      ))}
    </Stack>
  );
}

interface AddNoteProps extends NotesProps {
  /** True while another period is loaded, which would lack the note. */
  isLoading: boolean;
}

/** A button that adds a note to one of the series. Viewers do not see it. */
export function AddNote({ isLoading, ...props }: AddNoteProps) {
  const t = useTrendsTexts();
  const isOperator = useHasRole('operator');
  const [isOpen, setOpen] = useState(false);
  if (!isOperator) return null;
  return (
    <>
      <Button size="xs" variant="default" disabled={isLoading} onClick={() => setOpen(true)}>
        {t('addNote')}
      </Button>
      {isOpen && <NoteForm {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function NoteForm({ trend: { lines, toMs }, titles, onClose }: NotesProps & { onClose: () => void }) {
  const t = useTrendsTexts();
  const { timeZone } = useFormat();
  const series = lines.flatMap((line, index) =>
    line.isEarlier ? [] : [{ value: line.series, label: titles[index]?.name ?? line.series }],
  );
  const form = useForm({
    initialValues: {
      series: series[0]?.value ?? '',
      // The end of the period does not belong to it.
      at: localDateTime(timeZone, new Date(toMs - 1).toISOString()),
      text: '',
    },
    validate: {
      at: (at) => (at === '' ? t('timeMissing') : null),
      text: (text) => (text.trim() === '' ? t('textMissing') : null),
    },
  });
  const save = useAction(
    ({ at, ...note }: typeof form.values) =>
      unwrap(plantroom.api.POST('/api/notes', { body: { ...note, at: instantOf(timeZone, at) } })),
    { changes: [TRENDS], form, onDone: onClose },
  );
  return (
    <FormDialog
      title={t('addNote')}
      confirm={t('add')}
      isRunning={save.isPending}
      isDirty={() => form.isDirty()}
      onConfirm={form.onSubmit((fields) => save.mutate(fields))}
      onClose={onClose}
    >
      <Select label={t('series')} allowDeselect={false} data={series} {...form.getInputProps('series')} />
      <TextInput type="datetime-local" label={t('time')} required {...form.getInputProps('at')} />
      <Textarea
        label={t('text')}
        required
        maxLength={MAX_LENGTH}
        data-autofocus
        {...form.getInputProps('text')}
      />
    </FormDialog>
  );
}

const removeNote = (id: number) =>
  unwrap(plantroom.api.DELETE('/api/notes/{id}', { params: { path: { id } } }));
