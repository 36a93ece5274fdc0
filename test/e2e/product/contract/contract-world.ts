import { setTimeout as pause } from 'node:timers/promises';
import type { Role } from '@app/kernel';
import { USER_ROLE_LIST } from '@app/kernel';
import { unwrap } from '../../../../clients/typescript/src';
import { aLoss } from '../../../factories/a-loss';
import { anAccount, PASSWORD } from '../../../factories/an-account';
import { codeIn, Outbox } from '../../../factories/outbox';
import { aPerson, issuerClients, issuerVariables } from '../../../factories/provider-sign-in-api';
import { ScriptedGateway } from '../../../factories/scripted-gateway';
import { TestBrowser } from '../../../factories/test-browser';
import { TestIssuer } from '../../../servers/test-issuer';
import { Installation } from '../installation';
import type { Session } from '../product-client';

type Kept = Record<string, unknown>;

/** The running product, a user for each role, an identity provider, and the answers that later rows use. */
export class ContractWorld {
  private readonly kept = new Map<string, unknown>();
  readonly sessions = new Map<Role, Session>();
  /** The browser of the person who signed in at the provider last. */
  browser = new TestBrowser();
  private readonly outbox: Outbox;
  private configurable: ScriptedGateway | undefined;

  private constructor(
    private readonly installation: Installation,
    private readonly issuer: TestIssuer,
  ) {
    this.outbox = new Outbox(installation.dataDir);
  }

  static async start(): Promise<ContractWorld> {
    const issuer = await TestIssuer.listen();
    const environment = {
      DEMO_BUILDING: true,
      PLATFORM_TIMEZONE: 'Europe/Berlin',
      ...issuerVariables(issuer.url),
    };
    const installation = await Installation.start({ environment, historyDays: 1 });
    issuer.serve(
      issuerClients((provider) => `${installation.api.address}/api/auth/oauth/${provider}/callback`),
    );
    const world = new ContractWorld(installation, issuer);
    for (const role of USER_ROLE_LIST) {
      const { username } = await anAccount(installation.database.dataSource, { role });
      world.sessions.set(role, await installation.client.another().signIn(username, PASSWORD));
    }
    await installation.waitFor(
      async () => {
        const areas = await installation.client.areas();
        return areas.length > 0 && areas.every(({ currentPower }) => currentPower !== null);
      },
      { what: 'the demonstration building' },
    );
    await aLoss(installation.database.dataSource);
    return world;
  }

  async stop(): Promise<void> {
    await this.installation.stop();
    await this.configurable?.stop();
    await this.issuer.stop();
  }

  get address(): string {
    return this.installation.api.address;
  }

  /** The warnings of Node.js that the processes have printed. */
  get warnings(): string[] {
    const { api, workers } = this.installation;
    return [api, ...workers].flatMap(({ log }) => log.match(/\(node:\d+\) .*Warning.*/g) ?? []);
  }

  session(role: Role): Session {
    const session = this.sessions.get(role);
    if (!session) throw new Error(`No user has the role ${role}.`);
    return session;
  }

  keep(name: string, answer: unknown): void {
    this.kept.set(name, answer);
  }

  /** Returns the value at a path of a kept answer, such as `model.file.url`. */
  value<Value>(path: string): Value {
    const [name = '', ...fields] = path.split('.');
    let value = this.kept.get(name);
    for (const field of fields) value = (value as Kept | undefined)?.[field];
    if (value === undefined || value === null) throw new Error(`No stored answer has a value at ${path}.`);
    return value as Value;
  }

  text(path: string): string {
    return String(this.value(path));
  }

  number(path: string): number {
    return Number(this.text(path));
  }

  /** Returns the code in the next mail to the address. */
  async mailedCode(address: string): Promise<string> {
    return codeIn(await this.outbox.next(address)) ?? '';
  }

  /** Adds a gateway that can be configured. @returns its id */
  async configurableGateway(): Promise<number> {
    const gateway = await ScriptedGateway.start();
    await this.configurable?.stop();
    this.configurable = gateway;
    const body = { version: '1', connections: [{ name: 'Main board' }], templates: ['eastron-sdm630'] };
    for (const method of ['GET', 'PUT']) gateway.on(`${method} /configuration`, () => ({ body }));
    const values = [{ code: 'POWER', value: 7, quality: 'good', timestamp: new Date().toISOString() }];
    const trial = {
      devices: [{ name: 'Board', reason: null, values }],
      found: [{ name: 'Meter' }],
      skipped: ['device 8: there is no answer'],
    };
    gateway.on('POST /configuration/trial', () => ({ body: trial }));
    const prefix = `configurable-${gateway.url.split(':').at(-1)}-`;
    const input = { name: 'Bridge', prefix, url: gateway.url, ...gateway.credentials };
    const { id } = await unwrap(this.installation.client.api.POST('/api/gateways', { body: input }));
    return id;
  }

  /** Signs a new person in at the provider. @returns the address to which the provider redirects the browser */
  async backFromProvider(): Promise<URL> {
    this.issuer.person = aPerson();
    this.browser = new TestBrowser();
    const begin = `${this.address}/api/auth/oauth/google/authorize`;
    for (;;) {
      const answer = await this.browser.go(begin);
      const { url } = (await answer.json()) as { url: string };
      if (answer.status === 200) return this.browser.followTo(this.address, url);
      await pause(100);
    }
  }
}
