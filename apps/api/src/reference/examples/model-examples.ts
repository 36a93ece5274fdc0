import { ModelChangesDto, ModelDto, ReplacedModelFileDto } from '../../features/models/models.dto';
import { ExampleSet } from '../example-set';

/** Models. */
export const MODEL_EXAMPLES = new ExampleSet()
  .add(ModelDto, {
    id: 3,
    name: 'Plant room',
    description: 'Basement, as built',
    version: '2',
    file: {
      name: 'plant-room.glb',
      size: 4_812_336,
      mimeType: 'model/gltf-binary',
      url: '/static/models/5f0c2a9e7b4d41c8a6e3d2b1f09c8e77.glb',
    },
    createdAt: '2026-03-29T08:15:00.000Z',
  })
  .add(ModelChangesDto, { name: 'Plant room', version: '3' })
  .add(ReplacedModelFileDto, { lost: [{ kind: 'object', id: 12, name: 'Pump_2' }] });
