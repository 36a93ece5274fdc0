import { EnvironmentError, loadEnvironment } from '@app/config';
import { GatewaySimEnvironment } from './gateway-sim-environment';

const required = { GATEWAY_USERNAME: 'service', GATEWAY_PASSWORD: 'secret' };

describe('GatewaySimEnvironment', () => {
  it.each([
    ['GATEWAY_SIM_PORT', 'eighty'],
    ['GATEWAY_PASSWORD', ''],
    ['GATEWAY_SIM_TOKEN_SECONDS', '0'],
    ['GATEWAY_SIM_SEED', 'x'],
    ['PLATFORM_TIMEZONE', 'Mars/Olympus'],
  ])('refuses %s=%s with one line that names the variable', (variable, value) => {
    const load = () => loadEnvironment(GatewaySimEnvironment, { ...required, [variable]: value });
    expect(load).toThrow(EnvironmentError);
    expect(load).toThrow(new RegExp(`^${variable} [^\\n]+$`));
  });
});
