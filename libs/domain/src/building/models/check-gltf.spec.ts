import { say } from '@app/kernel';
import { aGlb, BROKEN_MODELS, MODELS } from '../../../../../test/factories/models';
import { checkGltf, MAX_FAULTS } from './check-gltf';

const formatOf = (bytes: Buffer) => (bytes.toString('latin1', 0, 4) === 'glTF' ? 'glb' : 'gltf');
const check = (bytes: Buffer) => checkGltf(new Uint8Array(bytes), formatOf(bytes));

describe('checkGltf', () => {
  it('returns the names of the nodes', async () => {
    const names = ['Pump', '水泵', ''];
    expect(await check(aGlb({ nodes: names, sizeBytes: 5000 }))).toEqual({
      faults: [],
      missingFiles: [],
      nodeNames: names,
    });
    expect(await check(MODELS.gltf)).toEqual({ faults: [], missingFiles: [], nodeNames: ['Root'] });
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), MODELS.gltf]);
    expect((await check(marked)).faults).toMatchObject([
      { path: 'file', message: expect.stringMatching(/BOM|JSON/) },
    ]);
  });

  it.each(Object.entries(BROKEN_MODELS))('reports %s', async (_, bytes) => {
    const { faults, nodeNames } = await check(bytes);
    expect(faults.length).toBeGreaterThan(0);
    expect(nodeNames).toEqual([]);
  });

  it('reports the path of an error in the JSON', async () => {
    expect((await check(BROKEN_MODELS['an unresolved reference'])).faults).toContainEqual({
      path: '/scene',
      ...say('gltf_fault', { fault: 'UNRESOLVED_REFERENCE', reason: 'Unresolved reference: 7.' }),
    });
  });

  it('reports at most a fixed number of errors', async () => {
    const images = Array.from({ length: 5000 }, () => ({ uri: 'http://example.org/a.png' }));
    const bytes = Buffer.from(JSON.stringify({ asset: { version: '2.0' }, images }));
    expect((await check(bytes)).faults).toHaveLength(MAX_FAULTS);
  });

  it('reports the buffers and images in other files', async () => {
    const data = 'data:application/octet-stream;base64,AAAAAA==';
    const more = {
      buffers: [
        { byteLength: 4, uri: data },
        { byteLength: 4, uri: 'x.bin' },
      ],
      images: [{ uri: 'Textures/colormap.png' }],
      asset: { version: '2.0', extras: { uri: 'manual.pdf' } },
    };
    const { faults, missingFiles, nodeNames } = await check(Buffer.from(JSON.stringify(more)));
    expect([faults, nodeNames]).toEqual([[], []]);
    expect(missingFiles.map(({ path }) => path)).toEqual(['/buffers/1/uri', '/images/0/uri']);
    const glb = await check(aGlb({ more: { images: [{ uri: 'a.png' }] } }));
    expect(glb.missingFiles.map(({ path }) => path)).toEqual(['/images/0/uri']);
  });
});
