import {
  AlertRuleChangesDto,
  AlertRuleDto,
  AlertRuleInputDto,
  AlertRuleTestDto,
  AlertRuleTestResultDto,
} from '../../features/alert-rules/alert-rules.dto';
import { ExampleSet } from '../example-set';

const tooWarm = {
  name: 'Supply air too warm',
  pointCode: 'AHU1.SUPPLY.TEMP',
  comparison: 'gt',
  threshold: 30,
  deadband: 2,
  onDelaySeconds: 300,
  severity: 'major',
} as const;
const silent = {
  name: 'Supply air sensor is silent',
  pointCode: 'AHU1.SUPPLY.TEMP',
  severity: 'warning',
  condition: { kind: 'noData', minutes: 15 },
} as const;
const stuck = {
  name: 'Supply air sensor is stuck',
  pointCode: 'AHU1.SUPPLY.TEMP',
  severity: 'warning',
  condition: { kind: 'unchanged', minutes: 240 },
} as const;

/** Alert rules. */
export const ALERT_RULE_EXAMPLES = new ExampleSet()
  .add(AlertRuleDto, {
    ...tooWarm,
    id: 4,
    areaId: null,
    offDelaySeconds: 0,
    enabled: true,
    condition: { kind: 'threshold', comparison: 'gt', threshold: 30, deadband: 2 },
    schedule: 1,
    warnings: [],
  })
  .add(AlertRuleInputDto, tooWarm, 'Threshold')
  .add(AlertRuleInputDto, silent, 'No data')
  .add(AlertRuleInputDto, stuck, 'Unchanged value')
  .add(AlertRuleChangesDto, { threshold: 32, schedule: null })
  .add(AlertRuleTestDto, { rule: tooWarm, from: '2026-03-01', to: '2026-03-29' })
  .add(AlertRuleTestResultDto, {
    raised: [{ from: '2026-03-12T13:05:00.000Z', to: '2026-03-12T15:42:00.000Z', value: 30.6 }],
    evaluated: 40_320,
    truncated: false,
  });
