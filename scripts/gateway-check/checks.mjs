import { setTimeout as delay } from 'node:timers/promises';
import { expectStatus } from './checked-gateway.mjs';
import { expectThat, shown, Skipped } from './outcome.mjs';

const QUALITIES = new Set(['good', 'uncertain', 'bad']);
const LEVELS = new Set(['critical', 'major', 'minor', 'warning', 'indeterminate']);
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const UNKNOWN = 'NO.SUCH.POINT';
const PAGE = 200;
const MOST_PAGES = 5000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A device may need some time until it reports a written value. */
const WRITTEN_MS = 30_000;
const POLL_MS = 500;

/** The checks in order, each with its title. A check throws `Violation` or `Skipped`. */
export const CHECKS = new Map([
  ['signs in only with the right password', signsIn],
  ['refuses calls without a valid token', refusesStrangers],
  ['replaces tokens, and accepts a refresh token once', refreshes],
  ['lists all points in pages', listsPoints],
  ['describes each point', describesPoints],
  ['returns current values', returnsValues],
  ['returns the history of a time range, in order and without gaps between ranges', returnsHistory],
  ['aggregates a history', aggregates],
  ['lists alarms in pages', listsAlarms],
  ['lists the configurations of alarms', listsAlarmConfigs],
  ['refuses to write to a point that it does not have', refusesUnknownPoint],
  ['writes values, and releases forced values', writes],
  ['sends changes on its event stream', streams],
]);

async function signsIn(gateway) {
  const wrong = { ...gateway.credentials, password: `${gateway.credentials.password}x` };
  expectStatus(await gateway.call('POST', '/auth/login', wrong, ''), [401]);
  const answer = await gateway.call('POST', '/auth/login', gateway.credentials, '');
  expectStatus(answer, [200]);
  gateway.tokens = pairIn(answer);
}

function pairIn({ call, body }) {
  for (const name of ['accessToken', 'refreshToken'])
    expectThat(typeof body?.[name] === 'string' && body[name] !== '', `${call} returns no ${name}`);
  expectThat(body.expiresIn > 0, `${call} returns ${shown(body.expiresIn)} as expiresIn, in seconds`);
  return body;
}

async function refusesStrangers(gateway) {
  for (const token of ['', 'no-token']) {
    expectStatus(await gateway.call('GET', '/points?page=1&limit=1', undefined, token), [401]);
    expectStatus(await gateway.call('POST', '/codes/values', { codes: [] }, token), [401]);
  }
}

async function refreshes(gateway) {
  const refreshToken = { refreshToken: gateway.tokens.refreshToken };
  const renewed = await gateway.call('POST', '/auth/refresh', refreshToken, '');
  expectStatus(renewed, [200]);
  gateway.tokens = pairIn(renewed);
  await gateway.succeed('GET', '/points?page=1&limit=1');
  expectStatus(await gateway.call('POST', '/auth/refresh', refreshToken, ''), [401]);
}

async function listsPoints(gateway) {
  const points = new Map();
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await gateway.call('GET', `/points?page=${page}&limit=${PAGE}`);
    expectStatus(answer, [200]);
    expectThat(Array.isArray(answer.body), `${answer.call} returns no list: ${shown(answer.body)}`);
    expectThat(answer.body.length <= PAGE, `a page of ${PAGE} has ${answer.body.length} points`);
    const total = Number(answer.headers.get('x-total-count') ?? NaN);
    expectThat(Number.isInteger(total), 'the header X-Total-Count is missing');
    for (const point of answer.body) {
      expectThat(!points.has(point.code), `the point ${point.code} is on two pages`);
      points.set(point.code, point);
    }
    if (points.size >= total) break;
    expectThat(answer.body.length > 0, `X-Total-Count is ${total}, but the pages have ${points.size} points`);
  }
  expectThat(points.size > 0, 'there are no points');
  gateway.points = [...points.values()];
}

async function describesPoints({ points }) {
  for (const point of points) {
    expectThat(isText(point.code, 255), `a code is ${shown(point.code)}`);
    expectThat(isText(point.name, Infinity), `the name of ${point.code} is ${shown(point.name)}`);
    expectThat(typeof point.writable === 'boolean', `writable of ${point.code} is ${shown(point.writable)}`);
    for (const field of ['unit', 'dataType', 'group'])
      expectThat(isTextOrNothing(point[field]), `${field} of ${point.code} is ${shown(point[field])}`);
  }
}

