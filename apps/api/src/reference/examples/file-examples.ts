import { FileDto } from '../../features/files/files.dto';
import { ExampleSet } from '../example-set';

/** Files. */
export const FILE_EXAMPLES = new ExampleSet().add(FileDto, {
  id: '019d35f2-6f14-7cc3-98c4-dc0c0c07398f',
  name: 'floor-plan.pdf',
  mimeType: 'application/pdf',
  size: 482_133,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  category: 'upload',
  createdBy: 'ann',
  createdAt: '2026-03-29T08:15:00.000Z',
});
