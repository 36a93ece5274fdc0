import type { LabelDevice, SceneLabel } from '@app/entities';
import { FLOOR_HEIGHT, FLOORS } from './demo-objects';

const SIDES = ['East', 'West'];

const lightOf = (floor: number, side: string): LabelDevice => {
  const code = `F${floor}.${side.toUpperCase()}.LIGHT`;
  return {
    deviceId: side.toLowerCase(),
    name: `Floor ${floor}, ${side.toLowerCase()} side`,
    switchCode: `${code}.SWITCH`,
    levelCode: `${code}.LEVEL`,
    powerCode: `${code}.POWER`,
    nodeName: null,
  };
};

/** The lights of each floor of the building that the gateway simulator simulates. */
export const demoLabels: SceneLabel[] = FLOORS.map((floor) => ({
  id: `floor-${floor}`,
  text: `Floor ${floor}`,
  // Below the ceiling, and in front of the marks of the zones.
  position: { x: 0, y: FLOOR_HEIGHT * (floor - 0.25), z: 4 },
  devices: SIDES.map((side) => lightOf(floor, side)),
  scenes: [
    {
      id: 'presentation',
      name: 'Presentation',
      levels: [
        { deviceId: 'east', on: true, level: 20 },
        { deviceId: 'west', on: true, level: 60 },
      ],
    },
  ],
}));
