import { join } from 'node:path';
import type { SupervisorEnvironment } from '@app/config';

/** A process that the supervisor keeps running. */
export interface ProcessPlan {
  name: LocalGateway['app'] | 'api' | 'worker';
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
  /** Null if a gateway elsewhere is configured. */
  localGateway: LocalGateway | null;
}

/** The gateway that the supervisor runs. */
export interface LocalGateway {
  app: 'gateway-sim' | 'bridge';
  port: number;
  username: string;
  password: string;
  /** The end of the story of the simulated building. */
  storyAt: string | null;
}

const entryOf = (app: string) => join(__dirname, '..', '..', app, 'src', 'main.js');

/** Returns the processes to run. `provided` has the values for settings that the environment does not contain. */
export function launchPlan(environment: SupervisorEnvironment, provided: Provided): ProcessPlan[] {
  const { localGateway: local, databaseUrl } = provided;
  const shared = {
    NODE_ENV: 'production',
    DATA_DIR: provided.dataFolder,
    DATABASE_URL: databaseUrl,
    QUEUE_URL: environment.QUEUE_URL ?? databaseUrl,
    JWT_SECRET: provided.jwtSecret,
    ...(local && { ...accountOf(local), GATEWAY_URL: `http://127.0.0.1:${local.port}` }),
    ...(local?.app === 'gateway-sim' && { DEMO_BUILDING: 'true' }),
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
  if (local) {
    const { app, port, storyAt } = local;
    const own: Record<string, string> =
      app === 'bridge'
        ? { BRIDGE_PORT: String(port), BRIDGE_DATA_DIR: join(provided.dataFolder, 'bridge') }
        : {
            GATEWAY_SIM_PORT: String(port),
            ...(storyAt !== null && { GATEWAY_SIM_STORY_AT: storyAt }),
          };
    plans.push({
      name: app,
      entry: entryOf(app),
      variables: { NODE_ENV: 'production', ...own, ...accountOf(local) },
    });
  }
  return plans;
}

const accountOf = ({ username, password }: LocalGateway) => ({
  GATEWAY_USERNAME: username,
  GATEWAY_PASSWORD: password,
});
