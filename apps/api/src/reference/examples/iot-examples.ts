import {
  AlarmConfigRequestDto,
  AlarmConfigsDto,
  GatewayAlarmQueryDto,
  GatewayAlarmsDto,
} from '../../features/iot/iot-alarms.dto';
import {
  ForcePointDto,
  PointCodesDto,
  PointHistoryQueryDto,
  PointSeriesDto,
  PointValueDto,
  PointWrittenDto,
  SetPointDto,
} from '../../features/iot/iot-codes.dto';
import { IotTokenDto, IotTokenRequestDto } from '../../features/iot/iot-token.dto';
import { PointOverrideDto, PointWriteDto } from '../../features/iot/iot-writes.dto';
import { ExampleSet } from '../example-set';

const CODE = 'AHU1.SUPPLY.TEMP_SP';
const POINT = { pointId: 12, pointName: 'Air handler 1, supply air setpoint' };
const WRITE_ID = '019d3a1c-6f00-7a51-9c55-2b7e0f3a9d10';
const ALARM_CONFIG = {
  id: 'supply-temp-high',
  code: 'AHU1.SUPPLY.TEMP',
  level: 'major',
  comparison: 'gt',
  threshold: 28,
  message: 'Supply air too warm',
  enabled: true,
};

/** The IoT proxy. */
export const IOT_EXAMPLES = new ExampleSet()
  .add(IotTokenDto, { token: 'GATEWAY_TOKEN', expiresAt: '2026-03-29T08:30:00.000Z' })
  .add(IotTokenRequestDto, { forceRefresh: true })
  .add(PointCodesDto, { codes: [CODE, 'AHU1.SUPPLY.TEMP'] })
  .add(PointValueDto, { code: CODE, value: 21.5, timestamp: '2026-03-29T08:15:00.000Z', quality: 'good' })
  .add(PointHistoryQueryDto, {
    codes: [CODE],
    from: '2026-03-28T00:00:00Z',
    to: '2026-03-29T00:00:00Z',
    interval: '1h',
  })
  .add(PointSeriesDto, {
    code: CODE,
    values: [{ timestamp: '2026-03-28T00:00:00.000Z', value: 21.5, quality: 'good' }],
  })
  .add(SetPointDto, { code: CODE, value: 22 })
  .add(ForcePointDto, {
    code: CODE,
    value: 24,
    reason: 'Test of the heating valve',
    expiresAt: '2026-03-29T10:00:00Z',
  })
  .add(PointWrittenDto, { success: true, confirmed: true, value: 22, id: WRITE_ID })
  .add(GatewayAlarmQueryDto, {
    from: '2026-03-01T00:00:00Z',
    to: '2026-04-01T00:00:00Z',
    level: 'major',
    page: 1,
    limit: 20,
  })
  .add(GatewayAlarmsDto, {
    items: [
      {
        id: 'a-1042',
        code: 'AHU1.SUPPLY.TEMP',
        level: 'major',
        message: 'Supply air too warm',
        raisedAt: '2026-03-27T14:02:00.000Z',
        clearedAt: '2026-03-27T14:40:00.000Z',
      },
    ],
    total: 1,
  })
  .add(AlarmConfigRequestDto, { action: 'update', config: { id: 'supply-temp-high', threshold: 30 } })
  .add(AlarmConfigsDto, { items: [ALARM_CONFIG] }, 'Query')
  .add(AlarmConfigsDto, { config: ALARM_CONFIG }, 'Update')
  .add(PointWriteDto, {
    id: WRITE_ID,
    at: '2026-03-29T08:15:00.000Z',
    finishedAt: '2026-03-29T08:15:00.310Z',
    kind: 'set',
    code: CODE,
    value: 22,
    previousValue: 21.5,
    reason: null,
    status: 'written',
    confirmed: true,
    readValue: 22,
    error: null,
    userId: 7,
    username: 'ada',
    executionId: null,
    workflowId: null,
    ...POINT,
  })
  .add(PointOverrideDto, {
    id: WRITE_ID,
    code: CODE,
    value: 24,
    previousValue: 21.5,
    reason: 'Test of the heating valve',
    userId: 1,
    username: 'admin',
    createdAt: '2026-03-29T08:15:00.000Z',
    expiresAt: '2026-03-29T10:00:00.000Z',
    attempts: 0,
    lastError: null,
    lastFailure: null,
    ...POINT,
  });
