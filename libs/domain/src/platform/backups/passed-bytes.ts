import { pipeline, type Readable, Transform } from 'node:stream';

/** Passes a stream through and counts its bytes. @param onBytes is called with the number of bytes so far */
export function passed(source: Readable, onBytes: (bytes: number) => void): Readable {
  let bytes = 0;
  const counter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      onBytes(bytes);
      done(null, chunk);
    },
  });
  // If the source fails, `pipeline` also destroys the counter, and the consumer of the counter gets the error.
  return pipeline(source, counter, () => undefined);
}
