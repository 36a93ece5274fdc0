import { aGlb } from '../../../factories/models';
import { content, type ContractRow, SUCCESS } from './contract-row';

const MODEL = {
  id: 'number',
  name: 'string',
  description: 'string|null',
  version: 'string',
  file: { name: 'string', size: 'number', mimeType: 'string', url: 'string' },
  createdAt: 'instant',
};
const OBJECT = {
  id: 'number',
  name: 'string',
  modelId: 'number',
  code: 'string',
  description: 'string|null',
};
const POINT = {
  id: 'number',
  name: 'string',
  code: 'string',
  objectId: 'number',
  unit: 'string|null',
  dataType: 'string|null',
};
const LISTED_POINT = { ...POINT, writable: 'boolean|null' };
const IMPORTED = {
  imported: 'number',
  failed: 'number',
  errors: [{ index: 'number', code: 'string', message: 'string' }],
} as const;
const glb = { bytes: aGlb({ nodes: ['Pump'] }), name: 'plant.glb' };

/** Models, objects and points. */
export const buildingRows: readonly ContractRow[] = [
  {
    route: 'POST /api/models',
    access: 'engineer',
    status: 201,
    answer: MODEL,
    form: { ...glb, fields: { name: 'Plant', description: 'The plant room' } },
    keep: 'model',
  },
  {
    route: 'GET /api/models',
    access: 'viewer',
    status: 200,
    answer: [MODEL],
    paged: true,
    query: ['search'],
  },
  {
    route: 'GET /api/models/:id/file',
    access: 'viewer',
    status: 200,
    answer: content('model/gltf-binary'),
    path: (world) => ({ id: world.number('model.id') }),
  },
  {
    route: 'GET /static/models/:filename',
    access: 'public',
    status: 200,
    answer: content('model/gltf-binary'),
    path: (world) => ({ filename: world.text('model.file.url').replace('/static/models/', '') }),
  },
  {
    route: 'PUT /api/models/:id',
    access: 'engineer',
    status: 200,
    answer: MODEL,
    body: { version: '2' },
    path: (world) => ({ id: world.number('model.id') }),
  },
  {
    route: 'POST /api/objects',
    access: 'engineer',
    status: 201,
    answer: OBJECT,
    body: (world) => ({
      name: 'Pump',
      modelId: world.number('model.id'),
      code: 'WALK.PUMP',
      nodeName: 'Pump',
    }),
    keep: 'object',
  },
  {
    route: 'PUT /api/models/:id/file',
    access: 'engineer',
    status: 200,
    answer: { lost: [{ kind: 'string', id: 'number|string', name: 'string' }] },
    query: ['dryRun'],
    search: { dryRun: 'true' },
    // The new file lacks the node of the object.
    form: { ...glb, bytes: aGlb({ nodes: ['Fan'] }) },
    path: (world) => ({ id: world.number('model.id') }),
  },
  {
    route: 'GET /api/objects',
    access: 'viewer',
    status: 200,
    answer: [OBJECT],
    paged: true,
    query: ['modelId'],
  },
  {
    route: 'PUT /api/objects/:id',
    access: 'engineer',
    status: 200,
    answer: OBJECT,
    body: { description: 'The first pump' },
    path: (world) => ({ id: world.number('object.id') }),
  },
  {
    route: 'POST /api/points',
    access: 'engineer',
    status: 201,
    answer: POINT,
    body: (world) => ({ name: 'Speed', code: 'WALK.SPEED', objectId: world.number('object.id'), unit: '%' }),
    keep: 'point',
  },
  {
    route: 'GET /api/points',
    access: 'viewer',
    status: 200,
    answer: [LISTED_POINT],
    paged: true,
    query: ['objectId'],
  },
  {
    route: 'GET /api/points/available',
    access: 'engineer',
    status: 200,
    answer: [
      {
        code: 'string',
        name: 'string',
        unit: 'string|null',
        dataType: 'string|null',
        writable: 'boolean',
        min: 'number|null',
        max: 'number|null',
        step: 'number|null',
      },
    ],
    paged: true,
  },
  {
    route: 'GET /api/points/:id',
    access: 'viewer',
    status: 200,
    answer: LISTED_POINT,
    path: (world) => ({ id: world.number('point.id') }),
  },
  {
    route: 'PUT /api/points/:id',
    access: 'engineer',
    status: 200,
    answer: POINT,
    body: { unit: 'rpm' },
    path: (world) => ({ id: world.number('point.id') }),
  },
  {
    route: 'POST /api/points/import',
    access: 'engineer',
    status: 200,
    answer: IMPORTED,
    body: (world) => ({
      objectId: world.number('object.id'),
      points: [{ code: 'WALK.FLOW', name: 'Flow', unit: 'm³/h' }, { code: 'WALK.NAMELESS' }],
    }),
  },
  {
    route: 'POST /api/models/:id/import-points',
    access: 'engineer',
    status: 200,
    answer: IMPORTED,
    body: {
      points: [{ code: 'WALK.HEAD', name: 'Head', objectCode: 'WALK.PUMP' }, { code: 'WALK.NAMELESS' }],
    },
    path: (world) => ({ id: world.number('model.id') }),
  },
  {
    route: 'GET /api/objects/:id',
    access: 'viewer',
    status: 200,
    answer: { ...OBJECT, points: [POINT] },
    path: (world) => ({ id: world.number('object.id') }),
  },
  ...(['points', 'objects', 'models'] as const).map((name): ContractRow => ({
    route: `DELETE /api/${name}/:id`,
    access: 'engineer',
    status: 200,
    answer: SUCCESS,
    path: (world) => ({ id: world.number(`${name.slice(0, -1)}.id`) }),
  })),
];
