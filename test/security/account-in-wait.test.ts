import { ProviderAccountEntity, type UserEntity } from '@app/entities';
import { FixedClock } from '@app/kernel';
import { PASSWORD, anAccount } from '../factories/an-account';
import { codeIn, Outbox } from '../factories/outbox';
import { ProviderSignInApi, aPerson } from '../factories/provider-sign-in-api';
import { waitFor } from '../harness';

const NEW_PASSWORD = 'gravel pit lantern';

describe("an account whose user entered somebody else's address", () => {
  // The clock starts at the real time, because the test issuer stamps its tokens with the real time.
  const clock = new FixedClock(Date.now());
  let rig: ProviderSignInApi;
  let outbox: Outbox;

  beforeAll(async () => {
    rig = await ProviderSignInApi.start(clock, {
      LIMIT_CODE_INTERVAL_SECONDS: 1,
      LIMIT_CODES_PER_CLIENT: 1000,
    });
    outbox = new Outbox(rig.api.environment.DATA_DIR);
  });

  afterAll(() => rig.stop());

  async function aBoundUser() {
    const user = await anAccount(rig.api.database.dataSource);
    const person = aPerson();
    const { body } = await rig.bind(await rig.bindToken(person), user.username, PASSWORD);
    return { user, person, token: String(body.accessToken) };
  }

  /** Creates a user with a linked provider identity, who then enters `email` as their own address. */
  async function aBoundUserOf(email: string) {
    const { user, person, token } = await aBoundUser();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method: 'PUT', headers, body: JSON.stringify({ email }) };
    expect((await rig.api.send(`/users/${user.id}`, init)).status).toBe(200);
    // The old address is notified of the change.
    expect((await outbox.next(user.email)).text).toContain('原地址');
    return { user, person };
  }

  async function reset(email: string): Promise<void> {
    const sendCode = () => rig.api.post('/auth/forgot-password/send-code', { email });
    await waitFor(async () => (await sendCode()).status === 200, { what: 'the end of the interval' });
    const code = codeIn(await outbox.next(email));
    const answer = await rig.api.post('/auth/forgot-password/reset', {
      email,
      code,
      newPassword: NEW_PASSWORD,
    });
    expect(answer.status).toBe(200);
    // Discard the mail that reports the password change.
    await outbox.next(email);
  }

  const links = ({ id }: UserEntity) =>
    rig.api.database.dataSource.getRepository(ProviderAccountEntity).countBy({ userId: id });

  it('a password reset by the owner of the address gives the account to the owner, and unlinks the provider of the previous user', async () => {
    const { user, person } = await aBoundUserOf('victim@example.org');
    await reset('victim@example.org');
    expect((await rig.signIn(person)).body).toMatchObject({ status: 'unlinked' });
    expect(await links(user)).toBe(0);
    const login = { username: 'victim@example.org', password: NEW_PASSWORD };
    expect((await rig.api.post('/auth/login', login)).status).toBe(200);
  });

  it('an account keeps its provider at a password reset if the user never changed the address', async () => {
    const { user, person } = await aBoundUser();
    await reset(user.email);
    expect((await rig.signIn(person)).body).toMatchObject({ status: 'linked', user: { id: user.id } });
  });

  it('an account keeps a provider that was linked after the owner had proved the address', async () => {
    const { user } = await aBoundUserOf('mover@example.org');
    await reset('mover@example.org');
    const person = aPerson();
    expect((await rig.bind(await rig.bindToken(person), user.username, NEW_PASSWORD)).status).toBe(200);
    await reset('mover@example.org');
    expect((await rig.signIn(person)).body).toMatchObject({ status: 'linked', user: { id: user.id } });
  });
});
