// Runs in the full check only: servers fail, hang, and come back.
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DomainError } from '@app/kernel';
import { S3FileStore } from '@app/storage';
import { LINE_FAULTS } from '../factories/line-faults';
import { TcpRelay } from '../factories/tcp-relay';
import { waitFor } from '../harness';
import { ObjectStore } from '../servers/object-store';

const CALL_MS = 1500;
/**
 * The maximum duration of an upload that fails. It makes up to two calls: one for a part, and one to abort the upload.
 * The rest is a margin for a busy machine.
 */
const BOUND_MS = 2 * CALL_MS + 5000;
/** The time limit of calls that must succeed. A busy machine may need seconds for a large part. */
const PATIENT_CALL_MS = 20_000;
const UNAVAILABLE = { kind: 'unavailable', code: 'storage_unavailable' };
const SMALL = Buffer.from('a small file');
const LARGE = randomBytes(7 * 1024 * 1024);

describe('an S3 file store over a faulty connection', () => {
  let server: ObjectStore;
  let relay: TcpRelay;
  let store: S3FileStore;
  /** The same store with a longer time limit, for calls that must succeed. */
  let patient: S3FileStore;

  beforeEach(async () => {
    server = await ObjectStore.start();
    relay = await TcpRelay.before(server.url);
    useStore(CALL_MS);
    patient = storeAt(server.url, PATIENT_CALL_MS);
  });
  afterEach(async () => {
    store.onModuleDestroy();
    patient.onModuleDestroy();
    await relay.cut();
    await server.stop();
  });

  function useStore(callMs: number): void {
    store = storeAt(relay.url, callMs);
  }

  function storeAt(endpoint: string, callMs: number): S3FileStore {
    const { S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = server.environment;
    return new S3FileStore({ endpoint, bucket, accessKey, secretKey, region: 'us-east-1', callMs });
  }

  async function open(key: string): Promise<Readable> {
    const file = await store.open(key);
    if (!file) throw new Error('The store has no file with this key.');
    return file.stream;
  }

  const read = async (key: string) => buffer(await open(key));

  it.each(LINE_FAULTS)(
    'if the connection $name, the file store fails calls in time, and works again afterwards',
    async (fault) => {
      // A busy store may take longer to answer than the short time limit, and then there would be no answer to cut.
      if (!fault.isSilent) {
        store.onModuleDestroy();
        useStore(PATIENT_CALL_MS);
      }
      await patient.write('files/one.bin', SMALL);
      const calls = [
        () => store.write('files/two.bin', LARGE),
        () => read('files/one.bin'),
        () => store.remove('files/one.bin'),
      ];
      for (const call of calls) {
        await fault.begin(relay);
        const outcome = await settled(call());
        // The client repeats a call once if its connection was reset, so the call may succeed.
        const mayPass = fault.name === 'is reset in the middle of an answer';
        expect(mayPass || isUnavailable(outcome)).toBe(true);
        expect(relay.hasAnswerToCut).toBe(false);
        await fault.end(relay);
      }
      await worksAgain(() => store.write('files/three.bin', SMALL));
      await worksAgain(async () => {
        expect((await read('files/three.bin')).equals(SMALL)).toBe(true);
      });
      await worksAgain(() => store.removeUnfinished(new Date(Date.now() + 60_000)));
      expect(await server.unfinished()).toEqual([]);
    },
  );

  it.each(['silent', 'reset'] as const)(
    'if the connection breaks in the middle of a file (%s), the reader fails in time',
    async (how) => {
      await patient.write('files/one.bin', LARGE);
      const stream = await open('files/one.bin');
      const reading = buffer(stream);
      relay.cutNextAnswer(how);
      expect(await settled(reading)).toMatchObject(UNAVAILABLE);
    },
  );

  it('the file store serves a reader that is slower than the time limit', async () => {
    await patient.write('files/one.bin', LARGE);
    const stream = await open('files/one.bin');
    const startMs = performance.now();
    await waitFor(() => performance.now() - startMs > 2 * CALL_MS, { what: 'twice the time limit' });
    expect((await buffer(stream)).equals(LARGE)).toBe(true);
  });
});

function isUnavailable(outcome: unknown): boolean {
  return outcome instanceof DomainError && outcome.code === 'storage_unavailable';
}

/** Repeats a call until it succeeds. Fails after the time limit of {@link waitFor}. */
function worksAgain(call: () => Promise<unknown>): Promise<boolean> {
  const succeeds = () =>
    call().then(
      () => true,
      () => false,
    );
  return waitFor(succeeds, { what: 'a call to succeed after the fault' });
}

async function settled(work: Promise<unknown>): Promise<unknown> {
  const startMs = performance.now();
  const outcome = await work.catch((error: unknown) => error);
  expect(performance.now() - startMs).toBeLessThan(BOUND_MS);
  return outcome;
}
