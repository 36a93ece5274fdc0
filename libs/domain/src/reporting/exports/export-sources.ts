import type { ExportType } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { AlertsExport } from './alerts-export';
import { EnergyExport } from './energy-export';
import type { ExportSource } from './export-source';
import { FaultsExport } from './faults-export';
import { SavingsExport } from './savings-export';

/** Provides the source of each type of export. */
@Injectable()
export class ExportSources {
  private readonly sources: Record<ExportType, ExportSource>;

  constructor(energy: EnergyExport, faults: FaultsExport, alerts: AlertsExport, savings: SavingsExport) {
    this.sources = { energy, faults, alarms: alerts, savings };
  }

  of(type: ExportType): ExportSource {
    return this.sources[type];
  }
}
