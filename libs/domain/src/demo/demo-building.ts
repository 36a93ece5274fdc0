import type { Language } from '@app/entities';
import type { AreaInput } from '../metering/areas/area-set';
import type { MeterInput } from '../metering/meters/meter-settings';
import { DEMO_NAMES } from './demo-names';

/** kWh per cubic metre of natural gas: 39.5 MJ/m³ gross, at standard conditions. */
const GAS_KWH_PER_M3 = 39.5 / 3.6;

const register = (pointCode: string, since: string, other: Partial<MeterInput> = {}): MeterInput => ({
  pointCode,
  kind: 'cumulative',
  intervalSeconds: 900,
  since,
  ...other,
});
const power = (pointCode: string): MeterInput => ({ pointCode, kind: 'power', intervalSeconds: 60 });

const FLOORS = [
  { number: 1, warningKw: 20, overLimitKw: 25, floorAreaM2: 950 },
  { number: 2, warningKw: 24, overLimitKw: 30, floorAreaM2: 950 },
  { number: 3, warningKw: 18, overLimitKw: 22, floorAreaM2: 700 },
];

/**
 * Returns the areas of the building that the gateway simulator simulates. An archive of a gateway often keeps one sample
 * each quarter of an hour, which is the interval of the registers for this reason.
 * @param since from when energy is measured
 */
export const demoBuilding = (since: string, language: Language): AreaInput[] => [
  {
    name: DEMO_NAMES[language].building,
    use: DEMO_NAMES[language].use,
    floorAreaM2: 2600,
    referenceKwhPerM2: 100,
    limits: { warningKw: 70, overLimitKw: 80 },
    meters: [
      register('BLDG.ELEC.PLANT.KWH', since),
      power('BLDG.ELEC.PLANT.POWER'),
      register('BLDG.ELEC.MAIN.KVARH', since, { energyType: 'reactive' }),
      register('BLDG.GAS.VOLUME', since, { energyType: 'gas', multiplier: GAS_KWH_PER_M3 }),
      register('BLDG.WATER.VOLUME', since, { energyType: 'water' }),
    ],
  },
  ...FLOORS.map(({ number, floorAreaM2, ...limits }) => ({
    name: DEMO_NAMES[language].floor(number),
    parentIndex: 0,
    use: DEMO_NAMES[language].use,
    floorAreaM2,
    limits,
    meters: [
      register(`F${number}.ELEC.LIGHTING.KWH`, since),
      { pointCode: `F${number}.ELEC.HVAC.KWH`, kind: 'interval' as const, intervalSeconds: 900, since },
      power(`F${number}.ELEC.POWER`),
    ],
  })),
];
