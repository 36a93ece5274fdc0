import { RunningApi } from '../factories/running-api';
import { sendForm } from '../factories/send-form';
import { aGlb } from '../factories/models';

const CLOCK_CHANGE = [
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  `RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=${Array.from({ length: 31 }, (_, index) => index + 1).join(',')}`,
  'END:STANDARD',
];
const EVENT = [
  'BEGIN:VEVENT',
  'UID:1',
  'DTSTART;TZID=Z:20260101T000000',
  'DTEND;TZID=Z:20260101T010000',
  'END:VEVENT',
];
const fileOf = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
/** Within all limits. Its 3.6 million clock changes take about a minute to compute. */
const SLOW_FILE = fileOf(
  'BEGIN:VTIMEZONE',
  'TZID:Z',
  ...Array.from({ length: 190 }, () => CLOCK_CHANGE).flat(),
  'END:VTIMEZONE',
  ...EVENT,
);

describe('input that takes long to read', () => {
  let api: RunningApi;
  let token: string;
  let calendarId: number;

  beforeAll(async () => {
    api = await RunningApi.start({ LIMIT_MODEL_CHECK_MS: 300 });
    ({ token } = await api.signInAs('engineer'));
    const { body } = await api.call('POST', '/api/calendars', { token, body: { name: 'Offices' } });
    calendarId = (body as { id: number }).id;
  });
  afterAll(() => api.stop());

  const send = (body: string) =>
    api.call('POST', `/api/calendars/${calendarId}/import`, {
      token,
      body,
      headers: { 'content-type': 'text/calendar' },
    });

  it('other requests, also to the same calendar, are answered while a calendar file is read until its time is over', async () => {
    const read = new AbortController();
    const reading = send(SLOW_FILE).finally(() => read.abort());
    let answered = 0;
    for (; !read.signal.aborted; answered++) {
      const change = { token, body: { name: `Offices ${answered}` } };
      expect((await api.call('PUT', `/api/calendars/${calendarId}`, change)).status).toBe(200);
    }
    expect(await reading).toMatchObject({ status: 400, body: { code: 'calendar_too_complex' } });
    expect(answered).toBeGreaterThan(5);
  });

  it('a calendar file waits for its turn, and is read after one that was stopped', async () => {
    await send(SLOW_FILE);
    expect(await send(fileOf(...EVENT.slice(0, 2), 'DTSTART:20260101T080000', 'END:VEVENT'))).toMatchObject({
      status: 200,
    });
  });

  it('a calendar file with an endless duration is refused with its line', async () => {
    const text = fileOf(...EVENT.slice(0, 2), 'DTSTART:20260101', 'DURATION:P999999999W', 'END:VEVENT');
    expect(await send(text)).toMatchObject({
      status: 400,
      body: { error: 'Line 5: The event lasts longer than 3660 days.' },
    });
  });

  it('a body with too many values is refused before its fields are checked', async () => {
    const body = { username: Array.from({ length: 150_000 }, () => []) };
    expect(await api.call('POST', '/api/auth/login', { body })).toMatchObject({
      status: 400,
      body: { error: 'The body must not contain more than 150000 values.' },
    });
  });

  it('a model that takes too long to check is refused', async () => {
    const bytes = aGlb({ nodes: Array.from({ length: 300_000 }, (_, index) => `Node ${index}`) });
    const form = { path: '/api/models', token, fields: { name: 'Plant' }, files: [{ bytes }] };
    expect(await sendForm(api, form)).toMatchObject({ status: 400, body: { code: 'too_complex' } });
  });
});
