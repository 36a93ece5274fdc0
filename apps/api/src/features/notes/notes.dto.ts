import type { Note, NoteInput, NoteQuery } from '@app/domain';
import { ArrayNotEmpty, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { RecordId } from '../../http/fields/id-properties.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { QueryTexts } from '../../http/fields/query.decorators';

export class NoteQueryDto implements NoteQuery {
  /** Codes of points, and areas such as `area:3`. Repeat the parameter for each of them. */
  @QueryTexts() @ArrayNotEmpty() series: string[];
  /** Start of the range, inclusive. */
  @IsInstant() from: string;
  /** End of the range, exclusive. */
  @IsInstant() to: string;
}

/** A new note. */
export class NoteInputDto implements NoteInput {
  /** The code of a point, or an area such as `area:3`. */
  @IsString() @IsNotEmpty() @MaxLength(255) series: string;
  /** The instant that the note is about. It may be in the future. */
  @IsInstant() at: string;
  /** The text. */
  @IsString() @IsNotEmpty() @MaxLength(500) text: string;
}

/** A remark of a user in the trend of a point or an area. */
export class NoteDto {
  /** Id of the note. */
  @RecordId() id: number;
  /** The code of a point, or an area such as `area:3`. */
  series: string;
  /** The instant that the note is about. */
  @InstantProperty() at: string;
  /** The text. */
  text: string;
  /** Name of the user who created the note. */
  createdBy: string;
  /** When the note was created. */
  @InstantProperty() createdAt: string;
}

export function toNoteDto({ at, createdAt, ...note }: Note): NoteDto {
  return { ...note, at: at.toISOString(), createdAt: createdAt.toISOString() };
}
