import { whyNotDrawn } from './drawable';

function glb(json: object): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const bytes = new Uint8Array(20 + text.length + 8);
  bytes.set(new TextEncoder().encode('glTF'));
  new DataView(bytes.buffer).setUint32(12, text.length, true);
  bytes.set(text, 20);
  return bytes;
}

const file = (name: string, content: BlobPart) => Object.assign(new Blob([content]), { name });
const DRACO = { asset: {}, extensionsRequired: ['KHR_draco_mesh_compression'] };

describe('A model file', () => {
  it.each([
    ['plant.ifc', 'ISO-10303-21;', 'format'],
    ['plant.OBJ', 'v 0 0 0', 'format'],
    ['plant.glb', glb({ asset: {} }), null],
    ['plant.glb', glb(DRACO), 'compressed'],
    ['plant.gltf', JSON.stringify(DRACO), 'compressed'],
    ['plant.gltf', JSON.stringify({ extensionsUsed: DRACO.extensionsRequired }), null],
    ['plant.GLTF', '{}', null],
    ['broken.gltf', 'no JSON', null],
  ] as const)('%s is drawn, or has a reason why not: case %#', async (name, content, reason) => {
    expect(await whyNotDrawn(file(name, content))).toBe(reason);
  });
});
