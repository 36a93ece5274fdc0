import type { SceneData } from '../model.queries';
import {
  errorsOf,
  fieldsOf,
  freeId,
  markWithError,
  newDevice,
  newHotspot,
  newLabel,
  toChanges,
  withoutDevice,
} from './setup-fields';

const at = { x: 1, y: 2, z: 3 };
const TEXTS = { missing: 'missing', number: 'number' };

const off = (deviceId: string) => ({ deviceId, on: false, level: null });

function aScene(changes: Partial<SceneData> = {}): SceneData {
  return {
    modelId: 1,
    camera: { position: at, target: at, fov: 50 },
    ambientLight: { intensity: 1 },
    hotspots: [],
    labels: [],
    ...changes,
  };
}

describe('The fields of the 3D view', () => {
  it('get ids that no other mark has', () => {
    expect(freeId('mark', ['mark-1', 'mark-3'])).toBe('mark-2');
  });

  it('are saved without spaces around texts, and with null for empty codes', () => {
    const device = { ...newDevice([]), name: ' East ', switchCode: ' ', levelCode: ' L1 ' };
    const scene = aScene({
      hotspots: [{ ...newHotspot(at, []), title: ' Pump ', nodeName: '' }],
      labels: [{ ...newLabel(at, []), text: ' Floor ', devices: [device] }],
    });
    expect(toChanges(fieldsOf(scene))).toMatchObject({
      hotspots: [{ id: 'mark-1', title: 'Pump', nodeName: null, objectId: null }],
      labels: [{ text: 'Floor', devices: [{ name: 'East', switchCode: null, levelCode: 'L1' }] }],
    });
    expect(toChanges(fieldsOf(scene))).not.toHaveProperty('modelId');
  });

  it('have an error for each empty name and number', () => {
    const empty = '' as unknown as number;
    const scene = aScene({
      ambientLight: { intensity: empty },
      hotspots: [{ ...newHotspot({ ...at, y: empty }, []), title: 'Pump' }],
      labels: [{ ...newLabel(at, []), devices: [newDevice([])] }],
    });
    const errors = errorsOf(fieldsOf(scene), TEXTS);
    expect(errors).toEqual({
      'ambientLight.intensity': 'number',
      'hotspots.0.position.y': 'number',
      'labels.0.text': 'missing',
      'labels.0.devices.0.name': 'missing',
    });
    expect(markWithError(errors)).toBe('hotspots.0');
    expect(markWithError({ 'camera.fov': 'number' })).toBeUndefined();
  });

  it('lose a removed light in all lighting scenes, and a lighting scene that has no other light', () => {
    const [one, other] = [newDevice([]), newDevice(['light-1'])];
    const label = {
      ...newLabel(at, []),
      devices: [one, other],
      scenes: [
        { id: 'a', name: 'Both', levels: [off('light-1'), off('light-2')] },
        { id: 'b', name: 'One', levels: [off('light-1')] },
      ],
    };
    expect(withoutDevice(label, 'light-1')).toMatchObject({
      devices: [{ deviceId: 'light-2' }],
      scenes: [{ id: 'a', levels: [{ deviceId: 'light-2' }] }],
    });
    expect(withoutDevice(label, 'light-1').scenes).toHaveLength(1);
  });
});
