import type { components } from '../../../api/plantroom';
import type { Position } from '../../../ui/model-view/model-view-props';
import type { Hotspot, Label, SceneData } from '../model.queries';

/** The fields of the form. The model is chosen on the page of the models. */
export type SetupFields = Omit<SceneData, 'modelId'>;
/** The place of a mark in the form. */
export type MarkPath = `hotspots.${number}` | `labels.${number}`;
export type Device = Label['devices'][number];

export const fieldsOf = ({ camera, ambientLight, hotspots, labels }: SceneData): SetupFields => ({
  camera,
  ambientLight,
  hotspots,
  labels,
});

/** Returns the first id of the form `mark-1` that is not taken. */
export function freeId(prefix: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const id = `${prefix}-${number}`;
    if (!taken.includes(id)) return id;
  }
}

export const newHotspot = (position: Position, ids: readonly string[]): Hotspot => ({
  id: freeId('mark', ids),
  title: '',
  position,
  objectId: null,
  nodeName: null,
});

export const newLabel = (position: Position, ids: readonly string[]): Label => ({
  id: freeId('label', ids),
  text: '',
  position,
  devices: [],
  scenes: [],
});

export const newDevice = (ids: readonly string[]): Device => ({
  deviceId: freeId('light', ids),
  name: '',
  switchCode: null,
  levelCode: null,
  powerCode: null,
  nodeName: null,
});

/** Removes a device, and its states in the lighting scenes. A lighting scene without any state is removed, too. */
export function withoutDevice(label: Label, deviceId: string): Label {
  const isOther = (item: { deviceId: string }) => item.deviceId !== deviceId;
  return {
    ...label,
    devices: label.devices.filter(isOther),
    scenes: label.scenes
      .map((scene) => ({ ...scene, levels: scene.levels.filter(isOther) }))
      .filter(({ levels }) => levels.length > 0),
  };
}

const orNull = (text: string | null | undefined): string | null => text?.trim() || null;

/** Returns the body of the request that saves the fields. */
export function toChanges({
  camera,
  ambientLight,
  hotspots,
  labels,
}: SetupFields): components['schemas']['SceneChangesDto'] {
  return {
    camera,
    ambientLight,
    hotspots: hotspots.map(({ title, nodeName, ...mark }) => ({
      ...mark,
      title: title.trim(),
      nodeName: orNull(nodeName),
    })),
    labels: labels.map(({ text, devices, ...label }) => ({
      ...label,
      text: text.trim(),
      devices: devices.map((device) => ({
        ...device,
        name: device.name.trim(),
        switchCode: orNull(device.switchCode),
        levelCode: orNull(device.levelCode),
        powerCode: orNull(device.powerCode),
        nodeName: orNull(device.nodeName),
      })),
    })),
  };
}

/** Returns the errors of the fields by their paths. An empty number field has an empty text. */
export function errorsOf(
  { camera, ambientLight, hotspots, labels }: SetupFields,
  texts: { missing: string; number: string },
): Record<string, string> {
  const errors: Record<string, string> = {};
  const needText = (path: string, text: string) => {
    if (text.trim() === '') errors[path] = texts.missing;
  };
  const needNumbers = (path: string, values: object) => {
    for (const [name, value] of Object.entries(values)) {
      if (typeof value !== 'number') errors[`${path}.${name}`] = texts.number;
    }
  };
  needNumbers('camera', { fov: camera.fov });
  needNumbers('ambientLight', ambientLight);
  for (const [index, { title, position }] of hotspots.entries()) {
    needText(`hotspots.${index}.title`, title);
    needNumbers(`hotspots.${index}.position`, position);
  }
  for (const [index, { text, position, devices }] of labels.entries()) {
    needText(`labels.${index}.text`, text);
    needNumbers(`labels.${index}.position`, position);
    for (const [at, { name }] of devices.entries()) needText(`labels.${index}.devices.${at}.name`, name);
  }
  return errors;
}

/** Returns the first mark whose fields have an error. */
export function markWithError(errors: object): MarkPath | undefined {
  return Object.keys(errors)
    .map((path) => /^(hotspots|labels)\.\d+/.exec(path)?.[0])
    .find((path): path is MarkPath => path !== undefined);
}
