import { MODELS, NO_MODELS } from '../../../../../test/factories/models';
import { type FileSample, isPolyglot, modelKindOf, SAMPLE_BYTES } from './model-kind';

const sampleOf = (bytes: Buffer): FileSample => ({
  head: bytes.subarray(0, SAMPLE_BYTES),
  tail: bytes.subarray(-SAMPLE_BYTES),
  sizeBytes: bytes.length,
});
const isAccepted = (bytes: Buffer) => modelKindOf(sampleOf(bytes)) !== null && !isPolyglot(sampleOf(bytes));

describe('the detection of models', () => {
  it.each(Object.entries(MODELS))('returns the kind of %s by its content', (name, bytes) => {
    expect(modelKindOf(sampleOf(bytes))).toBe(name.replace('binary ', ''));
    expect(isPolyglot(sampleOf(bytes))).toBe(false);
  });

  it.each(Object.entries(NO_MODELS))('does not accept %s', (_, bytes) => {
    expect(isAccepted(bytes)).toBe(false);
  });

  it('recognizes a long OBJ file even if the sample ends within a line', () => {
    const line = 'v 0.125 0.25 0.5\n';
    const bytes = Buffer.from(line.repeat(10_000));
    expect(modelKindOf(sampleOf(bytes))).toBe('obj');
    expect(
      modelKindOf(sampleOf(Buffer.concat([bytes.subarray(0, 1000), Buffer.from('\nrm -rf\n'), bytes]))),
    ).toBe(null);
  });

  it('accepts a model that contains the signature of an archive within its data', () => {
    const bytes = Buffer.concat([MODELS.fbx, Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(50, 9)]);
    expect(isAccepted(bytes)).toBe(true);
  });

  it('refuses a model that is also an archive with a comment', () => {
    const comment = Buffer.from('a comment');
    const end = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
    end.writeUInt16LE(comment.length, 20);
    expect(isAccepted(Buffer.concat([MODELS.fbx, end, comment]))).toBe(false);
  });
});
