import { NoteEntity } from '@app/entities';
import { And, type EntityManager, In, LessThan, MoreThanOrEqual } from 'typeorm';

export type Note = Pick<NoteEntity, keyof NoteEntity>;

const MAX_NOTES = 500;

/** The newest 500 notes of series in [from, to), oldest first. */
export async function findNotes(
  manager: EntityManager,
  series: readonly string[],
  { from, to }: { from: Date; to: Date },
): Promise<Note[]> {
  const found = await manager.find(NoteEntity, {
    where: { series: In(series), at: And(MoreThanOrEqual(from), LessThan(to)) },
    order: { at: 'DESC', id: 'DESC' },
    take: MAX_NOTES,
  });
  return found.toReversed();
}

export function insertNote(manager: EntityManager, note: Omit<Note, 'id'>): Promise<Note> {
  return manager.save(manager.create(NoteEntity, note));
}

/** Reads the note, and locks it until the transaction ends. */
export function lockNote(manager: EntityManager, id: number): Promise<Note | null> {
  return manager.findOne(NoteEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

export async function deleteNote(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(NoteEntity, id);
}
