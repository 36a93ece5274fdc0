import type { ExportType } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { AlarmsExport } from './alarms-export';
import { EnergyExport } from './energy-export';
import type { ExportSource } from './export-source';
import { FaultsExport } from './faults-export';

/** Provides the source of each type of export. */
@Injectable()
export class ExportSources {
  private readonly sources: Record<ExportType, ExportSource>;

  constructor(energy: EnergyExport, faults: FaultsExport, alarms: AlarmsExport) {
    this.sources = { energy, faults, alarms };
  }

  of(type: ExportType): ExportSource {
    return this.sources[type];
  }
}
