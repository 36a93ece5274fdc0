// Runs in the full check only: it uploads models of 100 MB.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkGltf } from '@app/domain/testing';
import { FileRemovalEntity, ModelEntity } from '@app/entities';
import { abortUpload } from '../factories/begin-upload';
import { type ApiWithFiles, withLocalFolder } from '../factories/file-stores';
import { aGlb, BROKEN_MODELS, INCOMPLETE_MODELS, MODELS, NO_MODELS } from '../factories/models';
import { type FormFile, sendForm } from '../factories/send-form';
import { waitFor } from '../harness';

const MOST_BYTES = 104_857_600;
const PATH = '/api/models';
const MODELS_FOLDER = join(process.env.TEST_DATA_DIR ?? '', 'models-3d');
const hasModels = process.env.TEST_DATA_DIR !== undefined && existsSync(MODELS_FOLDER);
const describeWithModels = hasModels ? describe : describe.skip; // There are no models of other projects.

describe('uploads of models', () => {
  let trial: ApiWithFiles;
  let token: string;

  beforeAll(async () => {
    // On a busy machine, the check of a large model takes longer than the defaults.
    trial = await withLocalFolder({
      LOG_LEVEL: 'info',
      LIMIT_MODEL_CHECK_MS: 60_000,
      LIMIT_REQUEST_MS: 90_000,
    });
    ({ token } = await trial.api.signInAs('engineer'));
  }, 60_000);
  afterAll(() => trial.stop());

  const send = (files: FormFile[], fields: Record<string, string> = { name: 'Plant' }) =>
    sendForm(trial.api, { path: PATH, token, fields, files });
  const manager = () => trial.api.database.dataSource.manager;

  /** The rows and files of all models, and the remains of other uploads. */
  const state = async () => ({
    models: await manager().count(ModelEntity),
    planned: await manager().count(FileRemovalEntity),
    files: (await trial.remains()).toSorted(),
  });

  // The specs of the checks have all kinds of models. These tests show what the routes make of the result.
  it('models are recognized by their content', async () => {
    const bytes = MODELS.glb;
    const answer = await send([{ bytes, name: 'model.dat' }]);
    expect(answer).toMatchObject({ status: 201, body: { file: { name: 'model.dat', size: bytes.length } } });
  });

  it('an upload that is not a model is refused and stores nothing', async () => {
    const before = await state();
    const bytes = NO_MODELS['a model and an archive'];
    expect(await send([{ bytes, name: 'model.obj' }])).toMatchObject({
      status: 415,
      body: { code: 'unsupported_type' },
    });
    expect(await state()).toEqual(before);
  });

  it('models are refused with a list of their errors', async () => {
    const before = await state();
    const answer = await send([{ bytes: BROKEN_MODELS['an unresolved reference'] }]);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_model' } });
    const { details } = answer.body as { details: object[] };
    expect(details.length).toBeGreaterThan(0);
    expect(await state()).toEqual(before);
  });

  it('a model that could never be shown is refused, and the answer says how to make a GLB', async () => {
    const before = await state();
    expect(await send([{ bytes: INCOMPLETE_MODELS['an image in another file'] }])).toMatchObject({
      status: 400,
      body: {
        code: 'external_files',
        error: expect.stringContaining('gltf-transform'),
        details: [{ path: '/images/0/uri' }],
      },
    });
    expect(await state()).toEqual(before);
  });

  it('an aborted model upload leaves neither a row nor a file', async () => {
    const before = await state();
    const bytes = aGlb({ sizeBytes: 7_000_000 });
    const ids = Array.from({ length: 3 }, (_, index) => `aborted-${index}-`);
    for (const [index, requestId] of ids.entries()) {
      const part = bytes.subarray(0, index * 3_000_000);
      abortUpload(trial.api, { path: PATH, token, requestId, bytes: part });
    }
    for (const id of ids) {
      await waitFor(() => trial.api.log.includes(id), { what: `the line of ${id}` });
    }
    await waitFor(async () => JSON.stringify(await state()) === JSON.stringify(before), {
      what: 'the removal of everything',
    });
    expect(trial.api.log).not.toContain('A request failed');
  }, 90_000);

  describe('with unusual forms or of great size', () => {
    it('a model with too deeply nested JSON is refused, and the next model is checked as usual', async () => {
      const depth = 1_000_000;
      const text = `{"asset": {"version": "2.0"}, "extras": ${'['.repeat(depth)}${']'.repeat(depth)}}`;
      const answer = await send([{ bytes: Buffer.from(text), name: 'deep.gltf' }]);
      expect(answer).toMatchObject({
        status: 400,
        body: { code: expect.stringMatching(/^(too_complex|invalid_model)$/) },
      });
      expect((await send([{ bytes: MODELS.glb }])).status).toBe(201);
    });

    it.each([
      [
        'the form has two files',
        [{ bytes: MODELS.glb }, { bytes: MODELS.glb, field: 'other' }],
        'too_many_files',
      ],
      ['the form has no file', [], 'no_file'],
      ['the file name is a path', [{ bytes: MODELS.glb, name: '../../etc/passwd' }], 'invalid_file_name'],
      [
        'the file name is a Windows path',
        [{ bytes: MODELS.glb, name: 'C:\\model.glb' }],
        'invalid_file_name',
      ],
      ['the file name contains a line break', [{ bytes: MODELS.glb, name: 'a\nb.glb' }], 'invalid_file_name'],
      [
        'the file name contains a direction override',
        [{ bytes: MODELS.glb, name: 'a\u202Eblg.exe' }],
        'invalid_file_name',
      ],
      ['the file name is too long', [{ bytes: MODELS.glb, name: 'a'.repeat(256) }], 'invalid_file_name'],
    ])('a model upload is refused and stores nothing: %s', async (_, files, code) => {
      const before = await state();
      expect(await send(files)).toMatchObject({ status: 400, body: { code } });
      expect(await state()).toEqual(before);
    });

    it.each([
      [{}, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(256) }, 'name'],
      [{ name: 'a\0b' }, 'name'],
      [{ name: 'a', description: 'x'.repeat(4001) }, 'description'],
    ])(
      'a model upload is refused and stores nothing if the fields of the form are invalid: %j',
      async (fields, path) => {
        const before = await state();
        const answer = await send([{ bytes: MODELS.glb }], fields);
        expect(answer).toMatchObject({
          status: 400,
          body: { code: 'validation_failed', details: [{ path }] },
        });
        expect(await state()).toEqual(before);
      },
    );

    it('models may have up to 104,857,600 bytes, and are returned unchanged', async () => {
      const bytes = aGlb({ sizeBytes: MOST_BYTES });
      const before = await state();
      const larger = Buffer.concat([bytes, Buffer.alloc(1)]);
      expect(await send([{ bytes: larger }])).toMatchObject({ status: 413, body: { code: 'too_large' } });
      expect(await state()).toEqual(before);

      const { status, body } = await send([{ bytes }]);
      expect(status).toBe(201);
      const { id } = body as { id: number };
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${trial.api.address}${PATH}/${id}/file`, { headers });
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
      await trial.api.call('DELETE', `${PATH}/${id}`, { token });
      expect(await state()).toEqual(before);
    }, 180_000);
  });
});

describeWithModels('models of other projects', () => {
  const samples = ['valid', 'invalid'].flatMap((folder) =>
    readdirSync(join(MODELS_FOLDER, folder))
      .filter((name) => /\.gl(b|tf)$/.test(name))
      .map((name) => join(folder, name)),
  );

  it("models of other projects are accepted or refused according to the validator's reports on these models", async () => {
    expect(samples.length).toBeGreaterThan(20);
    for (const sample of samples) {
      const file = join(MODELS_FOLDER, sample);
      const bytes = readFileSync(file);
      const errors = errorsOf(`${file}.report.json`, sample);
      const needsFiles = errors.length === 0 && /"uri"\s*:\s*"(?!data:)/.test(bytes.toString('latin1'));
      const { faults, missingFiles } = await checkGltf(bytes, sample.endsWith('.glb') ? 'glb' : 'gltf');
      const codes = faults.map(({ message }) => message.split(':')[0]);
      expect({ sample, isRefused: codes.length > 0, codes, needsFiles: missingFiles.length > 0 }).toEqual({
        sample,
        isRefused: errors.length > 0,
        codes: errors[0] === 'any' ? codes : errors,
        needsFiles,
      });
    }
  });
});

/**
 * Returns the codes of the errors in a validator's report. Without a report, returns `any` for a broken file. The file
 * with an empty chunk is an exception: Khronos lists it as broken, but Khronos' own validator accepts it.
 */
function errorsOf(report: string, sample: string): string[] {
  if (!existsSync(report)) {
    return sample.startsWith('invalid') && !sample.includes('zero-sized-bin-chunk') ? ['any'] : [];
  }
  const { issues } = JSON.parse(readFileSync(report, 'utf8')) as {
    issues: { messages: { code: string; severity: number }[] };
  };
  return issues.messages.filter(({ severity }) => severity === 0).map(({ code }) => code);
}
