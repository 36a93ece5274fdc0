// Runs on both profiles: locks and races differ.
import { RefreshTokenEntity } from '@app/entities';
import { PASSWORD, anAccount } from '../factories/an-account';
import { type ApiAnswer, RunningApi } from '../factories/running-api';

const CALLS = 20;

const refreshTokenOf = ({ body }: ApiAnswer) => (body as { refreshToken: string }).refreshToken;
const statusesOf = (answers: ApiAnswer[]) => answers.map(({ status }) => status).sort((a, b) => a - b);
const post = (api: RunningApi, path: string, body: object) => api.call('POST', `/api/auth/${path}`, { body });
const oneOf = (winner: number, loser: number) => [winner, ...Array.from({ length: CALLS - 1 }, () => loser)];

describe('concurrent calls at two instances', () => {
  let apis: [RunningApi, RunningApi];

  beforeAll(async () => {
    const api = await RunningApi.start();
    apis = [api, await api.another()];
  }, 60_000);

  afterAll(async () => {
    await apis[1].stopProcess();
    await apis[0].stop();
  });

  const atOnce = (call: (api: RunningApi, index: number) => Promise<ApiAnswer>) =>
    Promise.all(Array.from({ length: CALLS }, (_, index) => call(apis[index % 2 === 0 ? 0 : 1], index)));
  const anybody = () => anAccount(apis[0].database.dataSource);

  it('only one of several concurrent calls with one refresh token succeeds, and returns a valid new token', async () => {
    const { username } = await anybody();
    const refreshToken = refreshTokenOf(await post(apis[0], 'login', { username, password: PASSWORD }));
    const answers = await atOnce((api) => post(api, 'refresh', { refreshToken }));
    expect(statusesOf(answers)).toEqual(oneOf(200, 401));
    const next = answers.filter(({ status }) => status === 200).map(refreshTokenOf);
    expect((await post(apis[1], 'refresh', { refreshToken: next[0] })).status).toBe(200);
  });

  it('concurrent calls to sign in leave exactly one session', async () => {
    const { id, username } = await anybody();
    const logins = await atOnce((api) => post(api, 'login', { username, password: PASSWORD }));
    expect(new Set(statusesOf(logins))).toEqual(new Set([200]));
    const sessions = apis[0].database.dataSource.getRepository(RefreshTokenEntity);
    expect(await sessions.countBy({ userId: id })).toBe(1);
    const tokens = logins.map(refreshTokenOf);
    const refreshed = await atOnce((api, index) => post(api, 'refresh', { refreshToken: tokens[index] }));
    expect(statusesOf(refreshed)).toEqual(oneOf(200, 401));
  });
});