const isText = (value, most) => typeof value === 'string' && value.length > 0 && value.length <= most;
const isTextOrNothing = (value) => value === undefined || value === null || typeof value === 'string';

async function returnsValues(gateway) {
  const codes = [...gateway.points.slice(0, 499).map(({ code }) => code), UNKNOWN];
  const values = await gateway.post('/codes/values', { codes });
  expectThat(Array.isArray(values), `the values are no list: ${shown(values)}`);
  const byCode = new Map(values.map((value) => [value.code, value]));
  for (const code of codes) {
    const value = byCode.get(code);
    expectThat(value, `the value of ${code} is missing`);
    expectValue(value);
  }
  const { value, quality } = byCode.get(UNKNOWN);
  expectThat(
    value === null && quality === 'bad',
    `an unknown code has the value ${shown(value)} and the quality ${quality}`,
  );
}

/** Checks a value, its quality and its timestamp. */
function expectValue({ code, value, quality, timestamp }) {
  const kinds = ['number', 'boolean', 'string'];
  expectThat(value === null || kinds.includes(typeof value), `the value of ${code} is ${shown(value)}`);
  expectThat(QUALITIES.has(quality), `the quality of ${code} is ${shown(quality)}`);
  expectThat(INSTANT.test(timestamp ?? ''), `the timestamp of ${code} is ${shown(timestamp)}`);
}

async function returnsHistory(gateway) {
  const toMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const codes = [...gateway.points.slice(0, 3).map(({ code }) => code), UNKNOWN];
  const read = async (from, to) =>
    seriesIn(await gateway.post('/codes/history', { codes, ...rangeOf(from, to) }), codes, from, to);
  const middleMs = toMs - 5 * HOUR_MS - 17_000;
  const whole = await read(toMs - DAY_MS, toMs);
  const parts = [await read(toMs - DAY_MS, middleMs), await read(middleMs, toMs)];
  for (const code of codes) {
    const joined = parts.flatMap((part) => part.get(code));
    expectThat(
      JSON.stringify(joined) === JSON.stringify(whole.get(code)),
      `the history of ${code} over a day has ${whole.get(code).length} values, but over its two parts ${joined.length}, or others`,
    );
  }
  expectThat(whole.get(UNKNOWN).length === 0, 'an unknown code has a history');
}

const rangeOf = (fromMs, toMs) => ({
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
});

/** Returns the values by code, and checks that they are in order and within the range. */
function seriesIn(body, codes, fromMs, toMs) {
  expectThat(Array.isArray(body), `the history is no list: ${shown(body)}`);
  const byCode = new Map(body.map(({ code, values }) => [code, values]));
  for (const code of codes) {
    const values = byCode.get(code);
    expectThat(Array.isArray(values), `the history of ${code} is missing`);
    let lastMs = -Infinity;
    for (const value of values) {
      expectValue({ code, ...value });
      const atMs = Date.parse(value.timestamp);
      expectThat(
        atMs >= fromMs && atMs < toMs,
        `the history of ${code} has a value at ${value.timestamp}, outside the range`,
      );
      expectThat(atMs > lastMs, `the history of ${code} is not in order at ${value.timestamp}`);
      lastMs = atMs;
    }
  }
  return byCode;
}

async function aggregates(gateway) {
  const toMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
  const fromMs = toMs - 6 * HOUR_MS;
  const codes = gateway.points.slice(0, 3).map(({ code }) => code);
  const body = await gateway.post('/codes/history', { codes, ...rangeOf(fromMs, toMs), interval: '1h' });
  for (const [code, values] of seriesIn(body, codes, fromMs, toMs))
    expectThat(values.length <= 6, `the history of ${code} by hour has ${values.length} values in six hours`);
}

