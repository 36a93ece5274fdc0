import { LocalCalendar, MINUTE_MS } from '@app/gateway-server';
import { AirHandler } from './air-handler';
import { airHandlerPoints, airHandlerSafetyPoints } from './air-handler-points';
import { alarmRules } from './alarm-rules';
import { Consumption, type Demand } from './consumption';
import { floorHvacDemand, gasDemand, lightingDemand, plantDemand, waterDemand } from './demands';
import { Episodes } from './episodes';
import { intervalPoint, powerPoint, registerPoint } from './meter-points';
import { measurement, type ModelPoint, shown } from './model-point';
import { seedOf } from './random';
import type { Story } from './story';
import { Weather } from './weather';
import { type Zone, ZoneClimate } from './zone-climate';
import { lightPoints, zoneClimatePoints } from './zone-points';

const POWER_STEP_MS = MINUTE_MS;
const MAIN_POWER_STEP_MS = MINUTE_MS / 2;
const REGISTER_STEP_MS = MINUTE_MS;
const SUPPLY_STEP_MS = 5 * MINUTE_MS;

const FLOORS = [
  { number: 1, baseKw: 2.4, peakKw: 15, hvacKw: 8, people: 46 },
  { number: 2, baseKw: 2.1, peakKw: 18, hvacKw: 9, people: 60 },
  { number: 3, baseKw: 1.6, peakKw: 12, hvacKw: 7, people: 34 },
] as const;

/** The alarm rules whose disturbances affect the air of a zone, by zone. Most zones have none. */
const ZONE_RULES: Record<string, Pick<Zone, 'co2RuleId' | 'coldRuleId'>> = {
  'F2.EAST': { co2RuleId: 'co2-f2-east' },
  'F1.WEST': { co2RuleId: 'co2-f1-west' },
  'F3.WEST': { coldRuleId: 'cold-f3-west' },
};

/**
 * A fictional office building with three floors. Its main incomer feeds the floors and the plant, so the power of the
 * incomer is the sum of their power. The seed, the time zone of the working hours and the story determine all values.
 */
export class Building {
  readonly points: readonly ModelPoint[];
  readonly episodes: Episodes;
  private readonly weather: Weather;
  private readonly fed: Consumption[] = [];

  constructor(
    private readonly seed: number,
    readonly calendar: LocalCalendar,
    private readonly story: Story | null = null,
  ) {
    this.weather = new Weather(seed, calendar);
    this.episodes = new Episodes(alarmRules(seed, this.weather), calendar);
    this.points = [
      ...FLOORS.flatMap((floor) => this.floorMeters(floor).concat(this.zones(floor))),
      ...this.buildingMeters(),
      ...airHandlerPoints(new AirHandler(seed, calendar, this.weather, this.episodes)),
      ...airHandlerSafetyPoints(this.episodes),
    ];
  }

  private floorMeters(floor: (typeof FLOORS)[number]): ModelPoint[] {
    const code = `F${floor.number}.ELEC`;
    const group = `Floor ${floor.number}`;
    const { story } = this;
    const usual = {
      lighting: lightingDemand(floor.baseKw, floor.peakKw),
      hvac: floorHvacDemand(this.weather, floor.hvacKw),
    };
    const lighting = this.feed(
      `${code}.LIGHTING`,
      story?.lighting(floor.number, usual.lighting, floor.peakKw) ?? usual.lighting,
    );
    const hvac = this.feed(`${code}.HVAC`, story?.hvac(floor.number, usual.hvac, floor.hvacKw) ?? usual.hvac);
    return [
      registerPoint(
        { code: `${code}.LIGHTING.KWH`, name: `${group}, lighting and sockets`, group },
        'kWh',
        REGISTER_STEP_MS,
        lighting,
      ),
      intervalPoint({ code: `${code}.HVAC.KWH`, name: `${group}, heating and cooling`, group }, hvac),
      powerPoint({ code: `${code}.POWER`, name: `${group}, power`, group }, POWER_STEP_MS, [lighting, hvac]),
    ];
  }

  private zones(floor: (typeof FLOORS)[number]): ModelPoint[] {
    return ['East', 'West'].flatMap((side) => {
      const code = `F${floor.number}.${side.toUpperCase()}`;
      const zone: Zone = {
        code,
        name: `Floor ${floor.number} ${side.toLowerCase()}`,
        capacity: floor.people / 2,
        lightsW: 150 * floor.peakKw,
        ...ZONE_RULES[code],
      };
      const climate = new ZoneClimate(zone, this.seed, this.calendar, this.weather, this.episodes);
      return zoneClimatePoints(zone, climate).concat(lightPoints(zone, this.calendar));
    });
  }

  private buildingMeters(): ModelPoint[] {
    const group = 'Building';
    const plant = this.feed('BLDG.ELEC.PLANT', plantDemand(4, 9));
    const reactive = this.consumption('BLDG.ELEC.MAIN.REACTIVE', plantDemand(9, 15));
    const gas = this.consumption('BLDG.GAS', gasDemand(this.weather, 1.1));
    const water = this.consumption('BLDG.WATER', waterDemand(0.75));
    const plantRegister = { code: 'BLDG.ELEC.PLANT.KWH', name: 'Plant and landlord, electricity', group };
    const mainReactive = {
      code: 'BLDG.ELEC.MAIN.KVARH',
      name: 'Main incomer, reactive energy',
      group,
    };
    const plantPower = { code: 'BLDG.ELEC.PLANT.POWER', name: 'Plant and landlord, power', group };
    const mainPower = { code: 'BLDG.ELEC.MAIN.POWER', name: 'Main incomer, power', group };
    const outside = { code: 'BLDG.OUTSIDE.TEMP', name: 'Outside temperature', group };
    return [
      registerPoint(plantRegister, 'kWh', REGISTER_STEP_MS, plant),
      powerPoint(plantPower, POWER_STEP_MS, [plant]),
      registerPoint(mainReactive, 'kvarh', REGISTER_STEP_MS, reactive),
      powerPoint(mainPower, MAIN_POWER_STEP_MS, this.fed),
      registerPoint({ code: 'BLDG.GAS.VOLUME', name: 'Gas', group }, 'm3', SUPPLY_STEP_MS, gas),
      registerPoint({ code: 'BLDG.WATER.VOLUME', name: 'Water', group }, 'm3', SUPPLY_STEP_MS, water),
      measurement(outside, '°C', SUPPLY_STEP_MS, (atMs) => shown(this.weather.outsideC(atMs), 2)),
    ];
  }

  /** Creates a consumer that the main incomer feeds. */
  private feed(name: string, demand: Demand): Consumption {
    const consumption = this.consumption(name, demand);
    this.fed.push(consumption);
    return consumption;
  }

  private consumption(name: string, demand: Demand): Consumption {
    return new Consumption(seedOf(this.seed, name), this.calendar, demand);
  }
}
