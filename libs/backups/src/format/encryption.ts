import { createCipheriv, createDecipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { BackupFileError } from './backup-file-error';
import { ByteReader } from './byte-reader';

/** The first bytes of an encrypted backup. The digit is the version of the encryption. */
export const ENCRYPTED_MAGIC = Buffer.from('PLANTROOM-ENC-1\n', 'latin1');

/** The parameters of scrypt: N = 2^15, r = 8 and p = 3. Each attempt to guess the passphrase needs 32 MiB of memory. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const VERIFIER_BYTES = 16;
const HEADER_BYTES = ENCRYPTED_MAGIC.length + SALT_BYTES + VERIFIER_BYTES;

const FRAME_BYTES = 64 * 1024;
const FRAME_HEADER_BYTES = 5;
const TAG_BYTES = 16;

/** The first byte of a frame. It shows whether more frames follow. */
const MORE_FOLLOW = 0;
const LAST = 1;

interface Keys {
  key: Buffer;
  /** Stored in the file to distinguish a wrong passphrase from a damaged file. */
  verifier: Buffer;
}

/**
 * Encrypts a stream with AES-256-GCM, in frames of 64 KiB. The nonce of a frame consists of its position and a flag for
 * the last frame, so frames cannot be dropped, repeated or reordered. Each file has its own key, because the salt is
 * random.
 */
export async function* encrypted(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const { key, verifier } = await deriveKeys(passphrase, salt);
  const header = Buffer.concat([ENCRYPTED_MAGIC, salt, verifier]);
  yield header;
  const reader = new ByteReader(source);
  for (let position = 0; ; position++) {
    const plain = await reader.read(FRAME_BYTES);
    const isLast = await reader.isAtEnd();
    yield sealFrame({ key, header, position, isLast }, plain);
    if (isLast) return;
  }
}

/**
 * Decrypts a stream that begins with `ENCRYPTED_MAGIC`. Each frame is checked before it is passed on.
 * @throws BackupFileError `passphrase_wrong`; `damaged` if a byte was changed or is missing
 */
export async function* decrypted(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source);
  const header = await reader.read(HEADER_BYTES);
  if (header.length < HEADER_BYTES) throw BackupFileError.damaged('the file ends within its header');
  const salt = header.subarray(ENCRYPTED_MAGIC.length, -VERIFIER_BYTES);
  const { key, verifier } = await deriveKeys(passphrase, salt);
  if (!timingSafeEqual(verifier, header.subarray(-VERIFIER_BYTES))) {
    throw new BackupFileError(
      'passphrase_wrong',
      'The backup file cannot be decrypted with this BACKUP_PASSPHRASE. Use the passphrase with which it was written.',
    );
  }
  for (let position = 0; ; position++) {
    const frameHeader = await reader.read(FRAME_HEADER_BYTES);
    if (frameHeader.length < FRAME_HEADER_BYTES)
      throw BackupFileError.damaged('the end of the file is missing');
    const isLast = frameHeader[0] === LAST;
    const length = frameHeader.readUInt32BE(1);
    if (length > FRAME_BYTES) throw BackupFileError.damaged('an encrypted frame has an impossible length');
    const sealed = await reader.read(length + TAG_BYTES);
    yield openFrame({ key, header, position, isLast }, frameHeader, sealed);
    if (!isLast) continue;
    if (await reader.isAtEnd()) return;
    throw BackupFileError.damaged('the file continues after the last encrypted frame');
  }
}

interface Frame {
  key: Buffer;
  /** The header of the file. It is authenticated with every frame. */
  header: Buffer;
  position: number;
  isLast: boolean;
}

function sealFrame(frame: Frame, plain: Buffer): Buffer {
  const head = Buffer.alloc(FRAME_HEADER_BYTES);
  head[0] = frame.isLast ? LAST : MORE_FOLLOW;
  head.writeUInt32BE(plain.length, 1);
  const cipher = createCipheriv('aes-256-gcm', frame.key, nonceOf(frame));
  cipher.setAAD(Buffer.concat([frame.header, head]));
  return Buffer.concat([head, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function openFrame(frame: Frame, head: Buffer, sealed: Buffer): Buffer {
  if (sealed.length < head.readUInt32BE(1) + TAG_BYTES)
    throw BackupFileError.damaged('the end of the file is missing');
  const decipher = createDecipheriv('aes-256-gcm', frame.key, nonceOf(frame), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.concat([frame.header, head]));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch (error) {
    throw BackupFileError.damaged('the authentication tag of an encrypted frame does not match', error);
  }
}

function nonceOf({ position, isLast }: Frame): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(position, 7);
  nonce[11] = isLast ? LAST : MORE_FOLLOW;
  return nonce;
}

async function deriveKeys(passphrase: string, salt: Buffer): Promise<Keys> {
  const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);
  const bytes = await derive(passphrase.normalize('NFC'), salt, KEY_BYTES + VERIFIER_BYTES, COST);
  return { key: bytes.subarray(0, KEY_BYTES), verifier: bytes.subarray(KEY_BYTES) };
}
