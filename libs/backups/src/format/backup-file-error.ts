/** The reason why a file cannot be restored. */
export type BackupFault =
  /** The file is not a backup, because it does not begin like one. */
  | 'foreign'
  /** The file was changed or truncated, or it was not written completely. */
  | 'damaged'
  /** A newer version of the product wrote the file. */
  | 'newer'
  | 'passphrase_missing'
  | 'passphrase_wrong';

/** Thrown if a file cannot be read as a backup. The message is for the person who runs the command. */
export class BackupFileError extends Error {
  constructor(
    readonly fault: BackupFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'BackupFileError';
  }

  /** @param detail the first difference that was found */
  static damaged(detail: string, cause?: unknown): BackupFileError {
    return new BackupFileError('damaged', `The backup file is damaged or incomplete: ${detail}.`, { cause });
  }
}
