/**
 * Thrown if a backup or a restore is refused before anything was changed. The message is for the person who runs the
 * command.
 */
export class BackupRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupRefusal';
  }
}
