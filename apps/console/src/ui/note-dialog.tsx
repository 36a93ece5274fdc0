import { useState } from 'react';
import { Textarea } from '@mantine/core';
import { ConfirmDialog } from './confirm-dialog';

interface NoteDialogProps {
  title: string;
  /** The verb on the button: "Acknowledge". */
  confirm: string;
  label: string;
  hint: string;
  maxLength: number;
  /** The note at first. */
  initial?: string;
  isRunning: boolean;
  /** Called with null if the note is empty. */
  onConfirm: (note: string | null) => void;
  onClose: () => void;
}

/** Asks before an action, and lets the user add a note. */
export function NoteDialog({ label, hint, maxLength, initial = '', onConfirm, ...dialog }: NoteDialogProps) {
  const [note, setNote] = useState(initial);
  return (
    <ConfirmDialog isOpen onConfirm={() => onConfirm(note.trim() || null)} {...dialog}>
      <Textarea
        label={label}
        description={hint}
        maxLength={maxLength}
        data-autofocus
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
