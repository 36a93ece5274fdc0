import type { FileEntity } from '@app/entities';
import type { SendOptions, SentFile } from '../../http/responses/send-file';

/** Types that browsers show without running scripts. SVG pictures may contain scripts. */
const SHOWN = /^(image\/(?!svg).+|video\/.+|application\/pdf|text\/plain)$/;

/** Returns `inline` if browsers may show the content of the file, and `attachment` if they must save it. */
export function dispositionOf({ mimeType }: Pick<FileEntity, 'mimeType'>): SendOptions['disposition'] {
  return SHOWN.test(mimeType) ? 'inline' : 'attachment';
}

/** The file as it is sent. Plain text is always UTF-8: an upload in another encoding is not detected as text. */
export function previewOf({ name, mimeType, sizeBytes, sha256 }: FileEntity): Omit<SentFile, 'open'> {
  const type = mimeType === 'text/plain' ? 'text/plain; charset=utf-8' : mimeType;
  return { name, mimeType: type, sizeBytes, sha256 };
}
