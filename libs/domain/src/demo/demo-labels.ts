import type { LabelDevice, SceneLabel } from '@app/entities';

const SIDES = ['East', 'West'];
const FLOOR_HEIGHT = 4;

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
export const demoLabels: SceneLabel[] = [1, 2, 3].map((floor) => ({
  id: `floor-${floor}`,
  text: `Floor ${floor}`,
  position: { x: 0, y: FLOOR_HEIGHT * floor, z: 0 },
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
