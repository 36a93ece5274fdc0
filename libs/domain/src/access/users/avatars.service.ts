import { buffer } from 'node:stream/consumers';
import { OutcomeUnknown, UserEntity, inTransaction, requireRow } from '@app/entities';
import { type Actor, DomainError, newId, say } from '@app/kernel';
import { FileStore } from '@app/storage';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Account, toAccount } from '../accounts/account';
import { AuditService } from '../../platform/audit/audit.service';
import { StoredFilesService } from '../../platform/stored-files/stored-files.service';
import { PICTURE_TYPES, type PictureKind, isWholePicture, pictureKindOf } from './picture';
import { findUser, lockUser } from './users.queries';

export interface Avatar {
  kind: PictureKind;
  mimeType: string;
  bytes: Buffer;
}

/** Reads and changes the avatars of users. Their type is detected from the content, not from the client's claim. */
@Injectable()
export class AvatarsService {
  private readonly logger = new Logger(AvatarsService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly files: FileStore,
    private readonly storedFiles: StoredFilesService,
    private readonly audit: AuditService,
  ) {}

  async read(userId: number): Promise<Avatar> {
    const user = await findUser(this.dataSource.manager, userId);
    const file = user?.avatarFile ? await this.files.open(user.avatarFile) : null;
    if (!user?.avatarFile || !file) throw DomainError.notFound('The picture');
    const kind = kindOf(user.avatarFile);
    return { kind, mimeType: PICTURE_TYPES[kind], bytes: await buffer(file.stream) };
  }

  /**
   * Replace the user's avatar.
   * @throws DomainError `unsupported_type` if the picture is not PNG, JPEG or WebP, `broken_picture` if it is
   *   incomplete
   */
  async replace(actor: Actor, userId: number, bytes: Buffer): Promise<Account> {
    const file = `avatars/${newId()}.${soundKindOf(bytes)}`;
    await this.files.write(file, bytes);
    try {
      return await this.point(actor, userId, file);
    } catch (error) {
      // If it is unknown whether the transaction was committed, the file is kept, because the user's row may refer to
      // it.
      if (!(error instanceof OutcomeUnknown)) await this.removeUnused(file);
      throw error;
    }
  }

  async remove(actor: Actor, userId: number): Promise<void> {
    await this.point(actor, userId, null);
  }

  /** Plan the removal of a user's picture. Call this in the transaction that changes or deletes the user's row. */
  async release(manager: EntityManager, file: string | null): Promise<void> {
    if (file !== null) await this.storedFiles.release(manager, file);
  }

  /** Remove a picture after the commit of the transaction that released it. */
  async discard(file: string | null): Promise<void> {
    if (file !== null) await this.storedFiles.discard(file);
  }

  /** Remove a file to which no row has ever referred. A failure is only logged, because the caller has its own error. */
  private async removeUnused(file: string): Promise<void> {
    try {
      await this.files.remove(file);
    } catch (error) {
      this.logger.warn({ err: error }, 'An unused picture could not be removed.');
    }
  }

  private async point(actor: Actor, userId: number, file: string | null): Promise<Account> {
    const { former, account } = await inTransaction(this.dataSource, async (manager) => {
      const user = await requireRow(lockUser(manager, userId), 'The user');
      const former = user.avatarFile;
      if (file === null && former === null) throw DomainError.notFound('The picture');
      await manager.update(UserEntity, { id: userId }, { avatarFile: file });
      await this.release(manager, former);
      const action = file === null ? 'user.avatar_removed' : 'user.avatar_changed';
      await this.audit.record(actor, { action, target: `user ${userId}` }, manager);
      return { former, account: { ...toAccount(user), hasAvatar: file !== null } };
    });
    await this.discard(former);
    return account;
  }
}

function soundKindOf(bytes: Buffer): PictureKind {
  const kind = pictureKindOf(bytes);
  if (kind === null) {
    const message = say('unsupported_picture');
    throw new DomainError('unsupported_type', 'unsupported_type', message);
  }
  if (!isWholePicture(bytes, kind)) {
    throw new DomainError('invalid', 'broken_picture', 'The picture is incomplete. Upload the whole file.');
  }
  return kind;
}

/** The type of a stored picture is its file extension. */
function kindOf(file: string): PictureKind {
  return file.slice(file.lastIndexOf('.') + 1) as PictureKind;
}
