/** Builds a valid GLB file with these nodes. An unused buffer pads it to exactly `sizeBytes`. */
export function aGlb({ nodes = ['Root'], sizeBytes = 0, more = {} }: GlbOptions = {}): Buffer {
  const smallest = glbOf(nodes, 0, more);
  if (sizeBytes === 0) return smallest;
  // The JSON part states the size of the buffer. Padding makes the JSON part equally long for every size above 0.
  const binaryBytes = sizeBytes - glbOf(nodes, 4, more).length + 4;
  return glbOf(nodes, binaryBytes, more);
}

interface GlbOptions {
  nodes?: string[];
  sizeBytes?: number;
  /** Additional properties of the JSON. */
  more?: object;
}

const JSON_ROOM = 16;

function glbOf(nodes: string[], binaryBytes: number, more: object): Buffer {
  const json = JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: nodes.map((_, index) => index) }],
    nodes: nodes.map((name) => ({ name })),
    ...(binaryBytes > 0 && { buffers: [{ byteLength: binaryBytes }] }),
    ...more,
  });
  const withoutSize = Buffer.byteLength(json.replace(/"byteLength":\d+/, ''));
  const jsonBytes = Math.ceil((withoutSize + JSON_ROOM * 2) / 4) * 4;
  const text = Buffer.alloc(jsonBytes, ' ');
  text.write(json);
  const binary = binaryBytes > 0 ? chunk('BIN\0', Buffer.alloc(binaryBytes, 7)) : Buffer.alloc(0);
  const body = Buffer.concat([chunk('JSON', text), binary]);
  const header = Buffer.alloc(12);
  header.write('glTF');
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(header.length + body.length, 8);
  return Buffer.concat([header, body]);
}

function chunk(type: string, bytes: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(bytes.length, 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, bytes]);
}

const gltf = (more: object) => Buffer.from(JSON.stringify({ asset: { version: '2.0' }, ...more }));

/** Small files of each accepted kind. */
export const MODELS = {
  glb: aGlb(),
  gltf: gltf({ nodes: [{ name: 'Root' }] }),
  ifc: Buffer.from(
    "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n",
  ),
  obj: Buffer.from('# a triangle\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'),
  fbx: Buffer.concat([Buffer.from('Kaydara FBX Binary  \0\x1a\0', 'latin1'), Buffer.alloc(200)]),
  stl: Buffer.from('solid a\n facet normal 0 0 1\n  outer loop\n  endloop\n endfacet\nendsolid a\n'),
  'binary stl': Buffer.concat([Buffer.alloc(80), Buffer.from([1, 0, 0, 0]), Buffer.alloc(50)]),
};

const zipEnd = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);

/** Files that are not models, and models that are also valid documents or archives. */
export const NO_MODELS = {
  'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
  'a picture with a script': Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  ),
  'an archive': Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(100), zipEnd]),
  'an empty archive': zipEnd,
  'a document': Buffer.from('%PDF-1.7\n'),
  'a program': Buffer.from('\x7fELF\0\0', 'latin1'),
  text: Buffer.from('v 1 2 3\nand then something else\n'),
  'an incomplete IFC file': MODELS.ifc.subarray(0, -5),
  'an incomplete binary STL file': MODELS['binary stl'].subarray(0, -1),
  nothing: Buffer.alloc(0),
  'a model and an archive': Buffer.concat([aGlb(), Buffer.alloc(30), zipEnd]),
  'a drawing and an archive': Buffer.concat([MODELS.obj, Buffer.from('# '), zipEnd]),
  'a drawing and a page': Buffer.from('# <html><script>alert(1)</script>\nv 0 0 0\n'),
  'a solid and a document': Buffer.concat([
    Buffer.from('%PDF-1.7'.padEnd(80)),
    MODELS['binary stl'].subarray(80),
  ]),
};

/** Models that the validator refuses, or that refer to forbidden addresses. */
export const BROKEN_MODELS = {
  'other JSON': Buffer.from('{"name": "no model"}'),
  'no JSON': Buffer.from('{"asset": '),
  'an unresolved reference': gltf({ scene: 7 }),
  'a truncated GLB file': aGlb().subarray(0, -3),
  'an accessor beyond its buffer': gltf({
    buffers: [{ byteLength: 4, uri: 'data:application/octet-stream;base64,AAAAAA==' }],
    bufferViews: [{ buffer: 0, byteLength: 4 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 2_000_000_000, type: 'MAT4' }],
  }),
  'an address on another server': gltf({ images: [{ uri: 'http://127.0.0.1:1/picture.png' }] }),
  'an address without a scheme': gltf({ buffers: [{ byteLength: 4, uri: '//example.org/model.bin' }] }),
  'the address of a local file': gltf({ images: [{ uri: 'file:///etc/passwd' }] }),
};

/** Valid models that need files beside them. */
export const INCOMPLETE_MODELS = {
  'a buffer in another file': gltf({ buffers: [{ byteLength: 4, uri: 'x.bin' }] }),
  'an image in another file': aGlb({ more: { images: [{ uri: 'textures/wall.png' }] } }),
};
