import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callbackify } from 'node:util';
import { newId } from '@app/kernel';

interface Message {
  message: { build(): Promise<Buffer> };
}

/**
 * Writes each mail to a file of its own instead of sending it, `<id>.eml`, which sorts by when it was written. Only the
 * user that the service runs as may read it: it may carry a code.
 */
export class OutboxTransport {
  readonly name = 'Outbox';
  readonly version = '1';

  constructor(private readonly folder: string) {}

  send({ message }: Message, done: (error: Error | null, file: string) => void): void {
    callbackify(() => this.write(message))(done);
  }

  private async write(message: Message['message']): Promise<string> {
    const file = join(this.folder, `${newId()}.eml`);
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    // Renamed when it is complete, so that nobody finds half a mail.
    await writeFile(`${file}.part`, await message.build(), { mode: 0o600 });
    await rename(`${file}.part`, file);
    return file;
  }
}
