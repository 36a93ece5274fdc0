import type { Language, Tariff } from '@app/entities';
import { type Actor, Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { localDate } from '../metering/arithmetic/calendar';
import { AreasService } from '../metering/areas/areas.service';
import { BaselinesService } from '../metering/baselines/baselines.service';
import { ContractsService } from '../metering/bills/contracts.service';
import { BudgetsService } from '../metering/budgets/budgets.service';
import { OutdoorTemperatureService } from '../metering/temperature/outdoor-temperature.service';
import { type CalendarInput, CalendarsService } from '../operations/calendars/calendars.service';
import { AirHandlersService } from '../operations/losses/air-handlers.service';
import { NotesService } from '../operations/notes/notes.service';
import { ConfigurationService } from '../platform/configuration/configuration.service';
import { demoBuilding } from './demo-building';
import { DEMO_NAMES } from './demo-names';

/** When the simulated building got new lamps on floor 2. */
const MEASURE_DAYS = 183;
const BASELINE_DAYS = 365;
const WEEKDAYS = [1, 2, 3, 4, 5];
const PEAK = { days: WEEKDAYS, from: '07:00', to: '20:00', pricePerKwh: 0.9 };
const OFF_PEAK = 0.5;
/** kWh of the whole building in each month. Summer and winter need more than spring and autumn. */
const BUDGET = [22, 20.5, 21.5, 20.5, 20.5, 20, 21.5, 21, 20, 20.5, 21, 22].map((mwh) => mwh * 1000);

export const TEMPERATURE_CODE = 'BLDG.OUTSIDE.TEMP';

const AIR_HANDLER = {
  points: {
    supplyTemperature: 'AHU1.SUPPLY.TEMP',
    supplySetpoint: 'AHU1.SUPPLY.TEMP_SP',
    returnTemperature: 'AHU1.RETURN.TEMP',
    outdoorTemperature: TEMPERATURE_CODE,
    fanStatus: 'AHU1.FAN.STATUS',
    fanSpeed: 'AHU1.FAN.SPEED',
    heatingValve: 'AHU1.HEATING.VALVE',
  },
  minDamperPercent: 20,
  airflowM3PerHour: 8000,
};

export const demoTariff = (currency: string): Tariff => ({ currency, default: OFF_PEAK, periods: [PEAK] });

const officeHours = (year: number, language: Language): CalendarInput => ({
  name: DEMO_NAMES[language].calendar,
  weekly: WEEKDAYS.map((day) => ({ day, from: '08:00', to: '18:00' })),
  exceptions: [year, year + 1].flatMap((each) =>
    Object.entries(DEMO_NAMES[language].holidays).map(([day, name]) => ({
      date: `${each}-${day}`,
      kind: 'closed' as const,
      from: null,
      to: null,
      name,
    })),
  ),
});

/** Creates the areas of the demonstration building, and what an energy manager has set up for them. */
@Injectable()
export class DemoEnergyService {
  constructor(
    private readonly areas: AreasService,
    private readonly configuration: ConfigurationService,
    private readonly temperature: OutdoorTemperatureService,
    private readonly calendars: CalendarsService,
    private readonly baselines: BaselinesService,
    private readonly contracts: ContractsService,
    private readonly budgets: BudgetsService,
    private readonly airHandlers: AirHandlersService,
    private readonly notes: NotesService,
    private readonly clock: Clock,
  ) {}

  async seed(actor: Actor): Promise<void> {
    const { timezone, currency, language, tariffs, weather } = await this.configuration.current();
    const names = DEMO_NAMES[language];
    const today = localDate(this.clock.nowMs(), timezone);
    const measure = today.subtract({ days: MEASURE_DAYS }).toString();
    const since = today.subtract({ days: MEASURE_DAYS + BASELINE_DAYS }).toString();

    // Settings of a person stay.
    const electricity = demoTariff(currency);
    await this.temperature.change(actor, {
      weather: { temperaturePointCode: weather.temperaturePointCode ?? TEMPERATURE_CODE },
      tariffs: { electricity, ...tariffs },
    });
    const { items } = await this.calendars.list({ page: 1, limit: 1 });
    if (items.length === 0) await this.calendars.create(actor, officeHours(today.year, language));
    const { areas } = await this.areas.replace(actor, demoBuilding(since, language));
    const idOf = (name: string) => areas.find((area) => area.name === name)?.id ?? 0;
    const building = areas[0]?.id ?? 0;
    const measured = idOf(names.floor(2));
    await this.notes.create(actor, { series: `area:${measured}`, at: measure, text: names.baseline });
    await this.baselines.create(actor, {
      name: names.baseline,
      areaId: measured,
      method: 'hourlyTimeOfWeek',
      from: since,
      to: measure,
      reportingFrom: measure,
    });
    await this.contracts.create(actor, {
      name: names.contract,
      areaId: building,
      currency,
      parts: [
        {
          validFrom: since,
          standing: { perMonth: 120 },
          energy: {
            periods: [PEAK, { days: [...WEEKDAYS, 6, 7], from: '00:00', to: '24:00', pricePerKwh: OFF_PEAK }],
          },
          demand: { pricePerKw: 40, windowMinutes: 15, sliding: false, basis: 'month', contractKw: 80 },
          reactive: { freeShare: 0.5, pricePerKvarh: 0.05 },
          leviesPerKwh: 0.03,
          vatPercent: 13,
        },
      ],
    });
    const [airHandler] = await this.airHandlers.list();
    if (!airHandler)
      await this.airHandlers.replace(actor, [
        { name: names.airHandlerShort, ...AIR_HANDLER, areaId: building },
      ]);
    await this.budgets.create(actor, { areaId: building, year: today.year, months: BUDGET });
  }
}
