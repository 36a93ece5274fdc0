import { NoteDto, NoteInputDto } from '../../features/notes/notes.dto';
import { ExampleSet } from '../example-set';

const NOTE = { series: 'area:1', at: '2026-10-12T06:30:00Z', text: 'The second chiller runs from today.' };

export const NOTE_EXAMPLES = new ExampleSet().add(NoteInputDto, NOTE).add(NoteDto, {
  ...NOTE,
  id: 1,
  at: '2026-10-12T06:30:00.000Z',
  createdBy: 'ann',
  createdAt: '2026-10-12T08:02:11.000Z',
});
