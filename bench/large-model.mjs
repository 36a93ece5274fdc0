/** A glTF file of 200,000 triangles: 200 spheres, as large imported models of plants have round parts. */
const SPHERES = 200;
/** Each ring of a sphere has twice as many corners as there are rings. */
const RINGS = 16;
const COLUMNS = 20;
const FLOAT = 5126;
const UNSIGNED_SHORT = 5123;

export const TRIANGLES = SPHERES * RINGS * RINGS * 2 * 2;

/** Creates the model and shows it in the view. Lengths are in metres. */
export async function showLargeModel(api) {
  const form = new FormData();
  form.set('file', new Blob([largeModel()]), 'large.gltf');
  form.set('name', 'Large');
  const { authorization } = api.headers;
  const response = await fetch(`${api.address}/api/models`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  if (!response.ok) throw new Error(`The model was refused: ${await response.text()}`);
  const { id } = await response.json();
  await api.put('/api/dashboard-model', {
    modelId: id,
    camera: { position: { x: 40, y: 25, z: 40 }, target: { x: 0, y: 0, z: 0 }, fov: 45 },
    hotspots: [],
    labels: [],
  });
}

function largeModel() {
  const across = RINGS * 2;
  const corners = [];
  for (let ring = 0; ring <= RINGS; ring++) {
    for (let step = 0; step <= across; step++) {
      const [down, around] = [(ring / RINGS) * Math.PI, (step / across) * 2 * Math.PI];
      corners.push(Math.sin(down) * Math.cos(around), Math.cos(down), Math.sin(down) * Math.sin(around));
    }
  }
  const indices = [];
  for (let ring = 0; ring < RINGS; ring++) {
    for (let step = 0; step < across; step++) {
      const first = ring * (across + 1) + step;
      const below = first + across + 1;
      indices.push(first, first + 1, below, below, first + 1, below + 1);
    }
  }
  const positions = Buffer.from(new Float32Array(corners).buffer);
  const binary = Buffer.concat([positions, Buffer.from(new Uint16Array(indices).buffer)]);
  const uri = `data:application/octet-stream;base64,${binary.toString('base64')}`;
  return JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: Array.from({ length: SPHERES }, (_, index) => index) }],
    nodes: Array.from({ length: SPHERES }, (_, index) => ({
      mesh: 0,
      translation: [(index % COLUMNS) * 3 - 30, 0, Math.floor(index / COLUMNS) * 3 - 15],
    })),
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      {
        bufferView: 0,
        componentType: FLOAT,
        count: corners.length / 3,
        type: 'VEC3',
        min: [-1, -1, -1],
        max: [1, 1, 1],
      },
      { bufferView: 1, componentType: UNSIGNED_SHORT, count: indices.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: positions.length },
      { buffer: 0, byteOffset: positions.length, byteLength: binary.length - positions.length },
    ],
    buffers: [{ byteLength: binary.length, uri }],
  });
}
