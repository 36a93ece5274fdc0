import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import S3rver from 's3rver';

const BUCKET = 'plantroom';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * An S3-compatible store in a temporary folder. s3rver neither aborts nor lists multipart uploads, so this server adds
 * these two calls. It also makes concurrent writes of one object atomic, as they are in S3.
 */
export class ObjectStore {
  /** The last write of each object. */
  private readonly writes = new Map<string, Promise<unknown>>();
  /** The parts that are arriving, by the id of their upload. */
  private readonly parts = new Map<string, Set<Exchange>>();
  private readonly aborted = new Set<string>();

  private constructor(
    private readonly server: Server,
    private readonly folder: string,
    private readonly uploads: string,
  ) {}

  static async start(): Promise<ObjectStore> {
    const folder = await mkdtemp(join(tmpdir(), 'object-store-'));
    const s3rver = new S3rver({ directory: folder, silent: true, configureBuckets: [{ name: BUCKET }] });
    await s3rver.configureBuckets();
    const serve = s3rver.callback();
    const uploads = s3rver.store.getResourcePath(BUCKET, undefined, 'uploads');
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store');
      const uploadId = searchParams.get('uploadId');
      if (request.method === 'DELETE' && uploadId) void store.abort(uploadId, response);
      else if (request.method === 'GET' && searchParams.has('uploads')) void store.list(response);
      else if (request.method === 'PUT' && uploadId) store.part(uploadId, { request, response }, serve);
      else if (request.method === 'PUT') void store.inTurn(pathname, { request, response }, serve);
      else serve(request, response);
    });
    const store = new ObjectStore(server, folder, uploads);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return store;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The environment variables of a service that uses this store. */
  get environment() {
    return {
      STORAGE_PROVIDER: 'minio' as const,
      S3_ENDPOINT: this.url,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
    };
  }

  /** Returns the keys of the stored objects. */
  async keys(): Promise<string[]> {
    const files = await readdir(join(this.folder, BUCKET), { recursive: true });
    return files
      .filter((file) => file.endsWith('_object'))
      .map((file) => file.replace(/\._[^/]*_object$/, ''));
  }

  /** Returns the ids of the unfinished multipart uploads. */
  async unfinished(): Promise<string[]> {
    return (await readdir(this.uploads).catch(() => [])).map((name) => basename(name));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await rm(this.folder, { recursive: true });
  }

  /** Writes an object after all earlier writes to it have ended. s3rver would mix the bytes of concurrent writes. */
  private async inTurn(path: string, { request, response }: Exchange, serve: RequestListener): Promise<void> {
    const earlier = this.writes.get(path);
    this.writes.set(path, once(response, 'close'));
    await earlier;
    serve(request, response);
  }

  private part(uploadId: string, exchange: Exchange, serve: RequestListener): void {
    const { request, response } = exchange;
    if (this.aborted.has(uploadId)) {
      response.writeHead(404).end('<Error><Code>NoSuchUpload</Code></Error>');
      return;
    }
    const arriving = this.parts.get(uploadId) ?? new Set();
    this.parts.set(uploadId, arriving.add(exchange));
    response.once('close', () => arriving.delete(exchange));
    serve(request, response);
  }

  /**
   * Aborts an upload once no part of it is still arriving. If a part arrived after the abort, s3rver would store it in
   * a new folder.
   */
  private async abort(uploadId: string, response: ServerResponse): Promise<void> {
    this.aborted.add(uploadId);
    for (const { request, response: answer } of this.parts.get(uploadId) ?? []) {
      const closed = once(answer, 'close');
      if (!request.complete) request.destroy();
      await closed;
    }
    await rm(join(this.uploads, basename(uploadId)), { recursive: true, force: true });
    response.writeHead(204).end();
  }

  private async list(response: ServerResponse): Promise<void> {
    const ids = await this.unfinished();
    const uploads = ids.map(async (id) => {
      const folder = join(this.uploads, id);
      const [key, { birthtime }] = await Promise.all([
        readFile(join(folder, 'key'), 'utf8'),
        stat(join(folder, 'key')),
      ]);
      const initiated = birthtime.toISOString();
      return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
    });
    const text = (await Promise.all(uploads)).join('');
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${text}</ListMultipartUploadsResult>`,
    );
  }
}
