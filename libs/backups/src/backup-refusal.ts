/** A backup or restore that was refused before anything changed. The message is for the person who runs the command. */
export class BackupRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupRefusal';
  }
}
