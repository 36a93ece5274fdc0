import { PointValueEntity } from '@app/entities';
import type { Role } from '@app/kernel';
import type { ApiAnswer } from './running-api';
import { IotApi } from './iot-api';

const position = { x: 0, y: 0, z: 0 };
const device = (deviceId: string, codes: object) => ({ deviceId, name: deviceId, ...codes });

/** A label with two dimmable lights, a light without a level and a light without a switch. */
export const LIT_LABEL = {
  id: 'floor-1',
  text: 'Floor 1',
  position,
  devices: [
    device('east', { switchCode: 'E.SWITCH', levelCode: 'E.LEVEL', powerCode: 'E.POWER' }),
    device('west', { switchCode: 'W.SWITCH', levelCode: 'W.LEVEL' }),
    device('hall', { switchCode: 'H.SWITCH' }),
    device('spot', { levelCode: 'S.LEVEL' }),
  ],
  scenes: [
    {
      id: 'evening',
      name: 'Evening',
      levels: [
        { deviceId: 'east', on: true, level: 30 },
        { deviceId: 'hall', on: false },
        { deviceId: 'spot', on: true, level: 10 },
      ],
    },
  ],
};

export interface LightAnswer {
  success: boolean;
  results: { deviceId: string; success: boolean; error?: string; code?: string }[];
  [field: string]: unknown;
}

/** An api with a scripted gateway whose points are lights, and a scene with their label. */
export class LightingApi {
  private constructor(readonly iot: IotApi) {}

  static async start(): Promise<LightingApi> {
    const lighting = new LightingApi(await IotApi.start());
    await lighting.show([LIT_LABEL, { id: 'empty', text: 'Empty', position }]);
    return lighting;
  }

  stop(): Promise<void> {
    return this.iot.stop();
  }

  /** Replaces the labels of the scene. */
  async show(labels: object[]): Promise<void> {
    const { status, text } = await this.iot.call('PUT', '../dashboard-model', { body: { labels } });
    if (status !== 200) throw new Error(text);
  }

  /** Makes the gateway work normally, and switches all lights off. */
  reset(): void {
    const { iot } = this;
    iot.serve();
    for (const code of ['E.SWITCH', 'W.SWITCH', 'H.SWITCH']) iot.points.set(code, false);
    for (const code of ['E.LEVEL', 'W.LEVEL']) iot.points.set(code, 80);
    iot.points.set('S.LEVEL', 0);
    iot.points.set('E.POWER', 12.5);
  }

  /** Returns the values of points at the gateway. */
  valuesOf(...codes: string[]): unknown[] {
    return codes.map((code) => this.iot.points.get(code));
  }

  async store(code: string, value: unknown, measuredAt: Date): Promise<void> {
    const { manager } = this.iot.api.database.dataSource;
    await manager.delete(PointValueEntity, { code });
    await manager.insert(PointValueEntity, { code, value: value as object, quality: 0, measuredAt });
  }

  status(labelId = LIT_LABEL.id): Promise<ApiAnswer> {
    return this.call('GET', `${labelId}/status`, { role: 'viewer' });
  }

  toggle(on: unknown, labelId = LIT_LABEL.id, key?: string): Promise<ApiAnswer> {
    return this.call('POST', `${labelId}/toggle`, { body: { on }, key });
  }

  batch(body: object, labelId = LIT_LABEL.id, key?: string): Promise<ApiAnswer> {
    return this.call('POST', `${labelId}/batch`, { body, key });
  }

  private call(
    method: string,
    path: string,
    { body, key, role = 'operator' }: { body?: object; key?: string; role?: Role },
  ): Promise<ApiAnswer> {
    const headers = key === undefined ? undefined : { 'idempotency-key': key };
    return this.iot.call(method, `../control/lighting/${path}`, { body, headers, role });
  }
}
