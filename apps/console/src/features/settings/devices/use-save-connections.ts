import { parseObject } from '../../../ui/parse-json';
import { useAction } from '../../../ui/use-action';
import {
  configureGateway,
  type Connection,
  type GatewayConfiguration,
  gatewayConfigurationQuery,
} from '../settings.queries';
import { useDeviceTexts } from './devices.texts';

/** The configuration of a gateway as it was read. */
export interface Configured {
  gateway: number;
  configuration: GatewayConfiguration;
}

/** Replaces all connections of a gateway, also by those of a file. */
export function useSaveConnections({ gateway, configuration }: Configured, onDone?: () => void) {
  const t = useDeviceTexts();
  const { version } = configuration;
  const save = async (given: Connection[] | File) => {
    const connections = given instanceof File ? parseObject(await given.text())?.connections : given;
    if (!Array.isArray(connections)) throw new Error(t('notConnections'));
    return configureGateway(gateway, { version, connections: connections as Connection[] });
  };
  return useAction(save, {
    done: t('saved'),
    changes: [gatewayConfigurationQuery(gateway).queryKey, ['/api/gateways/{id}/devices']],
    onDone,
  });
}
