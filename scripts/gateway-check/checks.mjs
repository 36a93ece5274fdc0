import { setTimeout as delay } from 'node:timers/promises';
import { expectStatus, expectSuccess } from './checked-gateway.mjs';
import { expectThat, shown, Skipped, Violation } from './outcome.mjs';

const QUALITIES = new Set(['good', 'uncertain', 'bad']);
const DEVICE_STATES = new Set(['ok', 'failing', 'unknown', 'off']);
const LEVELS = new Set(['critical', 'major', 'minor', 'warning', 'indeterminate']);
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const TOKEN = /^[\x21-\x7e]{1,16384}$/;
const ONLY_READS = '--write CODE=VALUE was not given';
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
  ['lists its devices', listsDevices],
  ['refuses to write to a point that it does not have', refusesUnknownPoint],
  ['writes values, and releases forced values', writes],
  ['sends changes on its event stream', streams],
]);

async function signsIn(gateway) {
  const answer = await gateway.signIn();
  expectSuccess(answer);
  expectPair(answer);
  const wrong = { ...gateway.credentials, password: `${gateway.credentials.password}x` };
  expectStatus(await gateway.call('POST', '/auth/login', wrong, ''), [401]);
}

function expectPair({ call, body }) {
  for (const name of ['accessToken', 'refreshToken'])
    expectThat(TOKEN.test(body?.[name]), `${call} returns no ${name} of visible ASCII characters`);
  const { expiresIn } = body;
  const isTime = typeof expiresIn === 'number' && expiresIn > 0;
  expectThat(isTime, `${call} returns ${shown(expiresIn)} as expiresIn, in seconds`);
}

async function refusesStrangers(gateway) {
  for (const token of ['', 'no-token']) {
    expectStatus(await gateway.call('GET', '/points?page=1&limit=1', undefined, token), [401]);
    expectStatus(await gateway.call('POST', '/codes/values', { codes: [] }, token), [401]);
  }
}

async function refreshes(gateway) {
  const used = { refreshToken: gateway.tokens.refreshToken };
  const renewed = await gateway.call('POST', '/auth/refresh', used, '');
  expectSuccess(renewed);
  expectPair(renewed);
  const { accessToken } = renewed.body;
  expectSuccess(await gateway.call('GET', '/points?page=1&limit=1', undefined, accessToken));
  expectStatus(await gateway.call('POST', '/auth/refresh', used, ''), [400, 401, 403]);
  // A gateway may revoke all tokens when a used one is presented.
  expectSuccess(await gateway.signIn());
}

async function listsPoints(gateway) {
  const points = new Map();
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await gateway.call('GET', `/points?page=${page}&limit=${PAGE}`);
    expectSuccess(answer);
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
  if (points.length === 0) throw new Skipped('the points could not be listed');
  for (const point of points) {
    const isCode = typeof point.code === 'string' && /^.{1,255}$/.test(point.code);
    expectThat(isCode, `a code is ${shown(point.code)}`);
    expectThat(typeof point.name === 'string', `the name of ${point.code} is ${shown(point.name)}`);
    expectThat(typeof point.writable === 'boolean', `writable of ${point.code} is ${shown(point.writable)}`);
    for (const field of ['unit', 'dataType', 'group'])
      expectThat(isTextOrNothing(point[field]), `${field} of ${point.code} is ${shown(point[field])}`);
  }
}

const isTextOrNothing = (value) => value === undefined || value === null || typeof value === 'string';

