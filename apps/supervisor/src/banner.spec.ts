import { SupervisorEnvironment, loadEnvironment } from '@app/config';
import { banner } from './banner';

const shown = (seeded?: { username: string; password: string | null }, variables: NodeJS.ProcessEnv = {}) =>
  banner(loadEnvironment(SupervisorEnvironment, variables), '/data', 'http://127.0.0.1:3000', seeded);

describe('banner', () => {
  it('shows the addresses', () => {
    expect(shown()).toMatch(/Address +http:\/\/127\.0\.0\.1:3000\n/);
    expect(shown()).toMatch(/Console +http:\/\/127\.0\.0\.1:3000 {2}\(open it in a browser\)\n/);
    expect(shown()).toMatch(/Reference +http:\/\/127\.0\.0\.1:3000\/documentation\n/);
    expect(shown()).toMatch(/Data +\/data\n/);
    expect(shown()).toMatch(/Gateway +simulated/);
  });

  it('shows how to sign in', () => {
    expect(shown()).toMatch(
      /Sign in +admin, password set at the first start \(lost\? npm run admin:password\)\n/,
    );
    expect(shown({ username: 'boss', password: 'made-up' })).toMatch(
      /Sign in +boss \/ made-up \(shown this once\)\n/,
    );
    expect(shown({ username: 'boss', password: null })).toMatch(
      /Sign in +boss, password as in ADMIN_PASSWORD\n/,
    );
  });

  it('does not show the API reference if it is disabled', () => {
    expect(shown(undefined, { DOCUMENTATION: 'false' })).not.toContain('/documentation');
  });
});
