import {
  AirHandlersDto,
  LossDto,
  LossReasonDto,
  LossRuleChangesDto,
  LossRuleDayDto,
  LossRuleDto,
  LossRuleTestDto,
} from '../../features/losses/losses.dto';
import { ExampleSet } from '../example-set';

const RULE = { rule: 'night_load', enabled: true, settings: { sharePercent: 40 } } satisfies LossRuleDto;

export const LOSS_EXAMPLES = new ExampleSet()
  .add(LossDto, {
    id: 1,
    rule: 'night_load',
    areaId: 1,
    objectId: null,
    pointCode: null,
    energyType: 'electricity',
    since: '2026-10-12T05:10:00.000Z',
    lastSeenAt: '2026-11-16T05:10:00.000Z',
    kwhPerMonth: 1840.5,
    costPerMonth: 460.13,
    currency: 'EUR',
    status: 'open',
    dismissal: null,
    evidence: [
      { code: 'nights', value: 20 },
      { code: 'nightKw', value: 41.2 },
      { code: 'dayKw', value: 62.5 },
      { code: 'sharePercent', value: 65.9 },
    ],
  })
  .add(LossReasonDto, { reason: 'The cold store runs at night.' })
  .add(LossRuleDto, RULE)
  .add(LossRuleChangesDto, { settings: RULE.settings })
  .add(LossRuleTestDto, { rule: 'night_load', areaId: 1, from: '2026-01-01', to: '2026-04-01' })
  .add(LossRuleDayDto, {
    areaId: 1,
    date: '2026-03-29',
    energyType: 'electricity',
    outcome: 'loss',
    reason: null,
    kwhPerMonth: 1840.5,
  })
  .add(AirHandlersDto, {
    airHandlers: [
      {
        name: 'AHU 1',
        areaId: 1,
        points: {
          supplyTemperature: 'AHU1.SUPPLY.TEMP',
          supplySetpoint: 'AHU1.SUPPLY.TEMP_SP',
          fanStatus: 'AHU1.FAN.STATUS',
          heatingValve: 'AHU1.HEATING.VALVE',
        },
        minDamperPercent: 20,
        airflowM3PerHour: 12_000,
      },
    ],
  });
