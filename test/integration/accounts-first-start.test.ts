import type { Environment } from '@app/config';
import {
  AccountsModule,
  AdministratorPasswordService,
  AdministratorService,
  ConfigurationService,
  PlatformModule,
  SessionsService,
} from '@app/domain';
import { AuditEntryEntity, PlatformConfigurationEntity, UserEntity } from '@app/entities';
import { Clock, FixedClock } from '@app/kernel';
import { Test, type TestingModule } from '@nestjs/testing';
import { anAccount } from '../factories/an-account';
import { type TestDatabase, openDatabase, testEnvironment } from '../harness';
import { processModules } from '../factories/process-modules';

describe('the first start', () => {
  const clock = new FixedClock(Date.parse('2026-03-01T12:00:00Z'));
  const processes: TestingModule[] = [];
  let database: TestDatabase;

  beforeEach(async () => {
    database = await openDatabase();
  });

  afterEach(async () => {
    await Promise.all(processes.splice(0).map((process) => process.close()));
    await database.drop();
  });

  /** Creates the services of one process. */
  async function aProcess(overrides: Partial<Environment> = {}): Promise<TestingModule> {
    const environment = testEnvironment({ DATABASE_URL: database.url, DATABASE_POOL_SIZE: 2, ...overrides });
    const process = await Test.createTestingModule({
      imports: [...processModules(environment), AccountsModule, PlatformModule],
      providers: [AdministratorPasswordService],
    })
      .overrideProvider(Clock)
      .useValue(clock)
      .compile();
    processes.push(process);
    return process;
  }

  const users = () => database.dataSource.manager.find(UserEntity);

  describe('the administrator', () => {
    it('the administrator gets a generated password that is shown once', async () => {
      const process = await aProcess();
      const seeded = await process.get(AdministratorService).ensure();
      expect(seeded).toEqual({ username: 'admin', password: expect.stringMatching(/^[\w-]{24}$/) });
      const { account } = await process.get(SessionsService).login('admin', seeded?.password ?? '');
      expect(account).toMatchObject({ username: 'admin', email: 'admin@localhost', role: 'admin' });
    });

    it('the administrator gets the password from the environment, and the process does not print this password', async () => {
      const process = await aProcess({
        ADMIN_USERNAME: 'Facility',
        ADMIN_EMAIL: 'Desk@Example.org',
        ADMIN_PASSWORD: 'from the environment',
      });
      expect(await process.get(AdministratorService).ensure()).toEqual({
        username: 'Facility',
        password: null,
      });
      await process.get(SessionsService).login('desk@example.org', 'from the environment');
    });

    it('the administrator is created once by concurrent processes, and only one of them shows the password', async () => {
      const services = await Promise.all(Array.from({ length: 3 }, () => aProcess()));
      const seeded = await Promise.all(services.map((service) => service.get(AdministratorService).ensure()));
      const [told, ...more] = seeded.filter((result) => result !== null);
      expect(more).toEqual([]);
      expect(await users()).toHaveLength(1);
      await services[0]?.get(SessionsService).login('admin', told?.password ?? '');
    });

    it('no administrator is created if an administrator exists, even under another name', async () => {
      await anAccount(database.dataSource, { username: 'somebody', role: 'admin' });
      const process = await aProcess();
      expect(await process.get(AdministratorService).ensure()).toBeNull();
      expect(await users()).toHaveLength(1);
    });

    it('the first start fails if the name of the new administrator belongs to another user', async () => {
      await anAccount(database.dataSource, { username: 'Admin', role: 'viewer' });
      const process = await aProcess();
      await expect(process.get(AdministratorService).ensure()).rejects.toThrow('belongs to another user');
    });
  });

  describe("resetting the administrator's password", () => {
    it("a password reset sets a random password and ends the administrator's session", async () => {
      const process = await aProcess();
      const seeded = await process.get(AdministratorService).ensure();
      const session = await process.get(SessionsService).login('admin', seeded?.password ?? '');
      const reset = await process.get(AdministratorPasswordService).reset();
      expect(reset).toEqual({ username: 'admin', password: expect.stringMatching(/^[\w-]{24}$/) });
      await process.get(SessionsService).login('admin', reset.password ?? '');
      await expect(process.get(SessionsService).login('admin', seeded?.password ?? '')).rejects.toMatchObject(
        {
          code: 'invalid_credentials',
        },
      );
      await expect(process.get(SessionsService).refresh(session.refreshToken)).rejects.toMatchObject({
        code: 'invalid_refresh_token',
      });
    });

    it('a password reset can take the password from the environment, and the audit log records the reset', async () => {
      const before = await aProcess();
      await before.get(AdministratorService).ensure();
      const process = await aProcess({ ADMIN_PASSWORD: 'chosen by the operator' });
      expect(await process.get(AdministratorPasswordService).reset()).toEqual({
        username: 'admin',
        password: null,
      });
      await process.get(SessionsService).login('admin', 'chosen by the operator');
      expect(await database.dataSource.manager.find(AuditEntryEntity)).toContainEqual(
        expect.objectContaining({ action: 'user.password_reset', username: 'admin:password' }),
      );
    });

    it('a password reset is refused if ADMIN_USERNAME names another user, and the error names the administrators', async () => {
      const process = await aProcess();
      await process.get(AdministratorService).ensure();
      await anAccount(database.dataSource, { username: 'guest', role: 'engineer' });
      const other = await aProcess({ ADMIN_USERNAME: 'guest' });
      await expect(other.get(AdministratorPasswordService).reset()).rejects.toThrow(
        'No administrator is named "guest". Set ADMIN_USERNAME to one of: admin.',
      );
    });
  });

  describe('the platform configuration', () => {
    it('the platform configuration takes its language from the environment on the first start', async () => {
      const process = await aProcess({ DEFAULT_LANGUAGE: 'en-US' });
      expect(await process.get(ConfigurationService).ensure()).toMatchObject({ language: 'en-US' });
    });

    it('the platform configuration is created once by concurrent processes, and keeps the values of the first process', async () => {
      const services = await Promise.all(
        ['Europe/London', 'Asia/Kathmandu', 'Europe/London'].map((zone) =>
          aProcess({ PLATFORM_TIMEZONE: zone }),
        ),
      );
      const made = await Promise.all(services.map((service) => service.get(ConfigurationService).ensure()));
      expect(new Set(made.map(({ timezone }) => timezone)).size).toBe(1);
      const later = await aProcess({ PLATFORM_TIMEZONE: 'America/Lima' });
      expect(await later.get(ConfigurationService).timezone()).toBe(made[0]?.timezone);
    });

    it('the platform configuration is created by the first call that reads the time zone', async () => {
      const process = await aProcess({ PLATFORM_TIMEZONE: 'Australia/Eucla' });
      expect(await process.get(ConfigurationService).timezone()).toBe('Australia/Eucla');
      expect(await database.dataSource.manager.find(PlatformConfigurationEntity)).toEqual([
        expect.objectContaining({ id: 1, timezone: 'Australia/Eucla', platformName: 'Plantroom' }),
      ]);
    });
  });
});
