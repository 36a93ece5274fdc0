import { createHash } from 'node:crypto';
import {
  AreasService,
  AuditService,
  ConfigurationService,
  MeterUpkeepService,
  ReadingImportsService,
  ReadingImportWorkService,
  StoredFilesService,
} from '@app/domain';
import { ImportedReadingsService, MetersService, RollupService } from '@app/domain/testing';
import { Actor, type Clock } from '@app/kernel';
import type { EventBus } from '@app/events';
import type { JobClient } from '@app/queue';
import { FileStore, type StoredFile, type WrittenFile } from '@app/storage';
import { Readable } from 'node:stream';
import type { TestDatabase } from '../harness';
import { testEnvironment } from '../harness';

/** A file store in memory. */
export class MemoryFiles extends FileStore {
  readonly files = new Map<string, Buffer>();

  protected async put(key: string, content: Buffer | Readable): Promise<WrittenFile> {
    const bytes = Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray());
    this.files.set(key, bytes);
    return { sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  }

  open(key: string): Promise<StoredFile | null> {
    const bytes = this.files.get(key);
    return Promise.resolve(bytes ? { sizeBytes: bytes.length, stream: Readable.from([bytes]) } : null);
  }

  remove(key: string): Promise<void> {
    this.files.delete(key);
    return Promise.resolve();
  }

  removeUnfinished(): Promise<number> {
    return Promise.resolve(0);
  }
}

const noQueue = { enqueueMany: () => Promise.resolve() } as unknown as JobClient;

/** The import services on one database, without a queue: the test runs the work of the jobs itself. */
export class ImportSite {
  readonly files = new MemoryFiles();
  /** The states of imports that were published for the event stream. */
  readonly published: unknown[] = [];

  constructor(
    private readonly database: TestDatabase,
    private readonly clock: Clock,
    private readonly environment = testEnvironment(),
  ) {}

  /**
   * Creates new services. Older services have cached the time zone, and the cache does not expire if the clock of a
   * test stands still.
   */
  services() {
    const { dataSource } = this.database;
    const { clock, environment } = this;
    const files = this.storedFiles();
    const publish: EventBus['publish'] = (_event, state) => void this.published.push(state);
    const bus = { publish } as EventBus;
    const audit = new AuditService(dataSource, clock);
    const configuration = new ConfigurationService(dataSource, environment, clock, audit);
    const rollups = new RollupService();
    const meters = new MetersService(dataSource);
    const imported = new ImportedReadingsService(dataSource, rollups);
    return {
      configuration,
      areas: new AreasService(dataSource, configuration, clock, audit),
      upkeep: new MeterUpkeepService(dataSource, rollups, configuration, environment, clock),
      imports: new ReadingImportsService(dataSource, meters, configuration, files, noQueue, audit, clock),
      work: new ReadingImportWorkService(dataSource, meters, imported, files, clock, bus),
    };
  }

  private storedFiles(): StoredFilesService {
    return new StoredFilesService(this.database.dataSource, this.files, this.clock);
  }

  /** Starts the import of a text, but does not run it. @returns the id of the import */
  async start(
    pointCode: string,
    text: string,
    options: { timezone?: string; decimal?: ',' } = {},
  ): Promise<number> {
    const content = Readable.from([Buffer.from(text)]);
    const source = { folder: 'imports', fileName: '', content, limitBytes: Number.POSITIVE_INFINITY };
    const upload = await this.storedFiles().receive(source);
    const { imports } = this.services();
    return imports.start(Actor.system('test'), await imports.target({ pointCode, ...options }), upload);
  }

  /** Starts the import of a text and runs it to its end. @returns the import's row */
  async import(...file: Parameters<ImportSite['start']>) {
    const id = await this.start(...file);
    await this.services().work.work(id, new AbortController().signal);
    return this.services().imports.find(id);
  }

  async undo(id: number, signal = new AbortController().signal): Promise<void> {
    const { imports, work } = this.services();
    await imports.undo(Actor.system('test'), id);
    await work.work(id, signal);
  }
}
