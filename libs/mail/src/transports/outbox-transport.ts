import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callbackify } from 'node:util';
import { newId } from '@app/kernel';

interface Message {
  message: { build(): Promise<Buffer> };
}

/**
 * Writes each mail to a file `<id>.eml` instead of sending it. The names of the files sort by time. Only the service's
 * own account can read the files, because they may contain codes.
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
    // The file is renamed when it is complete, so that nobody reads a partial mail.
    await writeFile(`${file}.part`, await message.build(), { mode: 0o600 });
    await rename(`${file}.part`, file);
    return file;
  }
}
