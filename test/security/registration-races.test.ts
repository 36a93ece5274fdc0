// Runs on both profiles: locks and races differ.
import type { ApiAnswer } from '../factories/running-api';
import { RunningApi } from '../factories/running-api';
import { codeIn, Outbox } from '../factories/outbox';
import { describeOnRedis } from '../profile';

const PASSWORD = 'gravel pit lantern';
const ROUNDS = 2;

const statuses = (answers: ApiAnswer[]) => answers.map(({ status }) => status).sort((a, b) => a - b);
const tokenOf = ({ body }: ApiAnswer) => (body as { refreshToken: string }).refreshToken;

describe('concurrent registrations at a running api', () => {
  let api: RunningApi;
  let outbox: Outbox;
  let people = 0;

  beforeAll(async () => {
    api = await RunningApi.start({ LIMIT_CODES_PER_CLIENT: 1000 });
    outbox = new Outbox(api.environment.DATA_DIR);
  });
  afterAll(() => api.stop());

  const aPerson = () => {
    people += 1;
    return { username: `racer.${people}`, email: `racer.${people}@example.org`, password: PASSWORD };
  };
  const post = (path: string, body: object, at = api) => at.call('POST', `/api/auth/${path}`, { body });
  const codeFor = async (email: string) => {
    expect((await post('register/send-code', { email })).status).toBe(200);
    return codeIn(await outbox.next(email));
  };

  it('concurrent registrations with the same data create one account, whose session is valid', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const person = aPerson();
      const body = { ...person, code: await codeFor(person.email) };
      const answers = await Promise.all([post('register', body), post('register', body)]);
      expect(statuses(answers)).toEqual([201, 400]);
      const winner = answers.find(({ status }) => status === 201) as ApiAnswer;
      expect((await post('refresh', { refreshToken: tokenOf(winner) })).status).toBe(200);
    }
  });

  it('concurrent registrations with one code and many names create one account', async () => {
    const { email } = aPerson();
    const code = await codeFor(email);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post('register', { ...aPerson(), email, code })),
    );
    expect(statuses(answers)).toEqual([201, ...Array.from({ length: 9 }, () => 400)]);
  });

  it('concurrent registrations for one name with different codes succeed exactly once, and the others can choose another name', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { username } = aPerson();
      const rivals = await Promise.all(
        [aPerson(), aPerson(), aPerson()].map(async (person) => ({
          ...person,
          code: await codeFor(person.email),
        })),
      );
      const spelled = [username, username.toUpperCase(), ` ${username} `];
      const answers = await Promise.all(
        rivals.map((rival, index) => post('register', { ...rival, username: spelled[index] })),
      );
      expect(statuses(answers)).toEqual([201, 409, 409]);
      const losers = rivals.filter((_, index) => answers[index]?.status === 409);
      for (const loser of losers) expect((await post('register', loser)).status).toBe(201);
    }
  });

  it('concurrent registrations with the right code succeed despite concurrent wrong guesses', async () => {
    const person = aPerson();
    const code = await codeFor(person.email);
    const guesses = ['000000', '111111', '222222', '333333'].filter((guess) => guess !== code);
    const answers = await Promise.all(
      [...guesses, code].map((guess) => post('register', { ...person, code: guess })),
    );
    expect(statuses(answers)).toEqual([201, ...guesses.map(() => 400)]);
  });

  describeOnRedis('at two instances that share Redis', () => {
    it('concurrent registrations for one address with two codes create one account', async () => {
      const other = await api.another();
      const [first, second] = [aPerson(), aPerson()];
      const body = { ...first, code: await codeFor(first.email) };
      const answers = await Promise.all([post('register', body), post('register', body, other)]);
      expect(statuses(answers)).toEqual([201, 400]);

      const code = await codeFor(second.email);
      const again = await post('register/send-code', { email: second.email }, other);
      expect(again.status).toBe(429);
      expect((await post('register', { ...second, code }, other)).status).toBe(201);
      await other.stopProcess();
    });
  });
});
