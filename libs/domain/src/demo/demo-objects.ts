import type { Point } from '../building/points/points.queries';

type DemoPoint = Pick<Point, 'name' | 'code' | 'unit' | 'dataType'>;
export type Triple = [x: number, y: number, z: number];

/** An object of the demonstration building, with its box in the model. Lengths are in metres. */
export interface DemoObject {
  code: string;
  /** The name of the object, and of its node in the model. */
  name: string;
  centre: Triple;
  size: Triple;
  /** A part of a floor. The others are plants. */
  isZone: boolean;
  points: DemoPoint[];
}

export const FLOORS = [1, 2, 3];
export const FLOOR_HEIGHT = 4;
export const DEPTH = 12;
/** Width of the zone on one side of a floor. */
export const ZONE_WIDTH = 10;

const SIDES = [
  { name: 'East', direction: 1 },
  { name: 'West', direction: -1 },
];

const number = (code: string, name: string, unit: string): DemoPoint => ({
  code,
  name,
  unit,
  dataType: 'number',
});
const state = (code: string, name: string): DemoPoint => ({ code, name, unit: null, dataType: 'boolean' });

function zoneOf(floor: number, side: (typeof SIDES)[number]): DemoObject {
  const code = `F${floor}.${side.name.toUpperCase()}`;
  const name = `Floor ${floor} ${side.name.toLowerCase()}`;
  return {
    code,
    name,
    centre: [(side.direction * ZONE_WIDTH) / 2, FLOOR_HEIGHT * (floor - 0.5), 0],
    // Small gaps keep the zones apart.
    size: [ZONE_WIDTH - 0.2, FLOOR_HEIGHT - 0.2, DEPTH],
    isZone: true,
    points: [
      number(`${code}.ZONE.TEMP`, `${name}, temperature`, '°C'),
      number(`${code}.ZONE.CO2`, `${name}, carbon dioxide`, 'ppm'),
      state(`${code}.LIGHT.SWITCH`, `${name}, lights on`),
      number(`${code}.LIGHT.LEVEL`, `${name}, light level`, '%'),
    ],
  };
}

/** Objects and points of the building that the gateway simulator simulates, with the names and units of the gateway. */
export const demoObjects: readonly DemoObject[] = [
  {
    code: 'AHU1',
    name: 'Air handler 1',
    centre: [0, FLOOR_HEIGHT * 3 + 1, 0],
    size: [4, 2, 3],
    isZone: false,
    points: [
      state('AHU1.FAN.CMD', 'Air handler 1, fan command'),
      state('AHU1.FAN.STATUS', 'Air handler 1, fan runs'),
      number('AHU1.SUPPLY.TEMP_SP', 'Air handler 1, supply air setpoint', '°C'),
      number('AHU1.SUPPLY.TEMP', 'Air handler 1, supply air temperature', '°C'),
      number('AHU1.RETURN.TEMP', 'Air handler 1, return air temperature', '°C'),
      number('AHU1.HEATING.VALVE', 'Air handler 1, heating valve', '%'),
    ],
  },
  {
    code: 'BLDG.MAIN',
    name: 'Main incomer',
    centre: [-ZONE_WIDTH - 1, 1, 0],
    size: [1, 2, 2],
    isZone: false,
    points: [
      number('BLDG.ELEC.MAIN.POWER', 'Main incomer, power', 'kW'),
      number('BLDG.OUTSIDE.TEMP', 'Outside temperature', '°C'),
    ],
  },
  ...FLOORS.flatMap((floor) => SIDES.map((side) => zoneOf(floor, side))),
];
