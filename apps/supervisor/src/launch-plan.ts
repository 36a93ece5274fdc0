import { join } from 'node:path';
import type { SupervisorEnvironment } from '@app/config';

/** A process that the supervisor keeps running. */
export interface ProcessPlan {
  name: 'gateway-sim' | 'api' | 'worker';
  /** Path of the built program. */
  entry: string;
  /** Environment variables in addition to the supervisor's own. */
  variables: Record<string, string>;
}

export interface Provided {
  /** Absolute path. */
  dataFolder: string;
  /** Port of the api. It is chosen once, so that a restarted api has the same port. */
  port: number;
  databaseUrl: string;
  jwtSecret: string;
  /**
   * Address and account of the simulated gateway, and the end of its building's story; null if a real gateway is
   * configured.
   */
  simulatedGateway: { port: number; username: string; password: string; storyAt: string | null } | null;
}

const entryOf = (app: string) => join(__dirname, '..', '..', app, 'src', 'main.js');

/** Returns the processes to run. `provided` has the values for settings that the environment does not contain. */
export function launchPlan(environment: SupervisorEnvironment, provided: Provided): ProcessPlan[] {
  const { simulatedGateway: simulated, databaseUrl } = provided;
  const gateway = simulated && {
    GATEWAY_USERNAME: simulated.username,
    GATEWAY_PASSWORD: simulated.password,
  };
  const shared = {
    NODE_ENV: 'production',
    DATA_DIR: provided.dataFolder,
    DATABASE_URL: databaseUrl,
    QUEUE_URL: environment.QUEUE_URL ?? databaseUrl,
    JWT_SECRET: provided.jwtSecret,
    ...(simulated && {
      ...gateway,
      GATEWAY_URL: `http://127.0.0.1:${simulated.port}`,
      DEMO_BUILDING: 'true',
    }),
  };
  const plans: ProcessPlan[] = [
    {
      name: 'api',
      entry: entryOf('api'),
      // No proxy in front of the api has to notice the shutdown, so no delay is needed.
      variables: { ...shared, PORT: String(provided.port), SHUTDOWN_DELAY_MS: '0' },
    },
    { name: 'worker', entry: entryOf('worker'), variables: shared },
  ];
  if (simulated) {
    const variables = {
      NODE_ENV: 'production',
      GATEWAY_SIM_PORT: String(simulated.port),
      ...gateway,
      ...(simulated.storyAt !== null && { GATEWAY_SIM_STORY_AT: simulated.storyAt }),
    };
    plans.push({ name: 'gateway-sim', entry: entryOf('gateway-sim'), variables });
  }
  return plans;
}
