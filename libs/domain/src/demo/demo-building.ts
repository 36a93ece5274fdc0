import type { AreaInput } from '../metering/areas/area-set';
import type { MeterInput } from '../metering/meters/meter-settings';

/** kWh per cubic metre of natural gas: 39.5 MJ/m³ gross, at standard conditions. */
const GAS_KWH_PER_M3 = 39.5 / 3.6;

const register = (
  pointCode: string,
  intervalSeconds: number,
  other: Partial<MeterInput> = {},
): MeterInput => ({
  pointCode,
  kind: 'cumulative',
  intervalSeconds,
  ...other,
});
const power = (pointCode: string): MeterInput => ({ pointCode, kind: 'power', intervalSeconds: 60 });

const FLOORS = [
  { number: 1, warningKw: 20, overLimitKw: 25 },
  { number: 2, warningKw: 24, overLimitKw: 30 },
  { number: 3, warningKw: 18, overLimitKw: 22 },
];

/** The areas of the building that the gateway simulator simulates. */
export const demoBuilding: AreaInput[] = [
  {
    name: 'Demonstration building',
    limits: { warningKw: 70, overLimitKw: 80 },
    meters: [
      register('BLDG.ELEC.PLANT.KWH', 60),
      power('BLDG.ELEC.PLANT.POWER'),
      register('BLDG.GAS.VOLUME', 300, { energyType: 'gas', multiplier: GAS_KWH_PER_M3 }),
      register('BLDG.WATER.VOLUME', 300, { energyType: 'water' }),
    ],
  },
  ...FLOORS.map(({ number, ...limits }) => ({
    name: `Floor ${number}`,
    parentIndex: 0,
    limits,
    meters: [
      register(`F${number}.ELEC.LIGHTING.KWH`, 60),
      { pointCode: `F${number}.ELEC.HVAC.KWH`, kind: 'interval' as const, intervalSeconds: 900 },
      power(`F${number}.ELEC.POWER`),
    ],
  })),
];
