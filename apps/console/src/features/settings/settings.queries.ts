import { queryOptions } from '@tanstack/react-query';
import { FailedWork } from '../../api/failed-work';
import { ApiError, type components, plantroom, unwrap } from '../../api/plantroom';

export type Configuration = components['schemas']['ConfigurationDto'];
export type ConfigurationChanges = components['schemas']['ConfigurationChangesDto'];
export type Health = components['schemas']['ReadyDto'];

export const CONFIGURATION = ['/api/configs'] as const;

export const configurationQuery = queryOptions({
  queryKey: CONFIGURATION,
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/configs', { signal })),
});

export const changeConfiguration = (body: ConfigurationChanges): Promise<Configuration> =>
  unwrap(plantroom.api.PUT('/api/configs', { body }));

/**
 * Sends a test message.
 * @throws Error with the answer of the mail server, if it refuses the message
 */
export async function sendTestMail(to: string): Promise<void> {
  const { success, error } = await unwrap(plantroom.api.POST('/api/configs/mail/test', { body: { to } }));
  if (!success) throw new Error(error);
}

export type CarbonFactor = components['schemas']['CarbonFactorNodeDto'];

export const CARBON_FACTORS = ['/api/energy/carbon-factors'] as const;

export const carbonFactorsQuery = queryOptions({
  queryKey: CARBON_FACTORS,
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/energy/carbon-factors', { signal })),
});

/**
 * Replaces the emission factors by those of the configured source.
 * @throws Error with the reason, if this fails
 */
export async function refreshCarbonFactors(): Promise<void> {
  const { success, result } = await unwrap(plantroom.api.POST('/api/energy/carbon-factors/refresh'));
  if (!success) throw new FailedWork(result);
}

export type Gateway = components['schemas']['GatewayDto'];
export type GatewayInput = components['schemas']['GatewayInputDto'];
type GatewayChanges = components['schemas']['GatewayChangesDto'];

/** The id of the gateway that the environment configures. */
export const MAIN_GATEWAY = 1;
export const GATEWAYS = ['/api/gateways'] as const;
const HEALTH_MS = 10_000;

/** The gateways with their states, the one of the environment first. */
export const gatewaysQuery = queryOptions({
  queryKey: GATEWAYS,
  queryFn: async ({ signal }) => {
    const [main, ...others] = await Array.fromAsync(plantroom.items('/api/gateways', { signal }));
    const byName = others.toSorted((one, other) => one.name.localeCompare(other.name));
    return main ? [main, ...byName] : [];
  },
  refetchInterval: HEALTH_MS,
});

/** A device, with its number in the list of the gateway. */
export type Device = components['schemas']['GatewayDeviceDto'] & { number: number };

export const devicesQuery = (gateway: number) =>
  queryOptions({
    queryKey: ['/api/gateways/{id}/devices', gateway],
    queryFn: async ({ signal }): Promise<Device[]> => {
      const options = { path: { id: gateway }, signal };
      const devices = await Array.fromAsync(plantroom.items('/api/gateways/{id}/devices', options));
      return devices.map((device, number) => Object.assign(device, { number }));
    },
    refetchInterval: HEALTH_MS,
  });

export type GatewayConfiguration = components['schemas']['GatewayConfigurationDto'];

/** How a gateway reaches its devices; null if it cannot be configured here. */
export const gatewayConfigurationQuery = (gateway: number) =>
  queryOptions({
    queryKey: ['/api/gateways/{id}/configuration', gateway],
    queryFn: async ({ signal }): Promise<GatewayConfiguration | null> => {
      const params = { path: { id: gateway } };
      try {
        return await unwrap(plantroom.api.GET('/api/gateways/{id}/configuration', { params, signal }));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'configuration_unsupported') return null;
        throw error;
      }
    },
  });

export type Connection = GatewayConfiguration['connections'][number];
export type Trial = components['schemas']['GatewayTrialDto'];

/** Reads the devices of a connection, which need not be stored, or searches devices that it does not have. */
export const tryConnection = (id: number, connection: Connection, search: boolean): Promise<Trial> =>
  unwrap(
    plantroom.api.POST('/api/gateways/{id}/configuration/trial', {
      params: { path: { id } },
      body: { connection, search },
    }),
  );

export const configureGateway = (
  id: number,
  body: components['schemas']['GatewayConfigurationChangeDto'],
): Promise<GatewayConfiguration> =>
  unwrap(plantroom.api.PUT('/api/gateways/{id}/configuration', { params: { path: { id } }, body }));

export const createGateway = (body: GatewayInput): Promise<Gateway> =>
  unwrap(plantroom.api.POST('/api/gateways', { body }));

export const changeGateway = (id: number, body: GatewayChanges): Promise<Gateway> =>
  unwrap(plantroom.api.PUT('/api/gateways/{id}', { params: { path: { id } }, body }));

export const deleteGateway = (id: number): Promise<unknown> =>
  unwrap(plantroom.api.DELETE('/api/gateways/{id}', { params: { path: { id } } }));

/** The state of the service, the database, the queue and the gateway. The event stream does not report it. */
export const healthQuery = queryOptions({
  queryKey: ['/health/ready'],
  queryFn: async ({ signal }): Promise<Health> => {
    const { data, error, response } = await plantroom.api.GET('/health/ready', { signal });
    // If something cannot be reached, the answer is 503 with the same body.
    const health = data ?? (error as unknown as Health | undefined);
    if (!health?.database) throw new ApiError(response, error);
    return health;
  },
  refetchInterval: HEALTH_MS,
});