async function listsAlarms(gateway) {
  const range = rangeOf(Date.now() - 7 * DAY_MS, Date.now());
  const { items, total } = await gateway.post('/alarms', { ...range, page: 1, limit: 2 });
  expectThat(Array.isArray(items) && items.length <= 2, `a page of two alarms is ${shown(items)}`);
  expectThat(Number.isInteger(total) && total >= items.length, `the number of alarms is ${shown(total)}`);
  for (const alarm of items) {
    expectThat(['string', 'number'].includes(typeof alarm.id), `the id of an alarm is ${shown(alarm.id)}`);
    expectThat(LEVELS.has(alarm.level), `the level of an alarm is ${shown(alarm.level)}`);
    expectThat(
      typeof alarm.code === 'string' && typeof alarm.message === 'string',
      `an alarm is ${shown(alarm)}`,
    );
    expectThat(INSTANT.test(alarm.raisedAt ?? ''), `raisedAt of an alarm is ${shown(alarm.raisedAt)}`);
    expectThat(
      !alarm.clearedAt || INSTANT.test(alarm.clearedAt),
      `clearedAt of an alarm is ${shown(alarm.clearedAt)}`,
    );
  }
}

async function listsAlarmConfigs(gateway) {
  const { items } = await gateway.post('/alarm-configs', { action: 'query' });
  expectThat(Array.isArray(items), `the configurations are no list: ${shown(items)}`);
}

async function refusesUnknownPoint(gateway) {
  expectStatus(await gateway.call('POST', '/codes/set', { code: UNKNOWN, value: 1 }), [400, 404, 422]);
}

async function writes(gateway) {
  const { code, value, before } = await writePlanOf(gateway);
  try {
    await write(gateway, '/codes/force-set', { code, value, reason: 'Check of the gateway' });
    await becomes(gateway, code, value);
    const release = await gateway.call('POST', '/codes/release', { code });
    expectStatus(release, [200, 404]);
    if (release.status === 404) await write(gateway, '/codes/set', { code, value: before });
    await becomes(gateway, code, before);
    await write(gateway, '/codes/set', { code, value });
    await becomes(gateway, code, value);
  } finally {
    await restore(gateway, code, before);
  }
  await becomes(gateway, code, before);
}

/** Gives a point its former value, even if a check has failed while the point was forced. */
async function restore(gateway, code, before) {
  await gateway.call('POST', '/codes/release', { code });
  await gateway.call('POST', '/codes/set', { code, value: before });
}

/** Returns the permitted write, and the present value of its point. */
async function writePlanOf(gateway) {
  if (!gateway.write) throw new Skipped('--write CODE=VALUE was not given');
  const { code, value } = gateway.write;
  expectThat(gateway.points.find((point) => point.code === code)?.writable, `${code} is no writable point`);
  const { value: before } = await gateway.valueOf(code);
  if (before === null || isSame(before, value)) throw new Skipped(`${code} already has the value ${before}`);
  return { code, value, before };
}

async function write(gateway, path, body) {
  const { success } = await gateway.post(path, body);
  expectThat(success === true, `POST ${path} returns ${shown(success)} as success`);
}

/** Compares values of a point. Devices store numbers with seven digits. */
function isSame(value, wanted) {
  if (typeof value !== 'number' || typeof wanted !== 'number') return value === wanted;
  return Math.abs(value - wanted) <= 1e-6 * Math.abs(wanted);
}

async function becomes(gateway, code, wanted) {
  const deadline = Date.now() + WRITTEN_MS;
  for (;;) {
    const { value } = await gateway.valueOf(code);
    if (isSame(value, wanted)) return;
    expectThat(
      Date.now() < deadline,
      `${code} is ${shown(value)} instead of ${shown(wanted)} after ${WRITTEN_MS / 1000} s`,
    );
    await delay(POLL_MS);
  }
}

async function streams(gateway) {
  const events = [];
  const close = await gateway.openStream((event, data) => events.push({ event, data }));
  if (!close) throw new Skipped('the gateway has no stream, so its values are polled');
  try {
    await streamsWrites(gateway, events, await writePlanOf(gateway));
  } finally {
    await close();
  }
}

async function streamsWrites(gateway, events, { code, value, before }) {
  try {
    await write(gateway, '/codes/set', { code, value });
    await arrives(events, code, value);
    await write(gateway, '/codes/set', { code, value: before });
    await arrives(events, code, before);
  } finally {
    await restore(gateway, code, before);
  }
}

async function arrives(events, code, wanted) {
  const deadline = Date.now() + WRITTEN_MS;
  const isIt = ({ event, data }) => {
    if (event !== 'value') return false;
    const value = JSON.parse(data);
    expectValue(value);
    return value.code === code && isSame(value.value, wanted);
  };
  while (!events.some(isIt)) {
    expectThat(Date.now() < deadline, `no event says that ${code} is ${shown(wanted)}`);
    await delay(POLL_MS);
  }
}
