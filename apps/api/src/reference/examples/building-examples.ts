import { say } from '@app/kernel';
import {
  LightingBatchDto,
  LightingOutcomeDto,
  LightingStatusDto,
  LightingToggledDto,
  LightingToggleDto,
} from '../../features/lighting/lighting.dto';
import {
  ObjectChangesDto,
  ObjectDetailDto,
  ObjectDto,
  ObjectInputDto,
} from '../../features/objects/objects.dto';
import {
  AvailablePointDto,
  ImportReportDto,
  ModelPointImportDto,
  PointImportDto,
} from '../../features/points/point-import.dto';
import {
  ListedPointDto,
  PointChangesDto,
  PointDetailDto,
  PointDto,
  PointInputDto,
} from '../../features/points/points.dto';
import { PublicSceneDto } from '../../features/scene/public-model.dto';
import { SceneChangesDto, SceneDto } from '../../features/scene/scene.dto';
import { ExampleSet } from '../example-set';

const temperature = {
  name: 'Supply air temperature',
  code: 'AHU1.SUPPLY.TEMP',
  unit: '°C',
  dataType: 'number',
};
const fan = { name: 'Fan command', code: 'AHU1.FAN.CMD', dataType: 'boolean' };
const point = { id: 7, objectId: 3, ...temperature };
const handler = { name: 'Air handling unit 1', modelId: 1, code: 'AHU1', nodeName: 'AHU_01' };
const object = { id: 3, ...handler, description: 'Supplies floors 1 to 3.' };

const camera = { position: { x: 40, y: 25, z: 40 }, target: { x: 0, y: 6, z: 0 }, fov: 50 };
const ambientLight = { intensity: 0.8 };
const position = { x: 4, y: 12, z: -3 };
const hotspot = { id: 'roof', position, title: 'Air handling unit 1', objectId: 3, nodeName: 'AHU_01' };
const lamp = {
  deviceId: 'east',
  name: 'East side',
  switchCode: 'F1.EAST.LIGHT.SWITCH',
  levelCode: 'F1.EAST.LIGHT.LEVEL',
  powerCode: null,
  nodeName: null,
};
const label = {
  id: 'floor-1',
  text: 'Floor 1',
  position,
  devices: [lamp],
  scenes: [{ id: 'evening', name: 'Evening', levels: [{ deviceId: 'east', on: true, level: 40 }] }],
};
const lit = { deviceId: 'east', success: true };
const file = {
  url: '/static/models/9f1c2b7a4e6d8035b1a7c9e2f4d60813.glb',
  mimeType: 'model/gltf-binary',
  size: 48_213,
};

/** Objects, points and the scene. */
export const BUILDING_EXAMPLES = new ExampleSet()
  .add(ObjectDto, object)
  .add(ObjectDetailDto, { ...object, points: [point] })
  .add(ObjectInputDto, handler)
  .add(ObjectChangesDto, { nodeName: 'AHU_1' })
  .add(PointDto, point)
  .add(ListedPointDto, { ...point, writable: true })
  .add(PointDetailDto, {
    ...point,
    writable: true,
    value: 18.4,
    quality: 'good',
    timestamp: '2026-03-29T08:15:00.000Z',
    writtenBy: [{ id: '019d3f2a-5c00-7000-8000-000000000001', name: 'Ventilate by CO2', enabled: true }],
  })
  .add(PointInputDto, { ...temperature, objectId: 3 })
  .add(PointChangesDto, { name: 'Supply temperature' })
  .add(PointImportDto, { points: [temperature, fan], objectId: 3 }, 'Points')
  .add(PointImportDto, { source: 'gateway', objectId: 3, codes: ['AHU1.FAN.CMD'] }, 'From the gateway')
  .add(ModelPointImportDto, { points: [{ ...temperature, objectCode: 'AHU1' }] })
  .add(ImportReportDto, {
    imported: 1,
    failed: 1,
    errors: [{ index: 1, ...say('code_taken', { code: 'AHU1.FAN.CMD' }) }],
  })
  .add(SceneDto, { modelId: 1, camera, ambientLight, hotspots: [hotspot], labels: [label] })
  .add(SceneChangesDto, { camera, hotspots: [hotspot] })
  .add(PublicSceneDto, {
    camera,
    ambientLight,
    hotspots: [{ id: 'roof', position, title: 'Air handling unit 1', nodeName: 'AHU_01' }],
    labels: [{ id: 'floor-1', text: 'Floor 1', position }],
    model: { id: 1, name: 'Head office', version: '1.0', file },
  })
  .add(AvailablePointDto, {
    ...temperature,
    writable: false,
    group: 'AHU 1',
    min: null,
    max: null,
    step: null,
    pointId: 7,
  })
  .add(LightingStatusDto, {
    labelId: 'floor-1',
    on: true,
    brightness: 40,
    power: 450,
    updatedAt: '2026-03-29T18:15:00.000Z',
    devices: [
      {
        deviceId: 'east',
        on: true,
        level: 40,
        desired: {
          on: true,
          level: 40,
          status: 'done',
          error: null,
          failure: null,
          username: 'olga',
          at: '2026-03-29T18:14:58.120Z',
        },
      },
    ],
  })
  .add(LightingToggleDto, { on: 'half' })
  .add(LightingToggledDto, { success: true, labelId: 'floor-1', on: 'half', results: [lit] })
  .add(LightingBatchDto, { action: 'dim', value: 60, devices: ['east'] }, 'Dim')
  .add(LightingBatchDto, { action: 'scene', value: 'evening' }, 'Scene')
  .add(LightingOutcomeDto, { success: true, results: [lit] }, 'Success')
  .add(
    LightingOutcomeDto,
    {
      success: false,
      results: [
        lit,
        {
          deviceId: 'west',
          success: false,
          error: 'The point F1.WEST.LIGHT.LEVEL accepts only values from 0 to 100.',
          code: 'gateway_refused',
        },
      ],
    },
    'Partial failure',
  );
