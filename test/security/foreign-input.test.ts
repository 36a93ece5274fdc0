// Runs in the full check only: it lets a parser use all of its time.
import { Readable } from 'node:stream';
import { isWholePicture, readGreenButton, readPublishedFactors, readReadings } from '@app/domain/testing';
import type { Request, Response } from 'express';
import { memoryStorage } from 'multer';
import { readCsvPoints } from '../../apps/api/src/features/points/csv-points';
import { toPointRows } from '../../apps/api/src/features/points/point-rows';
import { WorkflowInputDto } from '../../apps/api/src/features/workflows/workflow-input.dto';
import { parseForm } from '../../apps/api/src/http/body/form-data';
import { parseJson } from '../../apps/api/src/http/body/json-body';
import { formReader } from '../../apps/api/src/http/body/multipart-form';
import { validated } from '../../apps/api/src/http/body/request.pipe';
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
    api = await RunningApi.startProcess({ LIMIT_MODEL_CHECK_MS: 100 });
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

  it('other requests, also to the same calendar, are answered while a calendar file is read until its time is over, and the next file is read after it', async () => {
    let isRead = false;
    const reading = send(SLOW_FILE).finally(() => (isRead = true));
    for (let answered = 0; answered < 3; answered++) {
      const change = { token, body: { name: `Offices ${answered}` } };
      expect((await api.call('PUT', `/api/calendars/${calendarId}`, change)).status).toBe(200);
    }
    expect(isRead).toBe(false);
    expect(await reading).toMatchObject({ status: 400, body: { code: 'calendar_too_complex' } });
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
    const bytes = aGlb({ nodes: Array.from({ length: 150_000 }, (_, index) => `Node ${index}`) });
    const form = { path: '/api/models', token, fields: { name: 'Plant' }, files: [{ bytes }] };
    expect(await sendForm(api, form)).toMatchObject({ status: 400, body: { code: 'too_complex' } });
  });
});

const MEGABYTE = 1024 * 1024;
/** Repeats a text up to a megabyte. */
const filled = (text: string, head = '') =>
  head + text.repeat(Math.floor((MEGABYTE - head.length) / text.length));
const manyFields = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`k${index}`, 1]));
const METER = {
  kind: 'interval' as const,
  multiplier: 1,
  intervalSeconds: 900,
  stampedAt: 'end' as const,
  registerMax: null,
  maxPowerKw: null,
};
const READINGS = {
  meter: METER,
  timezone: 'Europe/Berlin',
  decimalComma: false,
  dateFormat: 'iso' as const,
  latestMs: Date.UTC(2030, 0),
};
const readCsv = (lines: string) =>
  readReadings(Readable.from([Buffer.from(`timestamp,value\n${lines}`)]), READINGS);
const readXml = (text: string) => readGreenButton(Readable.from([Buffer.from(text)]), READINGS, () => true);
/** Returns a function that parses and checks the body. */
const bodyReader = <Dto extends object>(type: new () => Dto, body: object) => {
  const bytes = Buffer.from(JSON.stringify(body));
  return () => validated(type, parseJson(bytes) as Record<string, unknown>);
};
const workflow = (parts: object) =>
  bodyReader(WorkflowInputDto, { name: 'x', nodes: [], edges: [], ...parts });
const readForm = formReader({ storage: memoryStorage(), fileSize: MEGABYTE });
const form = (text: string) => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': `${text.length}` };
  const request = Object.assign(Readable.from([Buffer.from(text)]), { headers, aborted: false });
  return readForm(request as unknown as Request, {} as Response);
};
/** A PNG picture of chunks without data. */
const picture = Buffer.from(filled('\0\0\0\0IDATcrc!', '\x89PNG\r\n\x1a\n'), 'latin1');
/** Each minute of a month, from new to old. */
const backwards = Array.from({ length: 50_000 }, (_, index) => {
  const at = new Date(1_750_000_000_000 - 60_000 * index).toISOString();
  return `${at.slice(0, 16)}Z,1\n`;
}).join('');
const refusal = (message: string) => expect.objectContaining({ message: expect.stringContaining(message) });

describe('the worst megabyte of a parser', () => {
  it.each<[string, () => unknown, unknown]>([
    ['nested JSON', () => parseJson(Buffer.from(filled('['))), refusal('is nested too deeply')],
    ['JSON with many names', () => parseJson(Buffer.from(JSON.stringify(manyFields))), manyFields],
    [
      'a form with many fields',
      () => parseForm(Buffer.from(filled('a=1&'))),
      refusal('more than 1000 fields'),
    ],
    [
      'a workflow with many nodes',
      workflow({ nodes: Array.from({ length: 140_000 }, () => ({})) }),
      refusal('nodes must have at most 1000 elements'),
    ],
    [
      'points with many cells',
      () => readCsvPoints(filled(',', 'name,code\n')),
      refusal('more than 1000 cells'),
    ],
    ['points with a long cell', () => readCsvPoints(filled('a', 'name,code\n"')), refusal('Max Record Size')],
    ['many points', () => readCsvPoints(filled('a\n', 'name,code\n')), refusal('more than 10000 points')],
    [
      'points with many fields',
      () => toPointRows([manyFields]),
      [expect.objectContaining({ fault: expect.anything() })],
    ],
    [
      'many points of JSON',
      async () => (await toPointRows(Array.from({ length: 10_000 }, () => ({ code: {}, name: {} })))).length,
      10_000,
    ],
    [
      'a form with many parts',
      () => form(filled('--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n')),
      refusal('too many fields'),
    ],
    [
      'a form with many headers',
      () => form(filled('a:b\r\n', '--b\r\ncontent-disposition: form-data; name="a"\r\n')),
      refusal('not a well-formed form'),
    ],
    ['a picture with many chunks', () => isWholePicture(picture, 'png'), false],
    [
      'readings from new to old',
      () => readCsv(backwards),
      expect.objectContaining({ complete: true, refusedCount: 0 }),
    ],
    [
      'readings with long numbers',
      () => readCsv(filled(`2025-01-01T00:00Z,${'1'.repeat(15_000)}x\n`)),
      expect.objectContaining({ refusedCount: 69 }),
    ],
    [
      'readings at a change of the clocks',
      () => readCsv(filled('2025-10-26 02:30,1\n')),
      expect.objectContaining({ complete: true }),
    ],
    [
      'XML with many attributes',
      () => readXml(filled('b="" ', '<a ')),
      refusal('more than 100000 characters'),
    ],
    ['nested XML', () => readXml(filled('<a>')), refusal('more than 100 levels')],
    [
      'emission factors with many fields',
      () => readPublishedFactors(JSON.stringify({ factors: [manyFields] }), 'UTC'),
      refusal('factors[0].name'),
    ],
  ])('%s is handled or refused', async (_, read, expected) => {
    expect(await outcomeOf(read)).toEqual(expected);
  });
});

/** Returns the result of a parser, or its error. */
async function outcomeOf(read: () => unknown): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    return error;
  }
}
