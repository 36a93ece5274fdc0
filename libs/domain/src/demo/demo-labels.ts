import type { LabelDevice, Language, SceneLabel } from '@app/entities';
import { DEMO_NAMES, type Side, SIDES } from './demo-names';
import { FLOOR_HEIGHT, FLOORS } from './demo-objects';

const lightOf = (language: Language, floor: number, side: Side): LabelDevice => {
  const code = `F${floor}.${side.toUpperCase()}.LIGHT`;
  return {
    deviceId: side,
    name: DEMO_NAMES[language].lights(floor, side),
    switchCode: `${code}.SWITCH`,
    levelCode: `${code}.LEVEL`,
    powerCode: `${code}.POWER`,
    nodeName: null,
  };
};

/** The lights of each floor of the building that the gateway simulator simulates. */
export const demoLabels = (language: Language): SceneLabel[] =>
  FLOORS.map((floor) => ({
    id: `floor-${floor}`,
    text: DEMO_NAMES[language].floor(floor),
    // Below the ceiling, and in front of the marks of the zones.
    position: { x: 0, y: FLOOR_HEIGHT * (floor - 0.25), z: 4 },
    devices: SIDES.map((side) => lightOf(language, floor, side)),
    scenes: [
      {
        id: 'presentation',
        name: DEMO_NAMES[language].scene,
        levels: [
          { deviceId: 'east', on: true, level: 20 },
          { deviceId: 'west', on: true, level: 60 },
        ],
      },
    ],
  }));
