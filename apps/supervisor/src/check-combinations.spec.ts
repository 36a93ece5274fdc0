import { EnvironmentError, SupervisorEnvironment, loadEnvironment } from '@app/config';
import { checkCombinations } from './check-combinations';

const JWT_SECRET = 'x'.repeat(32);
const gateway = { GATEWAY_URL: 'http://10.0.0.9', GATEWAY_USERNAME: 'service', GATEWAY_PASSWORD: 'secret' };
const check = (variables: NodeJS.ProcessEnv) =>
  loadEnvironment(SupervisorEnvironment, variables, checkCombinations);

describe('checkCombinations', () => {
  it.each([
    {},
    { JWT_SECRET },
    { QUEUE_URL: 'redis://localhost' },
    { DATABASE_URL: 'postgres://localhost/plantroom', JWT_SECRET },
    { DATABASE_URL: 'mysql://localhost/plantroom', QUEUE_URL: 'redis://localhost', JWT_SECRET },
    gateway,
    { GATEWAY_USERNAME: 'simulated', GATEWAY_PASSWORD: 'simulated' },
  ])('accepts %j', (variables) => {
    expect(() => check(variables)).not.toThrow();
  });

  it.each([
    ['JWT_SECRET', { DATABASE_URL: 'postgres://localhost/plantroom' }],
    ['QUEUE_URL', { DATABASE_URL: 'mysql://localhost/plantroom', JWT_SECRET }],
    ['QUEUE_URL', { DATABASE_URL: 'mariadb://localhost/plantroom', JWT_SECRET }],
    ['GATEWAY_USERNAME', { ...gateway, GATEWAY_USERNAME: undefined }],
    ['GATEWAY_PASSWORD', { ...gateway, GATEWAY_PASSWORD: '' }],
  ])('reports in one line that %s is required', (variable, variables: NodeJS.ProcessEnv) => {
    expect(() => check(variables)).toThrow(EnvironmentError);
    expect(() => check(variables)).toThrow(new RegExp(`^${variable} is required [^\\n]+$`));
  });

  it('reports every missing variable at once', () => {
    const variables = {
      PORT: 'http',
      DATABASE_URL: 'mysql://localhost/plantroom',
      GATEWAY_URL: 'http://10.0.0.9',
    };
    expect(() => check(variables)).toThrow(
      /^PORT [^\n]+\nJWT_SECRET [^\n]+\nQUEUE_URL [^\n]+\nGATEWAY_USERNAME [^\n]+\nGATEWAY_PASSWORD [^\n]+$/,
    );
  });
});
