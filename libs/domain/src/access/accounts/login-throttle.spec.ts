import { Environment } from '@app/config';
import { EphemeralModule, Throttle } from '@app/ephemeral';
import { Clock, SystemClock } from '@app/kernel';
import { Global, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { LoginThrottle } from './login-throttle';

const LIMITS = {
  QUEUE_URL: 'postgres://unused',
  LIMIT_LOGIN_WINDOW_SECONDS: 60,
  LIMIT_LOGIN_FAILURES_PER_ACCOUNT: 3,
  LIMIT_LOGIN_FAILURES_PER_CLIENT: 100,
  LIMIT_LOGIN_DELAY_MS: 0,
};

@Global()
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
    { provide: Environment, useValue: LIMITS },
  ],
  exports: [Clock, Environment],
})
class LimitsModule {}

/** A password check that stays pending until the test calls `end`. */
class PendingCheck {
  end: (result: string | null) => void;
  readonly result = new Promise<string | null>((resolve) => (this.end = resolve));
  readonly verify = () => this.result;
}

async function aThrottle(): Promise<LoginThrottle> {
  const module = await Test.createTestingModule({ imports: [LimitsModule, EphemeralModule] }).compile();
  return new LoginThrottle(module.get(Throttle), module.get(Environment));
}

describe('LoginThrottle', () => {
  it('returns the result of a right guess, and null for a wrong guess', async () => {
    const throttle = await aThrottle();
    await expect(throttle.guard('user 1', () => Promise.resolve('right'))).resolves.toBe('right');
    await expect(throttle.guard('user 1', () => Promise.resolve(null))).resolves.toBeNull();
  });

  it('refuses the right password if too many wrong guesses were sent at the same time', async () => {
    const throttle = await aThrottle();
    const right = new PendingCheck();
    const wrong = [new PendingCheck(), new PendingCheck(), new PendingCheck()];
    const signIn = throttle.guard('user 1', right.verify);
    const failures = wrong.map(({ verify }) => throttle.guard('user 1', verify));
    for (const { end } of wrong) end(null);
    await expect(Promise.all(failures)).resolves.toEqual([null, null, null]);
    right.end('right');
    await expect(signIn).rejects.toMatchObject({ code: 'too_many_attempts' });
  });

  it('forgets the failures of a client after a right guess', async () => {
    const throttle = await aThrottle();
    const wrong = () => throttle.guard('user 1', () => Promise.resolve(null));
    await wrong();
    await wrong();
    await throttle.guard('user 1', () => Promise.resolve('right'));
    await wrong();
    await wrong();
    await expect(throttle.guard('user 1', () => Promise.resolve('right'))).resolves.toBe('right');
  });
});
