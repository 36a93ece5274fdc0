import { ConfigModule, type Environment } from '@app/config';
import {
  AccountsModule,
  AdministratorService,
  PlatformModule,
  PlatformService,
  SessionsService,
} from '@app/domain';
import { DatabaseModule, PlatformConfigurationEntity, UserEntity } from '@app/entities';
import { Clock, FixedClock } from '@app/kernel';
import { Test, type TestingModule } from '@nestjs/testing';
import { anAccount } from '../factories/an-account';
import { type TestDatabase, openDatabase, testEnvironment } from '../harness';

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

  /** What one process of several has of its own. */
  async function aProcess(overrides: Partial<Environment> = {}): Promise<TestingModule> {
    const environment = testEnvironment({ DATABASE_URL: database.url, DATABASE_POOL_SIZE: 2, ...overrides });
    const process = await Test.createTestingModule({
      imports: [ConfigModule.forRoot(environment), DatabaseModule, AccountsModule, PlatformModule],
    })
      .overrideProvider(Clock)
      .useValue(clock)
      .compile();
    processes.push(process);
    return process;
  }

  const users = () => database.dataSource.manager.find(UserEntity);

  describe('the administrator', () => {
    it('is made with a password that is told once', async () => {
      const process = await aProcess();
      const seeded = await process.get(AdministratorService).ensure();
      expect(seeded).toEqual({ username: 'admin', password: expect.stringMatching(/^[\w-]{24}$/) });
      const { account } = await process.get(SessionsService).login('admin', seeded?.password ?? '');
      expect(account).toMatchObject({ username: 'admin', email: 'admin@localhost', role: 'admin' });
    });

    it('is made as the environment says, whose password is not repeated', async () => {
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

    it('is made once by processes that start at once, of which one is told the password', async () => {
      const services = await Promise.all(Array.from({ length: 6 }, () => aProcess()));
      const seeded = await Promise.all(services.map((service) => service.get(AdministratorService).ensure()));
      const [told, ...more] = seeded.filter((result) => result !== null);
      expect(more).toEqual([]);
      expect(await users()).toHaveLength(1);
      await services[0]?.get(SessionsService).login('admin', told?.password ?? '');
    });

    it('is not made where there is one, of whatever name', async () => {
      await anAccount(database.dataSource, { username: 'somebody', role: 'admin' });
      const process = await aProcess();
      expect(await process.get(AdministratorService).ensure()).toBeNull();
      expect(await users()).toHaveLength(1);
    });

    it('is refused where another user has the name', async () => {
      await anAccount(database.dataSource, { username: 'Admin', role: 'viewer' });
      const process = await aProcess();
      await expect(process.get(AdministratorService).ensure()).rejects.toThrow('belongs to another user');
    });
  });

  describe('the platform configuration', () => {
    it('is made once by processes that start at once, and the first one stays', async () => {
      const services = await Promise.all(
        ['Europe/London', 'Asia/Kathmandu', 'Europe/London'].map((zone) =>
          aProcess({ PLATFORM_TIMEZONE: zone }),
        ),
      );
      const made = await Promise.all(services.map((service) => service.get(PlatformService).ensure()));
      expect(new Set(made.map(({ timezone }) => timezone)).size).toBe(1);
      const later = await aProcess({ PLATFORM_TIMEZONE: 'America/Lima' });
      expect(await later.get(PlatformService).timezone()).toBe(made[0]?.timezone);
    });

    it('is made by whoever asks for the zone first', async () => {
      const process = await aProcess({ PLATFORM_TIMEZONE: 'Australia/Eucla' });
      expect(await process.get(PlatformService).timezone()).toBe('Australia/Eucla');
      expect(await database.dataSource.manager.find(PlatformConfigurationEntity)).toEqual([
        expect.objectContaining({ id: 1, timezone: 'Australia/Eucla', platformName: 'Plantroom' }),
      ]);
    });

    it("shows another process's change within a second", async () => {
      const process = await aProcess();
      expect(await process.get(PlatformService).timezone()).toBe('UTC');
      await database.dataSource.manager.update(
        PlatformConfigurationEntity,
        { id: 1 },
        { timezone: 'Asia/Tokyo' },
      );
      clock.advance(1000);
      expect(await process.get(PlatformService).timezone()).toBe('Asia/Tokyo');
    });
  });
});
