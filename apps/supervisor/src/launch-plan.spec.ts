import { SupervisorEnvironment, loadEnvironment } from '@app/config';
import { launchPlan } from './launch-plan';

const provided = {
  dataFolder: '/data',
  port: 3000,
  databaseUrl: 'postgres://localhost:5555/plantroom',
  jwtSecret: 's'.repeat(43),
  localGateway: {
    app: 'gateway-sim' as const,
    port: 4444,
    username: 'plantroom',
    password: 'kept',
    storyAt: '2026-03-01T00:00:00.000Z',
  },
};

describe('launchPlan', () => {
  it('runs all processes on the provided servers', () => {
    const plans = launchPlan(loadEnvironment(SupervisorEnvironment, {}), provided);
    expect(plans.map(({ name }) => name)).toEqual(['api', 'worker', 'gateway-sim']);
    for (const { variables } of plans.slice(0, 2)) {
      expect(variables).toMatchObject({
        DATA_DIR: '/data',
        DATABASE_URL: provided.databaseUrl,
        QUEUE_URL: provided.databaseUrl,
        JWT_SECRET: provided.jwtSecret,
        GATEWAY_URL: 'http://127.0.0.1:4444',
        GATEWAY_USERNAME: 'plantroom',
        GATEWAY_PASSWORD: 'kept',
        DEMO_BUILDING: 'true',
      });
    }
    expect(plans[0]?.variables.PORT).toBe('3000');
  });

  it('passes the gateway account to the simulated gateway, but neither the database nor the signing secret', () => {
    const plan = launchPlan(loadEnvironment(SupervisorEnvironment, {}), provided)[2];
    expect(plan?.variables).toEqual({
      NODE_ENV: 'production',
      GATEWAY_SIM_PORT: '4444',
      GATEWAY_USERNAME: 'plantroom',
      GATEWAY_PASSWORD: 'kept',
      GATEWAY_SIM_STORY_AT: '2026-03-01T00:00:00.000Z',
    });
  });

  it('runs the bridge in place of the simulated gateway, and without the demonstration building', () => {
    const localGateway = { ...provided.localGateway, app: 'bridge' as const };
    const plans = launchPlan(loadEnvironment(SupervisorEnvironment, {}), { ...provided, localGateway });
    expect(plans.map(({ name }) => name)).toEqual(['api', 'worker', 'bridge']);
    expect(plans[0]?.variables).not.toHaveProperty('DEMO_BUILDING');
    expect(plans[0]?.variables).toMatchObject({ GATEWAY_URL: 'http://127.0.0.1:4444' });
    expect(plans[2]?.variables).toEqual({
      NODE_ENV: 'production',
      BRIDGE_PORT: '4444',
      BRIDGE_DATA_DIR: '/data/bridge',
      GATEWAY_USERNAME: 'plantroom',
      GATEWAY_PASSWORD: 'kept',
    });
  });

  it('does not replace the configured gateway and queue', () => {
    const environment = loadEnvironment(SupervisorEnvironment, { QUEUE_URL: 'redis://queue' });
    const plans = launchPlan(environment, { ...provided, localGateway: null });
    expect(plans.map(({ name }) => name)).toEqual(['api', 'worker']);
    expect(plans[0]?.variables).toMatchObject({ QUEUE_URL: 'redis://queue' });
    expect(Object.keys(plans[0]?.variables ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(GATEWAY_|DEMO)/)]),
    );
  });
});
