import { IotApi } from '../factories/iot-api';

const HISTORY = 'POST /codes/history';
const RANGE = { from: '2026-03-01T00:00:00Z', to: '2026-03-01T02:00:00Z' };
const at = (time: string) => `2026-03-01T${time}:00.000Z`;
const sample = (time: string, value: unknown) => ({ timestamp: at(time), value, quality: 'good' });
const RAW = [sample('00:00', 1), sample('00:30', 2), sample('01:10', 6)];
const HOURLY = [sample('00:00', 1.5), sample('01:00', 6)];

describe('histories through the IoT proxy', () => {
  let iot: IotApi;

  beforeAll(async () => {
    iot = await IotApi.start({ LIMIT_POINTS_PER_ANSWER: 100, LIMIT_BUCKETS_PER_AREA: 50 });
  });
  beforeEach(() => {
    iot.serve();
    iot.gateway.exchanges.length = 0;
  });
  afterAll(() => iot.stop());

  const serve = (values: object[]) => iot.gateway.on(HISTORY, () => ({ body: [{ code: 'A', values }] }));
  const history = (more: object = {}) => iot.post('codes/history', { codes: ['A'], ...RANGE, ...more });

  it('histories contain raw values if no interval is requested, and an empty series for an unknown code', async () => {
    serve(RAW);
    expect(await history({ codes: ['A', 'B'] })).toMatchObject({
      status: 200,
      body: [
        { code: 'A', values: RAW },
        { code: 'B', values: [] },
      ],
    });
  });

  it('histories are returned unchanged if the gateway aggregates them', async () => {
    serve([sample('00:00', 40), sample('01:00', 41)]);
    const { body } = await history({ interval: '1h' });
    expect(body).toEqual([{ code: 'A', values: [sample('00:00', 40), sample('01:00', 41)] }]);
    expect(iot.gateway.count(HISTORY)).toBe(1);
  });

  it('histories are aggregated by the service if the gateway ignores the interval', async () => {
    serve(RAW);
    expect((await history({ interval: '1h' })).body).toEqual([{ code: 'A', values: HOURLY }]);
  });

  it('histories are aggregated by the service if the gateway refuses the interval', async () => {
    iot.gateway.on(HISTORY, ({ body }) =>
      body.interval === undefined
        ? { body: [{ code: 'A', values: RAW }] }
        : { status: 400, body: { error: 'What is an interval?' } },
    );
    expect((await history({ interval: '1h' })).body).toEqual([{ code: 'A', values: HOURLY }]);
  });

  it('histories include the minimum and maximum of each interval if extremes are requested, even if the gateway aggregates the values', async () => {
    iot.gateway.on(HISTORY, ({ body }) => ({
      body: [{ code: 'A', values: body.interval === undefined ? RAW : HOURLY }],
    }));
    expect((await history({ interval: '1h', extremes: true })).body).toEqual([
      {
        code: 'A',
        values: [
          { ...sample('00:00', 1.5), min: 1, max: 2 },
          { ...sample('01:00', 6), min: 6, max: 6 },
        ],
      },
    ]);
  });

  it('histories include no minimum and maximum of values that are not numbers', async () => {
    serve([sample('00:00', true), sample('00:30', false)]);
    const { body } = await history({ interval: '1h', extremes: true });
    expect(body).toEqual([{ code: 'A', values: [sample('00:00', false)] }]);
  });

  it.each([
    [{ extremes: true }, 'extremes'],
    [{ interval: '1h', extremes: 'yes' }, 'extremes'],
    [{ codes: [] }, 'codes'],
    [{ codes: Array.from({ length: 101 }, (_, index) => `A${index}`) }, 'codes'],
    [{ codes: [''] }, 'codes[0]'],
    [{ from: 'yesterday' }, 'from'],
    [{ from: RANGE.to }, 'from'],
    [{ interval: '2h' }, 'interval'],
    [{ interval: '15m', to: '2026-03-02T00:00:00Z' }, 'to'],
    // 40 intervals of three codes; one code may have 50.
    [{ codes: ['A', 'B', 'C'], interval: '15m', to: '2026-03-01T10:00:00Z' }, 'to'],
  ])('histories are refused for the request %j', async (fault, path) => {
    const answer = await history(fault);
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path }] } });
    expect(iot.gateway.count(HISTORY)).toBe(0);
  });

  it('histories are refused if the answer would be too large', async () => {
    serve(Array.from({ length: 101 }, () => sample('00:00', 1)));
    expect(await history()).toMatchObject({ status: 400, body: { details: [{ path: 'to' }] } });
  });
});
