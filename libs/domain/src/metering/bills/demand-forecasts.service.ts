import type { EnergyContractEntity } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { energyMeters, freshUntilMs, type Site } from '../areas/area-tree';
import { AreasService } from '../areas/areas.service';
import { roundedEnergy } from '../arithmetic/rounded';
import { powerMetersByArea, sumOfPower } from '../energy/current-power';
import { EnergySumsService } from '../meters/energy-sums.service';
import { billedParts } from './bill';
import { ContractsService } from './contracts.service';
import { contractsWithPower } from './contracts.queries';
import { type ExpectedDemand, expectedDemand, windowAt } from './demand-forecast';

/** The demand of the window that is running now. Powers are in kW (m³ per hour for water) with three decimals. */
export interface DemandForecast extends ExpectedDemand {
  /** ISO 8601. */
  windowStart: string;
  windowMinutes: number;
  /** The sum of the meters with a fresh value; null if there are none. */
  currentKw: number | null;
  /** The contract power; null if the contract has none now. */
  contractKw: number | null;
}

const DEFAULT_WINDOW_MINUTES = 15;

/** Forecasts the demand of contracts in the window that is running now. */
@Injectable()
export class DemandForecastsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly contracts: ContractsService,
    private readonly areas: AreasService,
    private readonly sums: EnergySumsService,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found */
  async forecast(contractId: number): Promise<DemandForecast> {
    return this.forecastOf(await this.contracts.find(contractId), await this.areas.site());
  }

  /** Returns the forecasts of all contracts with a contract power. */
  async all(signal?: AbortSignal): Promise<{ contract: EnergyContractEntity; forecast: DemandForecast }[]> {
    const contracts = await contractsWithPower(this.dataSource.manager);
    if (contracts.length === 0) return [];
    const site = await this.areas.site();
    const forecasts: { contract: EnergyContractEntity; forecast: DemandForecast }[] = [];
    for (const contract of contracts) {
      signal?.throwIfAborted();
      forecasts.push({ contract, forecast: await this.forecastOf(contract, site) });
    }
    return forecasts;
  }

  private async forecastOf(contract: EnergyContractEntity, site: Site): Promise<DemandForecast> {
    const { areaId, energyType } = contract;
    const zone = await this.configuration.timezone();
    const nowMs = this.clock.nowMs();
    const { demand } = billedParts(contract, { startMs: nowMs, endMs: nowMs + 1 }, zone).at(-1)?.part ?? {};
    const windowMinutes = demand?.windowMinutes ?? DEFAULT_WINDOW_MINUTES;
    const window = windowAt(nowMs, windowMinutes, zone);
    const meters = energyMeters(site, energyType, areaId);
    const sums = await this.sums.byMeter(meters, [window], zone, 'hours');
    const hasSilent = meters.some(
      (meter) => freshUntilMs(meter) < nowMs && (sums.get(meter.id)?.[0]?.coveredMs ?? 0) === 0,
    );
    const powerKw = sumOfPower(powerMetersByArea(site, energyType, nowMs).get(areaId) ?? []);
    return {
      windowStart: new Date(window.startMs).toISOString(),
      windowMinutes,
      currentKw: roundedEnergy(powerKw),
      contractKw: demand?.contractKw ?? null,
      ...expectedDemand(
        window,
        nowMs,
        { sums: [...sums.values()].flat(), hasSilent, powerKw },
        demand?.contractKw,
      ),
    };
  }
}
