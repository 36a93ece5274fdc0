// Runs in the full check only: servers fail, hang, and come back.
import { FixedClock } from '@app/kernel';
import { LINE_FAULTS, type LineFault } from '../factories/line-faults';
import { aPerson, ProviderSignInApi } from '../factories/provider-sign-in-api';
import { TcpRelay } from '../factories/tcp-relay';
import { TestBrowser } from '../factories/test-browser';

/** The maximum duration of a call to the provider: its time limit, and a margin for a busy machine. */
const BOUND_MS = 3000 + 2000;

const refusal = ({ isSilent }: LineFault) =>
  isSilent
    ? { status: 504, body: { code: 'provider_timed_out' } }
    : { status: 502, body: { code: 'provider_failed' } };

describe('provider sign-in over a faulty connection', () => {
  let rig: ProviderSignInApi;
  let relay: TcpRelay;

  beforeEach(async () => {
    const clock = new FixedClock(Date.now());
    rig = await ProviderSignInApi.start(clock, { LIMIT_LOGIN_DELAY_MS: 0 }, async (url) => {
      relay = await TcpRelay.before(url);
      return relay.url.replace(/\/$/, '');
    });
  });
  afterEach(async () => {
    await rig.stop();
    await relay.cut();
  });

  it.each(LINE_FAULTS)(
    'if the connection $name, provider sign-in fails in time, and works again afterwards',
    async (fault) => {
      const browser = new TestBrowser();
      const back = await rig.signedIn(await rig.authorize(browser), browser, aPerson());
      await fault.begin(relay);
      const startMs = performance.now();
      expect(await rig.comeBack(back, browser)).toMatchObject(refusal(fault));
      expect(performance.now() - startMs).toBeLessThan(BOUND_MS);
      expect(relay.hasAnswerToCut).toBe(false);
      await fault.end(relay);
      expect(await rig.signIn(aPerson())).toMatchObject({ status: 200, body: { status: 'unlinked' } });
    },
  );
});
