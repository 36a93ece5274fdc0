import type { Language } from '@app/entities';
import type { Point } from '../building/points/points.queries';
import { DEMO_NAMES, type Side, SIDES } from './demo-names';

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

const DIRECTIONS: Record<Side, number> = { east: 1, west: -1 };

const number = (code: string, name: string, unit: string): DemoPoint => ({
  code,
  name,
  unit,
  dataType: 'number',
});
const state = (code: string, name: string): DemoPoint => ({ code, name, unit: null, dataType: 'boolean' });

function zoneOf(language: Language, floor: number, side: Side): DemoObject {
  const { zone, pointOf, quantities } = DEMO_NAMES[language];
  const code = `F${floor}.${side.toUpperCase()}`;
  const name = zone(floor, side);
  return {
    code,
    name,
    centre: [(DIRECTIONS[side] * ZONE_WIDTH) / 2, FLOOR_HEIGHT * (floor - 0.5), 0],
    // Small gaps keep the zones apart.
    size: [ZONE_WIDTH - 0.2, FLOOR_HEIGHT - 0.2, DEPTH],
    isZone: true,
    points: [
      number(`${code}.ZONE.TEMP`, pointOf(name, quantities.temperature), '°C'),
      number(`${code}.ZONE.CO2`, pointOf(name, quantities.co2), 'ppm'),
      state(`${code}.LIGHT.SWITCH`, pointOf(name, quantities.lightsOn)),
      number(`${code}.LIGHT.LEVEL`, pointOf(name, quantities.lightLevel), '%'),
      number(`${code}.LIGHT.POWER`, pointOf(name, quantities.lightPower), 'W'),
    ],
  };
}

/**
 * Returns the objects and points of the building that the gateway simulator simulates, with the units of the gateway. The
 * English names are those of the gateway. Codes are the same in all languages.
 */
export function demoObjects(language: Language): readonly DemoObject[] {
  const { airHandler, incomer, outsideTemperature, pointOf, quantities } = DEMO_NAMES[language];
  return [
    {
      code: 'AHU1',
      name: airHandler,
      centre: [0, FLOOR_HEIGHT * 3 + 1, 0],
      size: [4, 2, 3],
      isZone: false,
      points: [
        state('AHU1.FAN.CMD', pointOf(airHandler, quantities.fanCommand)),
        state('AHU1.FAN.STATUS', pointOf(airHandler, quantities.fanRuns)),
        number('AHU1.SUPPLY.TEMP_SP', pointOf(airHandler, quantities.supplySetpoint), '°C'),
        number('AHU1.SUPPLY.TEMP', pointOf(airHandler, quantities.supplyTemperature), '°C'),
        number('AHU1.RETURN.TEMP', pointOf(airHandler, quantities.returnTemperature), '°C'),
        number('AHU1.HEATING.VALVE', pointOf(airHandler, quantities.heatingValve), '%'),
      ],
    },
    {
      code: 'BLDG.MAIN',
      name: incomer,
      centre: [-ZONE_WIDTH - 1, 1, 0],
      size: [1, 2, 2],
      isZone: false,
      points: [
        number('BLDG.ELEC.MAIN.POWER', pointOf(incomer, quantities.power), 'kW'),
        number('BLDG.OUTSIDE.TEMP', outsideTemperature, '°C'),
      ],
    },
    ...FLOORS.flatMap((floor) => SIDES.map((side) => zoneOf(language, floor, side))),
  ];
}