async function returnsValues(gateway) {
  const codes = [...gateway.points.slice(0, 499).map(({ code }) => code), UNKNOWN];
  const values = await gateway.post('/codes/values', { codes });
  expectThat(Array.isArray(values), `the values are no list: ${shown(values)}`);
  const byCode = new Map(values.map((value) => [value.code, value]));
  for (const code of codes) {
    const value = byCode.get(code);
    expectThat(value, `the value of ${code} is missing`);
    expectValue({ ...value, timestamp: value.timestamp ?? new Date().toISOString() });
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
  const toMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
  const fromMs = toMs - 4 * HOUR_MS;
  const codes = [...gateway.points.slice(0, 20).map(({ code }) => code), UNKNOWN];
  const read = async (from, to) =>
    seriesIn(await gateway.post('/codes/history', { codes, ...rangeOf(from, to) }), codes, from, to);
  const whole = await read(fromMs, toMs);
  expectThat(whole.get(UNKNOWN).length === 0, 'an unknown code has a history');
  const longest = [...whole.values()].toSorted((a, b) => b.length - a.length)[0];
  if (longest.length < 2) throw new Skipped(`the first ${codes.length - 1} points have no history`);
  // The range is divided at a sample, which belongs to the second part.
  const middleMs = Date.parse(longest[Math.ceil(longest.length / 2)].timestamp);
  const parts = [await read(fromMs, middleMs), await read(middleMs, toMs)];
  for (const code of codes) {
    const joined = parts.flatMap((part) => part.get(code));
    expectThat(
      JSON.stringify(joined) === JSON.stringify(whole.get(code)),
      `the history of ${code} has ${whole.get(code).length} values, but its two parts have ${joined.length}, or others`,
    );
  }
}

const rangeOf = (fromMs, toMs) => ({
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
});

/** Returns the values by code, and checks that they are in order and within the range. A code may be left out. */
function seriesIn(body, codes, fromMs, toMs) {
  expectThat(Array.isArray(body), `the history is no list: ${shown(body)}`);
  const returned = new Map(body.map(({ code, values }) => [code, values]));
  const byCode = new Map(codes.map((code) => [code, returned.get(code) ?? []]));
  for (const [code, values] of byCode) {
    expectThat(Array.isArray(values), `the history of ${code} is ${shown(values)}`);
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
  const question = { codes, ...rangeOf(fromMs, toMs), interval: '1h' };
  const answer = await gateway.call('POST', '/codes/history', question);
  if ([400, 422].includes(answer.status)) throw new Skipped('the gateway has raw samples only');
  expectSuccess(answer);
  for (const [code, values] of seriesIn(answer.body, codes, fromMs, toMs))
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

async function listsDevices(gateway) {
  const answer = await gateway.call('GET', '/devices');
  if ([404, 405].includes(answer.status)) throw new Skipped('the gateway does not list its devices');
  expectSuccess(answer);
  expectThat(Array.isArray(answer.body), `the devices are no list: ${shown(answer.body)}`);
  const known = new Set(gateway.points.map(({ code }) => code));
  for (const { name, connection, protocol, state, reason, codes, goodPoints, lastValueAt } of answer.body) {
    for (const text of [name, connection, protocol])
      expectThat(typeof text === 'string', `the device ${shown(name)} has ${shown(text)} instead of a text`);
    expectThat(DEVICE_STATES.has(state), `the state of ${name} is ${shown(state)}`);
    const isReason =
      reason === null || (typeof reason?.code === 'string' && typeof reason.message === 'string');
    expectThat(isReason, `the reason of ${name} is ${shown(reason)}`);
    expectThat(Array.isArray(codes), `the codes of ${name} are no list: ${shown(codes)}`);
    const unknown = codes.filter((code) => !known.has(code));
    expectThat(
      unknown.length === 0,
      `${name} has codes that are no points: ${unknown.slice(0, 3).join(', ')}`,
    );
    expectThat(Number.isInteger(goodPoints), `goodPoints of ${name} is ${shown(goodPoints)}`);
    const isTime = lastValueAt === null || INSTANT.test(lastValueAt);
    expectThat(isTime, `lastValueAt of ${name} is ${shown(lastValueAt)}`);
  }
}

async function refusesUnknownPoint(gateway) {
  if (!gateway.write) throw new Skipped(ONLY_READS);
  expectStatus(await gateway.call('POST', '/codes/set', { code: UNKNOWN, value: 1 }), [400, 404, 422]);
}

async function writes(gateway) {
  const { code, value, before } = await writePlanOf(gateway);
  try {
    await write(gateway, '/codes/force-set', { code, value, reason: 'Check of the gateway' });
    await becomes(gateway, code, value);
    const release = await gateway.call('POST', '/codes/release', { code });
    if (![404, 405].includes(release.status)) {
      expectSuccess(release);
      expectThat(release.body?.success === true, `POST /codes/release returns ${shown(release.body)}`);
    }
    await write(gateway, '/codes/set', { code, value: before });
    await becomes(gateway, code, before);
    await write(gateway, '/codes/set', { code, value });
    await becomes(gateway, code, value);
  } finally {
    await restore(gateway, code, before);
  }
}

/** Releases a point, and gives it its former value. @throws Violation if the point does not have it afterwards */
async function restore(gateway, code, before) {
  await gateway.call('POST', '/codes/release', { code }).catch(() => undefined);
  try {
    await write(gateway, '/codes/set', { code, value: before });
    await becomes(gateway, code, before);
  } catch (error) {
    throw new Violation(`${code} could not be restored to ${shown(before)}: ${error.message}`);
  }
}

/** Returns the permitted write, and the value that the point had before all writes. */
async function writePlanOf(gateway) {
  if (!gateway.write) throw new Skipped(ONLY_READS);
  const { code, value } = gateway.write;
  expectThat(gateway.points.find((point) => point.code === code)?.writable, `${code} is no writable point`);
  if (gateway.before === null) {
    const { value: before, quality } = await gateway.valueOf(code);
    if (before === null || quality === 'bad') throw new Skipped(`${code} has no current value`);
    if (isSame(before, value)) throw new Skipped(`${code} already has the value ${before}`);
    gateway.before = before;
  }
  return { code, value, before: gateway.before };
}

async function write(gateway, path, body) {
  const answer = await gateway.call('POST', path, body);
  if (answer.status === 403) throw new Skipped(`an interlock protects ${body.code}: ${shown(answer.body)}`);
  expectSuccess(answer);
  const { success } = answer.body;
  expectThat(success === true, `POST ${path} returns ${shown(success)} as success`);
}

/** Compares values of a point. Devices store numbers with seven digits. */
function isSame(value, wanted) {
  if (typeof wanted === 'boolean') return value === wanted || value === Number(wanted);
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
