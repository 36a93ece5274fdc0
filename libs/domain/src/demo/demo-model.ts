import { DEPTH, type DemoObject, FLOOR_HEIGHT, FLOORS, type Triple, ZONE_WIDTH } from './demo-objects';

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

/** Colours as linear red, green and blue. */
const MATERIALS = {
  wall: [0.72, 0.68, 0.6],
  slab: [0.86, 0.86, 0.84],
  partition: [0.8, 0.8, 0.77],
  floor: [0.5, 0.47, 0.42],
  desk: [0.42, 0.29, 0.17],
  glass: [0.08, 0.19, 0.28],
  steel: [0.36, 0.41, 0.45],
  louvre: [0.08, 0.09, 0.1],
  ground: [0.42, 0.47, 0.4],
} as const;
type Material = keyof typeof MATERIALS;
const NAMES = Object.keys(MATERIALS) as Material[];

/** A box around `centre`. Lengths are in metres. */
interface Part {
  material: Material;
  centre: Triple;
  size: Triple;
}

const WALL = 0.3;
const WINDOW = { width: 1.2, height: 1.9, depth: WALL + 0.12 };
/** Windows of a zone on its long sides, and at its end. */
const ALONG = 6;
const ACROSS = 7;
/** Rooms of a zone on each side of its corridor. */
const ROOMS = 3;
const CORRIDOR = 2;
const PARTITION = 0.12;
const DOOR = 1;

/** The distances from the middle of a wall at which its windows are. */
const places = (count: number, length: number): number[] =>
  Array.from({ length: count }, (_, index) => ((index + 0.5) / count - 0.5) * length);

/** The walls, windows, rooms and ceiling of a zone, around its centre. */
function zoneParts({ centre: [x], size: [width, height, depth] }: DemoObject): Part[] {
  const side = Math.sign(x);
  const long = [-1, 1].flatMap((front): Part[] => {
    const z = (front * (depth - WALL)) / 2;
    return [
      { material: 'wall', centre: [0, 0, z], size: [width, height, WALL] },
      ...places(ALONG, width).map((at): Part => ({
        material: 'glass',
        centre: [at, 0.1, z],
        size: [WINDOW.width, WINDOW.height, WINDOW.depth],
      })),
    ];
  });
  const outer = (side * (width - WALL)) / 2;
  const end = places(ACROSS, depth).map((at): Part => ({
    material: 'glass',
    centre: [outer, 0.1, at],
    size: [WINDOW.depth, WINDOW.height, WINDOW.width],
  }));
  return [
    { material: 'floor', centre: [0, 0.05 - height / 2, 0], size: [width, 0.1, depth] },
    { material: 'slab', centre: [side * 0.1, height / 2, 0], size: [width + 0.4, 0.2, depth + 0.4] },
    { material: 'wall', centre: [outer, 0, 0], size: [WALL, height, depth - 2 * WALL] },
    ...long,
    ...end,
    ...[-1, 1].flatMap((front) => roomParts(front, side, [width, height, depth])),
  ];
}

/** The walls and desks of the rooms on one side of the corridor. */
function roomParts(front: number, side: number, [width, height, depth]: Triple): Part[] {
  const room = width / ROOMS;
  const from = CORRIDOR / 2;
  const to = depth / 2 - WALL;
  const middle = (front * (from + to)) / 2;
  return places(ROOMS, width).flatMap((at): Part[] => [
    // The door is at the left end of the wall to the corridor.
    {
      material: 'partition',
      centre: [at + DOOR / 2, 0, front * from],
      size: [room - DOOR, height, PARTITION],
    },
    {
      material: 'partition',
      centre: [at - (side * room) / 2, 0, middle],
      size: [PARTITION, height, to - from],
    },
    { material: 'desk', centre: [at - 0.5, 0.4 - height / 2, middle], size: [0.8, 0.8, 2.4] },
  ]);
}

/** A plant of steel with slits. */
function plantParts({ size: [width, height, depth] }: DemoObject): Part[] {
  const slits = places(4, height * 0.7).map((at): Part => ({
    material: 'louvre',
    centre: [0, at, 0],
    size: [width * 0.8, 0.12, depth + 0.04],
  }));
  return [{ material: 'steel', centre: [0, 0, 0], size: [width, height, depth] }, ...slits];
}

/** The parts that belong to no object: the ground, the parapet of the roof, ducts and the entrance. */
function surroundings(): Part[] {
  const roof = FLOORS.length * FLOOR_HEIGHT;
  const parapets = [-1, 1].flatMap((side): Part[] => [
    {
      material: 'wall',
      centre: [0, roof + 0.35, (side * DEPTH) / 2],
      size: [2 * ZONE_WIDTH, 0.7, 0.25],
    },
    { material: 'wall', centre: [side * ZONE_WIDTH, roof + 0.35, 0], size: [0.25, 0.7, DEPTH] },
  ]);
  const ducts = [-1, 1].map((side): Part => ({
    material: 'steel',
    centre: [side * 4, roof + 0.6, 0],
    size: [4.4, 0.7, 0.9],
  }));
  return [
    { material: 'ground', centre: [0, -0.15, 0], size: [3.2 * ZONE_WIDTH, 0.3, 2 * DEPTH] },
    ...parapets,
    ...ducts,
    { material: 'glass', centre: [0, 1.4, DEPTH / 2 + 0.05], size: [3.4, 2.8, 0.3] },
    { material: 'slab', centre: [0, 3, DEPTH / 2 + 1], size: [4.6, 0.2, 2.4] },
  ];
}

/** A glTF 2.0 file of an office building. It has a node for each object, with the parts of the object inside. */
export function demoModel(objects: readonly DemoObject[]): Buffer {
  const parts = objects.map((object) => (object.isZone ? zoneParts(object) : plantParts(object)));
  const others = surroundings();
  const nodeOf = ({ material, centre, size }: Part) => ({
    mesh: NAMES.indexOf(material),
    translation: centre,
    scale: size,
  });
  let next = objects.length;
  const named = objects.map(({ name, centre }, index) => ({
    name,
    translation: centre,
    children: (parts[index] ?? []).map(() => next++),
  }));
  const roots = [...objects.keys(), ...others.map(() => next++)];
  const corners = CORNERS.flat();
  const indices = TRIANGLES.flat();
  const positions = Buffer.from(new Float32Array(corners).buffer);
  const binary = Buffer.concat([positions, Buffer.from(new Uint16Array(indices).buffer)]);
  return Buffer.from(
    JSON.stringify({
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: roots }],
      nodes: [...named, ...[...parts.flat(), ...others].map(nodeOf)],
      meshes: NAMES.map((_, material) => ({
        primitives: [{ attributes: { POSITION: 0 }, indices: 1, material }],
      })),
      materials: Object.values(MATERIALS).map((color) => ({
        pbrMetallicRoughness: { baseColorFactor: [...color, 1], metallicFactor: 0, roughnessFactor: 0.8 },
      })),
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
