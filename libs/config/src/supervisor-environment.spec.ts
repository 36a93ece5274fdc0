import { EnvironmentError, loadEnvironment } from './load-environment';
import { SupervisorEnvironment } from './supervisor-environment';

describe('SupervisorEnvironment', () => {
  it('requires no variable', () => {
    const environment = loadEnvironment(SupervisorEnvironment, {});
    expect(environment).toMatchObject({ PORT: 3000, DATA_DIR: '.data', GATEWAY_SIM_PORT: 0 });
    expect(environment.DATABASE_URL).toBeUndefined();
  });

  it.each([
    ['PORT', 'http'],
    ['DATABASE_URL', 'sqlite://x'],
    ['QUEUE_URL', 'amqp://x'],
    ['JWT_SECRET', 'short'],
    ['GATEWAY_URL', 'ftp://x'],
    ['GATEWAY_SIM_PORT', '-1'],
  ])('refuses %s=%s, as the processes that it starts would do', (variable, value) => {
    const load = () => loadEnvironment(SupervisorEnvironment, { [variable]: value });
    expect(load).toThrow(EnvironmentError);
    expect(load).toThrow(new RegExp(`^${variable} [^\\n]+$`));
  });
});
