import type { DemoObject } from './demo-objects';

/** The corners of a cube with edges of 1 m around the origin. */
const CORNERS = [-0.5, 0.5].flatMap((x) => [-0.5, 0.5].flatMap((y) => [-0.5, 0.5].map((z) => [x, y, z])));
/** Two triangles per face, counter-clockwise when seen from outside. */
const TRIANGLES = [
  [0, 1, 3, 0, 3, 2],
  [4, 6, 7, 4, 7, 5],
  [0, 4, 5, 0, 5, 1],
  [2, 3, 7, 2, 7, 6],
  [0, 2, 6, 0, 6, 4],
  [1, 5, 7, 1, 7, 3],
];

const FLOAT = 5126;
const UNSIGNED_SHORT = 5123;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;

/** A glTF 2.0 file with a box for each object. */
export function demoModel(objects: readonly DemoObject[]): Buffer {
  const corners = CORNERS.flat();
  const indices = TRIANGLES.flat();
  const positions = Buffer.from(new Float32Array(corners).buffer);
  const binary = Buffer.concat([positions, Buffer.from(new Uint16Array(indices).buffer)]);
  return Buffer.from(
    JSON.stringify({
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: objects.map((_, index) => index) }],
      nodes: objects.map(({ name, centre, size }) => ({ name, mesh: 0, translation: centre, scale: size })),
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] }],
      materials: [{ pbrMetallicRoughness: { baseColorFactor: [0.6, 0.7, 0.8, 1], metallicFactor: 0 } }],
      accessors: [
        {
          bufferView: 0,
          componentType: FLOAT,
          count: CORNERS.length,
          type: 'VEC3',
          min: [-0.5, -0.5, -0.5],
          max: [0.5, 0.5, 0.5],
        },
        { bufferView: 1, componentType: UNSIGNED_SHORT, count: indices.length, type: 'SCALAR' },
      ],
      bufferViews: [
        { buffer: 0, byteLength: positions.length, target: ARRAY_BUFFER },
        {
          buffer: 0,
          byteOffset: positions.length,
          byteLength: binary.length - positions.length,
          target: ELEMENT_ARRAY_BUFFER,
        },
      ],
      buffers: [
        {
          byteLength: binary.length,
          uri: `data:application/octet-stream;base64,${binary.toString('base64')}`,
        },
      ],
    }),
  );
}
